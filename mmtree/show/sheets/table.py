"""The table: a row for each guess, a column for each answer, grouped by number of guesses."""

from __future__ import annotations

from collections.abc import Iterator

from mmtree.show.sheet_rows import SheetRow
from mmtree.show.sheets.layout import (
    FOOT,
    MARGIN,
    PAPERS,
    Element,
    Layout,
    Metrics,
    Page,
    below,
)
from mmtree.show.sheets.sheet import Sheet

SIZES = (24.0, 20.0, 16.0, 14.0, 12.0, 11.0, 10.0, 9.5, 9.0, 8.8, 8.6, 8.4, 8.2, 8.1, 7.8)
"""Sizes in points."""
_USUAL = 9.0
"""The usual size; larger sizes are used only if they take no more pages."""
_FEW = 6
"""The most pages (three sheets of paper) for which smaller sizes than the usual one are used."""
LEAST = {"pegs": 8.1, "letters": 7.8}
"""The least size at which no type is below 7 points: the letter on a peg, or else an answer."""

HEAD = 150.0
"""The empty height at the top of the first page only."""
_BASE = 9.8
"""The largest type size of the head."""
_PAD = 0.5
"""The padding of a row or column, as a multiple of the size."""
_LINE = 1.1
"""From the first to the second of two last codes, as a multiple of the size."""
_ABOVE, _BELOW = 3.6, 3.4
"""Heights of the answers at the head and the foot of each page, as multiples of the size."""
_HEADING = 2.1
"""Height of the heading of a group, as a multiple of the size."""
_MORE = 0.6
"""The most that rows are spread to fill a page, as a multiple of the size."""


def table(sheet: Sheet, paper: str) -> Layout:
    """Lay out a table on ``a4`` or ``letter``: upright; if codes are too long, in landscape; or
    else on two sheets side by side, as one of twice the size."""
    width, height = PAPERS[paper]
    least = LEAST["pegs" if sheet.drawn else "letters"]
    unit = _Drawing(sheet, Metrics(sheet, 1.0), (width, height)).width
    for turned in ((width, height), (height, width), (2 * width, height)):
        widest = (turned[0] - 2 * MARGIN) / unit
        drawings = {
            size: _Drawing(sheet, Metrics(sheet, size), turned)
            for size in SIZES
            if least <= size <= widest
        }
        if drawings:
            counts = {size: len(drawing.parts()) for size, drawing in drawings.items()}
            few = next(count for size, count in counts.items() if size <= _USUAL)
            if few > _FEW >= min(counts.values()):
                few = _FEW
            size = next(size for size, count in counts.items() if count <= few)
            pages = drawings[size].pages()
            names = below(sheet.legend)
            more = {"head": HEAD + names, "names": names, "base": _BASE}
            return Layout(size, *turned, MARGIN, pages, more=more)
    return Layout(least, width, height, MARGIN, [])


