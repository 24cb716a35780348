"""Rules of word games: the secrets and guesses are lists of words."""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from mmtree.arguments import expect, shortened
from mmtree.counts import format_count
from mmtree.errors import CodeError, RulesError
from mmtree.game.answers import Answers, number_of
from mmtree.game.names import check_name, places_by_look
from mmtree.game.peg_answers import KINDS
from mmtree.game.rules import MAX_PEGS, Rules, check_answers

MAX_WORDS = 100_000
"""The most words of a list."""

MAX_LETTERS = 100
"""The most different letters of a list; a code number of nine letters then fits 63 bits."""

WORD_ANSWERS = ("places", "pegs", "common", "black")
"""The kinds of answers that a game of words can have."""


@dataclass(frozen=True)
class WordRules(Rules):
    """Rules of one word game. A word is a code, its letters are the colours.

    Attributes:
        pegs: the letters of a word.
        colors: the different letters of all words.
        answers: one of :data:`WORD_ANSWERS`.
        consistent: each guess must be a word that can still be the secret.
        name: the text of the rules, from the name of the list's file.
        alphabet: the letters of all words, rising; the first is colour 0.
        secret_words: the words that can be the secret, rising.
        other_words: the other words that may be guessed, rising.
        identified: the game ends when one secret is left, which need not be guessed.

    Raises:
        RulesError: a list is empty or too long, or a word of it is none.
    """

    pegs: int
    colors: int
    answers: str
    consistent: bool
    name: str
    alphabet: str
    secret_words: tuple[str, ...]
    other_words: tuple[str, ...]
    identified: bool = False

    def __post_init__(self) -> None:
        if self.answers not in WORD_ANSWERS:
            kinds = " or ".join(WORD_ANSWERS)
            raise RulesError(f"unknown answers {shortened(self.answers)}: use {kinds}")
        check_name(self.name)
        if not len(self.secret_words) >= 2:
            raise RulesError(f"{self.name} has fewer than two secrets: nothing is to be found")
        check_answers(self)

    def __hash__(self) -> int:
        return hash((self.name, self.answers, len(self.secret_words), self.secret_words[:1]))

    def to_map(self) -> dict[str, Any]:
        """Return the values that define the rules."""
        return {
            "kind": "words",
            "name": self.name,
            "answers": self.answers,
            "consistent": self.consistent,
            "alphabet": self.alphabet,
            "secrets": " ".join(self.secret_words),
            "guesses": " ".join(self.other_words),
        } | ({"identified": True} if self.identified else {})  # files without it are older

    def _make_kind(self) -> Answers:
        return KINDS[self.answers](self.pegs, self.colors)

    def __str__(self) -> str:
        return self.name + "-consistent" * self.consistent + "-identified" * self.identified

    @property
    def secrets(self) -> int:
        """Number of secrets."""
        return len(self.secret_words)

    @property
    def guesses(self) -> int:
        """Number of words that may be guessed."""
        return len(self._numbers)

    @cached_property
    def _numbers(self) -> dict[int, bool]:
        """The numbers of all words, rising, and whether a word can be the secret."""
        numbers = {self._word_number(word): False for word in self.other_words}
        numbers |= {self._word_number(word): True for word in self.secret_words}
        return dict(sorted(numbers.items()))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {letter: place for place, letter in enumerate(self.alphabet)}

    def _word_number(self, word: str) -> int:
        return number_of((self._places[letter] for letter in word), self.colors)

    def codes(self) -> Iterator[int]:
        """Yield all words that may be guessed, as rising numbers."""
        return iter(self._numbers)

    def is_secret(self, code: int) -> bool:
        """Return whether a word can be the secret."""
        return self._numbers.get(code, False)

    def symbol(self, color: int) -> str:
        """Return the letter of a colour, as a capital if capitals are read as the same letters."""
        return self._symbols[color]

    @cached_property
    def _symbols(self) -> str:
        shown = "".join(upper if len(upper := a.upper()) == 1 else a for a in self.alphabet)
        # In pairs, since a capital sigma is another letter at the end of a word.
        read = [normalise(2 * letter) for letter in shown]
        return shown if read == [2 * letter for letter in self.alphabet] else self.alphabet

    def for_player(self, guesses: Collection[int]) -> tuple[Rules, dict[int, int]]:
        """Return the rules without consistent play, and the words as they are."""
        return replace(self, consistent=False), {code: code for code in guesses}

    def named(self, text: str) -> int | None:
        """Return the number of a word.

        Raises:
            CodeError: it is not on the lists.
        """
        word = normalise(text.strip())
        if len(word) == self.pegs and set(word) <= set(self.alphabet):
            number = self._word_number(word)
            if number in self._numbers:
                return number
        raise CodeError(f"{text.strip()!r:.40} is not a word of {self}")

    def digits(self, code: int) -> tuple[int, ...]:
        """Return the colours of a word.

        Raises:
            RulesError: the number is not one of a word.
        """
        digits = super().digits(code)
        if code not in self._numbers:
            raise RulesError(f"{code} is not the number of a word of {self}")
        return digits


