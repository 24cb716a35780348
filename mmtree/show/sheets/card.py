"""The card: the whole strategy on the front and back of one sheet of paper, if it fits.

Lines have the full width, and each begins with a row, so that the numbers at the left edge are an
index to all others. A line has several rows if they fit; only a row wider than a line is broken.
:mod:`mmtree.show.sheets.card_size` chooses the size, :mod:`mmtree.show.sheets.row_numbers` the
order of the rows.

A4 and letter have the same lines of the same size on the same pages; only line spacing and side
margins differ. Row 1 is the index of the head: its answers in the codemaker's pegs, twice as large
as the other rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from mmtree.show.sheet_rows import SheetRow
from mmtree.show.sheets.card_head import Head
from mmtree.show.sheets.card_size import (
    FOOT,
    HEIGHT,
    LETTER,
    LOOSE,
    MARGIN,
    WIDTH,
    CardMetrics,
    fit_size,
    letter_size,
    lines_per_page,
    row_widths,
    smallest_peg,
)
from mmtree.show.sheets.layout import PAPERS, Element, Layout, Metrics, Page
from mmtree.show.sheets.line_packing import Part, break_lines
from mmtree.show.sheets.sheet import Sheet


def card(sheet: Sheet, paper: str) -> Layout:
    """Lay out a card on ``a4`` or ``letter``."""
    unit = CardMetrics(sheet, 1.0)
    rows = list(sheet.rows)
    widths = [row_widths(row, unit, len(rows)) for row in rows[1:]]

    def head(size: float) -> Head:
        return Head(sheet, partial(CardMetrics, sheet), size, WIDTH)

    def count(size: float) -> int:
        return len(break_lines(widths, WIDTH / size))

    size = fit_size(widths, smallest_peg(sheet.rules), count, lambda size: head(size).height)
    width, height = PAPERS[paper]
    front, found = head(size), break_lines(widths, WIDTH / size)
    page = _Page(rows, CardMetrics(sheet, size), ((width - WIDTH) / 2, height - MARGIN - FOOT))
    pages: list[Page] = []
    if found and front.height < HEIGHT:
        before = 0
        for many in lines_per_page(len(found), size, front.height):
            top = MARGIN + (0.0 if pages else front.height)
            pages.append(page.of(found[before : before + many], top))
            before += many
        index_top = MARGIN + front.top + front.gap
        pages[0].elements[:0] = front.index.elements((width - WIDTH) / 2, index_top)
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

    def __init__(
        self, rows: Sequence[SheetRow], metrics: Metrics, room: tuple[float, float]
    ) -> None:
        self.rows, self.metrics = rows, metrics
        self.left, self.bottom = room

    def of(self, found: Sequence[Sequence[Part]], top: float) -> Page:
        """Return a page with these lines."""
        page = Page()
        pitch = min((self.bottom - top) / max(len(found), 1), LOOSE * self.metrics.size)
        for nth, line in enumerate(found):
            page.elements += self._line(line, top + nth * pitch, pitch)
        numbered = [part.row + 2 for line in found for part in line if part.head]
        page.first, page.last = (numbered[0], numbered[-1]) if numbered else (1, 1)
        return page

    def _line(self, line: Sequence[Part], y: float, pitch: float) -> Iterator[Element]:
        """Return the elements of a line, spread over its width if little is left."""
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


def type_sizes(sheet: Sheet) -> dict[str, object]:
    """Return the sizes of letters and digits for the templates, as parts of a peg's diameter."""
    unit = CardMetrics(sheet, 1.0)
    return {
        "letter": letter_size(sheet.rules),
        "figure": LETTER,
        "digit": unit.digit,
        "row": unit.row,
    }
