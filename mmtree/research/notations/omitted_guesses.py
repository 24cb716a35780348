"""Guesses for positions that are not printed: the codes in order, or the cheapest guesses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from mmtree.errors import NotationError
from mmtree.game.answers import Prepared
from mmtree.game.rules import Rules

if TYPE_CHECKING:  # a completely printed tree needs no NumPy
    from mmtree.game.code_table import CodeTable

MAX_SEARCHED = 1296
"""The most secrets left for which the cheapest guesses are searched: those of 4p6c."""

Choose = Callable[[list[int]], int]
"""Returns the next guess for the secrets left, in rising order; called in preorder of the tree."""


class OmittedGuesses:
    """Chooses the guesses that a printed tree omits.

    Args:
        rules: the rules.
        search: False guesses the codes in order everywhere, to try a printed tree quickly.

    Attributes:
        in_order: the number of positions of three or more secrets guessed in order.
        cheapest: the number of those with the cheapest guesses.
    """

    def __init__(self, rules: Rules, search: bool = True) -> None:
        self.rules = rules
        self.search = search
        self.in_order = 0
        self.cheapest = 0
        self._pegs: dict[int, Prepared] = {}

    def split(self, guess: int, secrets: list[int]) -> dict[int, list[int]]:
        """Return the secrets left after each feedback, in canonical order of the feedbacks."""
        guess_pegs, answer = self._pegs_of(guess), self.rules.answer
        cells: defaultdict[int, list[int]] = defaultdict(list)
        for secret in secrets:
            cells[answer(guess_pegs, self._pegs_of(secret))].append(secret)
        return dict(sorted(cells.items()))

    def fill(self, secrets: list[int], any_order: bool) -> Choose:
        """Choose how to play these secrets.

        Args:
            secrets: the secrets left, three or more, in rising order.
            any_order: the notation says that any order of the codes will do. They are guessed in
                order if no other guesses are cheaper.

        Raises:
            NotationError: there are too many to search.
        """
        if len(secrets) > MAX_SEARCHED:
            reason = f"{len(secrets)} secrets are left without a guess"
            reason = f"{reason}: the cheapest guesses are searched for up to {MAX_SEARCHED}"
            raise NotationError("", None, reason)
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
        """Return the total if the first code in order is guessed each time."""
        price, waiting = 0, [secrets]
        while waiting:
            left = waiting.pop()
            price += len(left)
            cells = self.split(left[0], left)
            del cells[self.rules.all_right]
            waiting += cells.values()
        return price

    def _search(self, secrets: list[int]) -> tuple[int, list[int]]:
        """Return the least total, and guesses that reach it.

        The guesses are in preorder, one for each position of three or more secrets.
        """
        import numpy as np

        from mmtree.search.kernel import processors
        from mmtree.search.prices import Prices
        from mmtree.strategies.exact import exact_search
        from mmtree.strategies.interface import Task

        table = self._table
        ranks = np.searchsorted(table.numbers, secrets)
        search = exact_search(Task(table, jobs=processors()), Prices())
        solution = search.solve(ranks)
        return solution.price, table.numbers[list(solution.guesses)].tolist()

    @cached_property
    def _table(self) -> CodeTable:
        from mmtree.game.code_table import CodeTable

        return CodeTable(self.rules)

    def _pegs_of(self, code: int) -> Prepared:
        if code not in self._pegs:
            self._pegs[code] = self.rules.prepare(code)
        return self._pegs[code]
