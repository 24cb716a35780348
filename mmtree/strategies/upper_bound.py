"""The upper bound of an exact search: a number, or the total of a known tree."""

from __future__ import annotations

from dataclasses import dataclass

from mmtree.errors import StrategyError
from mmtree.game.code import format_code
from mmtree.game.code_table import CodeTable
from mmtree.game.objective import Objective
from mmtree.search.prices import INFINITE
from mmtree.strategies.options import check_whole_number
from mmtree.tree.tree import StrategyTree

BelowLimit = StrategyTree | int
"""A tree: trees of a higher total are pruned. A number: only trees of a lower total are found."""


@dataclass(frozen=True)
class UpperBound:
    """An upper bound. The tree that a search finds does not depend on it.

    Attributes:
        total: only trees of a lower total are looked for.
        most: the max of the known tree; None for a bare number.
    """

    total: int = INFINITE
    most: int | None = None

    @property
    def bare(self) -> bool:
        """Whether it is a number, so that there may be no tree below it."""
        return self.most is None and self.total < INFINITE

    def within(self, guesses: int | None) -> int:
        """Return the limit for trees of a given max: no limit if the known tree has more."""
        if guesses is not None and self.most is not None and guesses < self.most:
            return INFINITE
        return self.total


def find_upper_bound(
    below: BelowLimit | None, table: CodeTable, opening: int | None, objective: Objective
) -> UpperBound:
    """Return the upper bound that a tree, which is replayed, or a number gives.

    Args:
        below: the tree or number; None for no bound.
        table: the codes.
        opening: rank of the given first guess, or None.
        objective: the objective of the search.

    Raises:
        StrategyError: the bound is not valid for the trees of the search.
        TreeError: the tree is not a strategy tree.
    """
    if below is None:
        return UpperBound()
    if not isinstance(below, StrategyTree):
        total = check_whole_number("below", below, 1)
        if objective.worst_first:
            raise StrategyError(
                f"below {total}: a total gives no bound for the least max; "
                "give a tree, or its max as max_guesses without worst_first"
            )
        return UpperBound(min(total, INFINITE))
    figures, rules = below.figures, table.rules
    number = f"a number, such as {figures.total + 1}, asks for trees of a lower total"
    if below.rules != rules:
        raise StrategyError(f"below: the tree is for {below.rules}, not for {rules}")
    check_start_tree("below", below, table, opening, objective.max_guesses, f": {number}")
    return UpperBound(figures.total + 1, figures.max)


def check_start_tree(
    what: str,
    tree: StrategyTree,
    table: CodeTable,
    opening: int | None,
    most: int | None,
    instead: str = "",
) -> None:
    """Refuse a tree that a search of the same rules cannot start from.

    Args:
        what: the name of the argument.
        tree: the tree.
        table: the codes.
        opening: rank of the given first guess, or None.
        most: the most guesses allowed, or None.
        instead: the end of the message.

    Raises:
        StrategyError: it has another opening, or takes too many guesses.
        TreeError: it is not a strategy tree.
    """
    if opening is not None and tree.root.guess != (asked := int(table.numbers[opening])):
        opened, wanted = format_code(tree.root.guess, tree.rules), format_code(asked, tree.rules)
        raise StrategyError(f"{what}: the tree opens {opened}, not {wanted}{instead}")
    if most is not None and tree.max > most:
        raise StrategyError(f"{what}: the tree takes {tree.max} guesses, not {most}{instead}")
