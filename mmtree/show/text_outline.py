"""A strategy tree as an outline: a line for each answer that leaves one or two secrets.

A guess and the first answer to it share a line, so the lines are as few as can be, and a branch is
followed to the right and downwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from mmtree.show.sheet_rows import Cell, Rows, SheetRow

Join = Literal["first", "only", "middle", "last"]


_JOINS: dict[tuple[bool, bool], Join] = {
    (True, True): "only",
    (True, False): "first",
    (False, False): "middle",
    (False, True): "last",
}


@dataclass(frozen=True, slots=True)
class Branch:
    """One answer in a line, with the guess or the last codes after it.

    Attributes:
        join: whether other answers to the same guess are below it, above it, both or neither.
        cell: the cell of the answer.
        row: the next row; None if the cell has codes.
    """

    join: Join
    cell: Cell
    row: SheetRow | None

    @property
    def more(self) -> bool:
        """Whether other answers to the same guess are below."""
        return self.join in ("first", "middle")


@dataclass(frozen=True, slots=True)
class Line:
    """One line.

    Attributes:
        above: the answers before the first one in this line, which are in lines above.
        branches: the answers in this line, from left to right.
    """

    above: tuple[Branch, ...]
    branches: tuple[Branch, ...]


def outline(rows: Rows) -> Iterator[Line]:
    """Yield the lines of the outline, without the guess of row 1."""
    # For each guess on the path: its cells, and the number of finished cells.
    way: list[tuple[SheetRow, int]] = [(rows[1], 0)]
    above: list[Branch] = []
    while way:
        branches = []
        while True:
            row, at = way[-1]
            cell = row.cells[at]
            join = _JOINS[at == 0, at == len(row.cells) - 1]
            way[-1] = row, at + 1
            following = rows[cell.row] if cell.row else None
            branches.append(Branch(join, cell, following))
            if following is None:
                break
            way.append((following, 0))
        yield Line(tuple(above), tuple(branches))
        above += branches
        while way and way[-1][1] == len(way[-1][0].cells):
            way.pop()
        del above[max(len(way) - 1, 0) :]
