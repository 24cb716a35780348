"""Reads letters, lines and circles with their positions from a PDF, without importing mmtree."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import BinaryIO

import pypdf

_NUMBER = rb"-?[\d.]+"
_OBJECT = re.compile(rb"q ((?:%s ){6})cm(.*?)\nQ" % _NUMBER, re.DOTALL)
_SHOWN = re.compile(rb"/(\w+) (%s) Tf.*?Tm(.*?)T[jJ]" % _NUMBER, re.DOTALL)
_STEP = re.compile(rb"((?:%s )+)([mlc])\b" % _NUMBER)
Point = tuple[float, float]


@dataclass(frozen=True)
class Glyph:
    """A letter or digit: its middle, its angle, its size, and the colour of the shape behind it."""

    text: str
    at: Point
    turned: float
    size: float
    fill: str


@dataclass(frozen=True)
class Line:
    """A line: its colour and its ends."""

    color: str
    start: Point
    end: Point

    @property
    def coloured(self) -> bool:
        """Whether it is neither black nor grey."""
        return len(set(self.color.split())) > 1


@dataclass(frozen=True)
class Shape:
    """A filled shape: its middle, its angle, its size, its colour, and whether it is a circle."""

    at: Point
    turned: float
    size: float
    fill: str
    circle: bool

    @property
    def black(self) -> bool:
        """Whether it is black or dark grey."""
        return all(float(part) < 0.2 for part in self.fill.split())


@dataclass
class Print:
    """The contents of a page; ``bare`` are the shapes without a letter on them."""

    glyphs: list[Glyph]
    lines: list[Line]
    bare: list[Shape]


def read_print(file: str | BinaryIO) -> Print:
    """Read the first page of a PDF."""
    page = pypdf.PdfReader(file).pages[0]
    names = {
        name[1:].encode(): _letters(font.get_object())
        for name, font in page["/Resources"]["/Font"].items()
    }
    found = Print([], [], [])
    for matrix, drawn in _OBJECT.findall(page.get_contents().get_data()):
        place = tuple(map(float, matrix.split()))
        turned = math.atan2(place[1], place[0])
        if shown := _SHOWN.search(drawn):
            text, width = names[shown[1]](_strings(shown[3]))
            size = float(shown[2])
            # Capitals are two thirds of their size high; a letter's y axis points down.
            at = _at(place, width * size / 2, -size / 3)
            behind = found.bare[-1] if found.bare else None
            on = behind and math.dist(behind.at, at) < behind.size / 4
            fill = found.bare.pop().fill if on else ""
            found.glyphs.append(Glyph(text, at, turned, size, fill))
            continue
        points = [
            (kind, list(map(float, numbers.split()))[-2:]) for numbers, kind in _STEP.findall(drawn)
        ]
        color = re.search(rb"cs (.*?) scn", drawn, re.IGNORECASE)
        paint = color[1].decode() if color else ""
        if not drawn.rstrip().endswith(b"S"):
            xs, ys = zip(*(point for _, point in points), strict=True)
            middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
            circle = [kind for kind, _ in points] == [b"m", b"c", b"c", b"c", b"c"]
            size = max(xs) - min(xs)
            found.bare.append(Shape(_at(place, *middle), turned, size, paint, circle))
            continue
        starts = [n for n, (kind, _) in enumerate(points) if kind == b"m"]
        for first, after in pairwise([*starts, len(points)]):
            ends = [_at(place, *points[at][1]) for at in (first, after - 1)]
            if math.dist(*ends) > 0.01:  # others are outlines
                found.lines.append(Line(paint, *ends))
    return found


def _at(place: tuple[float, ...], x: float, y: float) -> Point:
    """Apply the matrix of a drawing to a point."""
    a, b, c, d, e, f = place
    return a * x + c * y + e, b * x + d * y + f


def _letters(font):
    """Return a function from bytes of a font to their text and width."""
    pages = re.findall(
        r"<(\w+)> <(\w+)>", font["/ToUnicode"].get_object().get_data().decode("ascii")
    )
    texts = {int(code, 16): bytes.fromhex(text).decode("utf-16-be") for code, text in pages}
    below = font["/DescendantFonts"][0].get_object()
    widths: dict[int, float] = {}
    listed = [part.get_object() for part in below["/W"]]
    while listed:  # "first [width …]" or "first last width"
        first, more, *listed = listed
        if isinstance(more, list):
            widths |= {first + n: float(width) / 1000 for n, width in enumerate(more)}
        else:
            width, *listed = listed
            widths |= dict.fromkeys(range(first, more + 1), float(width) / 1000)
    other = float(below.get("/DW", 1000)) / 1000

    def letters(raw: bytes) -> tuple[str, float]:
        raw = re.sub(rb"\\(\d{3}|.)", _escaped, raw, flags=re.DOTALL)
        codes = [int.from_bytes(raw[n : n + 2], "big") for n in range(0, len(raw), 2)]
        return "".join(texts[code] for code in codes), sum(
            widths.get(code, other) for code in codes
        )

    return letters


def _strings(raw: bytes) -> bytes:
    """Return the contents of parentheses, which may be nested, with escapes."""
    found, depth = bytearray(), 0
    for part in re.findall(rb"\\.|[()]|[^\\()]+", raw, re.DOTALL):
        depth -= part == b")"
        if depth:
            found += part
        depth += part == b"("
    return bytes(found)


def _escaped(found: re.Match[bytes]) -> bytes:
    after = found[1]
    if after.isdigit():
        return bytes([int(after, 8)])
    return {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}.get(after, after)
