"""The booklet: a box for each position, as in a book where the reader chooses the way."""

from __future__ import annotations

from mmtree.show.rows import Row
from mmtree.show.sheets.layout import KEY_STEP, PAPERS, Layout, Metrics, Page
from mmtree.show.sheets.sheet import Sheet

SIZES = (14.0, 13.5, 13.0, 12.5, 12.0, 11.5, 11.0)
"""Diameters of a peg in points; smaller only where the page is too narrow."""
MARGIN = 30.0
FOOT = 16.0
FRONT, BACK = 2, 1
"""Pages before the boxes, the title and how to play; and after them."""
_COLUMNS = 2
_BETWEEN = 14.0
_PAD = 7.0
"""Room between a frame and what stands in it."""
_GUESS, _HEAD, _LINE, _KEY = 1.4, 2.1, 1.36, 0.72
"""A guess, the head of a box, a line in it and a peg of the codemaker, as multiples of the size."""


def booklet(sheet: Sheet, paper: str) -> Layout:
    """Where everything stands on pages of half the size of ``a4`` or ``letter``."""
    height, width = PAPERS[paper][0], PAPERS[paper][1] / 2
    column = (width - 2 * MARGIN - (_COLUMNS - 1) * _BETWEEN) / _COLUMNS
    unit = Metrics(sheet, 1.0)
    widest = max(
        _answer(sheet, unit) + unit.codes(max(len(cell.codes), 1))
        for row in sheet.rows
        for cell in row.cells
    )
    fits = [size for size in SIZES if size * widest <= column - 2 * _PAD]
    # Of the sizes that need the fewest sheets of paper, the largest.
    tried = {size: _columns(sheet, size, height) for size in fits or [(column - 2 * _PAD) / widest]}
    size = min(tried, key=lambda size: (sides(-(-len(tried[size]) // _COLUMNS)), -size))
    metrics = Metrics(sheet, size)
    pages: list[Page] = []
    for at, rows in enumerate(tried[size]):
        if at % _COLUMNS == 0:
            pages.append(Page(first=rows[0].number))
        x = MARGIN + at % _COLUMNS * (column + _BETWEEN)
        y = MARGIN
        for row in rows:
            tall = _height(row, size)
            _draw(pages[-1], sheet, metrics, row, (x, y, column, tall))
            y += tall + _BETWEEN
            pages[-1].last = row.number
    return Layout(size, width, height, MARGIN, pages)


def sides(pages: int) -> int:
    """Pages of a booklet with so many pages of boxes: four to each sheet of paper."""
    return -(-(FRONT + pages + BACK) // 4) * 4


def _columns(sheet: Sheet, size: float, page: float) -> list[list[Row]]:
    """The rows of each column, on pages of this height."""
    columns: list[list[Row]] = []
    room = 0.0
    for row in sheet.rows:
        height = _height(row, size)
        if height > room:
            columns.append([])
            room = page - 2 * MARGIN - FOOT
        columns[-1].append(row)
        room -= height + _BETWEEN
    return columns


def imposed(count: int) -> list[tuple[int, int]]:
    """The pages side by side on each side of the paper, left and right, counted from 0.

    Args:
        count: number of pages, a multiple of four.
    """
    order = []
    for sheet in range(count // 4):
        front, back = 2 * sheet, 2 * sheet + 1
        order += [(count - 1 - front, front), (back, count - 1 - back)]
    return order


def _answer(sheet: Sheet, metrics: Metrics) -> float:
    """Width of the pegs of an answer, and the room after them."""
    return KEY_STEP * _KEY * metrics.size * sheet.rules.pegs + 0.5 * metrics.size


def _height(row: Row, size: float) -> float:
    return 2 * _PAD + (_HEAD + _LINE * len(row.cells)) * size


def _draw(
    page: Page,
    sheet: Sheet,
    metrics: Metrics,
    row: Row,
    place: tuple[float, float, float, float],
) -> None:
    """A box: number and guess, and a line for each answer."""
    x, y, width, height = place
    size = metrics.size
    page.things.append(["box", x, y, width, height])
    page.things.append(["number", x, y, row.number])
    left = x + width - _PAD - _GUESS * metrics.code
    page.things.append(metrics.draw_code(row.guess, left, y + _PAD, _GUESS))
    y += _PAD + _HEAD * size
    x += _PAD
    after = x + _answer(sheet, metrics)
    for at, cell in enumerate(row.cells):
        line = y + _LINE * size * at
        page.things.append(["line", x, line - 0.04 * size, width - 2 * _PAD, 0.0])
        line += 0.18 * size
        page.things.append(
            ["keys", x, line + (1 - _KEY) / 2 * size, _KEY * size, *divmod(cell.feedback, 10)]
        )
        page.things += metrics.draw_rest(cell, after, line)
