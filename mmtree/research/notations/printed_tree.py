"""A printed tree: the text in some notation, and the positions that a reader finds in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from mmtree.errors import NotationError
from mmtree.files import read_within
from mmtree.game.code import LETTERS
from mmtree.game.codes import MAX_RANKED
from mmtree.game.rules import MAX_COLORS, MAX_PEGS, Rules

MAX_BYTES = 1 << 24
"""The largest text accepted; a tree of 100,000 secrets takes a tenth of it."""
MAX_GUESSES = 1000
"""The most guesses in a row, as in a tree file."""
MAX_DIGITS = 9
"""The most digits in the number of a line or of secrets; no larger tree could be stored."""

_POSITIONS = 4
"""The most positions printed for each secret. A tree has fewer than two nodes for each secret, and
a position may be printed twice, where it is used and where it is defined."""

_LINE = re.compile(r"[^\n]+")
_WORD = re.compile(r"\S+")
_BLANK = re.compile(r"\s*")
_NUMBER = re.compile("[0-9]+")
_SIGNS = re.compile("[XO-]+", re.IGNORECASE)
_TOKEN = re.compile("[0-9A-Za-z]+|.", re.DOTALL)


def load_text(path: str) -> bytes:
    """Return the bytes of a file, up to one more than a text may have.

    Raises:
        NotationError: the file cannot be read.
    """
    try:
        return read_within(path, MAX_BYTES)
    except OSError as error:
        raise NotationError(path, None, error.strerror or str(error)) from None


def parse_pegs(word: str) -> int | None:
    """Return the feedback of signs: X for each black peg, O for each white one, - for none."""
    if not _SIGNS.fullmatch(word):
        return None
    return 10 * word.upper().count("X") + word.upper().count("O")


class Text:
    """A text with normalised line ends, and the tree that a reader finds in it.

    Attributes:
        at: the offset up to which the text was read.
        positions: all printed positions, the opening first.
        readings: the possible meanings of the feedbacks, the likeliest first: a map of the
            feedbacks that differ from those in the positions, and a description.

    Args:
        data: the bytes of the file, in UTF-8, with or without a byte order mark.
        path: the name of the file in error messages.
        rules: the rules of the tree; None if they are unknown.

    Raises:
        NotationError: the text is empty, too long, or not UTF-8.
    """

    def __init__(self, data: bytes, path: str, rules: Rules | None = None) -> None:
        self.path = path
        self.at = 0
        self.positions: list[PrintedPosition] = []
        self.readings: list[tuple[dict[int, int], str]] = [({}, "")]
        self.max_positions = None if rules is None else _POSITIONS * min(rules.secrets, MAX_RANKED)
        if len(data) > MAX_BYTES:
            raise NotationError(path, None, f"larger than {MAX_BYTES} bytes")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            before = data[: error.start]
            place = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
            raise NotationError(
                path, place, "is not UTF-8: save the text in that encoding"
            ) from None
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        if not self.text.strip():
            raise NotationError(path, None, "is empty")

    @property
    def root(self) -> "PrintedPosition":
        """The opening."""
        return self.positions[0]

    def error_at(self, at: int, reason: str) -> NotationError:
        """Return an error with the line and column of an offset."""
        line = self.text.count("\n", 0, at) + 1
        return NotationError(self.path, (line, at - self.text.rfind("\n", 0, at)), reason)

    def check_depth(self, at: int, depth: int) -> None:
        """Refuse a position after more guesses than any tree has.

        Raises:
            NotationError: there are too many.
        """
        if depth > MAX_GUESSES:
            raise self.error_at(
                at, f"more than {MAX_GUESSES} guesses in a row: no tree has so many"
            )

    def add(
        self, position: "PrintedPosition", before: "PrintedPosition | None" = None
    ) -> "PrintedPosition":
        """Add a position, which follows another by a written answer, and return it.

        Raises:
            NotationError: there are more positions than any tree has, which would take memory.
        """
        self.positions.append(position)
        if before:
            before.branches = before.branches or []
            before.branches.append((-1, position))
        opening = self.root.guess
        if self.max_positions is None and opening:
            secrets = self._colors(len(opening)) ** min(len(opening), MAX_PEGS)
            self.max_positions = _POSITIONS * min(secrets, MAX_RANKED)
        if self.max_positions is not None and len(self.positions) > self.max_positions:
            raise self.error_at(
                position.at,
                f"more than {self.max_positions} positions: a tree of these codes has fewer",
            )
        return position

    def _colors(self, pegs: int) -> int:
        """Return the most colours that words of this length can be codes of."""
        words = re.finditer(rf"(?<![0-9A-Za-z])[0-9A-Za-z]{{{pegs}}}(?![0-9A-Za-z])", self.text)
        letters = {
            sign for word in words if parse_pegs(word[0]) is None for sign in word[0].upper()
        } & {*LETTERS[:26]}
        most = LETTERS.index(max(letters)) + 1 if letters else 0
        return MAX_COLORS if most == 26 else max(10, most)  # digits are also colours

    def skip(self) -> int:
        """Skip blanks and line ends, and return the offset after them."""
        blank = _BLANK.match(self.text, self.at)
        assert blank
        self.at = blank.end()
        return self.at

    def lines(self, most: int) -> Iterator[list[tuple[int, str]]]:
        """Yield the words of each line that has any, with their offsets.

        Raises:
            NotationError: a line has more words than allowed.
        """
        for line in _LINE.finditer(self.text):
            matches = islice(_WORD.finditer(self.text, *line.span()), most + 1)
            words = [(match.start(), match[0]) for match in matches]
            if len(words) > most:
                raise self.error_at(words[-1][0], f"more than {most} columns: no game has so many")
            if words:
                yield words

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Take the text that matches after blanks, if any does."""
        match = pattern.match(self.text, self.skip())
        self.at = match.end() if match else self.at
        return match

    def take(self, pattern: re.Pattern[str]) -> str:
        """Take the text that matches after blanks; return an empty text if none does."""
        match = self.match(pattern)
        return match[0] if match else ""

    def take_mark(self, marks: str) -> str:
        """Take the next character after blanks if it is one of these, or an empty text."""
        if self.skip() < len(self.text) and self.text[self.at] in marks:
            self.at += 1
            return self.text[self.at - 1]
        return ""

    def take_number(self) -> int | None:
        """Take the next whole number, if there is one.

        Raises:
            NotationError: it has too many digits.
        """
        at = self.skip()
        digits = self.take(_NUMBER)
        if len(digits.lstrip("0")) > MAX_DIGITS:
            raise self.error_at(at, f"the number {digits[:MAX_DIGITS]}… is too large")
        return int(digits) if digits else None

    def unexpected(self, wanted: str) -> NotationError:
        """Return an error that says what was expected at the current offset."""
        found = _TOKEN.match(self.text, self.skip())
        shown = repr(found[0])[:40] if found else "the end of the text"
        return self.error_at(self.at, f"expected {wanted}, found {shown}")


@dataclass(slots=True, eq=False)
class PrintedPosition:
    """A position of the game, as far as it is printed.

    Attributes:
        at: its offset in the text.
        guess: the code as it is written; empty if none is printed.
        count: the printed number of secrets left; None if none is printed.
        branches: the position after each printed feedback 10·black + white; None if no feedback is
            printed.
        last: True if it is printed as the last guess, which must be right.
        rest: True if a mark says that some of the feedbacks, which are not printed, leave two
            secrets.
        outside: True if a mark says that the guess cannot be the secret.
        answer, answer_at: the answer that leads here as it is written, and its offset, where texts
            are read before their game is known; the feedback in the branches then follows later.
        found: a secret that is found here or later; empty if the text does not name it.
    """

    at: int
    guess: str = ""
    count: int | None = None
    branches: "list[tuple[int, PrintedPosition]] | None" = None
    last: bool = False
    rest: bool = False
    outside: bool = False
    answer: str = ""
    answer_at: int = 0
    found: str = ""
