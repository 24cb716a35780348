"""Bits without addresses: each is the parity of a table with a row drawn from the history."""

from __future__ import annotations

from collections.abc import Iterable

from mmtree.game.rules import Rules

FIRST = 255
"""The number of the first bit asked before a guess; the next ones count down."""


def row(history: bytes, number: int, start: int, step: int, size: int) -> int:
    """The row of a bit, for a table of so many bytes: the first byte lowest.

    Args:
        history: as :func:`turn` writes it, turn after turn.
        number: 255 for the first bit asked before a guess, 254 for the next one.
    """
    read = (bytes([number]) + history)[::-1]
    read *= -(-size // len(read))
    c = start
    drawn = bytearray()
    for byte in read[:size]:
        c = c + byte & 255
        c = (c << 4 | c >> 4) + step & 255
        drawn.append(c)
    return int.from_bytes(drawn, "little")


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
