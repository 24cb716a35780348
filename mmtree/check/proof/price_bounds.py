"""Lower bounds that follow from prices and numbers alone, as README.md next to this file says."""

from functools import lru_cache

import numpy as np

from mmtree.check.proof.codes import Array, Codes
from mmtree.check.proof.limits import LEVELS, CellLimits

INFINITE = 1 << 55
"""A price above all finite ones; the sum of one for each feedback fits into 64 bits."""
MAX_NUMBER = (1 << 47) - 1
"""The highest number of a text, and bound; the sum of one for each feedback is finite."""


class PriceBounds:
    """The price list of a statement, with the bounds that follow from numbers alone.

    Args:
        codes: the game.
        unit, last, surcharge: as in the statement.
        since: the first guess with the surcharge; None for the last one.
        limits: of version 3, else None.
    """

    def __init__(
        self,
        codes: Codes,
        unit: int,
        last: int,
        surcharge: int,
        since: int | None = None,
        limits: CellLimits | None = None,
    ) -> None:
        self.limits = limits
        self.codes, self.unit, self.last, self.surcharge = codes, unit, last, surcharge
        self.since = since if since is not None else last or INFINITE
        self.by_size = lru_cache(16)(self._even_tree if codes.identified else self._full_levels)

    def cost(self, guess: int) -> int:
        """Return c(guess)."""
        if self.last and guess > self.last:
            return INFINITE
        return self.unit * guess + (self.surcharge if guess >= self.since else 0)

    def _full_levels(self, d: int) -> Array:
        """Return L(d, n) for each n from 0."""
        costs = np.zeros(len(self.codes.secrets) + 1, np.int64)
        counted, width, guess = 1, 1, d + 1
        while counted < len(costs):
            costs[counted : counted + width] = self.cost(guess)
            counted, width, guess = counted + width, width * (self.codes.kinds - 1), guess + 1
        return _add_up(costs)

    def of_cells(self, d: int, n: int, i: int, o: int) -> Array:
        """Return T(m) of the cells of a set, by feedback, for each m up to n after d guesses.

        Returns:
            int64[feedbacks, n + 1]; or int64[1, n + 1] without limits, as they are all the same.
        """
        if self.limits is None:
            return self._of_cells(d, n, i, o)[None]
        most = [self.limits.of_cell(kind, o) for kind in range(self.codes.kinds - 1)]
        rows = {k: self._of_cells(d, n, min(i, k), k) for k in {*most, o}}
        return np.stack([rows[k] for k in (*most, o)])

    def _of_cells(self, d: int, n: int, i: int, o: int) -> Array:
        """Return T(m) for each m up to n, of cells in which a code makes at most o cells."""
        bounds = self.by_size(d)[: n + 1].copy()
        bounds[3:] = self.of_sets(d, np.arange(3, n + 1), i, o)
        if self.limits is not None:
            costs = np.zeros(n + 1, np.int64)
            levels = np.searchsorted(self.limits.found[:, o], np.arange(1, n + 1))
            known = np.array([self.cost(d + 1 + level) for level in range(LEVELS)])
            costs[1:] = known[np.minimum(levels, LEVELS - 1)]
            bounds[3:] = np.maximum(bounds, _add_up(costs))[3:]
        return bounds

    def _even_tree(self, d: int) -> Array:
        """Return L(d, n) for each n from 0, if questions are asked until one secret is left."""
        n, branches = np.arange(len(self.codes.secrets) + 1), self.codes.kinds - 1
        whole, level = np.ones(len(n), np.int64), np.full(len(n), d)
        while (more := n > whole * branches).any():
            whole, level = np.where(more, whole * branches, whole), level + more
        split = -(-(n - whole) // (branches - 1))
        price = np.zeros(len(n), np.int64)
        for at in range(d, int(level.max()) + 1):
            price = np.where(level == at, self._two_levels(whole - split, n, at), price)
        return price * (n > 0)

    def _two_levels(self, first: Array, n: Array, guess: int) -> Array:
        """Return the price of n secrets, some found with a guess, the others with the next."""
        price = np.zeros(np.broadcast(first, n).shape, np.int64)
        for secrets, cost in ((first, self.cost(guess)), (n - first, self.cost(guess + 1))):
            price += np.where(secrets > 0, INFINITE, 0) if cost == INFINITE else secrets * cost
        return np.minimum(price, INFINITE)

    def inside(self, d: int, n: Array, k: Array) -> Array:
        """Return S(d, n, k), where 1 <= k <= n; infinity where a question finds no secret."""
        if self.codes.identified:
            return np.full(np.broadcast(n, k).shape, INFINITE)
        return np.asarray(
            np.minimum(self.cost(d + 1) + self._two_levels(k - 1, n - 1, d + 2), INFINITE)
        )

    def outside(self, d: int, n: Array, k: Array) -> Array:
        """Return O(d, n, k), where k <= n; infinity where only secrets of a set may be guessed."""
        if self.codes.identified:  # not all of k < n cells can be single secrets
            return self._two_levels(np.where(k < n, np.maximum(k - 1, 0), n), n, d + 1)
        if self.codes.consistent:
            return np.full(np.broadcast(n, k).shape, INFINITE)
        return self._two_levels(k, n, d + 2)

    def of_sets(self, d: int, n: Array, i: Array | int, o: Array | int) -> Array:
        """Return the bounds of sets of n >= 1 secrets each.

        A secret makes at most i cells of a set, and a code at most o.
        """
        inside = self.inside(d, n, np.minimum(i, n))
        outside = self.outside(d, n, np.minimum(o, n))
        return np.maximum(np.minimum(inside, outside), self.by_size(d)[n])


def _add_up(costs: Array) -> Array:
    """Return the sums of rising prices."""
    return np.where(costs < INFINITE, np.cumsum(costs % INFINITE), INFINITE)
