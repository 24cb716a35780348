"""The booklet: a box for each position, as in a game book."""

from __future__ import annotations

from itertools import pairwise
from math import inf

from mmtree.show.sheet_rows import SheetRow
from mmtree.show.sheets.layout import KEY_STEP, MAX_PAGES, PAPERS, Layout, Metrics, Page
from mmtree.show.sheets.sheet import Sheet

SIZES = (18.0, 17.0, 16.0, 15.5, 15.0, 14.5, 14.0, 13.5, 13.0, 12.5, 12.0, 11.5, 11.0)
"""Diameters of a peg in points; smaller only if the page is too narrow."""
_USUAL = 14.0
"""The usual size; larger sizes are used only if they take no more paper."""
_LEAST = 8.7
"""Codes for which pegs would be smaller are too long for two columns, or for a booklet: the letter
on a peg has 7.5 points."""
MARGIN = 28.0
FRONT, BACK = 2, 2
"""Pages before the boxes, the title and how to play; and after them, the colours and the back."""
_BETWEEN = 9.0
_PAD = 5.0
"""The padding of a box."""
_GUESS, _HEAD, _LINE, _KEY = 1.3, 1.75, 1.3, 0.52
"""A guess, the head of a box, a line in it and a peg of the codemaker, as multiples of the size."""
_MORE = 0.5
"""The most that lines are spread to fill a column, as a multiple of the size."""
_GAP = 2
"""The stretch of the gap between two boxes, in lines, if a column is stretched."""
_FARTHER = 1.5
"""The largest stretched gap between boxes, as a multiple of the size."""
_WEIGHT = 100.0
"""The weight of the square of the height that stays empty after stretching."""
_FULL = 0.94
"""The part of its height that each column should fill, if a size allows it."""


def booklet(sheet: Sheet, paper: str) -> Layout:
    """Lay out a booklet on pages of half the size of ``a4`` or ``letter``."""
    height, width = PAPERS[paper][0], PAPERS[paper][1] / 2
    rows = list(sheet.rows)
    tall = height - 2 * MARGIN
    for beside in (2, 1):
        column = (width - 2 * MARGIN - (beside - 1) * _BETWEEN) / beside
        if (largest := _largest(sheet, rows, column, tall)) >= _LEAST:
            break
    else:
        return Layout(_LEAST, width, height, MARGIN, [])
    sizes, count = _sizes(rows, largest, tall, beside)
    size, columns = _chosen(rows, sizes, tall, count)
    metrics = Metrics(sheet, size)
    pages: list[Page] = []
    for at, boxes in enumerate(columns):
        if at % beside == 0:
            pages.append(Page(first=boxes[0].number))
        x, y = MARGIN + at % beside * (column + _BETWEEN), MARGIN
        more, between = _spread(boxes, size, tall)
        for row in boxes:
            high = _height(row, size, more)
            _draw(pages[-1], sheet, metrics, row, (x, y, column, high), _LINE * size + more)
            y += high + between
            pages[-1].last = row.number
    return Layout(size, width, height, MARGIN, pages)


