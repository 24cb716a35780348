"""The sets of a tree that was planned: where each is, and what the tree spends on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mmtree.game.table import CodeTable
from mmtree.search.partition import Ranks, split
from mmtree.tree.tree import StrategyTree


@dataclass(frozen=True, eq=False)
class Subproblem:
    """A set of three secrets or more, or all of them.

    Attributes:
        history: the guesses (ranks) that lead to it.
        secrets: the secrets (rising ranks).
        start, end: which of the guesses of the whole plan are its own.
        total: guesses summed over its secrets, from here on.
    """

    history: tuple[int, ...]
    secrets: Ranks
    start: int
    end: int
    total: int


def placed(table: CodeTable, plan: Sequence[int]) -> list[Subproblem]:
    """All sets of a plan for all secrets, in preorder.

    Args:
        table: the codes.
        plan: as :class:`mmtree.search.solution.Solution` has it.
    """
    sets: list[Subproblem] = []

    def place(history: tuple[int, ...], secrets: Ranks, start: int) -> tuple[int, int]:
        """The total and the end of a set."""
        if history and len(secrets) <= 2:
            return len(secrets) * (len(secrets) + 1) // 2, start
        mine, guess = len(sets), plan[start]
        sets.append(Subproblem(history, secrets, start, start, 0))  # its place in the order
        total, end = len(secrets), start + 1
        for value, cell in split(table, secrets, guess):
            if value != table.rules.all_black:
                spent, end = place((*history, guess), cell, end)
                total += spent
        sets[mine] = Subproblem(history, secrets, start, end, total)
        return total, end

    place((), np.arange(len(table.numbers)), 0)
    return sets


def replaced(plan: Sequence[int], better: Mapping[Subproblem, Sequence[int]]) -> list[int]:
    """The plan with other guesses for some of its sets, none of which lies within another."""
    new, at = [], 0
    for old, guesses in sorted(better.items(), key=lambda item: item[0].start):
        new += [*plan[at : old.start], *guesses]
        at = old.end
    return [*new, *plan[at:]]


def plan_of(tree: StrategyTree, table: CodeTable) -> tuple[int, ...]:
    """The guesses of a tree, as a solution has them; where two secrets are left, the lower one.

    Args:
        tree: of the same rules.
        table: the codes.

    Raises:
        TreeError: it is no strategy tree.
    """
    found = np.zeros(len(tree) + 1, np.int64)  # secrets that were guessed before each node
    np.cumsum(np.frombuffer(tree.consistent, np.uint8), out=found[1:])
    ends = np.arange(len(tree)) + np.frombuffer(tree.extent, np.uint32)
    many = found[ends] - found[:-1] > 2
    many[0] = True
    numbers = np.frombuffer(tree.guess, np.uint64)[many].astype(np.int64)
    return tuple(np.searchsorted(table.numbers, numbers).tolist())
