"""One opening, with its cells, before and while they are searched."""

from __future__ import annotations

import numpy as np

from mmtree.game.table import CodeTable
from mmtree.search.candidates import CandidateGuesses
from mmtree.search.cluster.cells import Cell
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import Ranks, cell_sizes, native_game, split
from mmtree.search.prices import INFINITE, Bounds, Prices
from mmtree.search.solved_parts import PART, SolvedParts

_SMALL = 1 << 14
"""A cell of fewer secrets times guesses takes a few milliseconds: it is not worth the way."""


class Guesses:
    """The guesses worth trying, in the order in which the native kernel tries them.

    Args:
        table: the codes.
        prices: the price list.
        slack: guesses whose bound exceeds the least by more are not tried; None for no limit.
    """

    def __init__(self, table: CodeTable, prices: Prices, slack: int | None) -> None:
        self.table, self.prices = table, prices
        self.slack = INFINITE if slack is None else slack
        self.least = Bounds(prices, len(table.rules.feedbacks), len(table.numbers))
        self._useful = CandidateGuesses(table)

    def listed(
        self, secrets: Ranks, history: tuple[int, ...], given: Ranks | None = None
    ) -> tuple[Ranks, Ranks]:
        """Ranks and bounds (int64 both), by bound and then by rank.

        Args:
            secrets: all that agree with some feedback to the history.
            history: the guesses before.
            given: the only ones to be tried; None for all.
        """
        table, guesses = self.table, given
        if guesses is None:
            lowest = np.zeros(len(table.numbers), np.uint8)
            native_game(table.rules).representatives(np.array(history, np.uint32), lowest)
            guesses = self._useful(secrets)
            guesses = guesses[lowest[guesses] > 0]
        bounds = self.least.by_cells(cell_sizes(table, secrets, guesses), len(history))
        order = np.lexsort((guesses, bounds))
        end = min(INFINITE - 1, int(bounds.min(initial=INFINITE)) + self.slack)
        order = order[bounds[order] <= end]
        return guesses[order], bounds[order]


class Opening:
    """A first guess.

    Attributes:
        guess: its rank.
        lower: no tree that begins with it is cheaper, by what is known.
        cells: those that have to be searched, the smallest first; None before it is begun.
        settled: nothing more need be known of it.
        price: what it costs, where that is known; else None.
    """

    def __init__(self, guess: int, bound: int) -> None:
        self.guess = guess
        self.bound = self.lower = bound
        self.cells: list[Cell] | None = None
        self.settled = False
        self.price: int | None = None
        self._rest = 0

    def begin(self, guesses: Guesses) -> None:
        """Find its cells, and bounds for them."""
        table, prices = guesses.table, guesses.prices
        feedbacks = table.rules.feedbacks
        self.cells, self._rest = [], 0
        least = guesses.least.after(1)
        for value, secrets in split(table, np.arange(len(table.numbers)), self.guess):
            n = len(secrets)
            if value == table.rules.all_black:
                self._rest += prices(1)
                continue
            if n > 2:
                ranks, bounds = guesses.listed(secrets, (self.guess,))
                first = int(bounds[0]) if len(bounds) else INFINITE
                # One of its own secrets tells all others apart: no tree is cheaper.
                perfect = min(INFINITE, prices(2) + (n - 1) * prices(3))
                if n > len(feedbacks) or first != perfect:
                    place = feedbacks.index(value)
                    loose = min(INFINITE, n * prices(1))
                    self.cells.append(
                        Cell(self.guess, place, n, ranks.astype(np.uint32), bounds, loose)
                    )
                    continue
                self._rest += first
            else:
                self._rest += int(least[n])
        self.cells.sort(key=lambda cell: cell.size)
        self.raise_bound()

    def raise_bound(self) -> None:
        """Add up what is known of its cells."""
        self.lower = max(self.lower, min(INFINITE, self._total()))

    def _total(self) -> int:
        return self._rest + sum(cell.lower for cell in self.cells or ())

    def price_of_cells(self) -> int | None:
        """What it costs, where that is known of all cells; else None."""
        if self.cells is None or not all(cell.settled for cell in self.cells):
            return None
        return min(INFINITE, self._rest + sum(cell.best for cell in self.cells))

    def most(self, cell: Cell, ceiling: int) -> int:
        """Where the opening is to cost less than so much, the cell has to cost less than this."""
        return INFINITE if ceiling >= INFINITE else ceiling - self._total() + cell.lower


def search_small(opening: Opening, search: NativeSearch) -> list[SolvedParts]:
    """Settle the small cells of an opening, here and now; as parts."""
    found = []
    for cell in opening.cells or ():
        if cell.settled or cell.size * len(cell.guesses) > _SMALL:
            continue
        secrets = cell_secrets(search.table, opening.guess, cell.feedback)
        solution = search.solve(secrets, (opening.guess,))
        cell.settle(solution.price, np.array(solution.guesses, np.uint32))
        found.append(part_of(cell))
    opening.raise_bound()
    return found


def cell_secrets(table: CodeTable, opening: int, feedback: int) -> Ranks:
    """The secrets that get a feedback, given by its place in the canonical order."""
    value = table.rules.feedbacks[feedback]
    return dict(split(table, np.arange(len(table.numbers)), opening))[value]


def part_of(cell: Cell) -> SolvedParts:
    """What is settled of the whole cell."""
    way = cell.opening, cell.feedback, -1, -1
    price, plan = (cell.best, cell.plan) if cell.settled else (cell.lower, cell.plan[:0])
    return SolvedParts(np.array([(*way, price, len(plan))], PART), plan)
