"""The head of a card: headline, row 1 as an index of its answers, instructions.

The template sets the texts as large as they fit in the space reserved here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil

from mmtree.show.sheet_rows import Cell, SheetRow
from mmtree.show.sheets.card_size import FLOOR
from mmtree.show.sheets.instructions import how
from mmtree.show.sheets.layout import KEY_STEP, Element, Metrics
from mmtree.show.sheets.sheet import Sheet

_LARGEST = 16.0
"""The largest type of the sentences, in points."""
_SMALLEST = 8.0
"""The least size of the pegs of the index, in points, if they shrink to take fewer lines."""
_TWICE, _LEAST = 2.0, 1.3
"""The factor by which the guess of row 1 is larger than other rows; less than two if its answers
then need fewer lines."""
_KEY, _GO = 0.38, 1.35
"""Diameter of the codemaker's pegs of the index, as a part of its guess; its arrows, as a multiple
of the size."""
_LETTER, _BOLD = 0.46, 0.55
"""Width of a letter, as a part of its type size: more than an average."""


class Index:
    """Row 1: its guess, and an entry for each answer, in as few lines as may be.

    Args:
        row: row 1.
        metrics: gives the widths at a size.
        size: of the other rows, in points.
        width: of the page without its margins, in points.
    """

    def __init__(
        self, row: SheetRow, metrics: Callable[[float], Metrics], size: float, width: float
    ) -> None:
        self._row = row
        tried = []
        for small in range(9):
            smaller = max(size * (1 - 0.04 * small), min(size, _SMALLEST))
            self._metrics = metrics(smaller)
            for step in range(8):
                self._scale = _TWICE - 0.1 * step
                if smaller * self._scale < _LEAST * size:
                    break
                found = self._at(width)
                tried.append((found[0], -smaller * self._scale, -smaller, self._scale, found))
        # Fewer lines are worth a smaller guess; of as many, the largest.
        _, _, smaller, self._scale, (self._lines, self._left, self._step) = min(tried)
        self._metrics = metrics(-smaller)
        two = any(len(cell.codes) > 1 for cell in row.cells)
        below = 2.15 if two else _GO
        self._entry = (_KEY * self._scale + 0.2 + self._scale + below + 0.45) * self._metrics.size
        self.height = max(self._lines * self._entry, 1.3 * self._scale * self._metrics.size)

    def _at(self, width: float) -> tuple[int, float, float]:
        """Return the lines, the left edge of the entries, and the distance between entries."""
        size = self._metrics.size
        least = 0.35 * size + max(map(self._widest, self._row.cells))
        left = self._head + 0.9 * size
        count = len(self._row.cells)
        lines = ceil(count / max(1, int((width - left) / least)))
        step = min((width - left) / max(1, ceil(count / max(1, lines))), 1.6 * least)
        return lines, left, step

    @property
    def _head(self) -> float:
        """Width of the number of the row and its guess."""
        metrics = self._metrics
        return self._scale * (0.95 * metrics.size + metrics.gap + metrics.code)

    def _widest(self, cell: Cell) -> float:
        """Return the width of the widest part of an entry."""
        metrics, scale = self._metrics, self._scale
        keys = KEY_STEP * _KEY * scale * metrics.size * max(1, sum(divmod(cell.feedback, 10)))
        follows = _GO * metrics.go(cell.row) if cell.row else metrics.code
        return max(keys, scale * metrics.answer, follows)

    def elements(self, x: float, y: float) -> Iterator[Element]:
        """Yield the elements of the index with its corner at this place."""
        metrics, size, scale = self._metrics, self._metrics.size, self._scale
        big = scale * size
        middle = y + (self.height - big) / 2
        yield ["first-row", x, middle, 0.95 * big, big, self._row.number]
        at = x + 0.95 * big + scale * metrics.gap
        yield metrics.draw_code(self._row.guess, at, middle, scale)
        a_line = ceil(len(self._row.cells) / self._lines)
        for nth, cell in enumerate(self._row.cells):
            line, column = divmod(nth, a_line)
            left = x + self._left + column * self._step
            yield from self._entry_of(cell, left, y + line * self._entry)

    def _entry_of(self, cell: Cell, left: float, y: float) -> Iterator[Element]:
        """Yield an answer in pegs, in digits, and its cell, one below the other."""
        metrics, size, big = self._metrics, self._metrics.size, self._scale * self._metrics.size
        gap = 0.2 * size
        yield ["panel", left, y, self._step - gap, self._entry - gap]
        y += 0.15 * size

        def start(width: float) -> float:
            return left + (self._step - gap - width) / 2

        black, white = divmod(cell.feedback, 10)
        key = _KEY * big
        wide = key * (KEY_STEP * (max(1, black + white) - 1) + 1)
        yield ["keys", start(wide), y + 0.05 * size, key, black, white]
        y += key + 0.1 * size
        yield ["index", start(self._scale * metrics.answer), y, big, black, white]
        y += big
        if cell.row:
            go = _GO * size
            yield ["lead", start(_GO * metrics.go(cell.row)), y, go, cell.row]
        for nth, code in enumerate(cell.codes):
            yield metrics.draw_code(code, start(metrics.code), y + nth * 1.08 * size)


class Head:
    """The whole head, with its height and the values for the template.

    Args:
        sheet: the sheet.
        metrics: returns the widths at a size.
        size: the size of the rows, in points.
        width: the width of the page without its margins, in points.

    Attributes:
        index: row 1.
        base: the approximate type size of the texts, and of the title.
        top: the height of headline and facts; a gap, the index and a gap follow.
        below: the height of instructions and a game, with another gap.
        height: the total height.
    """

    def __init__(
        self, sheet: Sheet, metrics: Callable[[float], Metrics], size: float, width: float
    ) -> None:
        self.index = Index(sheet.rows[1], metrics, size, width)
        self.base = base = min(max(FLOOR + 0.1, 0.95 * size), _LARGEST)
        # A title that is a little too long is smaller; a long one takes another line.
        self.title = min(2.4 * base, max(20.0, width / (_BOLD * len(sheet.title))))
        titles = ceil(_BOLD * self.title * len(sheet.title) / width)
        legend = sum((3.2 + _LETTER * len(name)) * base for _, name in sheet.legend)
        facts = 1.15 * _LETTER * base * len(sheet.subline)
        further = 0 if facts + legend < width else ceil(legend / width)
        self.top = 1.05 * titles * self.title + (1.9 + 1.5 * further) * base
        game = max(3.0 * base, metrics(base).row) + max(4.0 * base, metrics(base).code) + 5.5 * base
        room = width - game - 4.0 * base
        text = sum(max(1, ceil(_LETTER * base * len(line) / room)) for line in how(sheet))
        steps = min(5, len(sheet.example))
        self.below = max(1.2 * text + 0.3, 4.0 + 1.35 * steps) * base
        self.gap = 0.8 * base
        self.height = self.top + self.index.height + self.below + 3 * self.gap
