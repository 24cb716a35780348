"""Which table of a strategy tree stands where on which page of paper.

A table is a row of the sheets: its number and guess, and a line for each answer. Tables stand in
columns, each below the one that leads to it and a step further to the right, and lines at their
left join them; what was begun in a column before is shown again on grey at the head of the next.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mmtree.errors import DrawingError
from mmtree.game.feedback import format_feedback
from mmtree.show.rows import Row, Rows
from mmtree.show.sheets.layout import FOOT, KEY_STEP, MARGIN, MM, PAPERS, Metrics, Thing
from mmtree.show.sheets.sheet import Sheet

MAX_TABLES = 2_500
"""Tables of the largest tree that is laid out: more would take hundreds of pages."""
LEAST = 8.1
"""Diameter of the smallest peg, in points: the letter on it has 7 points."""
SHEETS = {"a4": PAPERS["a4"], "a3": (297 * MM, 420 * MM), "letter": PAPERS["letter"]}
"""Width and height of the papers, in points."""
HEAD, BASE = 190.0, 10.0
"""Of what stands above the tables of the first page: its height, the size of its type."""
_NAME = 14.0
"""Height of the names of the other pages, above their tables."""
_SIZES = [LEAST, *(8.5 + 0.25 * step for step in range(27))]
_ALONE = [*_SIZES, *range(16, 31)]
"""Of one page with a small tree or the opening alone."""
_TOGETHER = 10.0
"""Size at which the branches of two answers may share a page."""
_SMALL = 1 / 3
"""Part of a page that a small branch takes at that size."""
_DEEPEST = 5
"""Steps to the right on a page: what is further on gets a part of its own."""
_SHOWN = 3
"""Guesses of the way to a part that are shown above it."""
_PAD, _GUESS, _TOP, _LINE, _KEY = 0.45, 1.2, 1.95, 1.3, 0.72
"""In a table, as multiples of the size: room at its rim, its guess, its head, a line of it, and a
peg of an answer."""
_STEP, _GAP, _AGAIN = 1.2, 0.6, 1.35
"""A step to the right, room below a table, and a guess that is shown again; likewise."""
_WIDER = 1.3
"""How much wider than they must be tables are made to fill the page."""


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


def below(rows: Rows, number: int) -> Iterator[Row]:
    """A row and all that follow it, in order."""
    waiting = [number]
    while waiting:
        row = rows[waiting.pop()]
        yield row
        waiting += [cell.row for cell in reversed(row.cells) if cell.row]


def drawn_pages(sheet: Sheet, start: Sequence[int] = (), paper: str = "a4") -> list[Drawn]:
    """The opening, then the branch of each answer to it on a page of its own, or more where one
    does not suffice; small ones share a page, and a small tree has one page.

    Args:
        sheet: the tree, as a booklet.
        start: begin after these feedbacks instead of at the opening.
        paper: one of :data:`SHEETS`.

    Raises:
        FeedbackError: a feedback of ``start`` cannot occur there.
        DrawingError: the tree is too large, no table is left after ``start``, or the codes are too
            long for the paper.
    """
    way, number = _begin(sheet, start)
    count = sum(1 for _ in below(sheet.rows, number))
    if count > MAX_TABLES:
        raise DrawingError(
            f"{count} tables are too many to print (at most {MAX_TABLES}): "
            "take one branch with --from, as in --from 10"
        )
    setting = _Setting(sheet, SHEETS[paper], all_of=count)
    whole = list(_parts(sheet.rows, number, way))
    first = setting.pages(whole, _ALONE, head=HEAD)
    if len(first) > 1 and not start:
        opening = sheet.rows[number]
        first = setting.pages([Part(way, ((opening, 0),))], _ALONE, head=HEAD)
        branches = [
            list(_parts(sheet.rows, cell.row, ((number, opening.guess, cell.feedback),)))
            for cell in opening.cells
            if cell.row
        ]
        for group in setting.together(branches):
            first += setting.pages(group, _SIZES)
    return setting.finished(first)


def _begin(sheet: Sheet, start: Sequence[int]) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """The way to the first table, and its number."""
    left = sheet.tree.node(start).secrets_left
    way, number = [], 1
    for feedback in start:
        row = sheet.rows[number]
        way.append((number, row.guess, feedback))
        number = next((cell.row for cell in row.cells if cell.feedback == feedback), 0)
        if not number:
            raise DrawingError(
                f"after {' '.join(map(format_feedback, start))} {left} secrets are left, "
                "which need no page: see the page before it"
            )
    return tuple(way), number


def _parts(rows: Rows, number: int, way: tuple[tuple[int, int, int], ...]) -> Iterator[Part]:
    """A table with all that follow it; what is too many steps away comes in parts after it."""
    starts = [(number, way)]
    while starts:
        first, way = starts.pop(0)
        tables = []
        waiting = [(first, 0, way)]
        while waiting:
            at, steps, before = waiting.pop()
            if steps > _DEEPEST:
                starts.append((at, before))
                continue
            row = rows[at]
            tables.append((row, steps))
            waiting += [
                (cell.row, steps + 1, (*before, (at, row.guess, cell.feedback)))
                for cell in reversed(row.cells)
                if cell.row
            ]
        yield Part(way, tuple(tables))


class _Setting:
    """Pages of one paper.

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

    def pages(self, parts: list[Part], sizes: Sequence[float], head: float = _NAME) -> list[Drawn]:
        """The fewest pages, at the largest size that needs no more.

        Raises:
            DrawingError: nothing fits the paper at the least size.
        """
        count = len(self._flow(parts, sizes[0], head))
        if not count:
            raise DrawingError(
                f"the tables of {self.sheet.rules} are too wide or too high for this paper at a "
                "size that can be read: take --paper a3, or --format dot"
            )
        size = next(
            size for size in reversed(sizes) if 0 < len(self._flow(parts, size, head)) <= count
        )
        # Columns that are equally full: as low as they can be.
        low, high = 0.0, 1.0
        while high - low > 0.01:
            share = (low + high) / 2
            if len(self._flow(parts, size, head, share)) == count:
                high = share
            else:
                low = share
        return self._flow(parts, size, head, high)

    def together(self, branches: list[list[Part]]) -> Iterator[list[Part]]:
        """Branches in groups: those that share one page in large type, and a small one with a
        neighbour that takes no more pages for it."""
        group: list[Part] = []
        taken, small = 0, True
        for parts in branches:
            alone = len(self._flow(parts, _TOGETHER))
            tiny = len(self._flow(parts, _TOGETHER, share=_SMALL)) == 1
            both = len(self._flow(group + parts, _TOGETHER))
            if group and both != 1 and (both > max(taken, alone) or not (small or tiny)):
                yield group
                group, both, small = [], alone, True
            group = group + parts
            taken, small = both, small and tiny
        if group:
            yield group

    def _flow(
        self, parts: list[Part], size: float, head: float = _NAME, share: float = 1.0
    ) -> list[Drawn]:
        """Pages at one size, filled to a share of their height; none where a table does not fit."""
        steps = max(steps for part in parts for _, steps in part.tables)
        flow = _Flow(self, size, steps, head, share)
        return flow.pages if flow.columns and all(map(flow.place, parts)) else []

    def finished(self, pages: list[Drawn]) -> list[Drawn]:
        """The pages, now that it is known which row stands where."""
        page_of = {number: at for at, page in enumerate(pages, 1) for number in page.numbers}
        texts = self.sheet.texts
        for at, page in enumerate(pages, 1):
            page.things = [
                thing
                for thing in page.things
                if thing[0] != "away" or page_of[int(str(thing[3]))] != at
            ]
            for thing in page.things:
                if thing[0] == "away":
                    thing[3] = page_of[int(str(thing[3]))]
            first, last = min(page.numbers), max(page.numbers)
            page.title = f"{texts('row')} {first}"
            if last > first:
                page.title = texts("rowsTo", first=first, last=last)
        return pages


