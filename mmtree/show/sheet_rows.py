"""A strategy tree as the numbered rows of a sheet.

A row is a guess with its cells, one for each answer. If one secret is left, the cell has that code;
if two are left, it has both codes in playing order; else the cell names another row.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from mmtree.tree.tree import StrategyTree


@dataclass(frozen=True, slots=True)
class Cell:
    """The next step after one answer.

    Attributes:
        feedback: the answer, 10·black + white.
        codes: the last codes to play, in this order, one or two; empty if a row follows.
        row: the number of the next row; 0 if there are codes.
    """

    feedback: int
    codes: tuple[int, ...]
    row: int


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A guess with a cell for each answer; all black ends the game and has no cell.

    Attributes:
        number: 1 for the opening.
        turn: 1 for the first guess, 2 for the second …
        guess: the code number to guess.
        cells: in canonical order of the answers.
    """

    number: int
    turn: int
    guess: int
    cells: tuple[Cell, ...]


class Rows:
    """The rows of a tree, numbered in the order of play and made one by one."""

    def __init__(self, tree: StrategyTree) -> None:
        self.tree = tree
        self._number = array("L", [0]) * len(tree)
        self._turn = array("L", [0]) * len(tree)
        self._nodes = array("L")
        for node, depth in tree.walk():
            if node and tree.extent[node] <= 2:  # one or two secrets are left
                continue
            self._nodes.append(node)
            self._number[node] = len(self._nodes)
            self._turn[node] = depth + 1

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._nodes)

    def __iter__(self) -> Iterator[SheetRow]:
        """Yield all rows, in the order of their numbers."""
        return map(self._row, self._nodes)

    def __getitem__(self, number: int) -> SheetRow:
        """Return the row of a number from 1."""
        return self._row(self._nodes[number - 1])

    def _row(self, node: int) -> SheetRow:
        tree = self.tree
        guess, feedback, extent = tree.guess, tree.feedback, tree.extent
        cells = []
        for child in tree.child_indices(node):
            number = self._number[child]
            codes = () if number else tuple(guess[child : child + extent[child]])
            cells.append(Cell(feedback[child], codes, number))
        return SheetRow(self._number[node], self._turn[node], guess[node], tuple(cells))
