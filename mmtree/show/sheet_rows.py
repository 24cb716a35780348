"""A strategy tree as the numbered rows of a sheet.

A row is a guess with its cells, one for each answer. If one secret is left, the cell has that code;
if two are left, it has both codes in playing order; else the cell names another row.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
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
    """The rows of a tree, made one by one.

    Args:
        tree: the strategy tree.
        by_turn: number the rows by turn (all second guesses, then all third …) instead of in the
            order of play, in which the next row is near.
        order: number the rows in this order: their indices in the order of play, from 0.

    Attributes:
        tree: the strategy tree.
        turns: the number of rows for the first guess, the second …
    """

    def __init__(
        self, tree: StrategyTree, by_turn: bool = False, order: Iterable[int] | None = None
    ) -> None:
        self.tree = tree
        turns: list[list[int]] = []  # the nodes that get a row, by turn
        self._number = array("L", [0]) * len(tree)
        self._turn = array("L", [0]) * len(tree)
        nodes = []
        for node, depth in tree.walk():
            if node and tree.extent[node] <= 2:  # one or two secrets are left
                continue
            if depth == len(turns):
                turns.append([])
            turns[depth].append(node)
            nodes.append(node)
            self._turn[node] = depth + 1
        if order is not None:
            nodes = [nodes[at] for at in order]
        self._nodes = [node for turn in turns for node in turn] if by_turn else nodes
        for number, node in enumerate(self._nodes, 1):
            self._number[node] = number
        self.turns = tuple(map(len, turns))

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
