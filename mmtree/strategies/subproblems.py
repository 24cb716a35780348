"""The subproblems of a plan: the place of each set in it, and the total that it takes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.search.partition import Ranks, allow_nesting, split
from mmtree.tree.tree import StrategyTree


@dataclass(frozen=True, eq=False)
class Subproblem:
    """A set of three secrets or more, or of all secrets.

    Attributes:
        history: the guesses (ranks) that lead to it.
        secrets: the secrets (rising ranks).
        start, end: the slice of the plan that holds its guesses.
        total: guesses summed over its secrets by weight, without those of the history.
        weight: the weight of its secrets; their number without weights.
    """

    history: tuple[int, ...]
    secrets: Ranks
    start: int
    end: int
    total: int
    weight: int

    @property
    def limit(self) -> int:
        """The total, with the guesses of the history."""
        return self.total + self.weight * len(self.history)

    @property
    def sample(self) -> tuple[int, int]:
        """The number of its secrets, and as many times the mean of the guesses for them."""
        return len(self.secrets), self.total * len(self.secrets) // self.weight


def list_subproblems(table: CodeTable, plan: Sequence[int]) -> list[Subproblem]:
    """Return all sets of a plan for all secrets, in preorder.

    Args:
        plan: the guesses, as in :class:`mmtree.search.prices.Solution`.
    """
    sets: list[Subproblem] = []
    weights, identified = table.weight, table.rules.identified

    def place(history: tuple[int, ...], secrets: Ranks, start: int) -> tuple[int, int]:
        """Add a set with its subsets; return its total and its end."""
        weight = int(weights[secrets].sum())
        if history and len(secrets) <= 2:
            guessed = 2 * weight - int(weights[secrets].max())  # the heavier one first
            return weight * (len(secrets) - 1) if identified else guessed, start
        mine, guess = len(sets), plan[start]
        sets.append(Subproblem(history, secrets, start, start, 0, 0))  # its place in the order
        total, end = weight, start + 1
        for value, cell in split(table, secrets, guess):
            if value != table.rules.all_right:
                spent, end = place((*history, guess), cell, end)
                total += spent
        sets[mine] = Subproblem(history, secrets, start, end, total, weight)
        return total, end

    allow_nesting(table)
    place((), table.secrets, 0)
    return sets


def replace_guesses(plan: Sequence[int], better: Mapping[Subproblem, Sequence[int]]) -> list[int]:
    """Return the plan with other guesses for some sets, none of which contains another."""
    new, at = [], 0
    for old, guesses in sorted(better.items(), key=lambda item: item[0].start):
        new += [*plan[at : old.start], *guesses]
        at = old.end
    return [*new, *plan[at:]]


def plan_of(tree: StrategyTree, table: CodeTable) -> tuple[int, ...]:
    """Return the guesses of a tree as in a solution; of two secrets, the lower one is guessed.

    Args:
        tree: a tree of the same rules.

    Raises:
        TreeError: it is not a strategy tree.
    """
    found = np.zeros(len(tree) + 1, np.int64)  # secrets found before each node
    np.cumsum(np.frombuffer(tree.consistent, np.uint8), out=found[1:])
    ends = np.arange(len(tree)) + np.frombuffer(tree.extent, np.uint32)
    many = found[ends] - found[:-1] > 2
    many[0] = True
    numbers = np.frombuffer(tree.guess, np.uint64)[many].astype(np.int64)
    return tuple(np.searchsorted(table.numbers, numbers).tolist())
