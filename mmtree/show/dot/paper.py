"""Pages of a strategy tree that fit the paper they are printed on.

Graphviz's ``dot`` lays each page out in several shapes; the one that can be printed in the largest
type is taken. What does not fit one page gets a page for the first table and pages of their own for
what follows each answer.
"""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec

from mmtree.errors import DrawingError
from mmtree.game.feedback import format_feedback
from mmtree.show.dot.pages import TYPE, Page, Shape, below, page_source
from mmtree.show.dot.program import check_program, run
from mmtree.show.printing import INSTALL
from mmtree.show.rows import Row, Rows
from mmtree.tree.tree import StrategyTree

MAX_TABLES = 2_500
"""Tables of the largest tree that is laid out: more would take minutes and hundreds of pages."""
READABLE = 6.0
"""The smallest type that is printed, in points."""
_LARGEST_SCALE = 1.25
_MARGIN = 24
_SHAPES = [Shape(columns, bands) for columns in (1, 2, 3) for bands in (1, 2, 3)]
_HOPELESS = 120
"""Tables that no shape brings onto one page: twice as many as ever fitted."""


@dataclass(frozen=True)
class Paper:
    """A sheet of paper; width and height in points."""

    name: str
    width: int
    height: int

    def scale(self, size: tuple[float, float]) -> float:
        """The factor by which a drawing of this width and height, in points, fills the sheet."""
        room = (self.width - 2 * _MARGIN, self.height - 2 * _MARGIN)
        return min(_LARGEST_SCALE, room[0] / size[0], room[1] / size[1])


A4 = (Paper("A4", 595, 842), Paper("A4 landscape", 842, 595))
A3 = Paper("A3 landscape", 1191, 842)


@dataclass(frozen=True)
class PrintedPage:
    """A page that is ready to print.

    Attributes:
        title: where in the game it belongs.
        source: the text of its graph.
        paper: the sheet it fills.
        type_size: its smallest type, in points.
    """

    title: str
    source: str
    paper: Paper
    type_size: float


def printed_pages(tree: StrategyTree, start: Sequence[int] = ()) -> list[PrintedPage]:
    """A page for the opening and one for each answer to it, or more where one does not suffice.

    Args:
        tree: the strategy tree.
        start: begin after these feedbacks instead of at the opening.

    Raises:
        FeedbackError: a feedback of ``start`` cannot occur there.
        DrawingError: the tree is too large, no table is left after ``start``, or the ``dot``
            program is missing or fails.
    """
    check_program("pages")
    first = tree.node(start)
    rows = Rows(tree)
    way: list[tuple[int, int]] = []
    number = 1
    for feedback in start:
        row = rows[number]
        way.append((row.guess, feedback))
        number = _after(row, feedback)
    if not number:
        raise DrawingError(
            f"after {' '.join(map(format_feedback, start))} {first.secrets_left} secrets are left, "
            "which need no page: see the page before it"
        )
    tables = sum(1 for _ in below(rows, number))
    if tables > MAX_TABLES:
        raise DrawingError(
            f"{tables} tables are too many to print (at most {MAX_TABLES}): "
            "take one branch with --from, as in --from 10"
        )
    pages = _plan(rows, number, tuple(way))
    starts = {page.tables[0]: at for at, page in enumerate(pages, 1)}

    def source(at: int, paper: str = "") -> str:
        return page_source(rows, pages[at - 1], starts, at, len(pages), paper)

    numbers = range(1, len(pages) + 1)
    sizes = _sizes([source(at) for at in numbers])
    ready = []
    for at, page, size in zip(numbers, pages, sizes, strict=True):
        paper = _paper(size)
        text = source(at, _viewport(paper, size))
        answers = " ".join(format_feedback(feedback) for _, feedback in page.way)
        ready.append(PrintedPage(answers or "opening", text, paper, TYPE * paper.scale(size)))
    return ready


def _after(row: Row, feedback: int) -> int:
    """The number of the row that follows a feedback; 0 where there is none."""
    return next((cell.row for cell in row.cells if cell.feedback == feedback), 0)


