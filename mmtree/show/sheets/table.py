"""The table: a row for each guess, a column for each answer, grouped by number of guesses."""

from __future__ import annotations

from collections.abc import Iterator

from mmtree.show.rows import Row
from mmtree.show.sheets.layout import BASE, FOOT, MARGIN, PAPERS, Layout, Metrics, Page, Thing
from mmtree.show.sheets.sheet import Sheet

SIZES = (9.0, 8.6, 8.3, 8.0, 7.8, 7.6, 7.4, 7.2, 7.0, 6.8, 6.6, 6.4, 6.2, 6.0)
"""Sizes in points, of which the largest is taken that fits the width and _FEW pages."""
_FEW = 5

HEAD = 84.0
"""Height kept free at the top of the first page; the others have none."""
_PAD = 0.5
"""Room in a row or column beside what stands in it, as a multiple of the size."""
_LINE = 1.06
"""From the first to the second of two last codes, as a multiple of the size."""
_HEADING = 2.1
"""Height of the heading of a group, as a multiple of the size."""


def table(sheet: Sheet, paper: str) -> Layout:
    """Where everything stands on ``a4`` or ``letter``, which is turned where that is wider."""
    upright = PAPERS[paper]
    rows = list(sheet.rows)

    def at(size: float, turned: tuple[float, float]) -> Layout:
        pages = _Drawing(rows, Metrics(sheet, size), turned).pages()
        return Layout(size, *turned, MARGIN, pages, more={"head": HEAD, "base": BASE})

    unit = _Drawing(rows, Metrics(sheet, 1.0), upright).width
    largest: Layout | None = None
    for turned in (upright, upright[::-1]):
        sizes = [size for size in SIZES if size * unit <= turned[0] - 2 * MARGIN]
        # Where the smallest size needs too many pages, so do the others.
        if sizes and len(at(sizes[-1], turned).pages) <= _FEW:
            made = (at(size, turned) for size in sizes)
            return next(layout for layout in made if len(layout.pages) <= _FEW)
        if sizes and largest is None:
            largest = at(sizes[0], turned)
    return largest or Layout(SIZES[-1], *upright, MARGIN, [])


class _Drawing:
    """A table at one size."""

    def __init__(self, rows: list[Row], metrics: Metrics, paper: tuple[float, float]) -> None:
        self.rows, self.metrics, self.paper = rows, metrics, paper
        self.pad = _PAD * metrics.size
        widths: dict[int, float] = {}
        for row in rows:
            for cell in row.cells:
                needed = metrics.go(cell.row) if cell.row else metrics.code
                widths[cell.feedback] = max(widths.get(cell.feedback, 0.0), needed)
        least = metrics.rules.pegs / 2 * 0.7 * metrics.size  # for the pegs in the head
        columns = {value: max(widths[value], least) + self.pad for value in sorted(widths)}
        self.width = metrics.head + 2 * self.pad + sum(columns.values())
        # What room there is goes between the columns.
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

    def pages(self) -> list[Page]:
        """The rows on their pages, each with the head of the table."""
        size = self.metrics.size
        pages: list[Page] = []
        top, y, bottom = 0.0, self.paper[1], self.paper[1] - MARGIN - FOOT
        turn, shaded = 0, False
        for row in self.rows:
            height = self._height(row)
            heading = _HEADING * size if row.turn != turn else 0.0
            # A heading is followed by two rows at least.
            if y + height + (heading and heading + height) > bottom:
                if pages:
                    pages[-1].things[:0] = self._rules(top, y)
                pages.append(Page(first=row.number))
                top = MARGIN + (HEAD if len(pages) == 1 else 0)
                y = self._head(pages[-1], top)
                heading = _HEADING * size
            page = pages[-1]
            if heading:
                again = " (continued)" if row.turn == turn else ""
                page.things.append(["heading", self.left, y, heading, f"Guess {row.turn}{again}"])
                y += heading
                turn, shaded = row.turn, False
            if shaded:
                page.things.append(["band", self.left, y, self.right - self.left, height])
            shaded = not shaded
            page.things += self._row(row, y)
            page.last = row.number
            y += height
        pages[-1].things[:0] = self._rules(top, y)
        for page in pages:  # tints lie under lines, and lines under headings
            page.things.sort(key=lambda thing: thing[0] != "band")
        return pages

    def _height(self, row: Row) -> float:
        lines = max((len(cell.codes) for cell in row.cells), default=1) or 1
        return (lines * _LINE + 0.28) * self.metrics.size

    def _head(self, page: Page, y: float) -> float:
        """Draw the head of the table; returns where the rows begin."""
        size = self.metrics.size
        height = 3.3 * size
        for value, (x, width) in self.columns.items():
            answer = divmod(value, 10)
            page.things.append(["column", x, y, width - self.pad, height - 0.2 * size, *answer])
        page.things.append(["line", self.left, y + height, self.right - self.left, 0.0])
        return y + height + 0.3 * size

    def _rules(self, top: float, bottom: float) -> Iterator[Thing]:
        """A line before the columns of each number of black pegs."""
        before = -1
        for value, (x, _) in self.columns.items():
            if value // 10 != before:
                yield ["line", x - self.pad / 2, top, 0.0, bottom - top]
            before = value // 10

    def _row(self, row: Row, y: float) -> list[Thing]:
        metrics = self.metrics
        y += 0.17 * metrics.size
        things = list(metrics.draw_head(row, self.left + self.pad / 2, y))
        for cell in row.cells:
            x, width = self.columns[cell.feedback]
            if cell.row:
                shift = (width - self.pad - metrics.go(cell.row)) / 2
                things.append(["go", x + shift, y, cell.row])
            shift = (width - self.pad - metrics.code) / 2
            for line, code in enumerate(cell.codes):
                things.append(metrics.draw_code(code, x + shift, y + line * _LINE * metrics.size))
        return things
