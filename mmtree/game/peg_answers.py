"""The kinds of answers that codes in pegs can have."""

import re
from collections.abc import Mapping, Sequence
from operator import eq
from typing import ClassVar

from mmtree.game.answers import Answers, ColorRenaming, number_of

_WRITTEN = r"(?:([0-9])\s*b(?:lack)?)?[\s,+]*(?:([0-9])\s*w(?:hite)?)?"


class PegAnswers(Answers):
    """Black and white pegs, as the number 10·black + white.

    A code is prepared as two sets of bits: for colour and position of each peg, and for its colour
    and number among pegs of that colour. Common bits are black pegs, and pegs of either kind.
    """

    name = "pegs"
    example = "black then white pegs, as 21, 2 1, bbw or 2b1w (0 for none)"
    renaming: ClassVar[ColorRenaming] = "jointly"
    permuting = "always"
    counts = 2

    @property
    def values(self) -> Sequence[int]:
        """Every feedback 10·black + white that can occur.

        Black plus white is at most ``pegs``, and one white with ``pegs`` − 1 black is impossible.
        Distinct codes of few colours have at least ``2·pegs − colors`` colours in common. With two
        colours, one peg too few of one is one too many of the other, so white pegs come in pairs.
        """
        pegs = self.pegs
        least = max(0, 2 * pegs - self.colors) if self.distinct else 0
        return [
            10 * black + white
            for black in range(pegs + 1)
            for white in range(pegs - black + 1)
            if black + white >= least
            and (black, white) != (pegs - 1, 1)
            and not (self.colors == 2 and white % 2)
        ]

    def prepare(self, digits: tuple[int, ...]) -> tuple[int, int]:
        """Return the two sets of bits of a code."""
        placed = counted = 0
        position, colors, length = 1, self.colors, self.pegs
        for color in digits:
            placed |= position << color
            position <<= colors
            peg = 1 << color * length
            while counted & peg:
                peg <<= 1
            counted |= peg
        return placed, counted

    @staticmethod
    def answer(guess: tuple[int, int], secret: tuple[int, int]) -> int:
        """Count black and white pegs."""
        return 9 * (guess[0] & secret[0]).bit_count() + (guess[1] & secret[1]).bit_count()

    def format(self, value: int) -> str:
        """Write 21 as 2b1w."""
        return f"{value // 10}b{value % 10}w"

    def parse(self, text: str) -> int | None:
        """Read ``21``, ``2 1``, ``bbw``, ``2b1w``, or ``-`` for none."""
        compact = re.sub(r"[\s,+]+", "", text.lower())
        worded = re.fullmatch(_WRITTEN, text.lower())
        if compact in ("-", "0", "none"):
            return 0
        if re.fullmatch(r"[0-9]{2}", compact):
            return int(compact)
        if re.fullmatch(r"[0-9]", compact) and self.counts == 1:
            return 10 * int(compact)
        if compact and set(compact) <= {"b", "w"}:
            black, white = compact.count("b"), compact.count("w")
        elif compact and worded:
            black, white = int(worded[1] or 0), int(worded[2] or 0)
        else:
            return None
        return 10 * black + white if white <= 9 else None

    def impossible(self, text: str, value: int, rules: object) -> str:
        """Return a message with the answers that can occur."""
        return (
            f"feedback {text!r:.60} is impossible: {value // 10} black and {value % 10} white; "
            f"{rules} has {' '.join(f'{value:02}' for value in self.values)}"
        )

    def unlikeliness(self, given: int, instead: int) -> int:
        """Return how unlikely it is that a person confuses two feedbacks.

        0: one black peg was taken for a white one, or the reverse. 1: one of the two numbers is off
        by one. 2: black and white were exchanged. Any other: 3 and the sum of both differences.
        """
        (black, white), (other_black, other_white) = divmod(given, 10), divmod(instead, 10)
        off = abs(black - other_black), abs(white - other_white)
        if off == (1, 1) and black + white == other_black + other_white:
            return 0
        if sum(off) == 1:
            return 1
        if (other_black, other_white) == (white, black):
            return 2
        return 3 + sum(off)


class BlackAnswers(PegAnswers):
    """Black pegs only, as the number 10·black."""

    name = "black"
    example = "the number of black pegs"
    renaming = "separately"
    counts = 1

    @property
    def values(self) -> Sequence[int]:
        """Every number of black pegs, times 10."""
        # With pegs = colors, two codes of distinct colours cannot differ in a single peg.
        last_but_one = self.pegs - 1 if self.distinct and self.colors == self.pegs else -1
        return [10 * black for black in range(self.pegs + 1) if black != last_but_one]

    @staticmethod
    def answer(guess: tuple[int, int], secret: tuple[int, int]) -> int:
        """Count black pegs."""
        return 10 * (guess[0] & secret[0]).bit_count()


