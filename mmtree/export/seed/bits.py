"""Bits without addresses: each is the parity of a table with a row drawn from a state."""

from __future__ import annotations

from collections.abc import Iterable

KEYS = 1 << 24
"""Number of states."""


def row(state: int, size: int) -> tuple[int, int]:
    """The row of a state for a table of so many bytes, the first byte lowest, and the next state.

    A state is 24 bits: a in the lowest byte, then b, then c.
    """
    a, b, c = state & 255, state >> 8 & 255, state >> 16
    drawn = bytearray(size)
    for at in range(size):
        a = (a << 4 | a >> 4) & 255
        b = b + c & 255
        c = c + a & 255
        a = a + c & 255
        drawn[at] = b
    return int.from_bytes(drawn, "little"), a | b << 8 | c << 16


def heard(state: int, feedback: int) -> int:
    """The state after a feedback 10·black + white."""
    black, white = divmod(feedback, 10)
    return state ^ (16 * black + white) << 16


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
