"""What a set of so many secrets is thought to cost, learned from a tree.

That takes whole numbers alone, so that every machine learns the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mmtree.search.beam import SIXTEENTHS
from mmtree.search.prices import INFINITE, Bounds, Prices

Sample = tuple[int, int]
"""A set that a tree has: its secrets, and the guesses that the tree spends on them from there."""

_ROWS = 16
"""After more guesses than this a set of many secrets is past all hope."""


def supposed(feedbacks: int, size: int) -> NDArray[np.int64]:
    """A first estimate: one guess, and what grows with the logarithm of the size.

    Args:
        feedbacks: number of feedbacks a guess can get. If each came equally often, the logarithm to
            this base would do; half as much again is near what good trees take.
        size: the largest set that will be asked for.

    Returns:
        int64[size + 1]: guesses from where the set is, in sixteenths.
    """
    sizes = np.arange(max(size, feedbacks) + 1)
    logarithms = np.zeros(len(sizes), np.int64)  # to base 2, in 256ths, straight between powers
    for power in range(len(sizes).bit_length()):
        some = sizes[1 << power : 2 << power]
        logarithms[1 << power : 2 << power] = (power << 8) + ((some - (1 << power) << 8) >> power)
    costs: NDArray[np.int64] = SIXTEENTHS * sizes
    costs += costs * 3 * logarithms // (2 * logarithms[feedbacks])
    return costs[: size + 1]


def learned(samples: Iterable[Sample], size: int) -> NDArray[np.int64]:
    """The means of sets of about the same size, and straight lines between them.

    Args:
        samples: some sets; each one of three secrets at least.
        size: the largest set that will be asked for.

    Returns:
        int64[size + 1]: as :func:`supposed`.
    """
    classes: dict[int, list[int]] = {}
    for secrets, guesses in samples:
        of = classes.setdefault(_class(secrets), [0, 0, 0])
        of[0] += 1
        of[1] += secrets
        of[2] += guesses
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
    each = cost // last + SIXTEENTHS // 2  # a secret more costs about half a guess above the mean
    costs[last:] = cost + each * (beyond - last)
    return costs[: size + 1]


def rows(costs: NDArray[np.int64], prices: Prices, feedbacks: int) -> NDArray[np.int64]:
    """The estimates of a :class:`mmtree.search.beam.Beam` for sets after any guesses.

    Args:
        costs: int64[size + 1], as :func:`supposed`.
        prices: c(k) = k, to the last guess allowed.
        feedbacks: number of feedbacks a guess can get.

    Returns:
        int64[rows, size + 1]; ``INFINITE`` where counting shows that the guesses left are too few.
    """
    size = len(costs) - 1
    bounds, sizes = Bounds(prices, feedbacks, size), np.arange(size + 1)
    made = np.empty((_ROWS, size + 1), np.int64)
    for guesses, row in enumerate(made):
        least = np.zeros(size + 1, np.int64)  # what each secret is sure to add
        least[1:] = min(SIXTEENTHS * prices(guesses + 2), INFINITE)
        least[1:2] = min(SIXTEENTHS * prices(guesses + 1), INFINITE)
        least = np.minimum(np.cumsum(np.minimum(least, INFINITE >> 20)), INFINITE)
        row[:] = least + np.maximum.accumulate(costs + SIXTEENTHS * guesses * sizes - least)
        row[bounds.after(guesses) >= INFINITE] = INFINITE
    return made


def _class(secrets: int) -> int:
    """Sizes up to 15 by themselves, larger ones eight to an octave."""
    octave = max(secrets.bit_length() - 4, 0)
    return octave * 8 + (secrets >> octave)
