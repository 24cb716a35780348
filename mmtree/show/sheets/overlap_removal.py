"""Place items without overlap, on a line or around a circle, near their wanted places."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise

_CUTS = 40
"""The most places at which cutting a circle open is tried."""


def place_in_order(wished: Sequence[float], apart: Sequence[float]) -> list[float]:
    """Return places in order, at least the given distances apart, near the wanted places.

    The sum of the squares of the displacements is least: neighbours that want the same place are
    pooled (Ayer, Brunk, Ewing, Reid and Silverman 1955).

    Args:
        wished: the wanted places.
        apart: the least distance from each place to the next, one less than there are places.
    """
    taken = list(accumulate(apart, initial=0.0))
    pools: list[tuple[float, int]] = []  # the sum of the wanted places, and their number
    for wish, offset in zip(wished, taken, strict=True):
        total, count = wish - offset, 1
        while pools and pools[-1][0] * count >= total * pools[-1][1]:
            total, count = total + pools[-1][0], count + pools[-1][1]
            pools.pop()
        pools.append((total, count))
    shared = [total / count for total, count in pools for _ in range(count)]
    return [place + offset for place, offset in zip(shared, taken, strict=True)]


def place_around(wished: Sequence[float], wide: Sequence[float]) -> list[float]:
    """Return angles on a circle for items of given widths, near the wanted angles.

    Args:
        wished: the wanted angles, rising, within one turn.
        wide: the angle that each item takes; less than one turn in sum.
    """
    count = len(wished)
    tried: list[tuple[float, int, list[float]]] = []
    for cut in range(0, count, 1 + count // _CUTS):
        order = [*range(cut, count), *range(cut)]
        unrolled = [wished[at] + math.tau * (at < cut) for at in order]
        apart = [(wide[one] + wide[two]) / 2 for one, two in pairwise(order)]
        places = place_in_order(unrolled, apart)
        over = places[-1] - places[0] + (wide[order[-1]] + wide[cut]) / 2 - math.tau
        if over > 0:  # both ends give way
            taken = list(accumulate(apart, initial=0.0))
            low, high = places[0] + over / 2, places[-1] - taken[-1] - over / 2
            places = [
                min(max(place - offset, low), high) + offset
                for place, offset in zip(places, taken, strict=True)
            ]
        tried.append((over, cut, places))
        # If the cut is wide enough already, no other cut is better.
        if over <= 0:
            break
    _, cut, places = min(tried)
    return [place - math.tau for place in places[count - cut :]] + places[: count - cut]
