"""An opening of a cluster's search and its cells, and the order of the guesses to try."""

from __future__ import annotations

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.search.candidates import CandidateGuesses
from mmtree.search.cluster.cells import Cell
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import Ranks, cell_sizes, native_game, split
from mmtree.search.prices import INFINITE, Bounds, Prices
from mmtree.search.solved_parts import PART, SolvedParts

_SMALL = 1 << 14
"""A cell of so many secrets times guesses, or of no more secrets than feedbacks, is solved in this
process: that takes a few milliseconds, as long as sending it to a worker."""


class GuessOrder:
    """The guesses to try, in the order of the native kernel.

    Args:
        table: the codes.
        prices: the price list.
    """

    def __init__(self, table: CodeTable, prices: Prices) -> None:
        self.table, self.prices = table, prices
        self.least = Bounds(prices, len(table.rules.feedbacks), len(table.numbers))
        self._candidates = CandidateGuesses(table)

    def list_guesses(
        self, secrets: Ranks, history: tuple[int, ...], given: Ranks | None = None
    ) -> tuple[Ranks, Ranks]:
        """Return ranks and bounds (both int64), sorted by bound and then by rank.

        Args:
            secrets: all secrets consistent with some feedback to the history.
            history: the guesses made before.
            given: the guesses to try; None for all.
        """
        table, guesses = self.table, given
        if guesses is None:
            lowest = np.zeros(len(table.numbers), np.uint8)
            native_game(table.rules).representatives(np.array(history, np.uint32), lowest)
            guesses = self._candidates(secrets)
            guesses = guesses[lowest[guesses] > 0]
        bounds = self.least.by_cells(cell_sizes(table, secrets, guesses), len(history))
        order = np.lexsort((guesses, bounds))
        order = order[bounds[order] < INFINITE]
        return guesses[order], bounds[order]


class Opening:
    """A first guess.

    Attributes:
        guess: its rank.
        bound: its lower bound by the sizes of its cells.
        lower: its lower bound by the results so far.
        cells: the cells that workers search, the smallest first; None before :meth:`start`.
        closed: whether it needs no more work: its price is known, or it is pruned.
        price: its price, or None if unknown.
    """

    def __init__(self, guess: int, bound: int) -> None:
        self.guess = guess
        self.bound = self.lower = bound
        self.cells: list[Cell] | None = None
        self.closed = False
        self.price: int | None = None
        self._rest = 0

    def start(self, order: GuessOrder, local: NativeSearch) -> None:
        """Find its cells, and solve the small ones in this process, without updating the bound."""
        table, feedbacks = order.table, order.table.rules.feedbacks
        self.cells, self._rest = [], 0
        for value, secrets in split(table, np.arange(len(table.numbers)), self.guess):
            n = len(secrets)
            if value == table.rules.all_right:
                self._rest += order.prices(1)
                continue
            if n > len(feedbacks):
                ranks, bounds = order.list_guesses(secrets, (self.guess,))
                if n * len(ranks) > _SMALL:
                    loose = min(INFINITE, n * order.prices(1))
                    index, guesses = feedbacks.index(value), ranks.astype(np.uint32)
                    self.cells.append(Cell(self.guess, index, n, guesses, bounds, loose))
                    continue
            self._rest += local.solve(secrets, (self.guess,)).price
        self.cells.sort(key=lambda cell: cell.size)

    def update_bound(self) -> None:
        """Raise the lower bound to the sum of the cells' bounds."""
        self.lower = max(self.lower, min(INFINITE, self._total()))

    def _total(self) -> int:
        return self._rest + sum(cell.lower for cell in self.cells or ())

    def price_of_cells(self) -> int | None:
        """Return the price if all cells are solved, otherwise None."""
        if self.cells is None or not all(cell.solved for cell in self.cells):
            return None
        return min(INFINITE, self._rest + sum(cell.best for cell in self.cells))

    def cell_limit(self, cell: Cell, ceiling: int) -> int:
        """Return the limit for the price of a cell, given the limit for the opening."""
        return INFINITE if ceiling >= INFINITE else ceiling - self._total() + cell.lower


def cell_secrets(table: CodeTable, opening: int, feedback: int) -> Ranks:
    """Return the secrets of a feedback, given by its index in the canonical order."""
    value = table.rules.feedbacks[feedback]
    return dict(split(table, np.arange(len(table.numbers)), opening))[value]


def part_of(cell: Cell) -> SolvedParts:
    """Return the price or the bound of a whole cell as a part."""
    path = cell.opening, cell.feedback, -1, -1
    price, plan = (cell.best, cell.plan) if cell.solved else (cell.lower, cell.plan[:0])
    return SolvedParts(np.array([(*path, price, len(plan))], PART), plan)
