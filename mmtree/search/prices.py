"""The prices of an exact search: price lists, lower bounds by size, and the cheapest tree."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

INFINITE = 1 << 50
"""The price of an impossible or forbidden case. Real prices are far below, and a sum over the
feedbacks of a guess fits into int64."""

_NUMBER = "[1-9][0-9]{0,17}"
_NAME = re.compile(
    rf"Prices\(unit=(?P<unit>{_NUMBER}), last=(?P<last>None|{_NUMBER}), "
    rf"surcharge=(?P<surcharge>0|{_NUMBER})\)"
)
"""The text of a price list, by which a checkpoint names its search."""


@dataclass(frozen=True)
class Prices:
    """A price list c(1), c(2), c(3) … for a secret found by the first, second, third … guess.

    c(k) = ``unit``·k up to ``last`` guesses, with ``surcharge`` on top at the last one, and
    infinite beyond. Without ``last``, all prices are finite. The last ``free`` guesses are not
    counted: 1 where secrets are only identified.
    """

    unit: int = 1
    last: int | None = None
    surcharge: int = 0
    free: int = field(default=0, repr=False)

    @classmethod
    def read(cls, text: str) -> Prices | None:
        """Return the price list of that text, as a checkpoint names its searches; or None."""
        found = _NAME.fullmatch(text)
        if not found:
            return None
        last = None if found["last"] == "None" else int(found["last"])
        return cls(int(found["unit"]), last, int(found["surcharge"]))

    def __call__(self, guesses: int) -> int:
        """Return c(guesses), from 1 guess on."""
        guesses -= self.free
        if self.last is not None and guesses > self.last:
            return INFINITE
        return self.unit * guesses + (self.surcharge if guesses == self.last else 0)


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


@dataclass(frozen=True)
class Solution:
    """The result of an exact search.

    Attributes:
        price: the least price, or ``INFINITE`` if no tree keeps within the price list and below the
            limit.
        most: the most guesses that a secret needs from this set on.
        guesses: the tree, as ranks in preorder: the root, and every set of three or more secrets.
            For one or two secrets, the lower one is guessed.
        scanned: the number of sets for which all guesses were bounded; it differs between kernels,
            and between runs of several threads.
    """

    price: int
    most: int
    guesses: tuple[int, ...]
    scanned: int
