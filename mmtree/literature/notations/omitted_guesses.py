"""What is played where nothing is printed: the codes in order, or the cheapest there is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from mmtree.errors import NotationError
from mmtree.game.feedback import Pegs, compare, pegs
from mmtree.game.rules import Rules

if TYPE_CHECKING:  # a tree that is printed whole needs no NumPy
    from mmtree.game.table import CodeTable

MAX_SEARCHED = 1296
"""Secrets left, at most, for which the cheapest is searched: all those of 4p6c."""

Choose = Callable[[list[int]], int]
"""The next guess, from the secrets left in rising order; asked in preorder of the tree."""


class Filler:
    """Fills in parts of a tree that were left out.

    Args:
        rules: the rules.
        search: False plays the codes in order everywhere: a quick trial of what is printed.

    Attributes:
        in_order: parts of three secrets or more in which the codes were played in order.
        cheapest: those in which the cheapest guesses were played.
    """

    def __init__(self, rules: Rules, search: bool = True) -> None:
        self.rules = rules
        self.search = search
        self.in_order = 0
        self.cheapest = 0
        self._ready: dict[int, Pegs] = {}

    def cells(self, guess: int, secrets: list[int]) -> dict[int, list[int]]:
        """The secrets left after each feedback to a guess, in canonical order of the feedbacks."""
        mine, whites = self._peg(guess), self.rules.whites
        cells: defaultdict[int, list[int]] = defaultdict(list)
        for secret in secrets:
            cells[compare(mine, self._peg(secret), whites)].append(secret)
        return dict(sorted(cells.items()))

    def fill(self, secrets: list[int], any_order: bool) -> Choose:
        """How these secrets are played.

        Args:
            secrets: the secrets left, three or more, in rising order.
            any_order: the notation says that any order of the codes will do. Where none is cheaper
                than the codes in order, they are played so.

        Raises:
            NotationError: there are too many to search.
        """
        if len(secrets) > MAX_SEARCHED:
            told = f"{len(secrets)} secrets are left without a guess"
            told = f"{told}: the cheapest is searched for up to {MAX_SEARCHED}"
            raise NotationError("", None, told)
        if not self.search:
            self.in_order += 1
            return min
        price, guesses = self._search(secrets)
        if any_order and self._price_in_order(secrets) == price:
            self.in_order += 1
            return min
        self.cheapest += 1
        rest = iter(guesses)
        return lambda left: next(rest) if len(left) > 2 else left[0]

    def _price_in_order(self, secrets: list[int]) -> int:
        """Guesses summed over the secrets where the first code in order is played each time."""
        price, waiting = 0, [secrets]
        while waiting:
            left = waiting.pop()
            price += len(left)
            cells = self.cells(left[0], left)
            del cells[self.rules.all_black]
            waiting += cells.values()
        return price

    def _search(self, secrets: list[int]) -> tuple[int, list[int]]:
        """The least guesses summed over the secrets, and the guesses that take so many.

        In preorder, for each position of three secrets or more.
        """
        import numpy as np

        from mmtree.search.kernel import processors
        from mmtree.search.prices import Prices
        from mmtree.strategies.exact import exact_search
        from mmtree.strategies.interface import Task

        table = self._table
        ranks = np.searchsorted(table.numbers, secrets)
        search = exact_search(Task(table, jobs=processors()), Prices(), None)
        solution = search.solve(ranks)
        return solution.price, table.numbers[list(solution.guesses)].tolist()

    @cached_property
    def _table(self) -> CodeTable:
        """The codes, for the search."""
        from mmtree.game.table import CodeTable

        return CodeTable(self.rules)

    def _peg(self, code: int) -> Pegs:
        if code not in self._ready:
            self._ready[code] = pegs(code, self.rules)
        return self._ready[code]
