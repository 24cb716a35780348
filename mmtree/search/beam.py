"""Beam search: for a set of many secrets, only the guesses of least estimate are tried.

For a smaller set, only the guesses whose bound is near the least one are tried.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mmtree.search.prices import INFINITE
from mmtree.search.size_bounds import Bounds

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

    def by_cells(self, sizes: NDArray[np.int32], guesses: int, right: int) -> NDArray[np.int64]:
        """Return the estimate of each guess from the sizes of its cells, int64[N].

        Args:
            sizes: int32[feedbacks, N], as from :func:`mmtree.search.partition.cell_sizes`.
            guesses: the number of guesses made before.
            right: the price of a right guess.
        """
        estimates: NDArray[np.int64] = sizes[-1] * np.int64(min(SIXTEENTHS * right, INFINITE))
        after = self.after(guesses + 1)
        for size in sizes[:-1]:
            estimates += after[size]
        return estimates

    def likely(
        self, estimates: NDArray[np.int64], bounds: NDArray[np.int64], guesses: int
    ) -> NDArray[np.intp]:
        """Return the columns of the guesses to try on a set, in order.

        Args:
            estimates: int64[N], of all guesses.
            bounds: int64[N], their lower bounds; guesses of ``INFINITE`` are never selected.
            guesses: the number of guesses made before.
        """
        estimates = np.where(bounds >= INFINITE, INFINITE, estimates)
        order = np.argsort(estimates, kind="stable")[: self.width(guesses)]
        chosen: NDArray[np.intp] = order[estimates[order] < INFINITE]
        return chosen

    def within(self, size: int) -> "Beam":
        """Return the beam for sets of at most so many secrets; nothing is copied."""
        return replace(self, estimates=self.estimates[:, : size + 1])

    def pack(
        self, size: int, unit: int = 1
    ) -> tuple[int, NDArray[np.uint32], NDArray[np.int64], int]:
        """Return the native kernel's argument, for sets of at most so many secrets, in a unit."""
        estimates = np.ascontiguousarray(self.within(size).estimates)
        return self.above, np.array(self.widths, np.uint32), estimates, self.slack // unit


Sample = tuple[int, int]
"""A set of a tree: its number of secrets, and the sum of the guesses for them from this set on."""

_ROWS = 16
"""The number of rows: no good tree has a set of many secrets after more guesses."""


def default_estimates(feedbacks: int, size: int) -> NDArray[np.int64]:
    """Return a first estimate: for each secret one guess, plus a multiple of the size's logarithm.

    Args:
        feedbacks: number of feedbacks a guess can get. If each came equally often, the logarithm to
            this base would be right; half as much again is close to the cost in good trees.
        size: the size of the largest set.

    Returns:
        int64[size + 1]: the sum of the guesses from this set on, in sixteenths.
    """
    sizes = np.arange(max(size, feedbacks) + 1)
    logarithms = np.zeros(len(sizes), np.int64)  # to base 2, in 256ths, linear between powers of 2
    for power in range(len(sizes).bit_length()):
        octave = sizes[1 << power : 2 << power]
        logarithms[1 << power : 2 << power] = (power << 8) + ((octave - (1 << power) << 8) >> power)
    costs: NDArray[np.int64] = SIXTEENTHS * sizes
    costs += costs * 3 * logarithms // (2 * logarithms[feedbacks])
    return costs[: size + 1]


def fit_estimates(samples: Iterable[Sample], size: int) -> NDArray[np.int64]:
    """Return the means of sets of about the same size, interpolated linearly.

    Args:
        samples: some sets of at least three secrets.
        size: the size of the largest set.

    Returns:
        int64[size + 1]: as :func:`default_estimates`.
    """
    classes: dict[int, list[int]] = {}
    for secrets, guesses in samples:
        sums = classes.setdefault(_size_class(secrets), [0, 0, 0])
        sums[0] += 1
        sums[1] += secrets
        sums[2] += guesses
    points = {0: 0, 1: SIXTEENTHS, 2: 3 * SIXTEENTHS}
    for _, (count, secrets, guesses) in sorted(classes.items()):
        points.setdefault(secrets // count, SIXTEENTHS * guesses // count)
    costs = np.zeros(size + 1, np.int64)
    known = sorted(points.items())
    for (low, cost), (high, more) in pairwise(known):
        at = np.arange(low, min(high, size) + 1)
        costs[low : high + 1] = cost + (more - cost) * (at - low) // (high - low)
    last, cost = known[-1]
    beyond = np.arange(last, size + 1)
    each = cost // last + SIXTEENTHS // 2  # a further secret costs half a guess above the mean
    costs[last:] = cost + each * (beyond - last)
    return costs[: size + 1]


def rows(costs: NDArray[np.int64], bounds: Bounds) -> NDArray[np.int64]:
    """Return the estimates of a :class:`mmtree.search.beam.Beam`, by guesses made and by size.

    Args:
        costs: int64[size + 1], as :func:`default_estimates`.
        bounds: the lower bounds of sets, of prices c(k) = k to the last guess allowed.

    Returns:
        int64[rows, size + 1]; ``INFINITE`` if counting shows that the guesses left are too few.
    """
    size, prices = len(costs) - 1, bounds.prices
    sizes = np.arange(size + 1)
    estimates = np.empty((_ROWS, size + 1), np.int64)
    for guesses, row in enumerate(estimates):
        least = np.zeros(size + 1, np.int64)  # the least price of each further secret, then summed
        least[1:] = min(SIXTEENTHS * prices(guesses + 2), INFINITE)
        least[1:2] = min(SIXTEENTHS * prices(guesses + 1), INFINITE)
        least = np.minimum(np.cumsum(np.minimum(least, INFINITE >> 20)), INFINITE)
        row[:] = least + np.maximum.accumulate(costs + SIXTEENTHS * guesses * sizes - least)
        row[bounds.after(guesses) >= INFINITE] = INFINITE
    return estimates


def _size_class(secrets: int) -> int:
    """Return the class of a size: one for each size up to 15, then eight for each octave."""
    octave = max(secrets.bit_length() - 4, 0)
    return octave * 8 + (secrets >> octave)
