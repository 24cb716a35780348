"""Which table of a strategy tree stands where on which page of paper.

The opening has a page of its own, and the branch of each answer to it one or more; how tables stand
on them is told in :mod:`mmtree.show.dot.flow`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from mmtree.errors import DrawingError
from mmtree.game.feedback import format_feedback
from mmtree.show.dot.flow import NAME, Drawn, Flow, Part, Room
from mmtree.show.sheet_rows import Row, Rows
from mmtree.show.sheets.layout import PAPERS, below
from mmtree.show.sheets.sheet import Sheet
from mmtree.tree.tree import StrategyTree

MAX_TABLES = 2_500
"""Tables of the largest tree that is laid out: more would take hundreds of pages."""
LEAST = 8.1
"""Diameter of the smallest peg, in points: the letter on it has 7 points."""
HEAD, BASE = 190.0, 10.0
"""Of what stands above the tables of the first page: its height, the size of its type."""
_SIZES = [LEAST, *(8.5 + 0.25 * step for step in range(27))]
_ALONE = [*_SIZES, *range(16, 31)]
"""Of one page with a small tree or the opening alone."""
_TOGETHER = 10.0
"""Size at which the branches of two answers may share a page."""
_SMALL = 1 / 3
"""Part of a page that a small branch takes at that size."""
_DEEPEST = 5
"""Steps to the right on a page: what is further on gets a part of its own."""


def following(rows: Rows, number: int) -> Iterator[Row]:
    """A row and all that follow it, in order."""
    waiting = [number]
    while waiting:
        row = rows[waiting.pop()]
        yield row
        waiting += [cell.row for cell in reversed(row.cells) if cell.row]


def sheet_of_pages(tree: StrategyTree, **options: Any) -> Sheet:
    """A booklet, but its rows are numbered in the order of play, so that a page has rows that
    follow each other.

    Options and errors are those of :class:`mmtree.show.sheets.sheet.Sheet`.
    """
    return Sheet(tree, "booklet", rows=Rows(tree), **options)


def drawn_pages(sheet: Sheet, start: Sequence[int] = (), paper: str = "a4") -> list[Drawn]:
    """The opening, then the branch of each answer to it on a page of its own, or more where one
    does not suffice; small ones share a page, and a small tree has one page.

    Args:
        sheet: from :func:`sheet_of_pages`.
        start: begin after these feedbacks instead of at the opening.
        paper: ``a4``, ``a3`` or ``letter``.

    Raises:
        FeedbackError: a feedback of ``start`` cannot occur there.
        DrawingError: the tree is too large, no table is left after ``start``, or the codes are too
            long for the paper.
    """
    way, number = _begin(sheet, start)
    count = sum(1 for _ in following(sheet.rows, number))
    if count > MAX_TABLES:
        raise DrawingError(
            f"{count} tables are too many to print (at most {MAX_TABLES}): "
            "take one branch with --from, as in --from 10"
        )
    remedy = "" if paper == "a3" else ": take --paper a3"
    setting = _Setting(Room(sheet, PAPERS[paper], all_of=count), remedy)
    head = HEAD + below(sheet.legend)
    whole = list(_parts(sheet.rows, number, way))
    first = setting.pages(whole, _ALONE, head)
    if len(first) > 1 and not start:
        opening = sheet.rows[number]
        first = setting.pages([Part(way, ((opening, 0),))], _ALONE, head)
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


@dataclass(frozen=True)
class _Setting:
    """Pages of one paper, and how to take another one where tables do not fit."""

    room: Room
    remedy: str

    def pages(self, parts: list[Part], sizes: Sequence[float], head: float = NAME) -> list[Drawn]:
        """The fewest pages, at the largest size that needs no more.

        Raises:
            DrawingError: nothing fits the paper at the least size.
        """
        count = self._count(parts, sizes[0], head)
        if not count:
            raise DrawingError(
                f"the tables of {self.room.sheet.rules} are too wide or too high for this paper at "
                f"a size that can be read{self.remedy}"
            )
        size = next(size for size in reversed(sizes) if 0 < self._count(parts, size, head) <= count)
        # Columns that are equally full: as low as they can be.
        low, high = 0.0, 1.0
        while high - low > 0.01:
            share = (low + high) / 2
            if self._count(parts, size, head, share) == count:
                high = share
            else:
                low = share
        flow = self._flow(parts, size, head, high, drawing=True)
        assert flow
        return flow.pages

    def together(self, branches: list[list[Part]]) -> Iterator[list[Part]]:
        """Branches in groups: those that share one page in large type, and a small one with a
        neighbour that takes no more pages for it."""
        group: list[Part] = []
        taken, small = 0, True
        for parts in branches:
            alone = self._count(parts, _TOGETHER)
            tiny = self._count(parts, _TOGETHER, share=_SMALL) == 1
            both = self._count(group + parts, _TOGETHER)
            if group and both != 1 and (both > max(taken, alone) or not (small or tiny)):
                yield group
                group, both, small = [], alone, True
            group = group + parts
            taken, small = both, small and tiny
        if group:
            yield group

    def _count(self, parts: list[Part], size: float, head: float = NAME, share: float = 1.0) -> int:
        """How many pages there are at one size, filled to a share of their height; 0 where a table
        does not fit."""
        flow = self._flow(parts, size, head, share)
        return len(flow.pages) if flow else 0

    def _flow(
        self, parts: list[Part], size: float, head: float, share: float, drawing: bool = False
    ) -> Flow | None:
        steps = max(steps for part in parts for _, steps in part.tables)
        flow = Flow(self.room, size, steps, head, share, drawing)
        return flow if flow.columns and all(map(flow.place, parts)) else None

    def finished(self, pages: list[Drawn]) -> list[Drawn]:
        """The pages, now that it is known which row stands where."""
        page_of = {number: at for at, page in enumerate(pages, 1) for number in page.numbers}
        texts = self.room.sheet.texts
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
