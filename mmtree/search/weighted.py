"""Exact search for the cheapest tree for weighted secrets: branch and bound, in NumPy.

The price of a tree is the sum over all secrets of weight times guesses. So the price of a subtree
does not depend on the number of guesses before. Secrets of weight 0 cost nothing and are left out.

The tree is defined independently of the search, as in :mod:`mmtree.search.exact`: for each set, the
guess is the first by (bound, code) among the codes of least price. There is one exception: for one
or two secrets, and if a secret of the set separates all others and no guess can be cheaper, the
guess is the heaviest such secret, and of equal ones the lowest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mmtree.game.symmetry import Symmetry
from mmtree.game.table import CodeTable
from mmtree.search.candidates import CandidateGuesses
from mmtree.search.exact import Plan, Scan
from mmtree.search.partition import Ranks, cell_sizes, split
from mmtree.search.prices import Bounds, Prices

MAX_WEIGHT = 1 << 55
"""The maximal sum of all weights, so that prices and bounds fit into int64."""

_INFINITE = 1 << 62

_CACHED_DEPTH = 2
"""Up to so many guesses, the equivalence of guesses is cached: every best reply needs it again.
With the cache of sets, this halved the time for the value of 4p6c (27 s to 12 s)."""


@dataclass(frozen=True)
class _Past:
    """The guesses so far, and the symmetries that leave them unchanged."""

    guesses: tuple[int, ...]
    symmetry: Symmetry

    def after(self, guess: int) -> _Past:
        return _Past((*self.guesses, guess), self.symmetry.after(guess))


class WeightedSearch:
    """Exact search over the codes of one table, with a weight for each.

    The bound of a set is that of :class:`mmtree.search.prices.Bounds`, with the heaviest secrets
    found first. It is a sum over the distinct weights: the difference to the next lower weight,
    times the bound for the number of secrets of this or a higher weight.

    Args:
        table: the codes.

    Raises:
        SizeError: the feedback table would not fit.
    """

    def __init__(self, table: CodeTable) -> None:
        table.check_size()
        self.table = table
        self.scanned = 0
        self._feedbacks = len(table.rules.feedbacks)
        self._least = Bounds(Prices(), self._feedbacks, len(table.numbers)).after(0)
        self._candidates = CandidateGuesses(table)
        self._is_lowest: dict[tuple[int, ...], NDArray[np.bool_]] = {}
        # The price with the plan, or a bound, of sets searched before; both depend on the set only.
        self._known: dict[bytes, tuple[int, Plan | None]] = {}

    def solve(
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
        self._kind = np.searchsorted(
            -self._steps, -weights
        )  # index of each code's weight in _steps
        secrets = np.flatnonzero(self.weights)
        if len(secrets) <= 2:
            price, plan = self._tiny(secrets)
            return (price, plan) if limit is None or price < limit else None
        past = _Past((), Symmetry(self.table))
        price, found = self._best(secrets, _INFINITE if limit is None else limit, past)
        return None if found is None else (price, found)

    def _bound(self, secrets: Ranks) -> int:
        """Return a lower bound for the price of a tree for these secrets."""
        counts = np.bincount(self._kind[secrets], minlength=len(self._drops)).cumsum()
        return int(self._drops @ self._least[counts])

    def _tiny(self, secrets: Ranks) -> tuple[int, Plan]:
        """Return the price and plan of one or two secrets: the heavier or lower one first."""
        if len(secrets) == 1:
            return int(self.weights[secrets[0]]), (int(secrets[0]), ())
        first, second = secrets[np.argsort(-self.weights[secrets], kind="stable")]
        value = int(self.table.answers(np.array([first]), np.array([second]))[0, 0])
        price = int(self.weights[first]) + 2 * int(self.weights[second])
        return price, (int(first), ((value, (int(second), ())),))

    def _best(
        self, secrets: Ranks, limit: int, past: _Past, scan: Scan | None = None
    ) -> tuple[int, Plan | None]:
        """Return the least price below the limit with its plan, or the limit and None."""
        scan = scan or self._scan(secrets, past)
        best, plan = limit, None
        order = np.flatnonzero(scan.bounds < limit)
        for at in order[np.argsort(scan.bounds[order], kind="stable")]:
            bound = int(scan.bounds[at])
            if bound >= best:
                break
            price, tried = self._try(secrets, int(scan.guesses[at]), bound, best, past)
            if tried:
                best, plan = price, tried
        self._known[secrets.tobytes()] = best, plan
        return best, plan

    def _try(
        self, secrets: Ranks, guess: int, bound: int, limit: int, past: _Past
    ) -> tuple[int, Plan | None]:
        """Return the price of one guess with its plan, or the limit and None if it is not below."""
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
            past = past.after(guess)
            waiting = []
            for value, cell, raised in open_cells:
                # Sets searched before have a price with its plan or a bound.
                known, plans[value] = self._known.get(cell.tobytes(), (0, None))
                scan = None if known else self._scan(cell, past)
                least = max(known if scan is None else scan.lowest, raised)
                bound += least - raised
                if plans[value] is None:
                    self._known[cell.tobytes()] = least, None
                    waiting.append((value, cell, least, scan))
                if bound >= limit:
                    return limit, None
            for value, cell, least, scan in waiting:
                price, plan = self._best(cell, limit - bound + least, past, scan)
                if plan is None:
                    return limit, None
                plans[value] = plan
                bound += price - least
        return bound, (guess, tuple((value, plan) for value, plan in plans.items() if plan))

    def _scan(self, secrets: Ranks, past: _Past) -> Scan:
        """Return the candidate guesses with their bounds, from their cells."""
        self.scanned += 1
        guesses = self._candidates(secrets)
        if len(secrets) > 8:
            guesses = self._without_equivalent(guesses, past)
        kinds = self._kind[secrets]
        bounds = np.full(len(guesses), int(self.weights[secrets].sum()))
        sizes = np.zeros((self._feedbacks, len(guesses)), np.int32)
        for kind, drop in enumerate(self._drops):
            if len(of_kind := secrets[kinds == kind]):
                sizes += cell_sizes(self.table, of_kind, guesses)
            bounds += drop * self._least.take(sizes[:-1]).sum(axis=0)
        bounds[(sizes == len(secrets)).any(axis=0)] = _INFINITE
        return Scan(guesses, bounds, int(bounds.min(initial=_INFINITE)))

    def _without_equivalent(self, guesses: Ranks, past: _Past) -> Ranks:
        """Remove the guesses that are equivalent to a lower one by symmetry."""
        if past.symmetry.trivial:
            return guesses
        if len(past.guesses) > _CACHED_DEPTH:
            return past.symmetry.representatives(guesses)
        if past.guesses not in self._is_lowest:
            is_lowest = np.zeros(len(self.table.numbers), bool)
            is_lowest[past.symmetry.representatives(np.arange(len(is_lowest)))] = True
            self._is_lowest[past.guesses] = is_lowest
        return guesses[self._is_lowest[past.guesses][guesses]]

    def _perfect(self, secrets: Ranks) -> tuple[int, Plan | None]:
        """Return the price and plan of a perfect guess, or a bound and None if one may be cheaper.

        A perfect guess is a secret that gets a different feedback from each secret. Compared with
        finding each by the second guess, it saves its own weight. Any other guess is not a secret
        and saves nothing, or leaves two secrets in one cell, one of which needs a third guess.
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
