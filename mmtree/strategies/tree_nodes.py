"""The nodes of a tree in preorder: from a chooser, or from the guesses that a search found."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from mmtree.game.code_table import CodeTable
from mmtree.progress import OnProgress, Progress
from mmtree.search.partition import Ranks, first_of_two, split
from mmtree.strategies.interface import Chooser, History
from mmtree.tree.tree import extents_of

Nodes = tuple["array[int]", "array[int]", "array[int]"]
"""Guesses, feedbacks and extents, as :class:`mmtree.tree.tree.StrategyTree` takes them."""


def grow_tree(
    table: CodeTable, chooser: Chooser, opening: int | None, progress: OnProgress | None
) -> Nodes:
    """Play a chooser against every secret.

    Args:
        table: the codes.
        chooser: called for every set of two secrets or more, in preorder.
        opening: rank of the first guess; None leaves it to the chooser.
        progress: called with the secrets found after each node.
    """
    nodes = _NodeWriter(table, progress)
    waiting: list[tuple[int, Ranks, History]] = [(0, table.secrets, ())]
    while waiting:
        feedback, secrets, history = waiting.pop()
        if len(secrets) == 1:
            guess = secrets.item(0)
        elif history or opening is None:
            guess = chooser(secrets, history)
        else:
            guess = opening
        cells = nodes.add(len(history), feedback, secrets, guess)
        waiting += [(value, cell, (*history, (guess, value))) for value, cell in reversed(cells)]
    return nodes.finish()


def expand_tree(table: CodeTable, guesses: Sequence[int], progress: OnProgress | None) -> Nodes:
    """Add to the guesses of a search those for one or two secrets, and the feedbacks.

    Args:
        table: the codes.
        guesses: as in :class:`mmtree.search.solution.Solution`, for all secrets.
        progress: called with the secrets found after each node.
    """
    nodes = _NodeWriter(table, progress)
    used = 0
    waiting: list[tuple[int, Ranks, int]] = [(0, table.secrets, 0)]
    while waiting:
        feedback, secrets, depth = waiting.pop()
        if depth and len(secrets) <= 2:
            guess = first_of_two(table, secrets) if len(secrets) == 2 else secrets.item(0)
        else:
            guess, used = guesses[used], used + 1
        cells = nodes.add(depth, feedback, secrets, guess)
        waiting += [(value, cell, depth + 1) for value, cell in reversed(cells)]
    return nodes.finish()


class _NodeWriter:
    """Collects nodes in preorder."""

    def __init__(self, table: CodeTable, progress: OnProgress | None) -> None:
        self._table = table
        self._numbers: list[int] = table.numbers.tolist()
        self._progress = progress
        self._guesses, self._feedbacks, self._depths = array("Q"), array("B"), array("I")
        self._found = 0
        self._report()

    def add(self, depth: int, feedback: int, secrets: Ranks, guess: int) -> list[tuple[int, Ranks]]:
        """Add a node; return the cells that its guess leaves, each with its feedback."""
        self._guesses.append(self._numbers[guess])
        self._feedbacks.append(feedback)
        self._depths.append(depth)
        cells = [] if len(secrets) == 1 else split(self._table, secrets, guess)
        if not cells:
            self._found += 1
        elif cells[-1][0] == self._table.rules.all_right:
            self._found += 1
            del cells[-1]
        self._report()
        return cells

    def finish(self) -> Nodes:
        """Return the nodes."""
        return self._guesses, self._feedbacks, extents_of(self._depths)

    def _report(self) -> None:
        if self._progress:
            self._progress(Progress(self._found, self._table.rules.secrets))
