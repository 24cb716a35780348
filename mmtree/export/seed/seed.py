"""What a seed form consists of; :mod:`mmtree.export.seed` defines what the numbers mean."""

from __future__ import annotations

from dataclasses import dataclass

from mmtree.game.rules import Rules

MAX_CODES = 1 << 16
"""Codes that a small machine can list, at most."""


@dataclass(frozen=True)
class Seed:
    """A whole tree.

    Attributes:
        rules: the rules of the game.
        ask: least number of codes left from which on bits are asked, 2 to 255.
        escape: ones before a code is named by its place, 1 to 64.
        bits: in which a place is told, 1 to 17.
        start: modulo 256, one more than the number of the first bit asked before a guess.
        step: what is added to a row's byte each time, 0 to 255.
        table: the bytes that bits are asked of.
        max: the most guesses any secret needs.
    """

    rules: Rules
    ask: int
    escape: int
    bits: int
    start: int
    step: int
    table: bytes
    max: int


@dataclass(frozen=True)
class Position:
    """A guess that has to be told.

    Attributes:
        history: bytes of the turns before it.
        listed: the codes that agree with the history, in order.
        rank: place of the guess among them, counted from 0; None where it is none of them.
        place: of the guess among all codes, counted from 1.
    """

    history: bytes
    listed: list[int]
    rank: int | None
    place: int

    def answers(self, escape: int, bits: int) -> tuple[int, ...]:
        """The bits that lead to the guess; escape and bits are those of the :class:`Seed`."""
        if self.rank is not None and self.rank < escape:
            return (1,) * self.rank + (0,)
        return (1,) * escape + tuple(self.place >> at & 1 for at in range(bits))[::-1]
