"""The look of coloured pegs: a fill and a legible mark for every colour."""

from __future__ import annotations

from mmtree.game.code import PALETTE

_PLAIN = "#d9d9d9"
"""Fill of the colours past the palette, which only their letters tell apart."""


def fill(color: int) -> str:
    """The sRGB value ``#rrggbb`` of a colour."""
    return PALETTE[color][1] if color < len(PALETTE) else _PLAIN


def mark(value: str) -> str:
    """Black or white, whichever stands out better on ``#rrggbb`` (at least 4.5:1, WCAG 2)."""
    light = luminance(value)
    return "#000000" if (light + 0.05) / 0.05 > 1.05 / (light + 0.05) else "#ffffff"


def rgb(value: str) -> tuple[int, int, int]:
    """``#rrggbb`` as three numbers 0 to 255."""
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def luminance(value: str) -> float:
    """Relative luminance of ``#rrggbb``, 0 (black) to 1 (white), as WCAG 2 defines it."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (number / 255 for number in rgb(value))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
