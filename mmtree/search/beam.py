"""A beam: of a set of many secrets, only the guesses that look best are tried."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mmtree.search.prices import INFINITE

SIXTEENTHS = 16
"""Estimates are in sixteenths of a price."""


@dataclass(frozen=True, eq=False)
class Beam:
    """Where only few guesses are tried, and which.

    The estimate of a guess sums those of its cells, by size, and the price of being right.

    Attributes:
        above: on sets of more secrets than this; at least the number of feedbacks.
        widths: by guesses made, how many of least estimate are tried; the last holds for all more.
        estimates: int64[rows, size + 1], in sixteenths of a price: by guesses made, what a cell of
            so many secrets is thought to cost; the last row holds for all more. None cost nothing,
            each more at least what it must, and what is impossible ``INFINITE``.
    """

    above: int
    widths: tuple[int, ...]
    estimates: NDArray[np.int64]

    def width(self, guesses: int) -> int:
        """How many guesses are tried on a set after so many."""
        return self.widths[min(guesses, len(self.widths) - 1)]

    def after(self, guesses: int) -> NDArray[np.int64]:
        """int64[size + 1]: the estimates of cells after so many guesses."""
        row: NDArray[np.int64] = self.estimates[min(guesses, len(self.estimates) - 1)]
        return row

    def likely(
        self, sizes: NDArray[np.int32], bounds: NDArray[np.int64], guesses: int, right: int
    ) -> NDArray[np.intp]:
        """The columns of the guesses to be tried on a set after so many guesses, in order.

        Args:
            sizes: int32[feedbacks, N], as :func:`mmtree.search.partition.cell_sizes` gives them.
            bounds: int64[N], their lower bounds; those of ``INFINITE`` are of no use.
            guesses: how many were made before.
            right: the price of being right at once.
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
        """What it takes to search a set of so many secrets; nothing is copied."""
        return replace(self, estimates=self.estimates[:, : size + 1])

    def packed(self, size: int) -> tuple[int, NDArray[np.uint32], NDArray[np.int64]]:
        """As the native kernel takes it for so many secrets."""
        estimates = np.ascontiguousarray(self.within(size).estimates)
        return self.above, np.array(self.widths, np.uint32), estimates
