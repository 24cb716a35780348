"""Draws the icon of the page as PNG, for devices that show no SVG."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from xml.etree import ElementTree

_LINES = 4
"""The heights at which each row of pixels is measured, for smooth edges."""


@dataclass(frozen=True)
class _Shape:
    """A rectangle with round corners; a circle is one, too. Its colour has parts from 0 to 255."""

    left: float
    top: float
    right: float
    bottom: float
    radius: float
    color: tuple[int, ...]

    def span(self, y: float) -> tuple[float, float] | None:
        """Return where a horizontal line enters and leaves the shape, or None."""
        if not self.top < y < self.bottom:
            return None
        beyond = max(self.top + self.radius - y, y - self.bottom + self.radius, 0.0)
        inset = self.radius - sqrt(self.radius**2 - beyond**2)
        return self.left + inset, self.right - inset


@cache
def png(size: int, *, whole: bool = False) -> bytes:
    """Return the icon as PNG of a width and height in pixels.

    Args:
        size: width and height.
        whole: fill the whole square, for devices that cut icons to a shape of their own.
    """
    width, (ground, *pegs) = _drawing()
    if whole:
        ground = _Shape(0, 0, width, width, 0, ground.color)
    rows = bytearray()
    for y in range(size):
        pixels = [(0.0, 0.0, 0.0, 0.0)] * size  # colour times opacity, then opacity
        for shape in (ground, *pegs):
            for x, part in _covered(shape, y, size, width):
                over = (*(part * value for value in shape.color), part)
                under = 1 - part
                pixels[x] = (
                    over[0] + under * pixels[x][0],
                    over[1] + under * pixels[x][1],
                    over[2] + under * pixels[x][2],
                    over[3] + under * pixels[x][3],
                )
        rows.append(0)  # no filter
        for red, green, blue, opacity in pixels:
            if opacity:
                rows += bytes(round(value / opacity) for value in (red, green, blue))
                rows.append(round(255 * opacity))
            else:
                rows += bytes(4)
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)  # 8 bits each of RGBA
    parts = (b"IHDR", header), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _drawing() -> tuple[float, list[_Shape]]:
    """Return the width of icon.svg and its shapes."""
    root = ElementTree.fromstring(files("mmtree.export").joinpath("html/icon.svg").read_text())
    shapes = []
    for item in root:
        number = {name: float(value) for name, value in item.items() if name != "fill"}
        fill = item.get("fill", "")
        color = tuple(int(part, 16) for part in re.findall("[0-9a-f]{2}", fill))
        if "r" in number:
            x, y, radius = number["cx"], number["cy"], number["r"]
            box = x - radius, y - radius, x + radius, y + radius
        else:
            radius = number["rx"]
            box = 0, 0, number["width"], number["height"]
        shapes.append(_Shape(*box, radius, color))
    return float(root.get("viewBox", "").split()[2]), shapes


def _covered(shape: _Shape, row: int, size: int, width: float) -> Iterator[tuple[int, float]]:
    """Yield the pixels of a row that a shape touches, and the covered part of each."""
    scale = size / width
    lines = ((row + (line + 0.5) / _LINES) / scale for line in range(_LINES))
    spans = [
        (span[0] * scale, span[1] * scale) for y in lines if (span := shape.span(y)) is not None
    ]
    if not spans:
        return
    first = int(min(left for left, _ in spans))
    last = min(size - 1, int(max(right for _, right in spans)))
    inner = max(left for left, _ in spans) + 1, min(right for _, right in spans) - 1
    for x in range(first, last + 1):
        if len(spans) == _LINES and inner[0] <= x <= inner[1]:
            yield x, 1.0
            continue
        part = sum(max(0.0, min(right, x + 1) - max(left, x)) for left, right in spans) / _LINES
        if part:
            yield x, part


def _chunk(name: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)
