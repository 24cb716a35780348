"""The best complete tree that the solved parts of an exact search make.

A search that has not ended has priced parts on several levels: an opening or one of its cells, a
second guess or one of its cells. Where they cover an opening, they make a tree.
"""

from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.search.partition import Ranks, split
from mmtree.search.prices import INFINITE, Prices, Solution
from mmtree.search.solved_parts import SolvedParts, feedback_indices
from mmtree.search.weighted import by_weight

Path = tuple[int, ...]
"""The guess, feedback, second guess and feedback that lead to a part, or the first few of them:
ranks, and indices in the canonical order. A set has a path of even length, a guess on it of odd."""


def best_solution(
    table: CodeTable, prices: Prices, parts: SolvedParts, opening: int | None = None
) -> Solution | None:
    """Return the cheapest tree for all secrets that the parts of one search make, if any.

    A cell of an opening has the plan of its part, or that of a second guess, or that of a second
    guess all of whose cells have plans. Sets that :mod:`mmtree.search.exact` solves without a
    search need no parts. The prices of parts are not believed: every plan is played, and ignored if
    it does not find every secret of its set. So the result is a tree with its true price, but
    nothing shows that no other tree is cheaper.

    Args:
        table: the codes of rules whose secrets are guessed, not only identified.
        prices: the price list of the search.
        parts: its parts, with numbers in the range that the rules allow.
        opening: the rank of the only opening allowed; None for all.
    """
    return _Assembly(table, prices, parts, opening).solve_set(table.secrets, ())


class _Assembly:
    """The plans of parts by their paths, and the sets that they solve."""

    def __init__(
        self, table: CodeTable, prices: Prices, parts: SolvedParts, opening: int | None
    ) -> None:
        self.table = table
        self.prices = prices
        self._plans: dict[Path, list[int]] = {}
        self._guesses: dict[Path, set[int]] = {}  # those with a plan, or with one below
        records = parts.records
        first, second = (feedback_indices(records, name) for name in ("feedback", "answer"))
        ways = np.stack([records["guess"], first, records["second"], second], axis=1).tolist()
        ends = np.cumsum(records["length"], dtype=np.int64).tolist()
        for way, end, length in zip(ways, ends, records["length"].tolist(), strict=True):
            if length and opening in (None, way[0]):
                path = tuple(takewhile(lambda step: step >= 0, way))
                self._plans[path] = parts.plans[end - length : end].tolist()
                for at in range(0, len(path), 2):
                    self._guesses.setdefault(path[:at], set()).add(path[at])

    def solve_set(self, secrets: Ranks, path: Path) -> Solution | None:
        """Return the cheapest tree for the set at a path, with its price after those guesses."""
        plans = [self._plans.get(path), self._solve_without_search(secrets) if path else None]
        tries = [(*path, guess) for guess in self._guesses.get(path, ())]
        plans += [self._plans.get(tried) or self._join_cells(secrets, tried) for tried in tries]
        given = self.table, self.prices, secrets, len(path) // 2
        played = [play_plan(*given, plan) for plan in plans if plan is not None]
        return min(filter(None, played), key=lambda each: (each.price, each.guesses), default=None)

    def _solve_without_search(self, secrets: Ranks) -> list[int] | None:
        """Return the plan of one or two secrets, or of the lowest secret that separates all."""
        if len(secrets) <= 2:
            return []
        if len(secrets) > self.table.width:
            return None
        answers = np.sort(self.table.answers(secrets, secrets), axis=1)
        separating = (answers[:, 1:] != answers[:, :-1]).all(axis=1)
        return by_weight(secrets[separating], self.table.weight)[:1].tolist() or None

    def _join_cells(self, secrets: Ranks, path: Path) -> list[int] | None:
        """Return the plan of the last guess of a path from the trees of its cells, if all exist."""
        guesses = [path[-1]]
        for value, cell in split(self.table, secrets, path[-1]):
            if value != self.table.rules.all_right:
                found = self.solve_set(cell, (*path, self.table.place(path[-1], value)))
                if found is None:
                    return None
                guesses += found.guesses
        return guesses


def play_plan(
    table: CodeTable, prices: Prices, secrets: Ranks, depth: int, plan: Sequence[int]
) -> Solution | None:
    """Return the tree of a plan with its price after so many guesses; None if it is none."""
    rules, left = table.rules, iter(plan)
    price, most, waiting = 0, 0, [(secrets, depth)]
    while waiting:
        cell, made = waiting.pop()
        if made and len(cell) <= 2:
            for level, secret in enumerate(by_weight(cell, table.weight), made + 1):
                price, most = price + int(table.weight[secret]) * prices(level), max(most, level)
            continue
        guess = next(left, INFINITE)
        if guess >= len(table.numbers) or (rules.consistent and guess not in cell):
            return None
        cells = split(table, cell, guess)
        if len(cells) == 1 < len(cell):
            return None
        if cells[-1][0] == rules.all_right:
            price, most = price + int(table.weight[guess]) * prices(made + 1), max(most, made + 1)
            del cells[-1]
        waiting += [(each, made + 1) for _, each in reversed(cells)]
    fits = price < INFINITE and next(left, None) is None
    return Solution(price, most, tuple(plan), 0) if fits else None
