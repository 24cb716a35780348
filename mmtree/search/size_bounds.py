"""Lower bounds for the price of a set of secrets, by its size."""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.search.prices import INFINITE, Prices


@dataclass(frozen=True)
class Bounds:
    """Lower bounds for the price of a set of secrets, by its size only.

    The first guess finds at most one secret. Each other feedback leaves a set; the second guess
    finds at most one secret of each, and so on. So n secrets cost at least as much as filling the
    cheapest levels (Viaud 1979, Neuwirth 1982).

    Where secrets are only identified, one that is alone in its cell costs nothing more, so that the
    secrets are the leaves of a tree. Of all such trees, the most even one costs least; a surcharge
    from some guess on is bounded by itself, as a less even tree can have more leaves before it.

    Attributes:
        prices: the price list.
        feedbacks: number of feedbacks a guess can get, all black included.
        size: the size of the largest set.
        only_asks: whether no guess finds a secret, as that of :class:`mmtree.game.rules.Rules`.
    """

    prices: Prices
    feedbacks: int
    size: int
    only_asks: bool = False
    _known: dict[int, NDArray[np.int64]] = field(default_factory=dict)

    @classmethod
    def of(cls, table: CodeTable, prices: Prices) -> "Bounds":
        """Return the bounds for sets of secrets of a table."""
        return cls(prices, table.width, table.rules.secrets, table.rules.only_asks)

    def after(self, guesses: int) -> NDArray[np.int64]:
        """Return the least price of n secrets after so many guesses, int64[size + 1]."""
        if guesses not in self._known and self.prices.free:
            least = self._identifying(guesses) + self._late(guesses)
            self._known[guesses] = np.minimum(least, INFINITE)
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

    def _late(self, guesses: int) -> NDArray[np.int64]:
        """Return the least surcharge of n identified secrets from a guess before the last on."""
        count = np.arange(self.size + 1)
        if self.prices.since is None:
            return np.zeros_like(count)
        leaves = int(guesses < self.prices.since)  # the most without a surcharge
        for _ in range(guesses + 1, min(self.prices.since, guesses + self.size) if leaves else 0):
            leaves = min((not self.only_asks) + (self.feedbacks - 1) * leaves, self.size)
        # If there are more, one of these leaves is a cell of two secrets or more.
        return self.prices.surcharge * np.where(count > leaves, count - max(leaves - 1, 0), 0)

    def _identifying(self, guesses: int) -> NDArray[np.int64]:
        """Return the least prices where the last secret left need not be guessed."""
        prices = self.prices if self.prices.since is None else replace(self.prices, surcharge=0)
        least = np.full(self.size + 1, INFINITE)
        least[0], least[1:2] = 0, prices(guesses + 1)
        size, width, left, level = 1, 1, 1, guesses + 2
        branches = self.feedbacks - self.only_asks
        while size < self.size and (price := prices(level)) < INFINITE:
            # A leaf of the level before is replaced by so many, that of a right guess included.
            leaves = np.arange(2, branches + 1)[: self.size - size]
            rest = least[size] - prices(level - 1)
            least[size + 1 : size + branches] = rest + leaves * price
            size, left = size + len(leaves), left - 1
            if not left:
                width, level = width * (self.feedbacks - 1), level + 1
                left = width
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
        right = self.prices(guesses + 1 + self.prices.free)
        bounds: NDArray[np.int64] = sizes[-1] * np.int64(right)
        for size in sizes[:-1]:
            bounds += least[size]
        secrets = sizes.sum(axis=0)
        bounds[(secrets > 1) & (sizes == secrets).any(axis=0)] = INFINITE
        return np.minimum(bounds, INFINITE, out=bounds)

    def levels(self) -> NDArray[np.int64]:
        """Return the fewest guesses within which n secrets can all be found, int64[size + 1]."""
        starts, found, width = [0], 0, 1
        while starts[-1] < self.size:
            starts.append(found + width)
            found += width * (not self.only_asks)
            width *= self.feedbacks - 1
        return np.searchsorted(starts, np.arange(self.size + 1)).astype(np.int64)
