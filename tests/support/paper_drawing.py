"""Reads letters, lines and shapes with their positions from a PDF, without importing mmtree."""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

from support.printed import floats, iter_items

Point = tuple[float, float]
Color = tuple[int, ...]
"""Red, green and blue, from 0 to 255."""


@dataclass(frozen=True)
class Line:
    """A line: its colour and its ends."""

    color: Color
    start: Point
    end: Point

    @property
    def coloured(self) -> bool:
        """Whether it is neither black nor grey."""
        return len(set(self.color)) > 1


@dataclass(frozen=True)
class Glyph:
    """A letter or digit, or a filled shape without one: its middle, its angle and its size.

    Attributes:
        fill: the colour of the shape, or of the one behind the letter; empty if there is none.
        circle: whether a shape is a circle.
    """

    text: str
    at: Point
    turned: float
    size: float
    fill: Color
    circle: bool = False

    @property
    def black(self) -> bool:
        """Whether a shape is black or dark grey."""
        return max(self.fill) < 51


@dataclass
class Print:
    """The contents of a page; ``bare`` are the shapes without a letter on them."""

    glyphs: list[Glyph]
    lines: list[Line]
    bare: list[Glyph]


def read_print(file: Path) -> Print:
    """Read the first page of a PDF."""
    page = pypdfium2.PdfDocument(file)[0]
    found = Print([], [], [])
    for item, text, size in iter_items(page):
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(item, matrix)
        turned = math.atan2(matrix.b, matrix.a)
        if text:
            left, bottom, right, top = floats(4, pdfium.FPDFPageObj_GetBounds, item)
            # Capitals are two thirds of their size high.
            sin, cos = math.sin(turned), math.cos(turned)
            x, y = (left + right) / 2 - matrix.e, (bottom + top) / 2 - matrix.f
            along, up = x * cos + y * sin, size / 3
            at = matrix.e + along * cos - up * sin, matrix.f + along * sin + up * cos
            behind = found.bare[-1] if found.bare else None
            on = behind and math.dist(behind.at, at) < behind.size / 4
            fill = found.bare.pop().fill if on else ()
            found.glyphs.append(Glyph(text, at, turned, size, fill))
            continue
        points = [
            floats(2, pdfium.FPDFPathSegment_GetPoint, pdfium.FPDFPath_GetPathSegment(item, at))
            for at in range(pdfium.FPDFPath_CountSegments(item))
        ]
        filled, stroked = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDFPath_GetDrawMode(item, filled, stroked)
        if filled.value:
            xs, ys = zip(*points, strict=True)
            middle = _at(matrix, (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
            color = _color(pdfium.FPDFPageObj_GetFillColor, item)
            circle = len(points) == 13
            found.bare.append(Glyph("", middle, turned, max(xs) - min(xs), color, circle))
        elif math.dist(points[0], points[-1]) > 0.01:  # others are outlines
            color = _color(pdfium.FPDFPageObj_GetStrokeColor, item)
            found.lines.append(Line(color, _at(matrix, *points[0]), _at(matrix, *points[-1])))
    return found


def _at(matrix: pdfium.FS_MATRIX, x: float, y: float) -> Point:
    """Apply the matrix of a drawing to a point."""
    return matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f


def _color(get: object, item: object) -> Color:
    parts = [ctypes.c_uint() for _ in range(4)]
    get(item, *parts)  # type: ignore[operator]
    return tuple(part.value for part in parts[:3])