class _Flow:
    """Tables that go down column by column, page by page."""

    def __init__(
        self, setting: _Setting, size: float, steps: int, head: float, share: float
    ) -> None:
        self.setting, self.size, self.head, self.share = setting, size, head, share
        self.metrics = Metrics(setting.sheet, size)
        least = setting.table * size
        indent = _STEP * size * steps
        self.columns = int((setting.width + size) / (least + indent + size))
        self.pitch = (setting.width + size) / max(self.columns, 1)
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
            for steps in range(len(above)):
                x, y = self._x(steps) + _STEP / 2 * self.size, self.below[steps]
                end = self.y + 0.3 * self.size
                self._thing("join", x, y, 0.0, end - y)
                self._thing("on", x, end)
        self.column += 1
        if self.column >= self.columns:
            self.pages.append(Drawn(self.size))
            self.column = 0
        front = self.head if len(self.pages) == 1 else _NAME
        self.y = MARGIN + front
        self.bottom = self.y + self.share * (self.setting.height - front)
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
        self._thing("band", x, y, self.wide, (_AGAIN - 0.15) * size)
        y += 0.1 * size
        self._thing("row", x + 0.1 * size, y, number)
        x += metrics.row + 0.4 * size
        self.pages[-1].things.append(metrics.draw_code(guess, x, y))
        if feedback >= 0:
            x += metrics.code + 0.5 * size
            y += (1 - _KEY) / 2 * size
            self._thing("keys", x, y, _KEY * size, *divmod(feedback, 10))
        self.y += _AGAIN * size

    def _table(self, row: Row, x: float, y: float, height: float) -> None:
        """Number and guess, and a line for each answer."""
        size, metrics, page = self.size, self.metrics, self.pages[-1]
        self._thing("box", x, y, self.wide, height)
        self._thing("number", x, y, row.number)
        left = x + self.wide - (_PAD + _GUESS * metrics.code / size) * size
        page.things.append(metrics.draw_code(row.guess, left, y + 0.35 * size, _GUESS))
        y += _TOP * size
        x += _PAD * size
        after = x + self.setting.answer * size
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
        self.pages[-1].things.append([*thing])
