"""Place items without overlap, on a line or around a circle, near their wanted places."""

import math
from collections.abc import Sequence
from itertools import accumulate, pairwise


def place_in_order(wished: Sequence[float], distances: Sequence[float]) -> list[float]:
    """Return places in order, at least the given distances apart, near the wanted places.

    The sum of the squares of the displacements is least: neighbours that want the same place are
    pooled (Ayer, Brunk, Ewing, Reid and Silverman 1955).

    Args:
        wished: the wanted places.
        distances: the least distance from each place to the next, one less than there are places.
    """
    taken = list(accumulate(distances, initial=0.0))
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
    # Pools are the edges of a convex chain under the sums of the wanted angles. Around the circle
    # these sums follow a parabola, and the chain touches them where they are lowest over it: no
    # pool crosses that place, so the circle is cut open there.
    count = len(wished)
    distances = [(one + two) / 2 for one, two in pairwise([*wide, wide[0]])]
    free = (math.tau - sum(wide)) / count
    taken = accumulate(distances[:-1], initial=0.0)
    over = [wish - at - free * n for n, (wish, at) in enumerate(zip(wished, taken, strict=True))]
    mean = sum(over) / count
    sums = list(accumulate(value - mean for value in over))
    cut = (sums.index(min(sums)) + 1) % count
    unrolled = [*wished[cut:], *(wish + math.tau for wish in wished[:cut])]
    places = place_in_order(unrolled, [*distances[cut:], *distances[:cut]][: count - 1])
    return [place - math.tau for place in places[count - cut :]] + places[: count - cut]
