"""Exact search with a cache of sets, and the search for weighted secrets: in NumPy.

With weights, the price of a tree is the sum over all secrets of weight times guesses. So the price
of a subtree does not depend on the number of guesses before. Secrets of weight 0 cost nothing and
are left out.

The tree is defined independently of the search, as in :mod:`mmtree.search.exact`: for each set, the
guess is the first by (bound, code) among the codes of least price. There is one exception: for one
or two secrets, and if a secret of the set separates all others and no guess can be cheaper, the
guess is the heaviest such secret, and of equal ones the lowest.
"""

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.game.symmetry import Symmetry
from mmtree.search.exact import History, Scan, Search
from mmtree.search.partition import Ranks, cell_sizes
from mmtree.search.prices import Plan, Prices

MAX_WEIGHT = 1 << 55
"""The maximal sum of all weights, so that prices and bounds fit into int64."""

_INFINITE = 1 << 62

_CACHED_DEPTH = 2
"""Up to so many guesses, the equivalence of guesses is cached: every best reply needs it again.
With the cache of sets, this halved the time for the value of 4p6c (27 s to 12 s)."""


class CachedSearch(Search):
    """An exact search in which the price of a set does not depend on the number of guesses before.

    Its cache has the least bounds of sets, too.
    """

    def __init__(self, table: CodeTable) -> None:
        super().__init__(table, Prices())

    def _key(self, secrets: Ranks, depth: int) -> bytes:
        return secrets.tobytes()

    def _to_scan(
        self, secrets: Ranks, guesses: Ranks, bounds: NDArray[np.int64], lowest: int
    ) -> Scan:
        """Return guesses with their bounds, and cache the least bound."""
        self.scanned += 1
        self._known[secrets.tobytes()] = lowest, None
        return Scan(guesses, bounds, lowest)


class WeightedSearch(CachedSearch):
    """Exact search over the codes of one table, with a weight for each.

    The bound of a set is that of :mod:`mmtree.search.size_bounds`, with the heaviest secrets found
    first. It is a sum over the distinct weights: the difference to the next lower weight, times the
    bound for the number of secrets of this or a higher weight.

    Args:
        table: the codes.

    Raises:
        SizeError: the feedback table would not fit.
    """

    def __init__(self, table: CodeTable) -> None:
        super().__init__(table)
        self._least = self._bounds.after(0)
        self._is_lowest: dict[tuple[int, ...], NDArray[np.bool_]] = {}

    def solve_weighted(
        self, weights: NDArray[np.int64], limit: int | None = None
    ) -> tuple[int, Plan] | None:
        """Find the least price of all secrets that have a weight, and the tree that attains it.

        Args:
            weights: int64[N], at least 0, equal for codes that a symmetry of the game exchanges.
            limit: only trees of a lower price are sought; None for all.

        Returns:
            The price and the tree for the secrets that have a weight; None if no tree has a price
            below the limit.

        Raises:
            ValueError: the sum of the weights is 0 or over ``MAX_WEIGHT``.
        """
        if not 0 < sum(weights.tolist()) <= MAX_WEIGHT:
            raise ValueError(weights)
        self.weights = weights
        self._known.clear()
        self._steps = np.unique(weights[weights > 0])[::-1]
        self._drops = self._steps - np.append(self._steps[1:], 0)
        # The index of each code's weight in _steps.
        self._kind = np.searchsorted(-self._steps, -weights)
        secrets = np.flatnonzero(self.weights)
        limit = _INFINITE if limit is None else limit
        if len(secrets) <= 2:
            price = self._bound(secrets, 0)
            return (price, self._guess_in_order(secrets)) if price < limit else None
        past = History((), Symmetry(self.table))
        price, found = self._best(secrets, limit, past, None)
        return None if found is None else (price, found)

    def _scan(self, secrets: Ranks, past: History, openings: Ranks | None = None) -> Scan:
        """Return the candidate guesses with their bounds, from their cells."""
        guesses = self._candidates(secrets, past.guesses) if openings is None else openings
        if len(secrets) > 8:
            guesses = self._without_equivalent(guesses, past)
        kinds = self._kind[secrets]
        bounds = np.full(len(guesses), int(self.weights[secrets].sum()))
        sizes = np.zeros((self._feedbacks, len(guesses)), np.int32)
        for kind, drop in enumerate(self._drops):
            if len(of_kind := secrets[kinds == kind]):
                sizes += cell_sizes(self.table, of_kind, guesses, by_place=True)
            bounds += drop * self._least.take(sizes[:-1]).sum(axis=0)
        bounds[(sizes == len(secrets)).any(axis=0)] = _INFINITE
        lowest = int(bounds.min(initial=_INFINITE))
        if len(secrets) <= self._feedbacks:
            lowest = max(lowest, self._two_guess_bound(secrets))
        return self._to_scan(secrets, guesses, bounds, lowest)

    def _without_equivalent(self, guesses: Ranks, past: History) -> Ranks:
        """Remove the guesses that are equivalent to a lower one by symmetry."""
        if past.symmetry.trivial:
            return guesses
        if past.depth > _CACHED_DEPTH:
            return past.symmetry.representatives(guesses)
        if past.guesses not in self._is_lowest:
            is_lowest = np.zeros(len(self.table.numbers), bool)
            is_lowest[past.symmetry.representatives(np.arange(len(is_lowest)))] = True
            self._is_lowest[past.guesses] = is_lowest
        return guesses[self._is_lowest[past.guesses][guesses]]

    def _bound(self, secrets: Ranks, depth: int) -> int:
        """Return a lower bound for the price of a set, from the numbers of its weights."""
        counts = np.bincount(self._kind[secrets], minlength=len(self._drops)).cumsum()
        return int(self._drops @ self._least[counts])

    def _guess_in_order(self, secrets: Ranks) -> Plan:
        """Return the plan of one or two secrets: the heavier or lower one first."""
        return super()._guess_in_order(secrets[np.argsort(-self.weights[secrets], kind="stable")])

    def _solve_by_counting(self, secrets: Ranks, depth: int, bound: int) -> tuple[int, Plan | None]:
        """Return the price and plan of a separating secret, or a bound and None.

        Compared with finding each secret by the second guess, a separating secret saves its own
        weight. Any other guess is not a secret and saves nothing, or leaves two secrets in one
        cell, one of which needs a third guess.
        """
        if len(secrets) > self._feedbacks:
            return bound, None
        weights = self.weights[secrets]
        least = self._two_guess_bound(secrets)
        separating = self._separates(secrets)
        at = int(np.where(separating, weights, -1).argmax())
        price = 2 * int(weights.sum()) - int(weights[at])
        if not separating[at] or price > least:
            return max(bound, least), None
        return price, self._separate(secrets, int(secrets[at]))

    def _two_guess_bound(self, secrets: Ranks) -> int:
        """Return a lower bound for all guesses but separating secrets."""
        weights = self.weights[secrets]
        return int(2 * weights.sum() - weights.max() + weights.min())
