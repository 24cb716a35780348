"""Beam search: for a set of many secrets, only the guesses of least estimate are tried.

For a smaller set, only the guesses whose bound is near the least one are tried.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mmtree.search.prices import INFINITE

SIXTEENTHS = 16
"""Estimates are in sixteenths of a price, so that they are integers."""


@dataclass(frozen=True, eq=False)
class Beam:
    """The settings of a beam search.

    A guess's estimate is the sum of its cells' estimates, by size, and the price of a right guess.

    Attributes:
        above: the beam applies to sets of more secrets than this; at least the number of feedbacks.
        widths: the number of guesses tried on a set, by guesses made; the last is for all more.
        estimates: int64[rows, size + 1], in sixteenths of a price: the estimated cost of a cell, by
            guesses made (the last row is for all more) and by size. A cell of no secrets costs 0,
            each further secret at least its least price, an impossible cell ``INFINITE``.
        slack: on other sets, guesses whose bound exceeds the least bound by more are not tried.
    """

    above: int
    widths: tuple[int, ...]
    estimates: NDArray[np.int64]
    slack: int

    def width(self, guesses: int) -> int:
        """Return the number of guesses tried on a set after so many guesses."""
        return self.widths[min(guesses, len(self.widths) - 1)]

    def after(self, guesses: int) -> NDArray[np.int64]:
        """Return the estimates of cells after so many guesses, int64[size + 1]."""
        row: NDArray[np.int64] = self.estimates[min(guesses, len(self.estimates) - 1)]
        return row

    def likely(
        self, sizes: NDArray[np.int32], bounds: NDArray[np.int64], guesses: int, right: int
    ) -> NDArray[np.intp]:
        """Return the columns of the guesses to try on a set, in order.

        Args:
            sizes: int32[feedbacks, N], as from :func:`mmtree.search.partition.cell_sizes`.
            bounds: int64[N], their lower bounds; guesses of ``INFINITE`` are never selected.
            guesses: the number of guesses made before.
            right: the price of a right guess.
        """
        estimates = sizes[-1] * np.int64(min(SIXTEENTHS * right, INFINITE))
        after = self.after(guesses + 1)
        for size in sizes[:-1]:
            estimates += after[size]
        estimates[bounds >= INFINITE] = INFINITE
        order = np.argsort(estimates, kind="stable")[: self.width(guesses)]
        chosen: NDArray[np.intp] = order[estimates[order] < INFINITE]
        return chosen

    def within(self, size: int) -> Beam:
        """Return the beam for sets of at most so many secrets; nothing is copied."""
        return replace(self, estimates=self.estimates[:, : size + 1])

    def pack(self, size: int) -> tuple[int, NDArray[np.uint32], NDArray[np.int64], int]:
        """Return the argument for the native kernel, for sets of at most so many secrets."""
        estimates = np.ascontiguousarray(self.within(size).estimates)
        return self.above, np.array(self.widths, np.uint32), estimates, self.slack
