"""The least total of all trees of a small game, by trying every guess for every set of secrets.

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
    """Return the least total of all trees."""
    game = game_of(rules)
    answer = cache(game.answer)
    codes = [game.row(code) for code in rules.codes()]
    questions = [row for row in codes if game.is_question(row)]

    def split(guess: Row, secrets: frozenset[Row]) -> list[frozenset[Row]]:
        cells = defaultdict(set)
        for secret in secrets - {guess}:
            cells[answer(guess, secret)].add(secret)
        return [frozenset(cell) for cell in cells.values()]

    @cache
    def least(secrets: frozenset[Row]) -> int:
        if len(secrets) == 1:
            return 0 if rules.identified else 1
        guesses = secrets if rules.consistent else questions if rules.only_asks else codes
        splits = (split(guess, secrets) for guess in guesses)
        bounded = [
            (sum(bounds[len(cell)] for cell in cells), cells)
            for cells in splits
            if cells != [secrets]
        ]
        best = None
        for at_least, cells in sorted(bounded, key=itemgetter(0)):
            if best is None or at_least < best:
                cost = sum(map(least, cells))
                best = cost if best is None else min(best, cost)
        assert best is not None
        return len(secrets) + best

    every = frozenset(game.secrets())
    answers = len(rules.feedbacks)
    ends = rules.identified, rules.only_asks
    bounds = [formula(size, answers, *ends).total for size in range(len(every) + 1)]
    return least(every)
