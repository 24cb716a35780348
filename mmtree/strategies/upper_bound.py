"""The total that an exact search has to stay below: a number, or that of a tree there is."""

from __future__ import annotations

from dataclasses import dataclass

from mmtree.errors import StrategyError
from mmtree.game.code import format_code
from mmtree.game.table import CodeTable
from mmtree.search.prices import INFINITE, Objective
from mmtree.strategies.options import whole
from mmtree.tree.tree import StrategyTree

Below = StrategyTree | int
"""A tree: none of a higher total is looked for. A number: only trees of a lower total."""


@dataclass(frozen=True)
class UpperBound:
    """What the search may rely on; the tree that it finds is the same without.

    Attributes:
        total: only trees of a lower total are looked for.
        most: of the tree that shows that there is one, the most guesses; None for a bare number.
    """

    total: int = INFINITE
    most: int | None = None

    @property
    def bare(self) -> bool:
        """Whether there may be no tree below it."""
        return self.most is None and self.total < INFINITE

    def within(self, guesses: int | None) -> int:
        """The limit for trees of at most so many guesses: where the known one has more, none."""
        if guesses is not None and self.most is not None and guesses < self.most:
            return INFINITE
        return self.total


def find_upper_bound(
    below: Below | None, table: CodeTable, opening: int | None, objective: Objective
) -> UpperBound:
    """What is known beforehand, replayed where it is a tree.

    Args:
        below: as :data:`Below`; None for nothing.
        table: the codes.
        opening: rank of the first guess asked for, or None.
        objective: what is minimised.

    Raises:
        StrategyError: it says nothing about the trees that are looked for.
        TreeError: it is no strategy tree.
    """
    if below is None:
        return UpperBound()
    if not isinstance(below, StrategyTree):
        total = whole("below", below, 1)
        if objective.worst_first:
            raise StrategyError(
                f"below {total}: a total alone says nothing of the least max, "
                "so give a tree, or its max as max_guesses without worst_first"
            )
        return UpperBound(min(total, INFINITE))
    figures, rules = below.figures, table.rules
    number = f"a number, as {figures.total + 1}, asks for trees of a lower total"
    if below.rules != rules:
        raise StrategyError(f"below: a tree of {below.rules} says nothing of {rules}")
    check_known("below", below, table, opening, objective.max_guesses, f": {number}")
    return UpperBound(figures.total + 1, figures.max)


def check_known(
    what: str,
    tree: StrategyTree,
    table: CodeTable,
    opening: int | None,
    most: int | None,
    instead: str = "",
) -> None:
    """Refuse a tree of the same rules that is none of those looked for.

    Args:
        what: the argument that gives it.
        tree: the tree.
        table: the codes.
        opening: rank of the first guess asked for, or None.
        most: the most guesses allowed, or None.
        instead: what more is said.

    Raises:
        StrategyError: it is opened otherwise, or takes too many guesses.
        TreeError: it is no strategy tree.
    """
    if opening is not None and tree.root.guess != (asked := int(table.numbers[opening])):
        opened, wanted = format_code(tree.root.guess, tree.rules), format_code(asked, tree.rules)
        raise StrategyError(f"{what}: the tree opens {opened}, not {wanted}{instead}")
    if most is not None and tree.max > most:
        raise StrategyError(f"{what}: the tree takes {tree.max} guesses, not {most}{instead}")
