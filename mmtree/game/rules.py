"""The rules of a game: numbers of pegs and colours, and the kinds of feedback."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

from mmtree.arguments import expect, whole_number
from mmtree.counts import format_count
from mmtree.errors import RulesError

ALIASES = {"mastermind": "4p6c", "super": "5p8c", "bulls-and-cows": "4p10c-distinct"}
MAX_PEGS = 9
MAX_COLORS = 36

_WRITTEN = re.compile(r"([0-9]+)p([0-9]+)c((?:-[a-z]+)*)")


@dataclass(frozen=True)
class Rules:
    """Rules of one game, written ``4p6c``, ``4p10c-distinct`` or ``4p6c-black``.

    Attributes:
        pegs: length of a code, 1 to 9.
        colors: number of colours, 2 to 36.
        distinct: no colour may occur twice in a code (secret or guess).
        whites: False when the codemaker answers with black pegs only.

    Raises:
        RulesError: a number is out of range, or there are too few colours for distinct codes.
    """

    pegs: int = 4
    colors: int = 6
    distinct: bool = False
    whites: bool = True

    def __post_init__(self) -> None:
        for name in ("pegs", "colors"):
            value = getattr(self, name)
            try:
                number = whole_number(value, name)  # also converts NumPy's integers
            except TypeError:
                words = f"{value!r} {name}: the number of {name} is a whole number"
                raise RulesError(words) from None
            object.__setattr__(self, name, number)
        if not isinstance(self.distinct, bool) or not isinstance(self.whites, bool):
            raise RulesError("distinct and whites must be True or False")
        if not 1 <= self.pegs <= MAX_PEGS:
            raise RulesError(
                f"{format_count(self.pegs, 'peg')}: the number of pegs must be from 1 to {MAX_PEGS}"
            )
        if not 2 <= self.colors <= MAX_COLORS:
            raise RulesError(
                f"{format_count(self.colors, 'colour')}: the number of colours must be from 2 to "
                f"{MAX_COLORS}"
            )
        if self.distinct and self.colors < self.pegs:
            raise RulesError(
                f"{self}: {self.pegs} pegs of distinct colours need at least {self.pegs} colours"
            )

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read rules such as ``4p6c``, ``4p10c-distinct``, ``4p6c-black`` or an alias.

        Raises:
            RulesError: the text does not have that form, or its numbers are out of range.
            TypeError: it is no text.
        """
        expect(str, text, "rules", "them as text, as '4p6c'")
        written = text.strip().lower()
        match = _WRITTEN.fullmatch(ALIASES.get(written, written))
        suffixes = match[3].split("-")[1:] if match else []
        if (
            not match
            or not set(suffixes) <= {"distinct", "black"}
            or len(set(suffixes)) < len(suffixes)
        ):
            near = difflib.get_close_matches(written, ALIASES, n=1)
            near += [alias for alias in ALIASES if written and alias.startswith(written)]
            if turned := re.fullmatch(r"([1-9])p([0-9]+)|([0-9]+)c([1-9])p", written):
                near = [f"{turned[1] or turned[4]}p{turned[2] or turned[3]}c"]
            hint = f"did you mean {near[0]!r}?" if near else f"or an alias: {', '.join(ALIASES)}"
            raise RulesError(
                f"unknown rules {text!r}: write PEGSpCOLORSc as in 4p6c, "
                f"optionally followed by -distinct or -black ({hint})"
            )
        if len(match[1] + match[2]) > 9:  # int() refuses thousands of digits
            raise RulesError(
                f"rules {text!r:.40}: use 1 to {MAX_PEGS} pegs and 2 to {MAX_COLORS} colours"
            )
        return cls(int(match[1]), int(match[2]), "distinct" in suffixes, "black" not in suffixes)

    def __str__(self) -> str:
        distinct = "-distinct" if self.distinct else ""
        return f"{self.pegs}p{self.colors}c{distinct}{'' if self.whites else '-black'}"

    @property
    def secrets(self) -> int:
        """Number of secrets, which are all codes of the rules."""
        if self.distinct:
            return math.perm(self.colors, self.pegs)
        return int(self.colors**self.pegs)

    @property
    def all_black(self) -> int:
        """The feedback of the right guess, as the number 10·black + white."""
        return 10 * self.pegs

    @cached_property
    def feedbacks(self) -> tuple[int, ...]:
        """Every feedback 10·black + white that these rules allow, in canonical (ascending) order.

        Black plus white is at most ``pegs``, and one white with ``pegs`` − 1 black is impossible.
        Distinct codes of few colours have at least ``2·pegs − colors`` colours in common. With two
        colours, one peg too few of one is one too many of the other, so white pegs come in pairs.
        """
        least = max(0, 2 * self.pegs - self.colors) if self.distinct else 0
        if not self.whites:
            # With pegs = colors, two codes of distinct colours cannot differ in a single peg.
            last_but_one = self.pegs - 1 if self.distinct and self.colors == self.pegs else -1
            return tuple(10 * b for b in range(self.pegs + 1) if b != last_but_one)
        return tuple(
            10 * black + white
            for black in range(self.pegs + 1)
            for white in range(self.pegs - black + 1)
            if black + white >= least
            and (black, white) != (self.pegs - 1, 1)
            and not (self.colors == 2 and white % 2)
        )

    def codes(self) -> Iterator[int]:
        """Yield all codes in ascending order, as numbers with base-``colors`` digits."""
        if not self.distinct:
            yield from range(self.secrets)
            return
        for digits in permutations(range(self.colors), self.pegs):
            yield self._number(digits)

    def digits(self, code: int) -> tuple[int, ...]:
        """Return the colours 0 … colors−1 of a code, first peg first.

        Raises:
            RulesError: the number is not a code of these rules (a repeated colour included).
            TypeError: it is not a whole number.
        """
        if type(code) is not int:
            code = whole_number(code, "code", "its number, as parse_code reads it")
        rest, colors, pegs = code, self.colors, [0] * self.pegs
        for at in range(self.pegs - 1, -1, -1):
            pegs[at] = rest % colors
            rest //= colors
        if rest or (self.distinct and len(set(pegs)) < self.pegs):
            raise RulesError(f"{code} is not the number of a code of {self}")
        return tuple(pegs)

    def number(self, digits: tuple[int, ...]) -> int:
        """Return the number of a code given as colours 0 … colors−1, first peg first.

        Raises:
            RulesError: the colours are not a code of these rules.
            TypeError: one of them is not a whole number.
        """
        expect((tuple, list), digits, "digits", "the colours of a code, as (0, 0, 1, 2)")
        colors = tuple(whole_number(color, "colour") for color in digits)
        code = self._number(colors)
        if not all(0 <= color < self.colors for color in colors) or self.digits(code) != colors:
            raise RulesError(f"{colors} are not the colours of a code of {self}")
        return code

    def _number(self, digits: tuple[int, ...]) -> int:
        code = 0
        for color in digits:
            code = code * self.colors + color
        return code
