"""A strategy tree as an outline: a line for each answer that leaves one or two secrets.

A guess and the first answer to it share a line, so the lines are as few as can be, and a branch is
followed to the right and downwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from mmtree.show.rows import Cell, Row, Rows

Join = Literal["first", "only", "middle", "last"]


_JOINS: dict[tuple[bool, bool], Join] = {
    (True, True): "only",
    (True, False): "first",
    (False, False): "middle",
    (False, True): "last",
}


@dataclass(frozen=True, slots=True)
class Branch:
    """One answer in a line, and the guess or the last codes after it.

    Attributes:
        join: whether more answers to the same guess stand below it, above it, both or neither.
        cell: the answer; its codes are the last ones.
        row: the row that it leads to; None where the cell has codes.
    """

    join: Join
    cell: Cell
    row: Row | None


@dataclass(frozen=True, slots=True)
class Line:
    """One line.

    Attributes:
        above: for each answer before the first one in this line, the branch it belongs to, and
            whether more answers to the guess before it stand below.
        branches: the answers in this line, from left to right.
    """

    above: tuple[tuple[Branch, bool], ...]
    branches: tuple[Branch, ...]


def outline(rows: Rows) -> Iterator[Line]:
    """The lines of the outline, the guess of row 1 left out."""
    opening = rows[1]
    # For each guess on the way: its cells, and how many of them are done.
    way: list[tuple[Row, int]] = [(opening, 0)]
    above: list[tuple[Branch, bool]] = []
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
        above += [(branch, branch.join in ("first", "middle")) for branch in branches]
        while way and way[-1][1] == len(way[-1][0].cells):
            way.pop()
        del above[max(len(way) - 1, 0) :]
