"""Bits without addresses: each is the parity of a table with a row drawn from the history."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mmtree.game.rules import Rules


def row(history: bytes, number: int, step: int, size: int) -> int:
    """The row of a bit, for a table of so many bytes: the first byte lowest.

    Args:
        history: as :func:`turn` writes it, turn after turn.
        number: of the bit among those asked before a guess.
        step: what is added for each byte.
        size: bytes of the table.
    """
    read = (bytes([number]) + history)[::-1]
    read *= -(-size // len(read))
    after = _after(step)
    c = number
    drawn = bytearray()
    for byte in read[:size]:
        c = after[c + byte]
        drawn.append(c)
    return int.from_bytes(drawn, "little")


@lru_cache
def _after(step: int) -> bytes:
    """What follows from each sum of the byte before and the byte read."""
    return bytes((c << 4 & 240 | c >> 4 & 15) + step & 255 for c in range(511))


def turn(guess: int, feedback: int, rules: Rules) -> bytes:
    """What a guess and its feedback 10·black + white add to the history."""
    return bytes((*rules.digits(guess), feedback // 10 * 16 + feedback % 10))


def solve(equations: Iterable[tuple[int, int]]) -> int | None:
    """Solve a linear system over GF(2).

    Args:
        equations: for each, the unknowns that it sums as the bits of a number, and the sum.

    Returns:
        The unknowns as the bits of a number (zero where they are free), or None where the
        equations contradict each other.
    """
    reduced: dict[int, int] = {}  # by its highest unknown, an equation with its sum as bit 0
    for unknowns, total in equations:
        equation = unknowns << 1 | total
        highest = equation.bit_length()
        while highest in reduced:
            equation ^= reduced[highest]
            highest = equation.bit_length()
        if highest == 1:
            return None
        if highest:
            reduced[highest] = equation
    solution = 0
    for highest, equation in sorted(reduced.items()):
        if (equation & (solution | 1)).bit_count() & 1:
            solution |= 1 << highest - 1
    return solution >> 1
