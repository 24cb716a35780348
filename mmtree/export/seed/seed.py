"""What a seed form consists of; :mod:`mmtree.export.seed` defines what the numbers mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mmtree.game.rules import Rules

MAX_CODES = 1 << 16
"""Codes that a small machine can list, at most."""


@dataclass(frozen=True)
class Seed:
    """A whole tree.

    Attributes:
        rules: the rules of the game.
        ask: least number of codes left from which on bits are asked, 2 to 255.
        escape: ones before a code is named by its place, 1 to 255.
        start: first value of a row's byte, 0 to 255.
        step: what is added to it each time, 0 to 255.
        table: the bytes that bits are asked of.
        max: the most guesses any secret needs.
    """

    rules: Rules
    ask: int
    escape: int
    start: int
    step: int
    table: bytes
    max: int

    @cached_property
    def bits(self) -> int:
        """Bits of a code's place among all codes, counted from 1."""
        return self.rules.secrets.bit_length()


def bits_of(place: int, listed: list[int], guess: int, escape: int, width: int) -> tuple[int, ...]:
    """The bits that lead to a guess.

    Args:
        place: of the guess among all codes, counted from 1.
        listed: the codes that agree with the history, in order.
        guess: the guess.
        escape: ones before the place.
        width: bits of a place.
    """
    if guess in listed[:escape]:
        return (1,) * listed.index(guess) + (0,)
    return (1,) * escape + tuple(place >> at & 1 for at in range(width))[::-1]
