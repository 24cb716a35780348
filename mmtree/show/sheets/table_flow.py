"""Tables of a strategy tree, placed column by column and page by page.

A table is a row of the sheet: its number, its guess, a line for each answer. It hangs below the
table that leads to it, indented by a step, and a line at its left joins them. A branch that
continues in the next column repeats its guesses on grey at the head of that column.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mmtree.show.sheet_rows import SheetRow
from mmtree.show.sheets.layout import FOOT, KEY_STEP, MARGIN, Element, Metrics
from mmtree.show.sheets.sheet import Sheet

NAME = 14.0
"""Height of the name of a page, above its tables; the first page has its head instead."""
_SHOWN = 3
"""The most guesses on the path to a branch that are repeated above it."""
_PAD, _GUESS, _TOP, _LINE, _KEY = 0.45, 1.2, 1.95, 1.3, 0.72
"""In a table, as multiples of the size: padding, its guess, its head, one line, and a peg of an
answer."""
_STEP, _GAP, _AGAIN = 1.2, 0.6, 1.35
"""An indentation step, the gap below a table, and a repeated guess, as multiples of the size."""
_WIDER = 1.3
"""How far tables are widened to fill the page, as a multiple of their least width."""
_BELOW = 1.0
"""How far below the tables of a page an arrow may end, in points: its tip stays above the foot."""


@dataclass(frozen=True)
class Branch:
    """A table, and the tables that hang below it.

    Attributes:
        way: row, guess and answer (10·black + white) of each guess that leads to the first table.
        tables: the row of each table and its indentation steps, in order.
    """

    way: tuple[tuple[int, int, int], ...]
    tables: tuple[tuple[SheetRow, int], ...]


@dataclass
class TablePage:
    """One page of tables.

    Attributes:
        size: the diameter of a peg, in points.
        numbers: the rows of its tables, in order.
        elements: as in :mod:`mmtree.show.sheets.layout`, with two more kinds:
            ``["away", x, y, page]``, the page of a row on another page, and
            ``["join", x, y, dx, dy]``, a part of the line from one table to another.
        title: the range of the rows.
    """

    size: float
    numbers: list[int] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    title: str = ""


class TableArea:
    """The area of a page for tables, and the width of a table.

    Args:
        sheet: the sheet.
        paper: width and height in points.
        count: the number of tables.
    """

    def __init__(self, sheet: Sheet, paper: tuple[float, float], count: int) -> None:
        self.sheet = sheet
        self.width, self.height = paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - FOOT
        unit = Metrics(sheet, 1.0)
        digits = len(str(count))
        away = 0.87 * 0.56 * (len(sheet.texts("onPage", page="")) + 3) + 0.4 if count > 1 else 0.0
        follows = max(unit.codes(2), unit.go(len(sheet.rows)) + away)
        self.answer = KEY_STEP * _KEY * sheet.rules.pegs + 0.5
        self.number = 1.0 + 0.7 * digits
        self.table = max(
            2 * _PAD + self.answer + follows, self.number + 0.6 + _GUESS * unit.code + _PAD
        )
        """Width of a table, as a multiple of the size."""


class TableFlow:
    """Places tables one after the other.

    Args:
        area: of a page.
        size: diameter of a peg, in points.
        steps: the most indentation steps of a table.
        head: height above the tables of the first page.
        share: the part of the height of the pages that is filled.
        drawing: False to count pages only.
    """

    def __init__(
        self,
        area: TableArea,
        size: float,
        steps: int,
        head: float,
        share: float,
        drawing: bool,
    ) -> None:
        self.drawing = drawing
        self.area, self.size, self.head, self.share = area, size, head, share
        self.metrics = Metrics(area.sheet, size)
        least = area.table * size
        indent = _STEP * size * steps
        self.columns = int((area.width + size) / (least + indent + size))
        self.pitch = (area.width + size) / max(self.columns, 1)
        self.wide = min(self.pitch - size - indent, _WIDER * least)
        self.pages: list[TablePage] = []
        self.column = self.columns  # the next column is on a new page
        self.y = self.bottom = 0.0
        self.below: dict[int, float] = {}  # by step, the top of the line below a table

    def place(self, branch: Branch) -> bool:
        """Place a branch; return False if a table is higher than a page."""
        above: list[SheetRow] = []
        for row, steps in branch.tables:
            del above[steps:]
            height = (_TOP + _LINE * len(row.cells) + _PAD) * self.size
            way = branch.way[-_SHOWN:] if not above else ()
            needed = height + _AGAIN * self.size * len(way)
            if not self.pages or self.y + needed > self.bottom:
                self._next_column(above)
                if self.y + needed > self.bottom:
                    return False
            elif way:
                self.y += 0.8 * self.size
            for number, guess, feedback in way:
                self._repeat(0, number, guess, feedback)
            if above:
                self._join(steps, self.y + _TOP / 2 * self.size)
            if self.drawing:
                self._table(row, self._x(steps), self.y, height)
            self.pages[-1].numbers.append(row.number)
            self.y += height
            self.below[steps] = self.y
            self.y += _GAP * self.size
            above.append(row)
        return True

    def _x(self, steps: int) -> float:
        return MARGIN + self.column * self.pitch + _STEP * self.size * steps

    def _next_column(self, above: list[SheetRow]) -> None:
        """Start the next column, and repeat the guesses that lead to its first table."""
        if self.pages:
            end = min(self.y + 0.3 * self.size, MARGIN + self.area.height + _BELOW)
            for steps in range(len(above)):
                x, y = self._x(steps) + _STEP / 2 * self.size, self.below[steps]
                self._add("join", x, y, 0.0, end - y)
                self._add("on", x, end)
        self.column += 1
        if self.column >= self.columns:
            self.pages.append(TablePage(self.size))
            self.column = 0
        front = self.head if len(self.pages) == 1 else NAME
        self.y = MARGIN + front
        self.bottom = self.y + self.share * (self.area.height - front)
        for steps, row in enumerate(above):
            self._repeat(steps, row.number, row.guess)
            self.below[steps] = self.y - 0.2 * self.size
            if steps:
                self._join(steps, self.y - 0.7 * self.size)

    def _join(self, steps: int, y: float) -> None:
        """Draw a line from the parent table, down and to the right."""
        x, top = self._x(steps - 1) + _STEP / 2 * self.size, self.below[steps - 1]
        self._add("join", x, top, 0.0, y - top)
        self._add("join", x, y, _STEP / 2 * self.size, 0.0)

    def _repeat(self, steps: int, number: int, guess: int, feedback: int = -1) -> None:
        """Repeat a guess, and its answer."""
        x, y, size, metrics = self._x(steps), self.y, self.size, self.metrics
        self.y += _AGAIN * size
        if not self.drawing:
            return
        self._add("band", x, y, self.wide, (_AGAIN - 0.15) * size)
        y += 0.1 * size
        self._add("row", x + 0.1 * size, y, number)
        x += metrics.row + 0.4 * size
        self.pages[-1].elements.append(metrics.draw_code(guess, x, y))
        if feedback >= 0:
            x += metrics.code + 0.5 * size
            y += (1 - _KEY) / 2 * size
            self._add("keys", x, y, _KEY * size, *divmod(feedback, 10))

    def _table(self, row: SheetRow, x: float, y: float, height: float) -> None:
        """Draw number and guess, and a line for each answer."""
        size, metrics, page = self.size, self.metrics, self.pages[-1]
        self._add("box", x, y, self.wide, height)
        self._add("number", x, y, row.number)
        left = x + self.wide - (_PAD + _GUESS * metrics.code / size) * size
        page.elements.append(metrics.draw_code(row.guess, left, y + 0.35 * size, _GUESS))
        y += _TOP * size
        x += _PAD * size
        after = x + self.area.answer * size
        for cell in row.cells:
            self._add("line", x, y - 0.06 * size, self.wide - 2 * _PAD * size, 0.0)
            y += 0.12 * size
            keys = y + (1 - _KEY) / 2 * size
            self._add("keys", x, keys, _KEY * size, *divmod(cell.feedback, 10))
            page.elements += metrics.draw_rest(cell, after, y)
            if cell.row:
                self._add("away", after + metrics.go(cell.row) + 0.4 * size, y, cell.row)
            y += (_LINE - 0.12) * size

    def _add(self, *element: object) -> None:
        if self.drawing:
            self.pages[-1].elements.append([*element])
