"""Pack rows into lines: fill each line as well as possible, and place everything in it.

Widths are multiples of the diameter of a peg; the width of a row is that of its head, its cells,
and the gaps between them. A line has several rows if they fit whole; only a row wider than a line
is broken, and the next row may follow its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

GAP = 0.6
"""From cell to cell."""
BETWEEN = 1.0
"""From row to row in a line, at least."""
INDENT = 0.8
"""Of the further lines of a broken row."""
_AHEAD = 12
"""The number of next rows that are tried after the first row of a line, so that rows stay near the
row that leads to them."""
_GRAIN = 0.05
"""The step to which widths are rounded up when a line is filled."""
_NEAR = 10
"""How many of the next lines are looked at for one that no arrow leads back to."""


@dataclass(frozen=True)
class Widths:
    """The widths of a row: of its head (number and guess), and of each cell."""

    head: float
    cells: tuple[float, ...]

    @cached_property
    def whole(self) -> float:
        """Of the row in one line."""
        return self.head + sum(self.cells) + GAP * len(self.cells)


@dataclass(frozen=True)
class Part:
    """The part of a row in one line.

    Attributes:
        row: the index of the row.
        left, right: the ends of the part.
        cell: the index of its first cell in this line.
        starts: the left ends of this and the following cells.
    """

    row: int
    left: float
    right: float
    cell: int
    starts: tuple[float, ...]

    @property
    def head(self) -> bool:
        """Whether it begins with the number of the row and its guess."""
        return self.cell == 0


def order_rows(rows: Sequence[Widths], parents: Sequence[int], measure: float) -> list[int]:
    """Return the indices of the rows in an order that fills lines well.

    Of the next few lines, the first is the one with the fewest arrows back to it.

    Args:
        rows: the widths of the rows, in the order of play.
        parents: for each row, the row that leads to it; −1 for none of these rows.
        measure: the width of a line.
    """
    waiting = list(_fill_lines(rows, measure))
    found: list[int] = []
    placed = {-1}

    def back(line: list[int]) -> int:
        return sum(parents[row] not in placed and parents[row] not in line for row in line)

    while waiting:
        line = min(waiting[:_NEAR], key=back)
        waiting.remove(line)
        found += line
        placed.update(line)
    return found


def _fill_lines(rows: Sequence[Widths], measure: float) -> Iterator[list[int]]:
    """Yield the rows of each line.

    A line begins with the first row left, followed by the subset of the next few rows that leaves
    the least space (a subset sum, exact for widths rounded up).
    """
    waiting = list(range(len(rows)))
    steps_of = [int(-(-(BETWEEN + row.whole) // _GRAIN)) for row in rows]
    while waiting:
        first = waiting.pop(0)
        end = break_lines(rows[first : first + 1], measure)[-1][-1].right
        room = int((measure - end) / _GRAIN)
        near = waiting[:_AHEAD]
        steps = [steps_of[row] for row in near]
        # Bit n of sums[i] is set if a subset of the first i rows has total width n.
        sums, within = [1], (2 << room) - 1
        for step in steps:
            sums.append((sums[-1] | sums[-1] << step) & within)
        width = sums[-1].bit_length() - 1
        beside = []
        for row, step, without in reversed(list(zip(near, steps, sums[:-1], strict=True))):
            if not without >> width & 1:
                beside.append(row)
                width -= step
        yield [first, *reversed(beside)]
        waiting[:_AHEAD] = [row for row in near if row not in beside]


def break_lines(rows: Sequence[Widths], measure: float) -> list[list[Part]]:
    """Return the rows in lines, in order; no lines if a cell does not fit.

    Args:
        rows: the widths of the rows.
        measure: the width of a line.
    """
    found: list[list[Part]] = [[]]
    for number, row in enumerate(rows):
        line = found[-1]
        left = line[-1].right + BETWEEN if line else 0.0
        if line and left + row.whole > measure:
            found.append([])
            left = 0.0
        x, first, starts = left + row.head, 0, list[float]()
        for cell, width in enumerate(row.cells):
            if x + GAP + width > measure and (cell == 0 or INDENT + width > measure):
                return []
            if x + GAP + width > measure:
                found[-1].append(Part(number, left, x, first, tuple(starts)))
                found.append([])
                left, first, starts = INDENT, cell, []
                x = left - GAP
            starts.append(x + GAP)
            x += GAP + width
        found[-1].append(Part(number, left, x, first, tuple(starts)))
    return found
