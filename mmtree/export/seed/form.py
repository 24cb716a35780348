"""What a seed form consists of, and which bits stand for a guess."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mmtree.game.rules import Rules

MAX_NUMBERS = 1 << 16
"""Numbers that a small machine can walk: colors^pegs, at most."""


@dataclass(frozen=True)
class Form:
    """How guesses become bits; :mod:`mmtree.export.seed` defines what the numbers mean.

    Attributes:
        rules: the rules of the game.
        opening: number of the first guess.
        stride: what one step on the circle adds; coprime to the number of colours.
        anew: whether each list starts at 0, not at the last guess.
        free: of so many codes at most in the list, the first is the guess.
        first: codes of the list asked about before the second guess.
        more: how many more before each guess after it.
        low: bits of a number of steps that are not counted by ones.
    """

    rules: Rules
    opening: int
    stride: int = 1
    anew: bool = False
    free: int = 2
    first: int = 1
    more: int = 3
    low: int = 8

    @cached_property
    def numbers(self) -> int:
        """Length of the circle, colors^pegs."""
        return int(self.rules.colors**self.rules.pegs)

    @cached_property
    def _back(self) -> int:
        """What number of steps adds 1."""
        return pow(self.stride, -1, self.numbers)

    def steps(self, start: int, number: int) -> int:
        """Steps on the circle from one number to another."""
        return (number - start) * self._back % self.numbers

    def asked(self, guesses: int) -> int:
        """Codes of the list asked about, at most, when so many guesses have been made."""
        return self.first + self.more * (guesses - 1)

    def bits(self, guesses: int, listed: list[int], guess: int) -> tuple[int, ...] | None:
        """The bits that lead to a guess, or None where none can.

        Args:
            guesses: number of guesses made.
            listed: steps from the start of the list to each of its codes, rising.
            guess: steps from there to the guess.
        """
        if len(listed) <= self.free:
            return () if guess == listed[0] else None
        asked = self.asked(guesses)
        if guess in listed[:asked]:
            return (1,) * listed.index(guess) + (0,)
        count, rest = divmod((guess - listed[asked % len(listed)]) % self.numbers, 1 << self.low)
        return (1,) * (asked + count) + (0,) + tuple(rest >> k & 1 for k in range(self.low))[::-1]


@dataclass(frozen=True)
class Seed:
    """A whole tree.

    Attributes:
        form: how bits become guesses.
        key: 24 bits, the state of three bytes at the start.
        table: the bytes that bits are asked of.
        max: the most guesses any secret needs.
    """

    form: Form
    key: int
    table: bytes
    max: int
