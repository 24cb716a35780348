"""What stands where on paper, for the templates to draw.

All lengths are points (1/72 inch) from the top left corner of the page; ``size`` is the diameter of
a peg, or the type size of a letter. What is drawn is a list of things, each a list of its kind, the
place of its top left corner, and what it shows:

    ["row", x, y, number]           the number of a row, in a box
    ["code", x, y, size, colors]    a code
    ["answer", x, y, black, white]  the codemaker's answer in numbers
    ["keys", x, y, size, black, white]          the same in pegs, side by side
    ["square", x, y, size, height, black, white]   the same in the square of a board
    ["column", x, y, width, height, black, white]  the same, as the head of a column; "foot" below
    ["go", x, y, number]            the row to go on with
    ["then", x, y]                  between the first and the second of two last codes
    ["first-row", x, y, width, height, number]  the number of row 1 in the index of the card
    ["index", x, y, size, black, white]  an answer of the index
    ["lead", x, y, size, number]    the row that it leads to
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

Thing = list[object]

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
"""Width and height of every paper, in points; a style names those that it is printed on."""
MAX_PAGES = 60
"""Pages of the largest sheet that is made without being asked twice."""
MARGIN, FOOT, BASE = 20.0, 13.0, 7.5
"""Of the pages of card and table: margin, height kept free at the foot, type size of the head."""
ARROW = 0.88
"""Width of an arrow, as a multiple of the size."""
KEY_STEP = 1.16
"""From one of the codemaker's pegs to the next, as a multiple of their diameter."""


@dataclass
class Page:
    """One page: the things on it, and its first and last row, 0 where rows have no numbers."""

    things: list[Thing] = field(default_factory=list)
    first: int = 0
    last: int = 0


@dataclass
class Layout:
    """A sheet as it stands on paper.

    Attributes:
        size: diameter of a peg, or type size of a letter.
        width, height: of a page, as it is turned.
        margin: on all sides.
        pages: none where the sheet does not fit the paper at a size that can be read.
        more: what the template of one style alone needs.
    """

    size: float
    width: float
    height: float
    margin: float
    pages: list[Page]
    more: Mapping[str, object] = field(default_factory=dict)


class Measured(Protocol):
    """What widths depend on: a sheet, or as much of one."""

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
        """True where codes are drawn as pegs."""


class Metrics:
    """Widths in points of what is printed at one size.

    Args:
        sheet: the sheet.
        size: diameter of a peg, or type size of a letter, in points.
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
        """Width of an arrow and the number of a row."""
        return len(str(number)) * self.digit + ARROW * self.size

    def codes(self, count: int) -> float:
        """Width of so many last codes."""
        return count * self.code + (count - 1) * self.then

    def cell(self, cell: Cell) -> float:
        """Width of an answer and what follows it."""
        follows = self.go(cell.row) if cell.row else self.codes(len(cell.codes))
        return self.answer + self.gap + follows

    def draw_head(self, row: SheetRow, x: float, y: float) -> Iterator[Thing]:
        """The number of a row and its guess."""
        yield ["row", x, y, row.number]
        yield self.draw_code(row.guess, x + self.row + self.gap, y)

    def draw_cell(self, cell: Cell, x: float, y: float) -> Iterator[Thing]:
        """An answer and what follows it, in a line."""
        yield ["answer", x, y, *divmod(cell.feedback, 10)]
        yield from self.draw_rest(cell, x + self.answer + self.gap, y)

    def draw_rest(self, cell: Cell, x: float, y: float) -> Iterator[Thing]:
        """What follows an answer, in a line."""
        if cell.row:
            yield ["go", x, y, cell.row]
        for at, code in enumerate(cell.codes):
            if at:
                yield ["then", x, y]
                x += self.then
            yield self.draw_code(code, x, y)
            x += self.code

    def draw_code(self, code: int, x: float, y: float, larger: float = 1.0) -> Thing:
        """A code, so many times as large as the others."""
        return ["code", x, y, larger * self.size, self.rules.digits(code)]


def below(names: list[tuple[str, str]]) -> float:
    """Height for the symbols and names of the colours, four in a line below the head of table and
    short notation; 0 where a few short ones stand beside how to play."""
    many = len(names) > 8 or any(len(name) > 10 for _, name in names)
    return 12.0 * -(-len(names) // 4) * many
