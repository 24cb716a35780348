"""The card: the whole strategy on the front and back of one sheet of paper, if it fits.

Lines run over the whole width, and each begins with a row, so that the numbers at the left edge
lead to all others. Rows stand beside each other where they fit whole; only a row wider than a line
is broken. The rule for the size: the largest that needs one page, or two where one would need pegs
smaller than ``_ONE_PAGE``, or as many pages as the floor needs. No type is smaller than ``FLOOR``.

A4 and letter get the same lines of the same size on the same pages: the width is that of A4, the
number of lines that of letter; only the space from line to line, and what is left beside, differ.

Row 1 is the index of the head: each of its answers with the codemaker's pegs, twice as large as the
other rows. Rows are numbered in the order of play but for a few places, so that they fill lines and
arrows seldom lead back (:func:`mmtree.show.sheets.line_packing.order`); the same tree has the same
numbers on every paper, in every language, on the pocket card and in the booklet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil

from mmtree.game.rules import Rules
from mmtree.show.sheet_rows import Row, Rows
from mmtree.show.sheets.card_head import FLOOR, Head
from mmtree.show.sheets.layout import PAPERS, Layout, Metrics, Page, Thing
from mmtree.show.sheets.line_packing import Part, Widths, lines, order
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import STYLES

MARGIN, FOOT = 17.0, 15.0
"""Margin (6 mm, of which high and deep letters take one; home printers reach it) and height kept
free at the foot, in points."""
WIDTH = min(PAPERS[paper][0] for paper in STYLES["card"].papers) - 2 * MARGIN
HEIGHT = min(PAPERS[paper][1] for paper in STYLES["card"].papers) - 2 * MARGIN - FOOT
"""Room for lines on the smaller paper, in points."""
LARGEST = 40.0
"""The largest pegs, in points: a centimetre and more, as on a board."""
LETTER, _WIDE_LETTER = 0.95, 0.83
"""Type size of the letter on a peg, as a part of its diameter: so large that it stays within the
rim. The second is for rules with letters past L, of which W is the widest."""
_ONE_PAGE, _WHOLE = 11.0, 16.0
"""The least size for which one page is taken instead of two, and the largest for which rows are
broken, in points."""
_PITCH, _LOOSE = 1.13, 1.6
"""From line to line at least and at most, as multiples of the size."""
_STEP = 0.995
"""From one size that is tried to the next."""
_HEAD = 23.0
"""Height of a head, about, as a multiple of the size: numbers depend on no title or language."""
_MOST_ORDERED = 5_000
"""Rows of the largest tree that are numbered to fill lines; its card would be a book."""


class CardMetrics(Metrics):
    """Widths on the card, where digits are as large as letters."""

    DIGIT = 0.58


@dataclass(frozen=True)
class _InPegs:
    """All that the widths of rows depend on, in drawn pegs."""

    rules: Rules
    rows: Rows
    symbols: str = "pegs"
    drawn: bool = True


def numbers(rows: Rows) -> Sequence[int]:
    """The order in which the rows of a tree are numbered on a card.

    Args:
        rows: in the order of play.

    Returns:
        Their places there, counted from 0, in the order of their new numbers.
    """
    if len(rows) > _MOST_ORDERED:
        return range(len(rows))
    unit = CardMetrics(_InPegs(rows.tree.rules, rows), 1.0)
    widths, parents = [], [-1] * (len(rows) - 1)
    for row in rows:
        if row.number > 1:
            widths.append(_widths(row, unit, len(rows)))
        for cell in row.cells:
            if cell.row:
                parents[cell.row - 2] = row.number - 2

    def in_order(size: float) -> list[int]:
        return order(widths, parents, WIDTH / size)

    def count(size: float) -> int:
        return len(lines([widths[at] for at in in_order(size)], WIDTH / size))

    size = _size(widths, smallest(rows.tree.rules), count, lambda size: _HEAD * size)
    return [0, *(1 + at for at in in_order(size))]


def card(sheet: Sheet, paper: str) -> Layout:
    """Where everything stands on ``a4`` or ``letter``."""
    unit = CardMetrics(sheet, 1.0)
    rows = list(sheet.rows)
    widths = [_widths(row, unit, len(rows)) for row in rows[1:]]

    def head(size: float) -> Head:
        return Head(sheet, partial(CardMetrics, sheet), size, WIDTH)

    def count(size: float) -> int:
        return len(lines(widths, WIDTH / size))

    size = _size(widths, smallest(sheet.rules), count, lambda size: head(size).height)
    width, height = PAPERS[paper]
    front, found = head(size), lines(widths, WIDTH / size)
    page = _Page(rows, CardMetrics(sheet, size), ((width - WIDTH) / 2, height - MARGIN - FOOT))
    pages: list[Page] = []
    if found and front.height < HEIGHT:
        before = 0
        for many in _counts(len(found), size, front.height):
            top = MARGIN + (0.0 if pages else front.height)
            pages.append(page.of(found[before : before + many], top))
            before += many
        index_top = MARGIN + front.top + front.gap
        pages[0].things[:0] = front.index.things((width - WIDTH) / 2, index_top)
        pages[0].first = 1
    more = {
        "left": (width - WIDTH) / 2,
        "base": front.base,
        "title_size": front.title,
        "top": front.top,
        "below_at": MARGIN + front.height - front.gap - front.below,
        "below": front.below,
        **type_sizes(sheet),
    }
    return Layout(size, width, height, MARGIN, pages, more=more)


class _Page:
    """Pages of lines.

    Args:
        rows: all rows.
        metrics: at the size of the card.
        room: left edge of the lines, and lowest edge.
    """

    def __init__(self, rows: Sequence[Row], metrics: Metrics, room: tuple[float, float]) -> None:
        self.rows, self.metrics = rows, metrics
        self.left, self.bottom = room

    def of(self, found: Sequence[Sequence[Part]], top: float) -> Page:
        """A page with these lines."""
        page = Page()
        pitch = min((self.bottom - top) / max(len(found), 1), _LOOSE * self.metrics.size)
        for nth, line in enumerate(found):
            page.things += self._line(line, top + nth * pitch, pitch)
        numbered = [part.row + 2 for line in found for part in line if part.head]
        page.first, page.last = (numbered[0], numbered[-1]) if numbered else (1, 1)
        return page

    def _line(self, line: Sequence[Part], y: float, pitch: float) -> Iterator[Thing]:
        """The parts of a line, spread over its width where little is left."""
        size = self.metrics.size
        spare = WIDTH - line[-1].right * size if line else 0.0
        apart = spare / (len(line) - 1) if len(line) > 1 else 0.0
        apart = apart if apart < 4 * size else 0.0
        top = y + (pitch - size) / 2
        for nth, part in enumerate(line):
            row = self.rows[part.row + 1]
            shift = self.left + nth * apart
            x = shift + part.left * size
            if row.number % 2:
                wide = (part.right - part.left) * size
                yield ["band", x, y + 0.04 * size, wide, pitch - 0.08 * size]
            if part.head:
                yield from self.metrics.draw_head(row, x, top)
            cells = row.cells[part.cell : part.cell + len(part.starts)]
            for cell, start in zip(cells, part.starts, strict=True):
                yield from self.metrics.draw_cell(cell, shift + start * size, top)


def _widths(row: Row, unit: Metrics, rows: int) -> Widths:
    """Widths of a row; every arrow has room for the number of the last row."""
    arrow = unit.answer + unit.gap + unit.go(rows)
    return Widths(unit.head, tuple(arrow if c.row else unit.cell(c) for c in row.cells))


def letter_size(rules: Rules) -> float:
    """Type size of the letter on a peg, as a part of its diameter."""
    return _WIDE_LETTER if rules.colors > 12 else LETTER


def type_sizes(sheet: Sheet) -> dict[str, object]:
    """What the templates of cards know of letters and digits, as parts of the diameter of a peg."""
    unit = CardMetrics(sheet, 1.0)
    return {
        "letter": letter_size(sheet.rules),
        "figure": LETTER,
        "digit": unit.digit,
        "row": unit.row,
    }


def smallest(rules: Rules) -> float:
    """The smallest pegs, in points."""
    return FLOOR / letter_size(rules)


def _size(
    widths: Sequence[Widths],
    floor: float,
    count: Callable[[float], int],
    head: Callable[[float], float],
) -> float:
    """The largest size for one page, or for two, or the floor.

    Args:
        widths: of the rows.
        floor: the smallest size.
        count: gives the number of lines at a size, 0 where they cannot be set.
        head: gives the height of the head at a size.
    """
    area = _PITCH * sum(width.whole for width in widths)
    longest = max((width.whole for width in widths), default=0.0)
    size, two = LARGEST, 0.0
    while size > floor and (size >= _ONE_PAGE or not two):
        whole = size <= _WHOLE or size * longest <= WIDTH
        if whole and size * size * area <= 2 * WIDTH * HEIGHT and (needed := count(size)):
            pages = len(_counts(needed, size, head(size)))
            if pages == 1 and (size >= _ONE_PAGE or not two):
                return size
            if pages <= 2 and not two:
                two = size
        size *= _STEP
    return two or floor


def _counts(needed: int, size: float, head: float) -> list[int]:
    """How many of the lines that are needed stand on each page, evenly far apart."""
    first = max(HEIGHT - head, 0.0)
    least = _PITCH * size
    further = max(0, ceil((needed - int(first / least)) / int(HEIGHT / least)))
    pitch = (first + further * HEIGHT) / needed
    while int(first / pitch) + further * int(HEIGHT / pitch) < needed:
        pitch *= 0.999
    pitch = min(pitch, _LOOSE * size)
    counts: list[int] = []
    for room in (first, *[HEIGHT] * further):
        counts.append(min(int(room / pitch), needed - sum(counts)))
    return counts
