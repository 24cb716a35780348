"""Tables that go down column by column, page by page, and what is drawn of them.

A table is a row of the sheets: its number, its guess, a line for each answer. It stands below the
one that leads to it, a step further to the right, and a line at its left joins them; what was begun
in a column before is shown again on grey at the head of the next.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mmtree.show.sheet_rows import Row
from mmtree.show.sheets.layout import FOOT, KEY_STEP, MARGIN, Metrics, Thing
from mmtree.show.sheets.sheet import Sheet

NAME = 14.0
"""Height of the name of a page, above its tables; the first has its head there."""
_SHOWN = 3
"""Guesses of the way to a part that are shown above it."""
_PAD, _GUESS, _TOP, _LINE, _KEY = 0.45, 1.2, 1.95, 1.3, 0.72
"""In a table, as multiples of the size: room at its rim, its guess, its head, a line of it, and a
peg of an answer."""
_STEP, _GAP, _AGAIN = 1.2, 0.6, 1.35
"""A step to the right, room below a table, and a guess that is shown again; likewise."""
_WIDER = 1.3
"""How much wider than they must be tables are made to fill the page."""
_BELOW = 1.0
"""How far below the tables of a page an arrow may end, in points: its tip stays above the foot."""


@dataclass(frozen=True)
class Part:
    """A table, and those after it that stand below it.

    Attributes:
        way: row, guess and answer (10·black + white) of each guess that leads to the first.
        tables: each as its row and its steps to the right, in order.
    """

    way: tuple[tuple[int, int, int], ...]
    tables: tuple[tuple[Row, int], ...]


@dataclass
class Drawn:
    """A page.

    Attributes:
        size: diameter of a peg, in points.
        numbers: the rows of its tables, in order.
        things: what is drawn, as in :mod:`mmtree.show.sheets.layout`; and ``["away", x, y, page]``,
            the page of a row that stands elsewhere, and ``["join", x, y, dx, dy]``, a part of the
            line from one table to another.
        title: which rows these are.
    """

    size: float
    numbers: list[int] = field(default_factory=list)
    things: list[Thing] = field(default_factory=list)
    title: str = ""


class Room:
    """What a paper leaves for tables, and how wide they are.

    Args:
        sheet: the tree.
        paper: width and height in points.
        all_of: how many tables there are.
    """

    def __init__(self, sheet: Sheet, paper: tuple[float, float], all_of: int) -> None:
        self.sheet = sheet
        self.width, self.height = paper[0] - 2 * MARGIN, paper[1] - 2 * MARGIN - FOOT
        unit = Metrics(sheet, 1.0)
        digits = len(str(all_of))
        away = 0.87 * 0.56 * (len(sheet.texts("onPage", page="")) + 3) + 0.4 if all_of > 1 else 0.0
        follows = max(unit.codes(2), unit.go(len(sheet.rows)) + away)
        self.answer = KEY_STEP * _KEY * sheet.rules.pegs + 0.5
        self.number = 1.0 + 0.7 * digits
        self.table = max(
            2 * _PAD + self.answer + follows, self.number + 0.6 + _GUESS * unit.code + _PAD
        )
        """Width of a table, as a multiple of the size."""


class Flow:
    """Tables of a tree, set one after the other.

    Args:
        room: the paper.
        size: diameter of a peg, in points.
        steps: the most that a table stands to the right.
        head: height above the tables of the first page.
        share: of the height of the pages that is filled.
        drawing: False where only the number of pages is asked for.
    """

    def __init__(
        self,
        room: Room,
        size: float,
        steps: int,
        head: float,
        share: float,
        drawing: bool,
    ) -> None:
        self.drawing = drawing
        self.room, self.size, self.head, self.share = room, size, head, share
        self.metrics = Metrics(room.sheet, size)
        least = room.table * size
        indent = _STEP * size * steps
        self.columns = int((room.width + size) / (least + indent + size))
        self.pitch = (room.width + size) / max(self.columns, 1)
        self.wide = min(self.pitch - size - indent, _WIDER * least)
        self.pages: list[Drawn] = []
        self.column = self.columns  # the next one is on a new page
        self.y = self.bottom = 0.0
        self.below: dict[int, float] = {}  # by step, where the line below a table begins

    def place(self, part: Part) -> bool:
        """Set a part; False where a table is higher than a page."""
        above: list[Row] = []
        for row, steps in part.tables:
            del above[steps:]
            height = (_TOP + _LINE * len(row.cells) + _PAD) * self.size
            way = part.way[-_SHOWN:] if not above else ()
            needed = height + _AGAIN * self.size * len(way)
            if not self.pages or self.y + needed > self.bottom:
                self._next_column(above)
                if self.y + needed > self.bottom:
                    return False
            elif way:
                self.y += 0.8 * self.size
            for number, guess, feedback in way:
                self._again(0, number, guess, feedback)
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

    def _next_column(self, above: list[Row]) -> None:
        """Go on at the top, with the guesses that lead to what follows shown again."""
        if self.pages:
            end = min(self.y + 0.3 * self.size, MARGIN + self.room.height + _BELOW)
            for steps in range(len(above)):
                x, y = self._x(steps) + _STEP / 2 * self.size, self.below[steps]
                self._thing("join", x, y, 0.0, end - y)
                self._thing("on", x, end)
        self.column += 1
        if self.column >= self.columns:
            self.pages.append(Drawn(self.size))
            self.column = 0
        front = self.head if len(self.pages) == 1 else NAME
        self.y = MARGIN + front
        self.bottom = self.y + self.share * (self.room.height - front)
        for steps, row in enumerate(above):
            self._again(steps, row.number, row.guess)
            self.below[steps] = self.y - 0.2 * self.size
            if steps:
                self._join(steps, self.y - 0.7 * self.size)

    def _join(self, steps: int, y: float) -> None:
        """A line from the table before, down and to the right."""
        x, top = self._x(steps - 1) + _STEP / 2 * self.size, self.below[steps - 1]
        self._thing("join", x, top, 0.0, y - top)
        self._thing("join", x, y, _STEP / 2 * self.size, 0.0)

    def _again(self, steps: int, number: int, guess: int, feedback: int = -1) -> None:
        """A guess from elsewhere, and its answer."""
        x, y, size, metrics = self._x(steps), self.y, self.size, self.metrics
        self.y += _AGAIN * size
        if not self.drawing:
            return
        self._thing("band", x, y, self.wide, (_AGAIN - 0.15) * size)
        y += 0.1 * size
        self._thing("row", x + 0.1 * size, y, number)
        x += metrics.row + 0.4 * size
        self.pages[-1].things.append(metrics.draw_code(guess, x, y))
        if feedback >= 0:
            x += metrics.code + 0.5 * size
            y += (1 - _KEY) / 2 * size
            self._thing("keys", x, y, _KEY * size, *divmod(feedback, 10))

    def _table(self, row: Row, x: float, y: float, height: float) -> None:
        """Number and guess, and a line for each answer."""
        size, metrics, page = self.size, self.metrics, self.pages[-1]
        self._thing("box", x, y, self.wide, height)
        self._thing("number", x, y, row.number)
        left = x + self.wide - (_PAD + _GUESS * metrics.code / size) * size
        page.things.append(metrics.draw_code(row.guess, left, y + 0.35 * size, _GUESS))
        y += _TOP * size
        x += _PAD * size
        after = x + self.room.answer * size
        for cell in row.cells:
            self._thing("line", x, y - 0.06 * size, self.wide - 2 * _PAD * size, 0.0)
            y += 0.12 * size
            keys = y + (1 - _KEY) / 2 * size
            self._thing("keys", x, keys, _KEY * size, *divmod(cell.feedback, 10))
            page.things += metrics.draw_rest(cell, after, y)
            if cell.row:
                self._thing("away", after + metrics.go(cell.row) + 0.4 * size, y, cell.row)
            y += (_LINE - 0.12) * size

    def _thing(self, *thing: object) -> None:
        if self.drawing:
            self.pages[-1].things.append([*thing])
