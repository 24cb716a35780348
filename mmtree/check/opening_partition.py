"""How many secrets give each answer to a first guess, counted without going through them.

The secrets are built up peg by peg. All that matters of those begun so far is how many pegs they
share with the guess, by colour, and how many are black: so few kinds that the largest rules take
less than a second.
"""

from __future__ import annotations

from collections import Counter

from mmtree.game.rules import Rules


def opening_cells(rules: Rules, opening: tuple[int, ...]) -> dict[int, int]:
    """The size of each cell of a first guess, by the feedback 10·black + white, rising.

    Args:
        rules: the rules.
        opening: the guess as a row of colours.
    """
    own = Counter(opening)
    kinds = sorted(own)
    foreign = rules.colors - len(kinds)
    # How many secrets have begun so, by the pegs shared of each colour, those of no colour of the
    # guess, and the black ones.
    begun: Counter[tuple[tuple[int, ...], int, int]] = Counter({((0,) * len(kinds), 0, 0): 1})
    for asked in opening:
        longer: Counter[tuple[tuple[int, ...], int, int]] = Counter()
        for (shared, others, black), ways in begun.items():
            free = foreign - others if rules.distinct else foreign
            if free:
                longer[shared, others + 1, black] += ways * free
            for at, color in enumerate(kinds):
                if shared[at] < own[color]:
                    more = (*shared[:at], shared[at] + 1, *shared[at + 1 :])
                elif rules.distinct:
                    continue
                else:
                    more = shared
                longer[more, others, black + (color == asked)] += ways
        begun = longer
    cells: Counter[int] = Counter()
    for (shared, _, black), ways in begun.items():
        cells[10 * black + (sum(shared) - black if rules.whites else 0)] += ways
    return dict(sorted(cells.items()))