class CommonAnswers(PegAnswers):
    """The number of colours in common, wherever they are, as Jotto is played.

    A colour counts as often as both codes have it. A code of the same colours in another order gets
    the number of pegs; only the secret itself is right, and gets one more.
    """

    name = "common"
    example = "how many are in common, in any place, as 3; or right"
    counts = 0

    @property
    def values(self) -> Sequence[int]:
        """Every number of colours that another code can have in common, and the right answer."""
        pegs = self.pegs
        least = max(0, 2 * pegs - self.colors) if self.distinct else 0
        # A code of one peg is right if its colour is.
        return [*range(least, pegs + (pegs > 1)), pegs + 1]

    @staticmethod
    def answer(guess: tuple[int, int], secret: tuple[int, int]) -> int:
        """Count the colours in common."""
        return (guess[1] & secret[1]).bit_count() + (guess == secret)

    def format(self, value: int) -> str:
        """Write the number, or "right"."""
        return str(int(value)) if value <= self.pegs else "right"

    def parse(self, text: str) -> int | None:
        """Read a number of pegs, or "right"."""
        if text.lower() == "right":
            return self.pegs + 1
        return int(text) if re.fullmatch(r"[0-9]", text) and int(text) <= self.pegs else None

    def explain(self, language: str) -> str:
        """Return what is counted."""
        return _IN_COMMON.get(language, self.example)

    def impossible(self, text: str, value: int, rules: object) -> str:
        """Return a message with the answers that can occur."""
        possible = " ".join(map(self.format, self.values))
        return f"feedback {text!r:.60} is impossible: {rules} has {possible}"

    def unlikeliness(self, given: int, instead: int) -> int:
        """Return by how much the numbers differ."""
        return abs(given - instead)


_IN_COMMON = {
    "de": "wie viele gemeinsam sind, egal an welchem Platz, etwa 3, oder right für richtig",
    "fr": "combien sont communs, à n'importe quelle place, comme 3, ou right si c'est juste",
}


class PlacedAnswers(Answers):
    """An answer for each place, as the digits of a number, written as a sign for each.

    Attributes:
        signs: the signs in the order of their digits; the last one says that a place is right.
        typed: other characters that people type for a sign, as ``str.translate`` takes them.
    """

    signs: ClassVar[str]
    typed: ClassVar[Mapping[int, int]] = {}
    permuting = "opening"

    @property
    def values(self) -> Sequence[int]:
        """All numbers."""
        return range(len(self.signs) ** self.pegs)

    def format(self, value: int) -> str:
        """Return the sign of each place."""
        return "".join(self.signs[digit] for digit in self._digits(value))

    def parse(self, text: str) -> int | None:
        """Read a sign for each place."""
        signs = re.sub(r"[\s,]+", "", text.lower()).translate(self.typed)
        if len(signs) != self.pegs or not set(signs) <= set(self.signs):
            return None
        return number_of(map(self.signs.index, signs), len(self.signs))

    def impossible(self, text: str, value: int, rules: object) -> str:
        """Return the reason, which is the same for all kinds that the game has."""
        return f"{super().impossible(text, value, rules)}: one place cannot be wrong alone"

    def unlikeliness(self, given: int, instead: int) -> int:
        """Return the number of places that are answered differently."""
        pairs = zip(self._digits(given), self._digits(instead), strict=True)
        return sum(mine != theirs for mine, theirs in pairs)

    def marks(self, value: int) -> tuple[int, ...]:
        """Return the digits where they are marks: where there are two levels, 2 for right."""
        digits = self._digits(value) if self.levels else ()
        return tuple(2 * digit // (self.levels - 1) for digit in digits)

    def _digits(self, value: int) -> list[int]:
        base = len(self.signs)
        return [value // base**place % base for place in reversed(range(self.pegs))]


class PlaceAnswers(PlacedAnswers):
    """Marks for each place: 2 right, 1 elsewhere, 0 nowhere, as games of words have them.

    A colour of the guess that occurs too often is marked only as often as the secret has it: first
    the pegs in the right place, then the others from the first on.
    """

    name = "places"
    example = "a mark for each place: + right, ~ elsewhere, - nowhere"
    signs = "-~+"
    typed = str.maketrans("xbyg._*⬛⬜🟨🟩012", "--~+--+--~+-~+")
    renaming = "jointly"
    levels = 3

    @property
    def values(self) -> Sequence[int]:
        """All marks but those where one place is elsewhere and all others are right."""
        right = 3**self.pegs - 1
        impossible = {right - 3**place for place in range(self.pegs)}
        return [value for value in range(right + 1) if value not in impossible]

    @staticmethod
    def answer(guess: tuple[int, ...], secret: tuple[int, ...]) -> int:
        """Mark each place."""
        left = [theirs for mine, theirs in zip(guess, secret, strict=True) if mine != theirs]
        marks = 0
        for mine, theirs in zip(guess, secret, strict=True):
            marks *= 3
            if mine == theirs:
                marks += 2
            elif mine in left:
                left.remove(mine)
                marks += 1
        return marks


class RightAnswers(PlacedAnswers):
    """Marks for each place: 1 right, 0 wrong."""

    name = "right"
    example = "a mark for each place: + right, - wrong"
    signs = "-+"
    typed = str.maketrans("xyg._*~⬛⬜🟨🟩012", "-++--++--++-++")
    renaming = "separately"
    levels = 2

    @staticmethod
    def answer(guess: tuple[int, ...], secret: tuple[int, ...]) -> int:
        """Mark each place."""
        return number_of(map(eq, guess, secret), 2)


_KINDS = (PegAnswers, BlackAnswers, PlaceAnswers, RightAnswers, CommonAnswers)

KINDS: dict[str, type[Answers]] = {kind.name: kind for kind in _KINDS}
"""The kinds of answers of codes in pegs, by name."""
