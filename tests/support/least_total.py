"""The least total, by weight, of all trees of a small game, by trying every guess for every set of secrets.

It shares no code with the search: answers and bounds by counting are those of the checker.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from operator import itemgetter

from mmtree.check.bounds import formula
from mmtree.check.game import game_of
from mmtree.game.rules import Rules

Row = bytes


def least_total(rules: Rules) -> int:
    """Return the least total of all trees, by weight where the rules have weights."""
    game = game_of(rules)
    answer = cache(game.answer)
    codes = frozenset(game.row(code) for code in rules.codes())
    questions = frozenset(filter(game.is_question, codes))

    def split(guess: Row, rows: frozenset[Row]) -> dict[int, frozenset[Row]]:
        cells = defaultdict(set)
        for row in rows - {guess}:
            cells[answer(guess, row)].add(row)
        return {value: frozenset(cell) for value, cell in cells.items()}

    def keep(guess: Row, value: int, guesses: frozenset[Row]) -> frozenset[Row]:
        return frozenset(row for row in guesses if game.uses_hints(row, guess, value))

    def weight(secrets: frozenset[Row]) -> int:
        return sum(map(weights.__getitem__, secrets))

    @cache
    def least(secrets: frozenset[Row], guesses: frozenset[Row]) -> int:
        if len(secrets) == 1:
            return 0 if rules.identified else weight(secrets)
        splits = ((guess, split(guess, secrets)) for guess in guesses)
        bounded = [
            (sum(bounds[len(cell)] for cell in cells.values()), guess, cells)
            for guess, cells in splits
            if [*cells.values()] != [secrets]
        ]
        best = None
        for at_least, guess, cells in sorted(bounded, key=itemgetter(0)):
            if best is None or at_least < best:
                after = split(guess, guesses) if rules.consistent else {}
                if rules.hard:
                    after = {value: keep(guess, value, guesses) for value in cells}
                cost = sum(least(cell, after.get(value, guesses)) for value, cell in cells.items())
                best = cost if best is None else min(best, cost)
        assert best is not None
        return weight(secrets) + best

    every = frozenset(game.secrets())
    weights = dict(zip(game.secrets(), rules.weights or [1] * rules.secrets, strict=True))
    answers = len(rules.feedbacks)
    ends = rules.identified, rules.only_asks
    bounds = [formula(size, answers, *ends).total for size in range(len(every) + 1)]
    guesses = questions if rules.only_asks else codes
    return least(every, every if rules.consistent and rules.uses_pegs else guesses)
