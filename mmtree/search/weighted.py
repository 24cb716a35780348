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
from mmtree.search.candidates import CandidateGuesses
from mmtree.search.exact import Plan, Scan
from mmtree.search.partition import Ranks, cell_sizes, split
from mmtree.search.prices import Bounds, Prices

MAX_WEIGHT = 1 << 55
"""The weights of all secrets together are at most this: so prices and bounds fit into int64."""

_INFINITE = 1 << 62

_REMEMBERED = 2
"""After so many guesses, it is remembered which ones are alike: every best reply asks again."""


@dataclass(frozen=True)
class _Past:
    """The guesses so far, and the symmetries that leave them unchanged."""

    guesses: tuple[int, ...]
    symmetry: Symmetry

    def after(self, guess: int) -> _Past:
        return _Past((*self.guesses, guess), self.symmetry.after(guess))


class WeightedSearch:
    """Exact search over the codes of one table, with a weight for each.

    Secrets are bounded as in :class:`mmtree.search.prices.Bounds`, the heaviest found first. That
    is a sum over the distinct weights: by how much a weight exceeds the next lower one, times the
    bound for as many secrets as have it or a higher one.

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
        self._useful = CandidateGuesses(table)
        self._unlike: dict[tuple[int, ...], NDArray[np.bool_]] = {}
        # Of sets met before, the price with the plan, or a bound. Both are of the set alone.
        self._known: dict[bytes, tuple[int, Plan | None]] = {}

    def solve(
        self, weights: NDArray[np.int64], limit: int | None = None
    ) -> tuple[int, Plan] | None:
        """The least price of all secrets that have a weight, and the tree that attains it.

        Args:
            weights: int64[N], from 0 on, the same for codes that a symmetry of the game exchanges.
            limit: only trees of a lower price are looked for; None for all.

        Returns:
            The price and the tree for the secrets that have a weight; None where no tree has a
            price below the limit.

        Raises:
            ValueError: the sum of the weights is 0 or over ``MAX_WEIGHT``.
        """
        if not 0 < sum(weights.tolist()) <= MAX_WEIGHT:
            raise ValueError(weights)
        self.weights = weights
        self._known.clear()
        self._steps = np.unique(weights[weights > 0])[::-1]
        self._drops = self._steps - np.append(self._steps[1:], 0)
        self._kind = np.searchsorted(-self._steps, -weights)  # the place of a weight among them
        secrets = np.flatnonzero(self.weights)
        if len(secrets) <= 2:
            price, plan = self._tiny(secrets)
            return (price, plan) if limit is None or price < limit else None
        past = _Past((), Symmetry(self.table))
        price, found = self._best(secrets, _INFINITE if limit is None else limit, past)
        return None if found is None else (price, found)

    def _bound(self, secrets: Ranks) -> int:
        """No tree for these secrets is cheaper."""
        counts = np.bincount(self._kind[secrets], minlength=len(self._drops)).cumsum()
        return int(self._drops @ self._least[counts])

    def _tiny(self, secrets: Ranks) -> tuple[int, Plan]:
        """One or two secrets: the heavier first, of two alike the lower."""
        if len(secrets) == 1:
            return int(self.weights[secrets[0]]), (int(secrets[0]), ())
        first, second = secrets[np.argsort(-self.weights[secrets], kind="stable")]
        value = int(self.table.answers(np.array([first]), np.array([second]))[0, 0])
        price = int(self.weights[first]) + 2 * int(self.weights[second])
        return price, (int(first), ((value, (int(second), ())),))

    def _best(
        self, secrets: Ranks, limit: int, past: _Past, scan: Scan | None = None
    ) -> tuple[int, Plan | None]:
        """The least price below the limit with its plan, or the limit and None."""
        scan = scan or self._scan(secrets, past)
        best, plan = limit, None
        worth = np.flatnonzero(scan.bounds < limit)
        for at in worth[np.argsort(scan.bounds[worth], kind="stable")]:
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
            past = past.after(guess)
            waiting = []
            for value, cell, raised in open_cells:
                # Of sets met before, a price with its plan or a bound is known.
                known, plans[value] = self._known.get(cell.tobytes(), (0, None))
                scan = None if known else self._scan(cell, past)
                least = max(known if scan is None else scan.least, raised)
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
        """Bounds from the cells of every guess that is worth trying."""
        self.scanned += 1
        guesses = self._useful(secrets)
        if len(secrets) > 8:
            guesses = self._without_alike(guesses, past)
        kinds = self._kind[secrets]
        bounds = np.full(len(guesses), int(self.weights[secrets].sum()))
        sizes = np.zeros((self._feedbacks, len(guesses)), np.int32)
        for kind, drop in enumerate(self._drops):
            if len(alike := secrets[kinds == kind]):
                sizes += cell_sizes(self.table, alike, guesses)
            bounds += drop * self._least.take(sizes[:-1]).sum(axis=0)
        bounds[(sizes == len(secrets)).any(axis=0)] = _INFINITE
        return Scan(guesses, bounds, int(bounds.min(initial=_INFINITE)))

    def _without_alike(self, guesses: Ranks, past: _Past) -> Ranks:
        """The guesses but those that a symmetry makes like a lower one."""
        if past.symmetry.trivial:
            return guesses
        if len(past.guesses) > _REMEMBERED:
            return past.symmetry.representatives(guesses)
        if past.guesses not in self._unlike:
            unlike = np.zeros(len(self.table.numbers), bool)
            unlike[past.symmetry.representatives(np.arange(len(unlike)))] = True
            self._unlike[past.guesses] = unlike
        return guesses[self._unlike[past.guesses][guesses]]

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
