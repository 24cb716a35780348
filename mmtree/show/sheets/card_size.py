"""The size of a card's pegs: the largest at which its rows fit one sheet of paper.

The size is the largest that needs one page; or two pages, if one page would need pegs smaller than
``_ONE_PAGE``; or as many pages as the smallest size. The width is that of A4 and the number of
lines that of letter, so that both papers have the same lines of the same size.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from mmtree.game.rules import Rules
from mmtree.show.sheet_rows import SheetRow
from mmtree.show.sheets.layout import PAPERS, Metrics
from mmtree.show.sheets.line_packing import Widths
from mmtree.show.sheets.styles import STYLES

FLOOR = 7.5
"""The smallest type on a card, in points."""
MARGIN, FOOT = 17.0, 15.0
"""The margin (6 mm, of which high and deep letters take one; home printers reach it) and the empty
height at the foot, in points."""
WIDTH = min(PAPERS[paper][0] for paper in STYLES["card"].papers) - 2 * MARGIN
HEIGHT = min(PAPERS[paper][1] for paper in STYLES["card"].papers) - 2 * MARGIN - FOOT
"""Room for lines on the smaller paper, in points."""
LARGEST = 40.0
"""The largest pegs, in points: a centimetre and more, as on a board."""
LETTER, _WIDE_LETTER = 0.95, 0.83
"""The type size of the letter on a peg, as a part of its diameter, within the rim. The second size
is for rules with letters past L, of which W is the widest."""
LOOSE = 1.6
"""The largest distance from line to line, as a multiple of the size."""
_PITCH = 1.13
"""The smallest distance from line to line, as a multiple of the size."""
_ONE_PAGE, _WHOLE = 11.0, 16.0
"""The smallest size for which one page is taken instead of two, and the largest for which rows are
broken, in points."""
_STEP = 0.995
"""From one size that is tried to the next."""


class CardMetrics(Metrics):
    """Widths on the card; digits are as large as letters."""

    DIGIT = 0.58


def row_widths(row: SheetRow, unit: Metrics, rows: int) -> Widths:
    """Return the widths of a row; every arrow has room for the number of the last row."""
    arrow = unit.answer + unit.gap + unit.go(rows)
    return Widths(unit.head, tuple(arrow if c.row else unit.cell(c) for c in row.cells))


def letter_size(rules: Rules) -> float:
    """Return the type size of the letter on a peg, as a part of its diameter."""
    return _WIDE_LETTER if rules.colors > 12 else LETTER


def smallest_peg(rules: Rules) -> float:
    """Return the diameter of the smallest pegs, in points."""
    return FLOOR / letter_size(rules)


def fit_size(
    widths: Sequence[Widths],
    floor: float,
    count: Callable[[float], int],
    head: Callable[[float], float],
) -> float:
    """Return the largest size for one page, or for two, or the floor.

    Args:
        widths: the widths of the rows.
        floor: the smallest size.
        count: returns the number of lines at a size, 0 if a row does not fit.
        head: returns the height of the head at a size.
    """
    area = _PITCH * sum(width.whole for width in widths)
    longest = max((width.whole for width in widths), default=0.0)
    size, two = LARGEST, 0.0
    while size > floor and (size >= _ONE_PAGE or not two):
        whole = size <= _WHOLE or size * longest <= WIDTH
        if whole and size * size * area <= 2 * WIDTH * HEIGHT and (needed := count(size)):
            pages = len(lines_per_page(needed, size, head(size)))
            if pages == 1 and (size >= _ONE_PAGE or not two):
                return size
            if pages <= 2 and not two:
                two = size
        size *= _STEP
    return two or floor


def lines_per_page(needed: int, size: float, head: float) -> list[int]:
    """Return the number of lines on each page, evenly spaced."""
    first = max(HEIGHT - head, 0.0)
    least = _PITCH * size
    further = max(0, ceil((needed - int(first / least)) / int(HEIGHT / least)))
    pitch = (first + further * HEIGHT) / needed
    while int(first / pitch) + further * int(HEIGHT / pitch) < needed:
        pitch *= 0.999
    pitch = min(pitch, LOOSE * size)
    counts: list[int] = []
    for room in (first, *[HEIGHT] * further):
        counts.append(min(int(room / pitch), needed - sum(counts)))
    return counts
