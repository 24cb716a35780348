"""Lower bounds for the price of a set of secrets, by its size."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mmtree.search.prices import INFINITE, Prices


@dataclass(frozen=True)
class Bounds:
    """Lower bounds for the price of a set of secrets, by its size only.

    The first guess finds at most one secret. Each other feedback leaves a set; the second guess
    finds at most one secret of each, and so on. So n secrets cost at least as much as filling the
    cheapest levels (Viaud 1979, Neuwirth 1982).

    Attributes:
        prices: the price list.
        feedbacks: number of feedbacks a guess can get, all black included.
        size: the size of the largest set.
    """

    prices: Prices
    feedbacks: int
    size: int
    _known: dict[int, NDArray[np.int64]] = field(default_factory=dict)

    def after(self, guesses: int) -> NDArray[np.int64]:
        """Return the least price of n secrets after so many guesses, int64[size + 1]."""
        if guesses not in self._known and self.prices.free:
            self._known[guesses] = self._identifying(guesses)
        if guesses not in self._known:
            added = np.zeros(self.size + 1, np.int64)  # the price of one more secret
            start, width, level = 1, 1, guesses + 1
            while start <= self.size and self.prices(level) < INFINITE:
                added[start : start + width] = self.prices(level)
                start, width, level = start + width, width * (self.feedbacks - 1), level + 1
            least = np.cumsum(added)
            least[start:] = INFINITE
            self._known[guesses] = least
        return self._known[guesses]

    def _identifying(self, guesses: int) -> NDArray[np.int64]:
        """Return the least prices where a question finds no secret but only splits the set.

        The secrets are the leaves of a tree with a branch for each answer; of all such trees, the
        most even one costs least.
        """
        branches, least = self.feedbacks - 1, np.zeros(self.size + 1, np.int64)
        whole, level = 1, guesses + 1  # so many leaves after the first `level` guesses
        for size in range(1, self.size + 1):
            if size > whole * branches > whole:
                whole, level = whole * branches, level + 1
            split = -(-(size - whole) // max(branches - 1, 1))
            parts = ((whole - split, level), (size - whole + split, level + 1))
            costs = (count * self.prices(at) for count, at in parts if count)
            least[size] = min(sum(costs), INFINITE)
        return least

    def by_cells(self, sizes: NDArray[np.int32], guesses: int) -> NDArray[np.int64]:
        """Return the lower bound of each guess from the sizes of its cells, int64[N].

        Args:
            sizes: int32[feedbacks, N], as from :func:`mmtree.search.partition.cell_sizes`.
            guesses: the number of guesses made before.

        Returns:
            The bounds; ``INFINITE`` for guesses that leave all of several secrets in one cell.
        """
        least = self.after(guesses + 1)
        bounds: NDArray[np.int64] = sizes[-1] * np.int64(self.prices(guesses + 1))
        for size in sizes[:-1]:
            bounds += least[size]
        secrets = sizes.sum(axis=0)
        bounds[(secrets > 1) & (sizes == secrets).any(axis=0)] = INFINITE
        return np.minimum(bounds, INFINITE, out=bounds)

    def levels(self) -> NDArray[np.int64]:
        """Return the fewest guesses within which n secrets can all be found, int64[size + 1]."""
        starts, width = [0], 1
        if self.prices.free:  # a question finds no secret
            levels = range(self.size.bit_length() + 1)
            starts += [(self.feedbacks - 1) ** level for level in levels]
        while not self.prices.free and starts[-1] + width <= self.size:
            starts.append(starts[-1] + width)
            width *= self.feedbacks - 1
        return np.searchsorted(starts, np.arange(self.size + 1)).astype(np.int64)
