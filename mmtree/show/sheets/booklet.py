"""The booklet: a box for each position, as in a book where the reader chooses the way."""

from __future__ import annotations

from mmtree.show.rows import Row
from mmtree.show.sheets.layout import Metrics, Page
from mmtree.show.sheets.sheet import Sheet

SIZE = 12.0
"""Diameter of a peg in points, where the page is wide enough."""
MARGIN = 30.0
FOOT = 16.0
FRONT = 2
"""Pages before the boxes: the title and how to play."""
_COLUMNS = 2
_BETWEEN = 14.0
_PAD = 7.0
"""Room between a frame and what stands in it."""


def booklet(sheet: Sheet, paper: tuple[float, float]) -> tuple[float, list[Page]]:
    """The size taken, and the pages of boxes.

    Args:
        sheet: the sheet.
        paper: width and height of a page in points.
    """
    width = (paper[0] - 2 * MARGIN - (_COLUMNS - 1) * _BETWEEN) / _COLUMNS
    metrics = Metrics(sheet, SIZE)
    widest = max(
        _answer(sheet, metrics) + metrics.codes(max(len(cell.codes), 1))
        for row in sheet.rows
        for cell in row.cells
    )
    metrics = Metrics(sheet, SIZE * min(1.0, (width - 2 * _PAD) / widest))
    pages: list[Page] = []
    columns: list[list[tuple[Row, float]]] = []
    room = paper[1] - 2 * MARGIN - FOOT
    left_over = -1.0
    for row in sheet.rows:
        height = _height(row, metrics)
        if height > left_over or not columns:
            columns.append([])
            left_over = room
        columns[-1].append((row, height))
        left_over -= height + _BETWEEN
    for at, column in enumerate(columns):
        if at % _COLUMNS == 0:
            pages.append(Page(first=column[0][0].number))
        page = pages[-1]
        x = MARGIN + at % _COLUMNS * (width + _BETWEEN)
        y = MARGIN
        for row, height in column:
            _draw(page, sheet, metrics, row, (x, y, width, height))
            y += height + _BETWEEN
            page.last = row.number
    return metrics.size, pages


def imposed(sides: int) -> list[tuple[int, int]]:
    """The pages side by side on each side of the paper, left and right, counted from 0.

    Args:
        sides: number of pages, a multiple of four.
    """
    order = []
    for sheet in range(sides // 4):
        front, back = 2 * sheet, 2 * sheet + 1
        order += [(sides - 1 - front, front), (back, sides - 1 - back)]
    return order


def _answer(sheet: Sheet, metrics: Metrics) -> float:
    """Width of the pegs of an answer, and the room after them."""
    return 0.84 * metrics.size * sheet.rules.pegs + 0.5 * metrics.size


def _height(row: Row, metrics: Metrics) -> float:
    return 2 * _PAD + 2.1 * metrics.size + 1.36 * metrics.size * len(row.cells)


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
    guess = metrics.draw_code(row.guess, 0.0, 0.0)[3]
    page.things.append(["guess", x + width - _PAD - 1.4 * metrics.code, y + _PAD, guess])
    y += _PAD + 2.1 * size
    x += _PAD
    after = x + _answer(sheet, metrics)
    for at, cell in enumerate(row.cells):
        line = y + 1.36 * size * at
        page.things.append(["line", x, line - 0.04 * size, width - 2 * _PAD, 0.0])
        line += 0.18 * size
        page.things.append(["set", x, line, *divmod(cell.feedback, 10)])
        page.things += metrics.draw_rest(cell, after, line)
