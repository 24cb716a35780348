"""The sizes of paper."""

from __future__ import annotations

MM = 72 / 25.4
PAPERS = {
    "a4": (210 * MM, 297 * MM),
    "letter": (612.0, 792.0),
    "card": (85 * MM, 54 * MM),
    "a0": (841 * MM, 1189 * MM),
    "a1": (594 * MM, 841 * MM),
    "a2": (420 * MM, 594 * MM),
    "a3": (297 * MM, 420 * MM),
    "ansi-d": (22 * 72.0, 34 * 72.0),
    "ansi-c": (17 * 72.0, 22 * 72.0),
    "tabloid": (11 * 72.0, 17 * 72.0),
}
"""Width and height of every paper, in points; each style names its papers."""
MAX_PAGES = 60
"""Pages of the largest sheet that is made without being asked twice."""