class _Drawing:
    """A table at one size."""

    def __init__(self, sheet: Sheet, metrics: Metrics, paper: tuple[float, float]) -> None:
        self.rows, self.metrics, self.paper = list(sheet.rows), metrics, paper
        self.texts = sheet.texts
        self.pad = _PAD * metrics.size
        widths: dict[int, float] = {}
        for row in self.rows:
            for cell in row.cells:
                needed = metrics.go(cell.row) if cell.row else metrics.code
                widths[cell.feedback] = max(widths.get(cell.feedback, 0.0), needed)
        least = metrics.rules.pegs / 2 * 0.7 * metrics.size  # for the pegs in the head
        columns = {value: max(widths[value], least) + self.pad for value in sorted(widths)}
        self.width = metrics.head + 2 * self.pad + sum(columns.values())
        # The space left goes between the columns.
        more = max(0.0, min(self.paper[0] - 2 * MARGIN - self.width, 0.5 * self.width))
        self.columns: dict[int, tuple[float, float]] = {}
        x = (self.paper[0] - self.width - more) / 2
        self.left = x
        x += metrics.head + 2 * self.pad
        for value, width in columns.items():
            width += more / len(columns)
            self.columns[value] = x, width
            x += width
        self.right = x
        self.head = HEAD + below(sheet.legend)
        self.room = self.paper[1] - 2 * MARGIN - FOOT - (_ABOVE + _BELOW) * metrics.size
        """Height for the rows of a page."""

    def parts(self, room: float = 0.0) -> list[list[SheetRow]]:
        """Return the rows of each page, as many as fit; at least two rows follow a heading."""
        room = min(room or self.room, self.room)
        heading = _HEADING * self.metrics.size
        parts: list[list[SheetRow]] = []
        left, turn = 0.0, 0
        for row in self.rows:
            height = self._height(row)
            needed = height if row.turn == turn else heading + 2 * height
            if not parts or needed > left:
                left = room - heading - (0.0 if parts else self.head)
                parts.append([])
            elif row.turn != turn:
                left -= heading
            parts[-1].append(row)
            left -= height
            turn = row.turn
        return parts

    def pages(self) -> list[Page]:
        """Return the rows on their pages, which are equally full."""
        count, empty, full = len(self.parts()), 0.0, self.room
        while full - empty > 1:
            room = (empty + full) / 2
            empty, full = (empty, room) if len(self.parts(room)) <= count else (room, full)
        return [self._page(rows, at == 0) for at, rows in enumerate(self.parts(full))]

    def _page(self, rows: list[SheetRow], first: bool) -> Page:
        """Return one page, with the answers at its head and its foot."""
        size = self.metrics.size
        page = Page(first=rows[0].number, last=rows[-1].number)
        top = MARGIN + (self.head if first else 0.0)
        starts = [at for at, row in enumerate(rows) if at == 0 or row.turn != rows[at - 1].turn]
        used = sum(map(self._height, rows)) + _HEADING * size * len(starts)
        room = self.room - (self.head if first else 0.0)
        more = min(_MORE * size, (room - used) / len(rows))
        y = self._answers(page, top, "column", _ABOVE * size)
        shaded = False
        for at, row in enumerate(rows):
            if at in starts:
                # The first row of a turn follows the last one of the turn before.
                again = row.number > 1 and self.rows[row.number - 2].turn == row.turn
                words = self.texts("turnAgain" if again else "turn", turn=row.turn)
                page.elements.append(["heading", self.left, y, _HEADING * size, words])
                y += _HEADING * size
                shaded = False
            height = self._height(row) + more
            if shaded:
                page.elements.append(["band", self.left, y, self.right - self.left, height])
            shaded = not shaded
            page.elements += self._row(row, y + more / 2)
            y += height
        bottom = self._answers(page, y, "foot", _BELOW * size)
        page.elements[:0] = self._rules(top, bottom)
        # Tints lie under lines, and lines under headings.
        page.elements.sort(key=lambda thing: thing[0] != "band")
        return page

    def _height(self, row: SheetRow) -> float:
        lines = max((len(cell.codes) for cell in row.cells), default=1) or 1
        return (lines * _LINE + 0.24) * self.metrics.size

    def _answers(self, page: Page, y: float, kind: str, height: float) -> float:
        """Draw the answers above or below their columns; return where they end."""
        size = self.metrics.size
        above = kind == "column"
        for value, (x, width) in self.columns.items():
            place = (x, y + (0 if above else 0.5 * size), width - self.pad, height - 0.5 * size)
            page.elements.append([kind, *place, *divmod(value, 10)])
        line = y + (height - 0.3 * size if above else 0.3 * size)
        page.elements.append(["line", self.left, line, self.right - self.left, 0.0])
        return y + height

    def _rules(self, top: float, bottom: float) -> Iterator[Element]:
        """Draw a line before each column, stronger if the number of black pegs changes."""
        before = -1
        for value, (x, _) in self.columns.items():
            strong = value // 10 != before
            yield ["rule", x - self.pad / 2, top, bottom - top, strong]
            before = value // 10

    def _row(self, row: SheetRow, y: float) -> list[Element]:
        """Draw number, guess and cells of a row."""
        metrics = self.metrics
        y += 0.17 * metrics.size
        elements = list(metrics.draw_head(row, self.left + self.pad / 2, y))
        for cell in row.cells:
            x, width = self.columns[cell.feedback]
            if cell.row:
                shift = (width - self.pad - metrics.go(cell.row)) / 2
                elements.append(["go", x + shift, y, cell.row])
            shift = (width - self.pad - metrics.code) / 2
            for line, code in enumerate(cell.codes):
                elements.append(metrics.draw_code(code, x + shift, y + line * _LINE * metrics.size))
        return elements