def _plan(rows: Rows, number: int, way: tuple[tuple[int, int], ...]) -> list[Page]:
    """Which table stands on which page, in the order of their numbers."""
    pages: list[Page] = []
    waiting = [(number, way)]
    while waiting:
        at, way = waiting.pop()
        tables = tuple(row.number for row in below(rows, at))
        shape = _shape(rows, Page(way, tables)) if pages and len(tables) <= _HOPELESS else None
        if shape:
            pages.append(Page(way, tables, shape))
            continue
        pages.append(Page(way, (at,)))
        row = rows[at]
        waiting += [
            (cell.row, (*way, (row.guess, cell.feedback)))
            for cell in reversed(row.cells)
            if cell.row
        ]
    return pages


def _shape(rows: Rows, page: Page) -> Shape | None:
    """The shape that can be printed in the largest type; None where none is readable."""
    # A band has no less than one table that leads on to others.
    shapes = [s for s in _SHAPES if s.bands * s.columns < len(page.tables)] or _SHAPES[:1]
    sizes = _sizes([page_source(rows, replace(page, shape=s), {}, 1, 1) for s in shapes])
    best = max(zip(sizes, shapes, strict=True), key=lambda pair: _merit(pair[0]))
    return best[1] if TYPE * _paper(best[0]).scale(best[0]) >= READABLE else None


def _merit(size: tuple[float, float]) -> tuple[bool, float]:
    """What makes one size of a drawing better than another: smaller paper, then larger type."""
    paper = _paper(size)
    return paper is not A3, paper.scale(size)


def _paper(size: tuple[float, float]) -> Paper:
    """A4 upright or across, whichever takes larger type, or A3 where that would be too small."""
    small = max(A4, key=lambda paper: paper.scale(size))
    return small if TYPE * small.scale(size) >= READABLE else A3


def _viewport(paper: Paper, size: tuple[float, float]) -> str:
    """Graphviz's ``viewport``: the whole sheet, the drawing in its upper left corner."""
    scale = math.floor(1000 * paper.scale(size)) / 1000
    x = (paper.width / 2 - _MARGIN) / scale
    y = size[1] - (paper.height / 2 - _MARGIN) / scale
    return f"{paper.width},{paper.height},{scale:.3f},{x:.1f},{y:.1f}"


def _sizes(sources: list[str]) -> list[tuple[float, float]]:
    """Width and height, in points, of each drawing."""
    lines = run("\n".join(sources), "plain").decode().splitlines()
    graphs = [line.split() for line in lines if line.startswith("graph ")]
    return [(72 * float(width), 72 * float(height)) for _, _, width, height in graphs]


def pictures(ready: list[PrintedPage], form: str) -> list[bytes]:
    """Each page as a picture; png in 150 dots per inch.

    Raises:
        DrawingError: the ``dot`` program fails.
    """
    return [run(page.source, form, *["-Gdpi=150"] * (form == "png")) for page in ready]


def one_pdf(ready: list[PrintedPage], title: str) -> bytes:
    """All pages in one PDF file, which a reader lists by their titles.

    Raises:
        DrawingError: pypdf is not installed, or the ``dot`` program fails.
    """
    check_pdf()
    try:
        from pypdf import PdfWriter
    except ImportError as error:
        raise DrawingError(f"pypdf is there, but does not work: {error}") from None

    writer = PdfWriter()
    writer.add_metadata({"/Title": title})
    for page, picture in zip(ready, pictures(ready, "pdf"), strict=True):
        writer.append(io.BytesIO(picture), outline_item=page.title)
    whole = io.BytesIO()
    writer.write(whole)
    return whole.getvalue()


def check_pdf() -> None:
    """Refuse a PDF file of several pages where nothing can join them.

    Raises:
        DrawingError: pypdf is not installed.
    """
    if find_spec("pypdf") is None:
        raise DrawingError(
            f"one pdf of all pages needs pypdf, which is not installed: {INSTALL}; "
            "or write a file for each page, as -o pages.svg does"
        )
