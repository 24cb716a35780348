"""Things spread on a line or around a circle, near their places and clear of their neighbours."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise

_CUTS = 40
"""Where a circle is cut open, at most so many places are tried."""


def spread(wished: Sequence[float], apart: Sequence[float]) -> list[float]:
    """Places as near as can be to those wished for, in order and far enough apart.

    The sum of the squares of the distances is least: neighbours that want the same place are pooled
    (Ayer, Brunk, Ewing, Reid and Silverman 1955).

    Args:
        wished: the places wished for.
        apart: the least distance from each to the next, one less than there are places.
    """
    taken = list(accumulate(apart, initial=0.0))
    pools: list[tuple[float, int]] = []  # the sum of what is wished for, and by how many
    for wish, offset in zip(wished, taken, strict=True):
        total, count = wish - offset, 1
        while pools and pools[-1][0] * count >= total * pools[-1][1]:
            total, count = total + pools[-1][0], count + pools[-1][1]
            pools.pop()
        pools.append((total, count))
    shared = [total / count for total, count in pools for _ in range(count)]
    return [place + offset for place, offset in zip(shared, taken, strict=True)]


def spread_around(wished: Sequence[float], wide: Sequence[float]) -> list[float]:
    """The same on a circle, for things of these widths, which take less than a turn in sum.

    Args:
        wished: the angles wished for, rising, within one turn.
        wide: the angle that each thing takes.
    """
    count = len(wished)
    tried: list[tuple[float, int, list[float]]] = []
    for cut in range(0, count, 1 + count // _CUTS):
        order = [*range(cut, count), *range(cut)]
        unrolled = [wished[at] + math.tau * (at < cut) for at in order]
        apart = [(wide[one] + wide[two]) / 2 for one, two in pairwise(order)]
        places = spread(unrolled, apart)
        over = places[-1] - places[0] + (wide[order[-1]] + wide[cut]) / 2 - math.tau
        if over > 0:  # both ends give way
            taken = list(accumulate(apart, initial=0.0))
            low, high = places[0] + over / 2, places[-1] - taken[-1] - over / 2
            places = [
                min(max(place - offset, low), high) + offset
                for place, offset in zip(places, taken, strict=True)
            ]
        tried.append((over, cut, places))
        # Where the cut is wide enough as it is, no other one does better.
        if over <= 0:
            break
    _, cut, places = min(tried)
    return [place - math.tau for place in places[count - cut :]] + places[: count - cut]
