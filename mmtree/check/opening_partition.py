"""The partition of a first guess, counted without listing the secrets.

The secrets are built peg by peg. The state of a partial secret is the number of pegs that it shares
with the guess, by colour, and the number of black pegs. There are so few states that the largest
rules take less than a second.
"""

from __future__ import annotations

from collections import Counter

from mmtree.game.rules import Rules


def opening_cells(rules: Rules, opening: tuple[int, ...]) -> dict[int, int]:
    """Return the cell sizes of a first guess, by feedback 10·black + white, rising.

    Args:
        rules: the rules.
        opening: the guess as a row of colours.
    """
    distinct = rules.distinct or rules.distinct_secrets
    colors = range(rules.colors - rules.holes)  # a hole of the guess is no colour of a secret
    own = Counter(opening)
    kinds = sorted(own.keys() & set(colors))
    foreign = len(colors) - len(kinds)
    # The number of partial secrets by shared pegs of each colour, other pegs, and blacks.
    begun: Counter[tuple[tuple[int, ...], int, int]] = Counter({((0,) * len(kinds), 0, 0): 1})
    for asked in opening:
        longer: Counter[tuple[tuple[int, ...], int, int]] = Counter()
        for (shared, others, black), ways in begun.items():
            free = foreign - others if distinct else foreign
            if free:
                longer[shared, others + 1, black] += ways * free
            for at, color in enumerate(kinds):
                if distinct and shared[at]:
                    continue
                if shared[at] < own[color]:
                    more = (*shared[:at], shared[at] + 1, *shared[at + 1 :])
                else:
                    more = shared
                longer[more, others, black + (color == asked)] += ways
        begun = longer
    cells: Counter[int] = Counter()
    for (shared, _, black), ways in begun.items():
        cells[10 * black + (sum(shared) - black if rules.whites else 0)] += ways
    return dict(sorted(cells.items()))
