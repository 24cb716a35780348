"""Pages of tables: a strategy tree to print, a page or more for each answer to the opening.

The opening has a page of its own. :mod:`mmtree.show.sheets.table_flow` places the tables on the
pages, and Typst sets them, as it does the sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from mmtree.errors import DrawingError, SheetError
from mmtree.game.feedback import format_feedback
from mmtree.show.sheet_rows import Rows, SheetRow
from mmtree.show.sheets.layout import MARGIN, PAPERS, below
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import INSTALL
from mmtree.show.sheets.table_flow import NAME, Branch, TableArea, TableFlow, TablePage
from mmtree.show.sheets.typeset import common_data, find_missing, set_pages
from mmtree.tree.tree import StrategyTree

MAX_TABLES = 2_500
"""The most tables that are laid out: more would take hundreds of pages."""
LEAST = 8.1
"""Diameter of the smallest peg, in points: the letter on it has 7 points."""
HEAD, BASE = 190.0, 10.0
"""Height of the head above the tables of the first page, and the size of its type."""
_DOTS = 150.0
"""Resolution of a PNG, in dots per inch."""
_SIZES = [LEAST, *(8.5 + 0.25 * step for step in range(27))]
_SIZES_OF_ONE_PAGE = [*_SIZES, *range(16, 31)]
"""Sizes for one page with a small tree or the opening only."""
_SIZE_OF_GROUPS = 10.0
"""Size at which the branches of two answers may share a page."""
_SMALL = 1 / 3
"""The part of a page that a small branch takes at that size."""
_DEEPEST = 5
"""The most indentation steps on a page: a table further on starts a branch of its own."""


def iter_following(rows: Rows, number: int) -> Iterator[SheetRow]:
    """Yield a row and all rows that follow it, in order."""
    waiting = [number]
    while waiting:
        row = rows[waiting.pop()]
        yield row
        waiting += [cell.row for cell in reversed(row.cells) if cell.row]


def sheet_of_pages(tree: StrategyTree, **options: Any) -> Sheet:
    """Return a booklet for pages of tables, with rows numbered in the order of play.

    Options and errors are those of :class:`mmtree.show.sheets.sheet.Sheet`.
    """
    return Sheet(tree, "booklet", **options)


def lay_out_pages(sheet: Sheet, start: Sequence[int] = (), paper: str = "a4") -> list[TablePage]:
    """Lay out the opening, then the branch of each answer to it on a page or more.

    Small branches share a page, and a small tree has one page.

    Args:
        sheet: from :func:`sheet_of_pages`.
        start: begin after these feedbacks, not at the opening.
        paper: ``a4``, ``a3`` or ``letter``.

    Raises:
        FeedbackError: a feedback of ``start`` cannot occur there.
        DrawingError: the tree is too large, no table is left after ``start``, or the codes are too
            long for the paper.
    """
    way, number = _begin(sheet, start)
    count = sum(1 for _ in iter_following(sheet.rows, number))
    if count > MAX_TABLES:
        raise DrawingError(
            f"{count} tables are too many to print (at most {MAX_TABLES}): "
            "take one branch with --from, as in --from 10"
        )
    remedy = "" if paper == "a3" else ": take --paper a3"
    layout = _Paper(TableArea(sheet, PAPERS[paper], count), remedy)
    head = HEAD + below(sheet.legend)
    whole = list(_branches(sheet.rows, number, way))
    first = layout.pages(whole, _SIZES_OF_ONE_PAGE, head)
    if len(first) > 1 and not start:
        opening = sheet.rows[number]
        first = layout.pages([Branch(way, ((opening, 0),))], _SIZES_OF_ONE_PAGE, head)
        branches = [
            list(_branches(sheet.rows, cell.row, ((number, opening.guess, cell.feedback),)))
            for cell in opening.cells
            if cell.row
        ]
        for group in layout.group(branches):
            first += layout.pages(group, _SIZES)
    return layout.finish(first)


def _begin(sheet: Sheet, start: Sequence[int]) -> tuple[tuple[tuple[int, int, int], ...], int]:
    """Return the path to the first table, and its number."""
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


def _branches(rows: Rows, number: int, way: tuple[tuple[int, int, int], ...]) -> Iterator[Branch]:
    """Yield a table with all tables below it; deeper ones follow in branches of their own."""
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
        yield Branch(way, tuple(tables))


@dataclass(frozen=True)
class _Paper:
    """A paper size, with the advice if tables do not fit it."""

    area: TableArea
    remedy: str

    def pages(
        self, branches: list[Branch], sizes: Sequence[float], head: float = NAME
    ) -> list[TablePage]:
        """Return the fewest pages, at the largest size that needs no more.

        Raises:
            DrawingError: nothing fits the paper at the least size.
        """
        count = self._count(branches, sizes[0], head)
        if not count:
            raise DrawingError(
                f"the tables of {self.area.sheet.rules} are too wide or too high for this paper at "
                f"a size that can be read{self.remedy}"
            )
        size = next(
            size for size in reversed(sizes) if 0 < self._count(branches, size, head) <= count
        )
        # Equally full columns: the lowest that need no more pages.
        low, high = 0.0, 1.0
        while high - low > 0.01:
            share = (low + high) / 2
            if self._count(branches, size, head, share) == count:
                high = share
            else:
                low = share
        flow = self._flow(branches, size, head, high, drawing=True)
        assert flow
        return flow.pages

    def group(self, candidates: list[list[Branch]]) -> Iterator[list[Branch]]:
        """Yield groups of branches that share one page in large type, or of a small one and a
        neighbour that takes no more pages with it."""
        group: list[Branch] = []
        taken, small = 0, True
        for branches in candidates:
            alone = self._count(branches, _SIZE_OF_GROUPS)
            tiny = self._count(branches, _SIZE_OF_GROUPS, share=_SMALL) == 1
            both = self._count(group + branches, _SIZE_OF_GROUPS)
            if group and both != 1 and (both > max(taken, alone) or not (small or tiny)):
                yield group
                group, both, small = [], alone, True
            group = group + branches
            taken, small = both, small and tiny
        if group:
            yield group

    def _count(
        self, branches: list[Branch], size: float, head: float = NAME, share: float = 1.0
    ) -> int:
        """Return the number of pages at one size, filled to a part of their height; 0 if a table
        does not fit."""
        flow = self._flow(branches, size, head, share)
        return len(flow.pages) if flow else 0

    def _flow(
        self, branches: list[Branch], size: float, head: float, share: float, drawing: bool = False
    ) -> TableFlow | None:
        steps = max(steps for branch in branches for _, steps in branch.tables)
        flow = TableFlow(self.area, size, steps, head, share, drawing)
        return flow if flow.columns and all(map(flow.place, branches)) else None

    def finish(self, pages: list[TablePage]) -> list[TablePage]:
        """Return the pages with their titles and with the pages of rows elsewhere filled in."""
        page_of = {number: at for at, page in enumerate(pages, 1) for number in page.numbers}
        texts = self.area.sheet.texts
        for at, page in enumerate(pages, 1):
            page.elements = [
                element
                for element in page.elements
                if element[0] != "away" or page_of[int(str(element[3]))] != at
            ]
            for element in page.elements:
                if element[0] == "away":
                    element[3] = page_of[int(str(element[3]))]
            first, last = min(page.numbers), max(page.numbers)
            page.title = f"{texts('row')} {first}"
            if last > first:
                page.title = texts("rowsTo", first=first, last=last)
        return pages


def check_typst(form: str) -> None:
    """Check that the print extra is installed if the format of the pages needs it.

    Raises:
        DrawingError: a part of the print extra is missing.
    """
    if absent := find_missing():
        raise DrawingError(
            f"pages in {form} need {absent}, which is not installed: {INSTALL}; "
            "or take --format dot"
        )


def typeset_pages(
    sheet: Sheet, pages: list[TablePage], form: Literal["pdf", "svg", "png"], paper: str
) -> list[bytes]:
    """Return one PDF, whose outline lists the rows of each page, or a picture of each page.

    Args:
        sheet: from :func:`sheet_of_pages`.
        pages: from :func:`lay_out_pages`.
        form: ``pdf``, ``svg``, or ``png`` in 150 dots per inch.
        paper: ``a4``, ``a3`` or ``letter``.

    Raises:
        DrawingError: Typst is missing or fails.
    """
    check_typst(form)
    width, height = PAPERS[paper]
    names = below(sheet.legend)
    data = {
        **common_data(sheet),
        "width": width,
        "height": height,
        "margin": MARGIN,
        "head": HEAD + names,
        "names": names,
        "base": BASE,
        "pages": [asdict(page) for page in pages],
    }
    try:
        return set_pages(Path(__file__).with_name("pages.typ"), form, data, _DOTS)
    except SheetError as error:
        raise DrawingError(str(error)) from None
