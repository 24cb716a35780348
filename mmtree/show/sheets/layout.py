"""The layout of pages, as lists of elements that the templates draw.

All lengths are points (1/72 inch) from the top left corner of the page; ``size`` is the diameter of
a peg, or the type size of a letter. Each element is a list of its kind, the place of its top left
corner, and its content:

    ["row", x, y, number]           the number of a row, in a box
    ["code", x, y, size, colors]    a code
    ["answer", x, y, black, white]  the codemaker's answer in numbers
    ["keys", x, y, size, black, white]          the answer in pegs, in a line
    ["square", x, y, size, height, black, white]   the answer in the square of a board
    ["column", x, y, width, height, black, white]  the answer as the head of a column; "foot" below
    ["go", x, y, number]            the next row
    ["then", x, y]                  between the first and the second of two last codes
    ["first-row", x, y, width, height, number]  the number of row 1 in the index of the card
    ["index", x, y, size, black, white]  an answer of the index
    ["lead", x, y, size, number]    the row after this answer
    ["panel", x, y, width, height]  a tint behind both
    ["heads", x, y, row, code]      heads of a column of the pocket card, so far apart
    ["band", x, y, width, height]   a tint behind a row
    ["line", x, y, dx, dy]          a thin line
    ["rule", x, y, dy, strong]      a light line down, or a stronger one
    ["heading", x, y, height, text]  a heading
    ["text", x, y, pitch, lines]    lines of the short notation, so far from one to the next
    ["box", x, y, width, height]    a frame, and ["number", x, y, number] in its corner
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from mmtree.game.rules import Rules
from mmtree.show.sheet_rows import Cell, Rows, SheetRow

Element = list[object]

MM = 72 / 25.4
PAPERS = {
    "a4": (210 * MM, 297 * MM),
    "letter": (612.0, 792.0),
    "card": (85 * MM, 54 * MM),
    "a0": (841 * MM, 1189 * MM),
    "a1": (594 * MM, 841 * MM),
    "a2": (420 * MM, 594 * MM),
    "a3": (297 * MM, 420 * MM),
    "ansi-d": (22 * 72.0, 34 * 72.0),
    "ansi-c": (17 * 72.0, 22 * 72.0),
    "tabloid": (11 * 72.0, 17 * 72.0),
}
"""Width and height of every paper, in points; each style names its papers."""
MAX_PAGES = 60
"""Pages of the largest sheet that is made without being asked twice."""
MARGIN, FOOT, BASE = 20.0, 13.0, 7.5
"""On the pages of card and table: margin, empty height at the foot, type size of the head."""
ARROW = 0.88
"""Width of an arrow, as a multiple of the size."""
KEY_STEP = 1.16
"""From one of the codemaker's pegs to the next, as a multiple of their diameter."""


@dataclass
class Page:
    """One page: its elements, and its first and last row, 0 if rows have no numbers."""

    elements: list[Element] = field(default_factory=list)
    first: int = 0
    last: int = 0


@dataclass
class Layout:
    """The layout of a sheet on paper.

    Attributes:
        size: the diameter of a peg, or the type size of a letter.
        width, height: the size of a page in its orientation.
        margin: the margin on all sides.
        pages: the pages; none if the sheet does not fit the paper at a readable size.
        more: values for the template of this style only.
    """

    size: float
    width: float
    height: float
    margin: float
    pages: list[Page]
    more: Mapping[str, object] = field(default_factory=dict)


class Measured(Protocol):
    """The properties of a sheet that widths depend on."""

    @property
    def rules(self) -> Rules:
        """The rules of the game."""

    @property
    def rows(self) -> Rows:
        """The rows of the tree."""

    @property
    def symbols(self) -> str:
        """How codes are written."""

    @property
    def drawn(self) -> bool:
        """Whether codes are drawn as pegs."""


class Metrics:
    """The widths in points of printed elements at one size.

    Args:
        sheet: the sheet.
        size: the diameter of a peg, or the type size of a letter, in points.
    """

    DIGIT: ClassVar[float] = 0.56
    """Width of a digit of an answer or of the number of a row, as a multiple of the size."""

    def __init__(self, sheet: Measured, size: float) -> None:
        self.size = size
        self.rules = sheet.rules
        # M, the thirteenth letter, is wide.
        letter = 0.95 if sheet.rules.colors > 12 else 0.72
        self.step = size * {"pegs": 1.03, "letters": letter}.get(sheet.symbols, 0.62)
        """From peg to peg, letter to letter or digit to digit."""
        self.code = self.step * sheet.rules.pegs
        self.digit = self.DIGIT * size
        self.answer = self.digit * (2 if sheet.rules.whites else 1)
        self.gap = (0.2 if sheet.drawn else 0.36) * size
        self.then = 0.36 * size
        self.row = len(str(len(sheet.rows))) * self.digit + 0.4 * size
        """Width of the number of a row, in its box."""
        self.head = self.row + self.gap + self.code
        """Width of the number of a row and its guess."""

    def go(self, number: int) -> float:
        """Return the width of an arrow and the number of a row."""
        return len(str(number)) * self.digit + ARROW * self.size

    def codes(self, count: int) -> float:
        """Return the width of a number of last codes."""
        return count * self.code + (count - 1) * self.then

    def cell(self, cell: Cell) -> float:
        """Return the width of an answer and its cell."""
        follows = self.go(cell.row) if cell.row else self.codes(len(cell.codes))
        return self.answer + self.gap + follows

    def draw_head(self, row: SheetRow, x: float, y: float) -> Iterator[Element]:
        """Yield the number of a row and its guess."""
        yield ["row", x, y, row.number]
        yield self.draw_code(row.guess, x + self.row + self.gap, y)

    def draw_cell(self, cell: Cell, x: float, y: float) -> Iterator[Element]:
        """Return the elements of an answer and its cell, in a line."""
        yield ["answer", x, y, *divmod(cell.feedback, 10)]
        yield from self.draw_rest(cell, x + self.answer + self.gap, y)

    def draw_rest(self, cell: Cell, x: float, y: float) -> Iterator[Element]:
        """Return the elements of a cell, in a line."""
        if cell.row:
            yield ["go", x, y, cell.row]
        for at, code in enumerate(cell.codes):
            if at:
                yield ["then", x, y]
                x += self.then
            yield self.draw_code(code, x, y)
            x += self.code

    def draw_code(self, code: int, x: float, y: float, larger: float = 1.0) -> Element:
        """Return the element of a code, scaled by a factor."""
        return ["code", x, y, larger * self.size, self.rules.digits(code)]


def below(names: list[tuple[str, str]]) -> float:
    """Return the height of the colour names, four in a line below the head of table and short
    notation; 0 if a few short names are next to the instructions."""
    many = len(names) > 8 or any(len(name) > 10 for _, name in names)
    return 12.0 * -(-len(names) // 4) * many
