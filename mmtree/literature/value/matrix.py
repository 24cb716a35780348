"""Matrix games, solved exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Equilibrium:
    """The value of a matrix game, and probabilities for both players that reach it.

    Attributes:
        value: what the row player can make sure of on average, and the column player, too.
        rows, columns: the probability of each.
    """

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def equilibrium(payoffs: Sequence[Sequence[Fraction]]) -> Equilibrium:
    """Solve a matrix game by the simplex method, in fractions.

    With as few rows as a game has patterns, this is exact from the first to the last step and
    needs no more than the standard library.

    Args:
        payoffs: what the column player pays for each row and column, all above 0.
    """
    height, width = len(payoffs), len(payoffs[0])
    # The greatest sum of x where no row of payoffs·x exceeds 1: it is 1 / value (Dantzig 1951).
    table = [
        [*map(Fraction, row), *(Fraction(at == slack) for slack in range(height)), Fraction(1)]
        for at, row in enumerate(payoffs)
    ]
    costs = [Fraction(-1)] * width + [Fraction(0)] * (height + 1)
    basis = list(range(width, width + height))
    # Always the first column that helps: so it never runs in circles (Bland 1977).
    while (enters := next((at for at, cost in enumerate(costs) if cost < 0), None)) is not None:
        _, _, leaves = min(
            (row[-1] / row[enters], basis[at], at)
            for at, row in enumerate(table)
            if row[enters] > 0
        )
        basis[leaves] = enters
        pivot = table[leaves][enters]
        table[leaves] = [entry / pivot for entry in table[leaves]]
        for row in (*table, costs):
            if row is not table[leaves] and (factor := row[enters]):
                row[:] = [
                    entry - factor * other for entry, other in zip(row, table[leaves], strict=True)
                ]
    value = 1 / costs[-1]
    columns = [Fraction(0)] * (width + height)
    for at, row in zip(basis, table, strict=True):
        columns[at] = row[-1] * value
    rows = tuple(cost * value for cost in costs[width:-1])
    return Equilibrium(value, rows, tuple(columns[:width]))
