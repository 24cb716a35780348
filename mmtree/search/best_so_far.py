"""The best complete tree that the solved parts of an exact search make.

A search that is not finished has priced parts on several levels: an opening or one of its cells, a
second guess or one of its cells. Wherever they cover an opening completely, they make a tree, and
its price is an upper bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.search.partition import Ranks, split
from mmtree.search.prices import INFINITE, Prices, Solution
from mmtree.search.solved_parts import SolvedParts, feedback_indices

Path = tuple[int, ...]
"""The guess, feedback, second guess and feedback that lead to a part, or the first few of them:
ranks, and indices in the canonical order. A set has a path of even length, a guess on it of odd."""


def best_solution(
    table: CodeTable, prices: Prices, parts: SolvedParts, opening: int | None = None
) -> Solution | None:
    """Return the cheapest tree for all secrets that the parts of one search make, if any.

    A cell of an opening has the plan of its part, or that of a second guess, or that of a second
    guess all of whose cells have plans. Sets that :mod:`mmtree.search.exact` solves without a
    search have no parts. The prices of parts are not believed: every plan is played, and one that
    does not find every secret of its set is ignored. The result is a tree of the game, with its
    true price, but nothing shows that no other tree is cheaper.

    Args:
        table: the codes of rules whose secrets are guessed, not only identified.
        prices: the price list of the search.
        parts: its parts, with numbers in the range that the rules allow.
        opening: the rank of the only opening allowed; None for all.
    """
    if opening is not None:
        keep = np.flatnonzero(parts.records["guess"] == opening)
        parts = parts.select(keep, parts.records["length"][keep] > 0)
    return _Assembly(table, prices, parts).solve_set(table.secrets, ())


class _Assembly:
    """The plans of parts by their paths, and the sets that they solve."""

    def __init__(self, table: CodeTable, prices: Prices, parts: SolvedParts) -> None:
        self.table = table
        self.prices = prices
        self._places = {value: place for place, value in enumerate(table.rules.feedbacks)}
        self._plans: dict[Path, list[int]] = {}
        self._guesses: dict[Path, dict[int, None]] = {}  # those with a plan, or with one below
        records = parts.records
        ways = np.stack(
            [
                records["guess"],
                feedback_indices(records, "feedback"),
                records["second"],
                feedback_indices(records, "answer"),
            ],
            axis=1,
        ).tolist()
        ends = np.cumsum(records["length"], dtype=np.int64).tolist()
        for way, end, length in zip(ways, ends, records["length"].tolist(), strict=True):
            if length:
                path = tuple(takewhile(lambda step: step >= 0, way))
                self._plans[path] = parts.plans[end - length : end].tolist()
                for at in range(0, len(path), 2):
                    self._guesses.setdefault(path[:at], {})[path[at]] = None

    def solve_set(self, secrets: Ranks, path: Path) -> Solution | None:
        """Return the cheapest plan for the set at a path, with its price after those guesses."""
        depth = len(path) // 2
        if depth and (few := self._solve_without_search(secrets)) is not None:
            return self._play(secrets, few, depth)
        found = [self._play(secrets, self._plans.get(path, ()), depth)]
        found += [
            self._solve_guess(secrets, (*path, guess)) for guess in self._guesses.get(path, ())
        ]
        return min(filter(None, found), key=lambda each: (each.price, each.guesses), default=None)

    def _solve_guess(self, secrets: Ranks, path: Path) -> Solution | None:
        """Return the plan that begins with the last guess of a path: its own, or from its cells."""
        *before, guess = path
        depth = len(before) // 2
        if played := self._play(secrets, self._plans.get(path, ()), depth):
            return played
        price, most, guesses = 0, depth + 1, [guess]
        cells = self._split(secrets, guess)
        for value, cell in cells:
            if value == self.table.rules.all_right:
                price += self.prices(depth + 1)
                continue
            found = self.solve_set(cell, (*path, self._places[value]))
            if found is None:
                return None
            price, most = price + found.price, max(most, found.most)
            guesses += found.guesses
        return Solution(price, most, tuple(guesses), 0) if cells and price < INFINITE else None

    def _solve_without_search(self, secrets: Ranks) -> Sequence[int] | None:
        """Return the plan of one or two secrets, or of the lowest secret that separates all."""
        if len(secrets) <= 2:
            return ()
        if len(secrets) <= len(self._places):
            answers = np.sort(self.table.answers(secrets, secrets), axis=1)
            separating = (answers[:, 1:] != answers[:, :-1]).all(axis=1)
            if separating.any():
                return (int(secrets[separating.argmax()]),)
        return None

    def _play(self, secrets: Ranks, guesses: Sequence[int], depth: int) -> Solution | None:
        """Return a plan with its price after so many guesses; None if it does not fit the set."""
        price, most, left = 0, 0, iter(guesses)
        waiting = [(secrets, depth)]
        while waiting:
            cell, made = waiting.pop()
            if made and len(cell) <= 2:
                price += sum(self.prices(made + 1 + place) for place in range(len(cell)))
                most = max(most, made + len(cell))
                continue
            cells = self._split(cell, next(left, None))
            if not cells:
                return None
            if cells[-1][0] == self.table.rules.all_right:
                price += self.prices(made + 1)
                del cells[-1]
            most = max(most, made + 1)
            waiting += [(each, made + 1) for _, each in reversed(cells)]
        fits = price < INFINITE and next(left, None) is None
        return Solution(price, most, tuple(guesses), 0) if fits else None

    def _split(self, secrets: Ranks, guess: int | None) -> list[tuple[int, Ranks]]:
        """Return the cells of a guess; none if it is missing, not allowed, or splits nothing."""
        if guess is None or (self.table.rules.consistent and guess not in secrets):
            return []
        cells = split(self.table, secrets, guess)
        return cells if len(cells) > 1 or len(secrets) == 1 else []
