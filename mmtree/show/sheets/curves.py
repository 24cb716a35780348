"""Curves around a middle, as the cubic curves that a page is drawn with."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

Place = tuple[float, float]
"""Radius, and radians clockwise from the top."""
Curve = list[list[float]]
"""A point, and then the coordinates of further points: two for a straight line to it, six for a
cubic curve, its two control points first."""

_PIECE = 0.14
"""The greatest turn of one cubic curve, in radians."""


class Polar:
    """Points on a page by their place around a middle.

    Args:
        x: of the middle, in points from the left.
        y: of the middle, in points from the top.
        radius: of radius 1, in points.
    """

    def __init__(self, x: float, y: float, radius: float) -> None:
        self.x, self.y, self.radius = x, y, radius

    def at(self, radius: float, angle: float) -> Place:
        """Return the point of a place."""
        out = radius * self.radius
        return self.x + out * math.sin(angle), self.y - out * math.cos(angle)

    def path(self, places: list[Place]) -> Curve:
        """Return a line from place to place: straight along the radius, with soft turns."""
        curve = [round_numbers(self.at(*places[0]))]
        for here, there in pairwise(places):
            if abs(here[1] - there[1]) < 1e-9:
                curve.append(round_numbers(self.at(*there)))
            else:
                curve += self.turn(here, there)
        return curve

    def turn(self, here: Place, there: Place) -> Iterator[list[float]]:
        """Yield pieces of the curve whose angle grows as 3t² − 2t³ while its radius grows as t."""
        pieces = 1 + int(abs(there[1] - here[1]) / _PIECE)
        far, turn = there[0] - here[0], there[1] - here[1]

        def on(t: float) -> tuple[Place, Place]:
            """Return the point, and its direction."""
            radius = here[0] + far * t
            angle = here[1] + turn * t * t * (3 - 2 * t)
            round_ = radius * turn * 6 * t * (1 - t)
            sin, cos = math.sin(angle), math.cos(angle)
            moves = far * sin + round_ * cos, -far * cos + round_ * sin
            return self.at(radius, angle), (moves[0] * self.radius, moves[1] * self.radius)

        third = 1 / (3 * pieces)
        for piece in range(pieces):
            (x, y), (dx, dy) = on(piece / pieces)
            (to_x, to_y), (to_dx, to_dy) = on((piece + 1) / pieces)
            leaves = x + third * dx, y + third * dy
            comes = to_x - third * to_dx, to_y - third * to_dy
            yield round_numbers((*leaves, *comes, to_x, to_y))

    def arc(self, radius: float, start: float, end: float) -> Iterator[list[float]]:
        """Yield pieces of a circle around the middle."""
        pieces = 1 + int(abs(end - start) / 0.8)
        step = (end - start) / pieces
        pull = 4 / 3 * math.tan(step / 4) * radius * self.radius
        for piece in range(pieces):
            one, two = start + piece * step, start + (piece + 1) * step
            x, y = self.at(radius, one)
            to_x, to_y = self.at(radius, two)
            leaves = x + pull * math.cos(one), y + pull * math.sin(one)
            comes = to_x - pull * math.cos(two), to_y - pull * math.sin(two)
            yield round_numbers((*leaves, *comes, to_x, to_y))


def round_numbers(numbers: tuple[float, ...]) -> list[float]:
    """Round numbers to hundredths, so that they are the same on every machine."""
    return [round(number, 2) + 0.0 for number in numbers]
