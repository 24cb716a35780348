"""Letters of words, as people see them: a character with all that belongs to it.

An accent, the colour of a skin, or the other half of a flag is no letter of its own. These are the
grapheme clusters of Unicode, but syllables of Indic scripts are divided where a consonant begins.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from mmtree.game.names import look

MAX_CHARACTERS = 16
"""The most characters of a letter; no emoji has more than ten."""

_JOINER = "\u200d"
_TAGS = re.compile("\U0001f3f4[\U000e0030-\U000e007a]+\U000e007f")  # flags such as that of Wales
_ADDED = re.compile("[\u200d\U0001f1e6-\U0001f1ff\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]")
_HALF_FLAGS = range(0x1F1E6, 0x1F200)


def letters_of(text: str) -> list[str]:
    """Split a text into letters."""
    if not any(map(_can_belong, text)):
        return list(text)
    letters, start = [], 0
    for at in range(1, len(text) + 1):
        if at == len(text) or not _belongs(text, start, at):
            letters.append(text[start:at])
            start = at
    return letters


def _belongs(text: str, start: int, at: int) -> bool:
    """Return whether a character belongs to the letter that begins at ``start``."""
    before, char = text[at - 1], text[at]
    if ord(char) in _HALF_FLAGS:
        return at == start + 1 and ord(before) in _HALF_FLAGS
    return _can_belong(char) or (before == _JOINER and unicodedata.category(char) == "So")


@lru_cache(maxsize=1 << 14)
def _can_belong(char: str) -> bool:
    """Return whether a character can belong to a letter that begins before it."""
    return unicodedata.category(char)[0] == "M" or bool(_ADDED.match(char))


def find_fault(letter: str) -> str:
    """Return the first character that a letter must not have; empty if there is none.

    A letter is visible. It may have invisible characters only as a part of an emoji.
    """
    if _TAGS.fullmatch(letter):
        return ""
    emoji = not letter[0].isalnum() or letter.endswith("\u20e3")
    for at, char in enumerate(letter):
        if char in "\ufe0e\ufe0f" or (char == _JOINER and at + 1 < len(letter)):
            allowed = emoji and at > 0
        else:
            allowed = char.isprintable() and bool(look(char))
        if not allowed or (at == 0 and unicodedata.category(char)[0] == "M"):
            return char
    return ""


def normalise(word: str) -> str:
    """Return a word in small letters, each of them one character where Unicode has it."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).lower())


def fold(word: str) -> str:
    """Return a normalised word without accents: école as ecole."""
    parts = unicodedata.normalize("NFD", word)
    bare = "".join(char for char in parts if not unicodedata.combining(char))
    return unicodedata.normalize("NFC", bare)


def find_written(letters: Iterable[str], *directions: str) -> str:
    """Return the first letter of some directions of Unicode, such as "L"; empty without any."""
    return next((one for one in letters if unicodedata.bidirectional(one[0]) in directions), "")
