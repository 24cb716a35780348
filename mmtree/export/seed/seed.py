"""What a seed form consists of; :mod:`mmtree.export.seed` defines what the numbers mean."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

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


def draw_row(history: bytes, number: int, step: int, size: int) -> int:
    """The row of a bit, for a table of so many bytes: the first byte lowest.

    Args:
        history: as :func:`turn_bytes` writes it, turn after turn.
        number: of the bit among those asked before a guess.
        step: what is added for each byte.
        size: bytes of the table.
    """
    read = (bytes([number]) + history)[::-1]
    read *= -(-size // len(read))
    after = _row_bytes(step)
    c = number
    drawn = bytearray()
    for byte in read[:size]:
        c = after[c + byte]
        drawn.append(c)
    return int.from_bytes(drawn, "little")


@lru_cache
def _row_bytes(step: int) -> bytes:
    """What follows from each sum of the byte before and the byte read."""
    return bytes((c << 4 & 240 | c >> 4 & 15) + step & 255 for c in range(511))


def turn_bytes(guess: int, feedback: int, rules: Rules) -> bytes:
    """What a guess and its feedback 10·black + white add to the history."""
    return bytes((*rules.digits(guess), feedback // 10 * 16 + feedback % 10))
