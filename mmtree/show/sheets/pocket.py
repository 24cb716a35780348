"""The pocket card: the first two guesses, in the size of a bank card.

Its front is row 1: each answer, the number of the next row, and the guess of that row. Its back has
the instructions. The other rows are on the card and in the booklet of the same tree, with the same
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from mmtree.show.sheet_rows import Cell
from mmtree.show.sheets.card import type_sizes
from mmtree.show.sheets.card_size import CardMetrics, smallest_peg
from mmtree.show.sheets.layout import KEY_STEP, MM, PAPERS, Element, Layout, Page
from mmtree.show.sheets.sheet import Sheet

WIDTH, HEIGHT = PAPERS["card"]
MARGIN = 3 * MM
"""Of the card."""
_EDGE = 8 * MM
"""Least margin of a page of several cards, with the marks to cut them at."""
_LARGEST = 16.0
"""The largest pegs, in points."""
_COLUMNS = (1, 2, 3, 4)
"""How many columns of answers to try."""
_LINE, _LOOSE = 1.25, 1.7
"""From line to line, at least and at most, as multiples of the size."""
_HEADS = 11.0
"""Height of the heads of the columns, in points."""
_GUESS, _BELOW = 1.6, 0.5
"""The first guess, and the room below it, as multiples of the size."""
_KEY, _GAP, _BETWEEN = 0.46, 0.4, 0.8
"""Diameter of the codemaker's pegs, room between the parts of an entry and between columns, as
multiples of the size."""


def pocket(sheet: Sheet, paper: str) -> Layout:
    """Lay out front and back on a card, or on ``a4`` or ``letter`` with as many cards as fit.

    The cards are in the middle of the page, so that fronts and backs meet.
    """
    fronts = [_Front(sheet, columns) for columns in _COLUMNS]
    front = max(fronts, key=lambda front: front.size)
    fits = front.size >= smallest_peg(sheet.rules)
    width, height = PAPERS[paper]
    beside = max(1, int((width - 2 * _EDGE) / WIDTH))
    below = max(1, int((height - 2 * _EDGE) / HEIGHT))
    more = {
        "card": (WIDTH, HEIGHT),
        "grid": (beside, below),
        "corner": ((width - beside * WIDTH) / 2, (height - below * HEIGHT) / 2),
        **type_sizes(sheet),
    }
    pages = [Page(list(front.elements()), 1, 1), Page()] if fits else []
    return Layout(front.size, width, height, MARGIN, pages, more=more)


class _Front:
    """Row 1, with its answers in a number of columns.

    Attributes:
        size: the diameter of a peg, the largest that fits.
    """

    def __init__(self, sheet: Sheet, columns: int) -> None:
        self._sheet, self._row = sheet, sheet.rows[1]
        self._lines = max(1, ceil(len(self._row.cells) / columns))
        self._columns = max(1, ceil(len(self._row.cells) / self._lines))
        unit = CardMetrics(sheet, 1.0)
        self._set(unit)
        wide = self._columns * self._wide + (self._columns - 1) * _BETWEEN
        guess = _GUESS * (0.9 + unit.gap + unit.code)
        high = _GUESS + _BELOW + _LINE * self._lines
        self.size = min(
            (WIDTH - 2 * MARGIN) / max(wide, guess),
            (HEIGHT - 2 * MARGIN - _HEADS) / high,
            _LARGEST,
        )
        self._metrics = CardMetrics(sheet, self.size)
        self._set(self._metrics)

    def _set(self, metrics: CardMetrics) -> None:
        """Return the left edges of the digits of an answer, the row or code, and the guess."""
        cells = self._row.cells
        most = max((sum(divmod(cell.feedback, 10)) for cell in cells), default=1)
        self._digits = (KEY_STEP * _KEY * max(1, most) + 0.5 * _GAP) * metrics.size
        self._after = self._digits + metrics.answer + _GAP * metrics.size
        self._guess = self._after + metrics.row + metrics.gap
        ends = [
            self._guess + metrics.code if cell.row else self._after + metrics.codes(len(cell.codes))
            for cell in cells
        ]
        self._wide = max(ends, default=0.0)

    def elements(self) -> Iterator[Element]:
        """Yield the elements."""
        metrics, size = self._metrics, self.size
        big = _GUESS * size
        yield ["first-row", MARGIN, MARGIN, 0.9 * big, big, self._row.number]
        at = MARGIN + 0.9 * big + _GUESS * metrics.gap
        yield metrics.draw_code(self._row.guess, at, MARGIN, _GUESS)
        top = MARGIN + big + _BELOW * size
        pitch = min((HEIGHT - MARGIN - top - _HEADS) / self._lines, _LOOSE * size)
        spare = WIDTH - 2 * MARGIN - self._columns * self._wide
        step = self._wide + min(spare / max(1, self._columns - 1), 2.5 * size)
        for nth in range(len(self._row.cells)):
            column, line = divmod(nth, self._lines)
            left = MARGIN + column * step
            if not line:
                yield ["heads", left, top, self._after, self._guess - self._after]
            if line % 2 == 0:
                y = top + _HEADS + line * pitch
                yield ["band", left, y, self._wide, pitch]
        for nth, cell in enumerate(self._row.cells):
            column, line = divmod(nth, self._lines)
            y = top + _HEADS + line * pitch + (pitch - size) / 2
            yield from self._entry(cell, MARGIN + column * step, y)

    def _entry(self, cell: Cell, x: float, y: float) -> Iterator[Element]:
        """Yield an answer in pegs and in digits, and a row with its guess, or the last codes."""
        metrics, key = self._metrics, _KEY * self.size
        black, white = divmod(cell.feedback, 10)
        yield ["keys", x, y + (self.size - key) / 2, key, black, white]
        yield ["answer", x + self._digits, y, black, white]
        if cell.row:
            yield ["row", x + self._after, y, cell.row]
            yield metrics.draw_code(self._sheet.rows[cell.row].guess, x + self._guess, y)
        else:
            yield from metrics.draw_rest(cell, x + self._after, y)
