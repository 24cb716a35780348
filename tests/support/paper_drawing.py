"""Reads letters, lines and circles with their positions from a PDF, without importing mmtree."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import pairwise

import pypdf

_NUMBER = rb"-?[\d.]+"
_OBJECT = re.compile(rb"q ((?:%s ){6})cm(.*?)\nQ" % _NUMBER, re.DOTALL)
_SHOWN = re.compile(rb"/(\w+) (%s) Tf.*?Tm(.*?)T[jJ]" % _NUMBER, re.DOTALL)
_STEP = re.compile(rb"((?:%s )+)([mlc])\b" % _NUMBER)
Point = tuple[float, float]


@dataclass(frozen=True)
class Glyph:
    """A letter or digit: the middle of its foot, its angle, its size, and the colour behind it."""

    text: str
    at: Point
    turned: float
    size: float
    fill: str


@dataclass(frozen=True)
class Line:
    """A line: its thickness and its ends."""

    thick: float
    start: Point
    end: Point


@dataclass(frozen=True)
class Disc:
    """A filled circle."""

    at: Point
    size: float
    black: bool


@dataclass
class Print:
    """The contents of a page."""

    glyphs: list[Glyph]
    lines: list[Line]
    discs: list[Disc]


def read_print(file: str) -> Print:
    """Read the first page of a PDF."""
    page = pypdf.PdfReader(file).pages[0]
    names = {
        name[1:].encode(): _letters(font.get_object())
        for name, font in page["/Resources"]["/Font"].items()
    }
    found = Print([], [], [])
    fill = ""
    for matrix, drawn in _OBJECT.findall(page.get_contents().get_data()):
        place = tuple(map(float, matrix.split()))
        if shown := _SHOWN.search(drawn):
            letters = names[shown[1]]
            text, width = letters(_strings(shown[3]))
            size = float(shown[2])
            foot = _at(place, width * size / 2, 0)
            found.glyphs.append(Glyph(text, foot, math.atan2(place[1], place[0]), size, fill))
            continue
        points = [
            (kind, list(map(float, numbers.split()))[-2:]) for numbers, kind in _STEP.findall(drawn)
        ]
        if drawn.rstrip().endswith(b"S"):
            thick = re.search(rb"(%s) w" % _NUMBER, drawn)
            starts = [n for n, (kind, _) in enumerate(points) if kind == b"m"]
            for first, after in pairwise([*starts, len(points)]):
                ends = [_at(place, *points[at][1]) for at in (first, after - 1)]
                if math.dist(*ends) > 0.01:  # others are the rims of pegs
                    found.lines.append(Line(float(thick[1]) if thick else 1.0, *ends))
        else:
            color = re.search(rb"cs (.*?) scn", drawn)
            fill = color[1].decode() if color else ""
            if [kind for kind, _ in points] == [b"m", b"c", b"c", b"c", b"c"]:
                here = [_at(place, *point) for _, point in points]
                xs, ys = zip(*here, strict=True)
                size = math.dist(here[0], here[2])
                middle = sum(xs[1:]) / 4, sum(ys[1:]) / 4
                found.discs.append(Disc(middle, size, set(fill.split()) != {"1"}))
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