def sides(pages: int) -> int:
    """Return the number of pages of a booklet, four to each sheet of paper."""
    # One sheet is enough for one page of boxes: the colours are on the page of instructions.
    return 4 if pages == 1 else -(-(FRONT + pages + BACK) // 4) * 4


def impose_pages(count: int) -> list[tuple[int, int]]:
    """Return the pages on each side of the paper, left and right, counted from 0.

    Args:
        count: number of pages, a multiple of four.
    """
    order = []
    for sheet in range(count // 4):
        front, back = 2 * sheet, 2 * sheet + 1
        order += [(count - 1 - front, front), (back, count - 1 - back)]
    return order


def _largest(sheet: Sheet, rows: list[SheetRow], width: float, tall: float) -> float:
    """Return the largest size at which every row fits into a column of this width and height."""
    unit = Metrics(sheet, 1.0)
    widest = max(
        _answer(sheet, unit) + unit.codes(max(len(cell.codes), 1))
        for row in rows
        for cell in row.cells
    )
    highest = _HEAD + _LINE * max(len(row.cells) for row in rows)
    return min((width - 2 * _PAD) / widest, (tall - 2 * _PAD) / highest)


def _sizes(
    rows: list[SheetRow], largest: float, tall: float, beside: int
) -> tuple[list[float], int]:
    """Yield the sizes of a peg that take no more paper than the usual size, the largest first,
    with the number of columns, and of columns on each page."""
    papers = {
        size: sides(-(-_least_columns(rows, size, tall) // beside))
        for size in [size for size in SIZES if size <= largest] or [largest]
    }
    usual = [size for size in papers if size <= _USUAL]
    # A booklet that is too thick to be folded is set smaller.
    paper = papers[next((size for size in usual if papers[size] <= MAX_PAGES), usual[-1])]
    sizes = [size for size in papers if papers[size] <= paper]
    return sizes, beside * (1 if paper == 4 else paper - FRONT - BACK)


def _chosen(
    rows: list[SheetRow], sizes: list[float], tall: float, count: int
) -> tuple[float, list[list[SheetRow]]]:
    """Return the largest size with full columns, or else the largest size, and the columns."""
    tried = []
    for size in sizes:
        columns = _columns(rows, size, tall, count)
        if max(_left(*_empty(boxes, size, tall), size) for boxes in columns) <= (1 - _FULL) * tall:
            return size, columns
        tried.append((size, columns))
    return tried[0]


def _least_columns(rows: list[SheetRow], size: float, tall: float) -> int:
    """Return the least number of columns of this height for the boxes."""
    columns, room = 0, 0.0
    for row in rows:
        height = _height(row, size)
        if height > room:
            columns, room = columns + 1, tall
        room -= height + _BETWEEN
    return columns


def _columns(
    rows: list[SheetRow], size: float, tall: float, count: int, near: int = 8
) -> list[list[SheetRow]]:
    """Return the rows of each column, with columns as equally full as possible.

    The rows fill the columns in order so that the sum of squares of empty heights is least, as
    paragraphs are broken into lines (Knuth and Plass 1981). Height that stays empty after
    stretching has a much larger weight. After each row, only columns within ``near`` of the average
    are tried, or within four times as many if none fits.
    """
    count = min(count, len(rows))
    heights = [_height(row, size) + _BETWEEN for row in rows]
    total = sum(heights)
    # best[end] has the least sum and the start of the last column, by number of columns.
    best: list[dict[int, tuple[float, int]]] = [{0: (0.0, 0)}]
    done = 0.0
    for end, height in enumerate(heights, 1):
        done += height
        share = done / total * count
        found: dict[int, tuple[float, int]] = {}
        used, lines, start = -_BETWEEN, -_GAP, end
        while start and used + heights[start - 1] <= tall:
            start -= 1
            used += heights[start]
            lines += 1 + len(rows[start].cells) + _GAP
            empty = tall - used
            here = empty**2 + _WEIGHT * _left(empty, lines, end - start, size) ** 2
            for columns, (cost, _) in best[start].items():
                least = found.get(columns + 1, (inf, 0))[0]
                if columns < count and abs(columns + 1 - share) < near and cost + here < least:
                    found[columns + 1] = cost + here, start
        best.append(found)
    if not best[-1]:
        return _columns(rows, size, tall, count, 4 * near)
    ends = [len(rows)]
    for columns in range(max(best[-1]), 0, -1):
        ends.append(best[ends[-1]][columns][1])
    return [rows[start:end] for start, end in pairwise(ends[::-1])]


def _spread(boxes: list[SheetRow], size: float, tall: float) -> tuple[float, float]:
    """Return the stretch of each line for a full column, and the gap between two boxes."""
    empty, lines, count = _empty(boxes, size, tall)
    more = min(_MORE * size, empty / lines)
    rest = (empty - more * lines) / max(1, count - 1)
    return more, _BETWEEN + _GAP * more + min(_FARTHER * size, rest)


def _empty(boxes: list[SheetRow], size: float, tall: float) -> tuple[float, int, int]:
    """Return the empty height of a column before it is stretched, and its lines and boxes.

    Gaps between boxes count as lines.
    """
    count = len(boxes)
    empty = tall - sum(_height(row, size) for row in boxes) - _BETWEEN * (count - 1)
    return empty, sum(1 + len(row.cells) for row in boxes) + _GAP * (count - 1), count


def _left(empty: float, lines: int, count: int, size: float) -> float:
    """Return the height that stays empty if a column is stretched as far as allowed."""
    return max(0.0, empty - (_MORE * lines + _FARTHER * (count - 1)) * size)


def _answer(sheet: Sheet, metrics: Metrics) -> float:
    """Return the width of the pegs of an answer, and of the room after them."""
    wide = min(sheet.rules.pegs, max(2, -(-sheet.rules.pegs // 2)))
    return KEY_STEP * _KEY * metrics.size * wide + 0.5 * metrics.size


def _height(row: SheetRow, size: float, more: float = 0.0) -> float:
    return 2 * _PAD + (_HEAD + _LINE * len(row.cells)) * size + more * (1 + len(row.cells))


def _draw(
    page: Page,
    sheet: Sheet,
    metrics: Metrics,
    row: SheetRow,
    place: tuple[float, float, float, float],
    pitch: float,
) -> None:
    """Draw a box: number and guess, and a line for each answer, at distances of ``pitch``."""
    x, y, width, height = place
    size = metrics.size
    page.elements.append(["box", x, y, width, height])
    page.elements.append(["number", x, y, row.number])
    left = x + width - _PAD - _GUESS * metrics.code
    y += height - _PAD - pitch * len(row.cells)
    above = (y - place[1] - _GUESS * size) / 2
    page.elements.append(metrics.draw_code(row.guess, left, place[1] + above, _GUESS))
    x += _PAD
    after = x + _answer(sheet, metrics)
    for at, cell in enumerate(row.cells):
        line = y + pitch * at
        page.elements.append(["line", x, line, width - 2 * _PAD, 0.0])
        page.elements.append(["square", x, line, _KEY * size, pitch, *divmod(cell.feedback, 10)])
        page.elements += metrics.draw_rest(cell, after, line + (pitch - size) / 2)
