"""Points around a middle, and the lines through them that a page is drawn with."""

from __future__ import annotations

import math
from itertools import pairwise

Point = list[float]
"""From the left and from the top, in points."""
Place = tuple[float, float]
"""Radius, and radians clockwise from the top."""

_PIECE = 0.02
"""The greatest turn of one straight piece, in radians: a fortieth of a point off a circle on A1."""


class Polar:
    """Points on a page by their place around a middle.

    Args:
        x: of the middle, in points from the left.
        y: of the middle, in points from the top.
        radius: of radius 1, in points.
    """

    def __init__(self, x: float, y: float, radius: float) -> None:
        self.x, self.y, self.radius = x, y, radius

    def at(self, radius: float, angle: float) -> Point:
        """Return the point of a place, in hundredths: the same on every machine."""
        out = radius * self.radius
        x, y = self.x + out * math.sin(angle), self.y - out * math.cos(angle)
        return [round(x, 2) + 0.0, round(y, 2) + 0.0]

    def path(self, *places: Place) -> list[Point]:
        """Return a line from place to place, straight along the radius or with soft turns.

        The angle of a turn grows as 3t² − 2t³ while its radius grows as t.
        """
        points = [self.at(*places[0])]
        for (radius, angle), (to_radius, to_angle) in pairwise(places):
            far, turn = to_radius - radius, to_angle - angle
            pieces = 8 + int(abs(turn) / _PIECE) if abs(turn) > 1e-9 else 1
            parts = (piece / pieces for piece in range(1, pieces + 1))
            points += [self.at(radius + far * t, angle + turn * t * t * (3 - 2 * t)) for t in parts]
        return points
