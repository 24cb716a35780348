"""The text of a tree in some notation, and what stands where in it."""

from __future__ import annotations

import re

from mmtree.errors import NotationError
from mmtree.files import read_within
from mmtree.game.code import LETTERS
from mmtree.game.rules import MAX_COLORS, MAX_PEGS, Rules

MAX_BYTES = 1 << 24
"""No text is longer: a tree of 100,000 secrets takes a tenth of it."""
MAX_GUESSES = 1000
"""Guesses in a row, at most: a tree file holds no more."""
MAX_DIGITS = 9
"""Of a number of secrets, or of a line; a tree of more could not be kept."""

MAX_SECRETS = 3_000_000
"""More secrets than this are not dealt: no tree over them would fit anywhere."""
_POSITIONS = 4
"""Positions that are printed for each secret, at most. A tree has fewer than two nodes for each,
and a position may be printed where it is used and where it is defined."""

_BLANK = re.compile(r"\s*")
_NUMBER = re.compile("[0-9]+")
_SIGNS = re.compile("[XO-]+", re.IGNORECASE)
_SHOWN = re.compile("[0-9A-Za-z]+|.", re.DOTALL)


def load_text(path: str) -> bytes:
    """The bytes of a file, no more than a text can have and one.

    Raises:
        NotationError: the file cannot be read.
    """
    try:
        return read_within(path, MAX_BYTES)
    except OSError as error:
        raise NotationError(path, None, error.strerror or str(error)) from None


def read_signs(word: str) -> int | None:
    """The feedback of signs: X for each black peg, O for each white one, - for none."""
    if not _SIGNS.fullmatch(word):
        return None
    return 10 * word.upper().count("X") + word.upper().count("O")


class Text:
    """A text, its line ends made one kind, and a position in it.

    Args:
        data: the bytes of the file, in UTF-8, with or without a byte order mark.
        path: what the file is called in errors.
        rules: the rules that it must be of; None where they are unknown.

    Raises:
        NotationError: the text is empty, too long, or not UTF-8.
    """

    def __init__(self, data: bytes, path: str, rules: Rules | None = None) -> None:
        self.path = path
        self.at = 0
        self.positions = 0
        self.most = None if rules is None else _POSITIONS * min(rules.secrets, MAX_SECRETS)
        if len(data) > MAX_BYTES:
            raise NotationError(path, None, f"larger than {MAX_BYTES} bytes")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            before = data[: error.start]
            place = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
            raise NotationError(path, place, "is not UTF-8: save the text as that") from None
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        if not self.text.strip():
            raise NotationError(path, None, "is empty")

    def fail(self, at: int, reason: str) -> NotationError:
        """The error to raise about what stands at a position."""
        line = self.text.count("\n", 0, at) + 1
        return NotationError(self.path, (line, at - self.text.rfind("\n", 0, at)), reason)

    def check_depth(self, at: int, depth: int) -> None:
        """Refuse a position behind more guesses than any tree has.

        Raises:
            NotationError: there are too many.
        """
        if depth > MAX_GUESSES:
            raise self.fail(at, f"more than {MAX_GUESSES} guesses in a row: no tree has so many")

    def count_position(self, at: int, opening: str) -> None:
        """Count a position of the tree, so that a text takes no more memory than its rules need.

        Args:
            at: where it stands.
            opening: the first guess as it is written, or nothing where it is not read yet.

        Raises:
            NotationError: no tree has so many.
        """
        if self.most is None and opening:
            secrets = self._colors(len(opening)) ** min(len(opening), MAX_PEGS)
            self.most = _POSITIONS * min(secrets, MAX_SECRETS)
        self.positions += 1
        if self.most is not None and self.positions > self.most:
            raise self.fail(at, f"more than {self.most} positions: a tree of these codes has fewer")

    def _colors(self, pegs: int) -> int:
        """The most colours that the words with so many letters and digits can be codes of."""
        words = re.finditer(rf"(?<![0-9A-Za-z])[0-9A-Za-z]{{{pegs}}}(?![0-9A-Za-z])", self.text)
        letters = {
            sign for word in words if read_signs(word[0]) is None for sign in word[0].upper()
        } & {*LETTERS[:26]}
        most = LETTERS.index(max(letters)) + 1 if letters else 0
        return MAX_COLORS if most == 26 else max(10, most)  # digits are colours, too

    def skip(self) -> int:
        """Pass over blanks and line ends; the position after them."""
        blank = _BLANK.match(self.text, self.at)
        assert blank
        self.at = blank.end()
        return self.at

    def take(self, pattern: re.Pattern[str]) -> str:
        """What matches next, behind blanks; nothing where it does not."""
        match = pattern.match(self.text, self.skip())
        if not match:
            return ""
        self.at = match.end()
        return match[0]

    def mark(self, marks: str) -> str:
        """The next character, behind blanks, if it is one of these; nothing if not."""
        if self.skip() < len(self.text) and self.text[self.at] in marks:
            self.at += 1
            return self.text[self.at - 1]
        return ""

    def number(self) -> int | None:
        """The whole number that stands next, if one does.

        Raises:
            NotationError: it has too many digits.
        """
        at = self.skip()
        digits = self.take(_NUMBER)
        if len(digits.lstrip("0")) > MAX_DIGITS:
            raise self.fail(at, f"{digits[:MAX_DIGITS]}… is too large a number")
        return int(digits) if digits else None

    def unexpected(self, wanted: str) -> NotationError:
        """The error to raise where something else should stand."""
        found = _SHOWN.match(self.text, self.skip())
        what = repr(found[0])[:40] if found else "the end of the text"
        return self.fail(self.at, f"{wanted} should stand here, not {what}")


def counted(count: int, one: str, more: str = "") -> str:
    """A number with its noun: 1 secret, 2 secrets."""
    return f"{count} {one if count == 1 else more or one + 's'}"
