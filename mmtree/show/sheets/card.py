"""The card: the whole strategy on the front and back of one sheet of paper, if it fits."""

from __future__ import annotations

from math import inf

from mmtree.show.sheets.layout import BASE, FOOT, MARGIN, PAPERS, Layout, Metrics, Page
from mmtree.show.sheets.sheet import Sheet

SIZES = (12.0, 11.0, 10.0, 9.5, 9.0, 8.6, 8.3, 8.0, 7.8, 7.6, 7.5, 7.4, 7.3, 7.2, 7.1, 7.0)
"""Sizes in points, of which the largest is taken that needs no more than two pages."""
COLUMNS = (1, 2, 3, 4)
"""How many columns to try."""

HEAD = 82.0
"""Height kept free at the top of the first page; the others have none."""
_PITCH = 1.2
_BETWEEN = 1.6
_INDENT = 0.8
"""From line to line, from column to column, and of further lines, as multiples of the size."""
_GAP = 0.62
"""From cell to cell, as a multiple of the size."""


def card(sheet: Sheet, paper: str) -> Layout:
    """Where everything stands on ``a4`` or ``letter``."""
    width, height = PAPERS[paper]
    rows = list(sheet.rows)
    unit = Metrics(sheet, 1.0)
    gap = _GAP * (1.0 if sheet.drawn else 1.4)
    widths = [(unit.head + gap, [unit.cell(cell) + gap for cell in row.cells]) for row in rows]
    for size in SIZES:
        found = []
        for columns in COLUMNS:
            column = (width - 2 * MARGIN - (columns - 1) * _BETWEEN * size) / columns
            lines = [_lines(head, cells, column / size, gap) for head, cells in widths]
            if all(lines):
                places = _places([len(of_row) for of_row in lines], size, height, columns)
                # Of the fewest pages, the fewest lines: so rows are wrapped as little as can be.
                found.append((places[-1][0], sum(map(len, lines)), columns, column, lines, places))
        last, _, _, column, lines, places = min(found)
        if last <= 1:
            break
    between, metrics = _BETWEEN * size, Metrics(sheet, size)
    pages = [Page() for _ in range(places[-1][0] + 1)]
    for row, of_row, (number, at, y) in zip(rows, lines, places, strict=True):
        page = pages[number]
        page.first = page.first or row.number
        page.last = row.number
        left = MARGIN + at * (column + between)
        if row.number % 2:
            page.things.append(["band", left, y, column, len(of_row) * _PITCH * size])
        y += (_PITCH - 1) / 2 * size
        page.things += metrics.draw_head(row, left, y)
        cells = iter(row.cells)
        for line, starts in enumerate(of_row):
            for x in starts:
                top = y + line * _PITCH * size
                page.things += metrics.draw_cell(next(cells), left + x * size, top)
    return Layout(size, width, height, MARGIN, pages, more={"head": HEAD, "base": BASE})


def _places(
    lines: list[int], size: float, height: float, columns: int
) -> list[tuple[int, int, float]]:
    """Page, column and top of each row, given its number of lines.

    A row goes on in further lines, but never in another column.
    """
    places = _filled(lines, size, columns, height - MARGIN - FOOT)
    # The columns of the last page are of one height, too.
    last = places[-1][0]
    before = [place for place in places if place[0] < last]
    rest = lines[len(before) :]
    top = MARGIN + (0 if last else HEAD)
    for count in range(max(max(rest), sum(rest) // columns), sum(rest) + 1):
        again = _filled(rest, size, columns, top + count * _PITCH * size + 0.01, last)
        if again[-1][0] == last:
            break
    return before + again


def _filled(
    lines: list[int], size: float, columns: int, bottom: float, page: int = 0
) -> list[tuple[int, int, float]]:
    """The same for columns that end at a given height, from a page on."""
    places = []
    column, y = -1, inf
    for count in lines:
        height = count * _PITCH * size
        if y + height > bottom:
            column += 1
            if column == columns:
                page, column = page + 1, 0
            y = MARGIN + (0 if page else HEAD)
        places.append((page, column, y))
        y += height
    return places


def _lines(head: float, cells: list[float], width: float, gap: float) -> list[list[float]]:
    """Where each cell of a row begins, line by line; none where one does not fit.

    Args:
        head: width of the head of the row; this and the widths of the cells count the gap after it.
        cells: their widths, in the same unit.
        width: of the column.
        gap: after each cell.
    """
    lines: list[list[float]] = [[]]
    x = head
    for cell in cells:
        if x + cell - gap > width:
            lines.append([])
            x = _INDENT
        if x + cell - gap > width:
            return []
        lines[-1].append(x)
        x += cell
    return lines
