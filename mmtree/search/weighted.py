"""Exact search for the cheapest tree where secrets have weights: branch and bound, in NumPy.

The price of a tree is the sum over all secrets of weight times guesses, so that it does not depend
on how many guesses were made before. Secrets of weight 0 cost nothing and are left out.

The answer is defined without reference to the search, as in :mod:`mmtree.search.exact`: of all
codes that attain the least price, the guess is the one of least bound, and of those the lowest.
Only of one or two secrets, and where one secret tells the others apart and no guess can be cheaper,
the guess is the heaviest such secret, of those the lowest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mmtree.game.symmetry import Symmetry
from mmtree.game.table import CodeTable
from mmtree.search.exact import Plan
from mmtree.search.partition import Ranks, cell_sizes, split
from mmtree.search.prices import Bounds, Prices
from mmtree.search.useful import UsefulGuesses

MAX_WEIGHT = 1 << 55
"""The weights of all secrets together are at most this: so prices and bounds fit into int64."""

_INFINITE = 1 << 62


@dataclass(frozen=True)
class _Scan:
    """The guesses worth trying for a set of secrets (rising ranks), and a bound for each."""

    guesses: Ranks
    bounds: NDArray[np.int64]
    least: int


class WeightedSearch:
    """Exact search over the codes of one table, with a weight for each.

    Secrets are bounded as in :class:`mmtree.search.prices.Bounds`, the heaviest found first. That
    is a sum over the distinct weights: by how much a weight exceeds the next lower one, times the
    bound for as many secrets as have it or a higher one.

    Args:
        table: the codes.
        weights: int64[N], from 0 on, the same for codes that a symmetry of the game exchanges.

    Raises:
        SizeError: the feedback table would not fit.
        ValueError: the sum of the weights is 0 or over ``MAX_WEIGHT``.
    """

    def __init__(self, table: CodeTable, weights: NDArray[np.int64]) -> None:
        table.check_size()
        if not 0 < sum(weights.tolist()) <= MAX_WEIGHT:
            raise ValueError(weights)
        self.table = table
        self.weights = weights
        self.scanned = 0
        self._feedbacks = len(table.rules.feedbacks)
        self._least = Bounds(Prices(), self._feedbacks, len(weights)).after(0)
        self._useful = UsefulGuesses(table)
        distinct = np.unique(weights[weights > 0])[::-1]
        self._steps = list(zip(distinct, distinct - np.append(distinct[1:], 0), strict=True))

    def solve(self, limit: int | None = None) -> tuple[int, Plan] | None:
        """The least price of all secrets that have a weight, and the tree that attains it.

        Args:
            limit: only trees of a lower price are looked for; None for all.

        Returns:
            The price and the tree for the secrets that have a weight; None where no tree has a
            price below the limit.
        """
        secrets = np.flatnonzero(self.weights)
        if len(secrets) <= 2:
            price, plan = self._tiny(secrets)
            return (price, plan) if limit is None or price < limit else None
        symmetry = Symmetry(self.table)
        scan = self._scan(secrets, symmetry)
        price, found = self._best(secrets, _INFINITE if limit is None else limit, scan, symmetry)
        return None if found is None else (price, found)

    def _bound(self, secrets: Ranks) -> int:
        """No tree for these secrets is cheaper."""
        weights = self.weights[secrets]
        return sum(
            int(step) * int(self._least[np.count_nonzero(weights >= weight)])
            for weight, step in self._steps
        )

    def _tiny(self, secrets: Ranks) -> tuple[int, Plan]:
        """One or two secrets: the heavier first, of two alike the lower."""
        if len(secrets) == 1:
            return int(self.weights[secrets[0]]), (int(secrets[0]), ())
        first, second = secrets[np.argsort(-self.weights[secrets], kind="stable")]
        value = int(self.table.answers(np.array([first]), np.array([second]))[0, 0])
        price = int(self.weights[first]) + 2 * int(self.weights[second])
        return price, (int(first), ((value, (int(second), ())),))

    def _best(
        self, secrets: Ranks, limit: int, scan: _Scan, symmetry: Symmetry
    ) -> tuple[int, Plan | None]:
        """The least price below the limit with its plan, or the limit and None."""
        best, plan = limit, None
        worth = np.flatnonzero(scan.bounds < limit)
        for at in worth[np.argsort(scan.bounds[worth], kind="stable")]:
            bound = int(scan.bounds[at])
            if bound >= best:
                break
            price, tried = self._try(secrets, int(scan.guesses[at]), bound, best, symmetry)
            if tried:
                best, plan = price, tried
        return best, plan

    def _try(
        self, secrets: Ranks, guess: int, bound: int, limit: int, symmetry: Symmetry
    ) -> tuple[int, Plan | None]:
        """The price of one guess with its plan, or the limit and None once it cannot be below."""
        plans: dict[int, Plan | None] = {}
        open_cells: list[tuple[int, Ranks, int]] = []  # feedback, secrets, bound
        for value, cell in split(self.table, secrets, guess):
            if value == self.table.rules.all_black:
                continue
            if len(cell) <= 2:
                plans[value] = self._tiny(cell)[1]
                continue
            least = self._bound(cell)
            raised, plans[value] = least, None
            if len(cell) <= self._feedbacks:
                raised, plans[value] = self._perfect(cell)
                raised = max(raised, least)
            bound += raised - least
            if plans[value] is None:
                open_cells.append((value, cell, raised))
            if bound >= limit:
                return limit, None
        if open_cells:
            open_cells.sort(key=lambda open_cell: len(open_cell[1]))
            symmetry = symmetry.after(guess)
            scans = []
            for _, cell, raised in open_cells:
                scan = self._scan(cell, symmetry)
                scans.append(scan)
                bound += max(0, scan.least - raised)
                if bound >= limit:
                    return limit, None
            for (value, cell, raised), scan in zip(open_cells, scans, strict=True):
                assumed = max(raised, scan.least)
                price, plan = self._best(cell, limit - bound + assumed, scan, symmetry)
                if plan is None:
                    return limit, None
                plans[value] = plan
                bound += price - assumed
        return bound, (guess, tuple((value, plan) for value, plan in plans.items() if plan))

    def _scan(self, secrets: Ranks, symmetry: Symmetry) -> _Scan:
        """Bounds from the cells of every guess that is worth trying."""
        self.scanned += 1
        guesses = self._useful(secrets)
        if not symmetry.trivial and len(secrets) > 8:
            guesses = symmetry.representatives(guesses)
        weights = self.weights[secrets]
        bounds = np.full(len(guesses), int(weights.sum()))
        sizes = np.zeros((self._feedbacks, len(guesses)), np.int32)
        for weight, step in self._steps:
            if len(alike := secrets[weights == weight]):
                sizes += cell_sizes(self.table, alike, guesses)
            bounds += step * self._least[sizes[:-1]].sum(axis=0)
        bounds[(sizes == len(secrets)).any(axis=0)] = _INFINITE
        return _Scan(guesses, bounds, int(bounds.min(initial=_INFINITE)))

    def _perfect(self, secrets: Ranks) -> tuple[int, Plan | None]:
        """The price and plan of a perfect guess where no other can be cheaper, else a bound.

        Perfect is a secret that gets another feedback from every secret: it saves its own weight
        against finding each by the second guess. Another guess is no secret and saves nothing, or
        is one and leaves two secrets together, of which one needs a third guess.
        """
        weights = self.weights[secrets]
        twice, most = 2 * int(weights.sum()), int(weights.max() - weights.min())
        answers = self.table.full[secrets].take(secrets, axis=1)
        ordered = np.sort(answers, axis=0)
        perfect = (ordered[1:] != ordered[:-1]).all(axis=0)
        saved = np.where(perfect, weights, -1)
        at = int(saved.argmax())
        if not perfect[at] or saved[at] < most:
            return twice - most, None
        cells = sorted(
            (int(value), (int(secret), ()))
            for value, secret in zip(answers[at], secrets, strict=True)
            if value != self.table.rules.all_black
        )
        return twice - int(weights[at]), (int(secrets[at]), tuple(cells))
