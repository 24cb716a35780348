"""Matrix games: optimal probabilities of both players, in exact fractions."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Equilibrium:
    """The value of a matrix game, and probabilities for both players that reach it.

    Attributes:
        value: the average payment that each player can guarantee.
        rows, columns: the probability of each row and column.
    """

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def equilibrium(payoffs: Sequence[Sequence[Fraction]]) -> Equilibrium:
    """Solve a matrix game by the simplex method, in fractions.

    A game has few patterns, and so few rows, so that exact arithmetic is fast enough.

    Args:
        payoffs: the payment of the column player for each row and column, all above 0.
    """
    height, width = len(payoffs), len(payoffs[0])
    # Maximise the sum of x such that no row of payoffs·x exceeds 1: it is 1 / value (Dantzig 1951).
    table = [
        [*map(Fraction, row), *(Fraction(at == slack) for slack in range(height)), Fraction(1)]
        for at, row in enumerate(payoffs)
    ]
    costs = [Fraction(-1)] * width + [Fraction(0)] * (height + 1)
    basis = list(range(width, width + height))
    # Always taking the first improving column prevents cycles (Bland 1977).
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