def normalise(word: str) -> str:
    """Return a word in small letters, each of them one character where Unicode has it."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).lower())


def word_rules(
    secrets: Iterable[str],
    guesses: Iterable[str] = (),
    *,
    answers: str = "places",
    consistent: bool = False,
    identified: bool = False,
    name: str = "words",
) -> WordRules:
    """Make the rules of a word game.

    Args:
        secrets: the words that can be the secret, all of one length.
        guesses: other words that may be guessed; secrets among them do not matter.
        answers: "places" for a mark for each letter, "pegs" for black and white pegs, "common" for
            the number of letters in common, "black" for that of letters in the right place.
        consistent: each guess must be a word that can still be the secret; not with `guesses`.
        identified: the game ends when one secret is left, which need not be guessed.
        name: the text of the rules.

    Raises:
        RulesError: a word or their number is not allowed.
    """
    expect(str, name, "name", "a short text")
    expect(bool, consistent, "consistent", "True or False")
    expect(bool, identified, "identified", "True or False")
    for given, what in ((secrets, "secrets"), (guesses, "guesses")):
        expect(Iterable, given, what, "words, as a list of texts")
    first = check_words([*secrets], "secrets", None)
    length = len(first[0]) if first else 0
    others = sorted(set(check_words([*guesses], "guesses", length)) - set(first))
    if consistent and others:
        raise RulesError("consistent play of other words is not supported: give no list of guesses")
    alphabet = "".join(sorted(set("".join((*first, *others)))))
    places_by_look(alphabet, f"{name}: the letter")
    if len(alphabet) > MAX_LETTERS:
        raise RulesError(f"{len(alphabet)} letters: at most {MAX_LETTERS} are supported")
    return WordRules(
        pegs=length or 1,
        colors=len(alphabet),
        answers=answers,
        consistent=consistent,
        name=name,
        alphabet=alphabet,
        secret_words=tuple(sorted(first)),
        other_words=tuple(others),
        identified=identified,
    )


def check_words(words: Sequence[str], what: str, length: int | None) -> list[str]:
    """Return the words normalised.

    Raises:
        RulesError: one of them is not a word of the length, or occurs twice.
        TypeError: one of them is no text.
    """
    if len(words) > MAX_WORDS:
        raise RulesError(f"more than {MAX_WORDS} {what}")
    seen: dict[str, int] = {}
    for place, written in enumerate(words, 1):
        expect(str, written, what, "texts")
        word = normalise(written)
        if length is None:
            length = len(word)
        if not word or not all(map(_is_letter, word)):
            wrong = next((char for char in word if not _is_letter(char)), "")
            raise RulesError(
                f"word {place}, {written!a:.40}: {wrong!a} is not a letter or digit that is "
                "written from left to right"
            )
        if len(word) != length or length > MAX_PEGS:
            raise RulesError(
                f"word {place}, {written!a:.40}, has {format_count(len(word), 'letter')}: all "
                f"words must have the same number, at most {MAX_PEGS}"
                + (f", and the first has {length}" if len(word) != length else "")
            )
        if word in seen:
            raise RulesError(f"word {place}, {written!a:.40}, is also word {seen[word]}")
        seen[word] = place
    return list(seen)


def _is_letter(char: str) -> bool:
    return char.isalnum() and unicodedata.bidirectional(char) in ("L", "EN")
