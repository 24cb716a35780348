"""The schedule of a search on a cluster: the openings, their cells, and the slices to search."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.search.candidates import CandidateGuesses
from mmtree.search.cluster.cells import Cell, Slice
from mmtree.search.exact_native import NativeSearch
from mmtree.search.native_game import native_game
from mmtree.search.partition import Ranks, cell_sizes, split
from mmtree.search.prices import INFINITE, Solution
from mmtree.search.size_bounds import Bounds
from mmtree.search.solved_parts import Packed, SolvedParts


@dataclass(eq=False)
class Opening:
    """A first guess.

    Attributes:
        number, guess: its place in the order of the openings, and its rank.
        lower: a lower bound of its price by the results so far.
        started: whether its cells are known.
        cells: the cells that workers search, the largest first.
        rest: the price of its small cells.
    """

    number: int
    guess: int
    lower: int
    started: bool = False
    cells: list[Cell] = field(default_factory=list)
    rest: int = 0

    def aim(self, ceiling: int) -> None:
        """If all cells have reached their targets, set new ones that add up to a ceiling.

        Small cells take little work, and are searched for their price first. To raise a cell of n
        secrets by x takes work that grows with exp(70 x / n), so that the least work is done if all
        others are raised by nearly the same for each secret, as in the kernel's even_raising.c.
        """
        if ceiling == INFINITE:
            for cell in self.cells:
                cell.target = INFINITE
        elif all(cell.target == INFINITE or cell.has_reached(cell.target) for cell in self.cells):
            sizes = {cell: len(cell.secrets) for cell in self.cells if not cell.has_reached()}
            small = [cell for cell, size in sizes.items() if 3 * size <= max(sizes.values())]
            for cell in small or sizes:
                part = 1 if small else sizes[cell] / sum(sizes.values())
                cell.target = cell.lower + ceil((ceiling - self.lower) * part)


class Schedule:
    """The openings of a search with their cells, and the slices to search.

    The first opening is searched for its price. As soon as each of its cells has some price, their
    sum is a limit for the others, which are raised to it in rounds; an opening that turns out to be
    cheaper takes its place. The order of the slices matters only for the time: all results are
    valid.

    Args:
        search: the search, with the known parts, and the function that keeps new ones.
        limit: only prices below it are sought.
        given: the first guesses to try; None for all.

    Attributes:
        best: the least price known to be attained, if below the limit.
        winner: the number of its opening; −1 if there is none.
        scanned: the number of sets for which all guesses were bounded.
        openings: the first guesses, by bound and then by rank.
    """

    def __init__(
        self, search: NativeSearch, limit: int = INFINITE, given: Ranks | None = None
    ) -> None:
        self.table = CodeTable(search.codes.rules)
        self.prices, self.limit = search.prices, limit
        self._known = SolvedParts.unpack(search.known)
        self.keep = search.keep or (lambda parts: None)
        self._least = Bounds(self.prices, len(self.table.rules.feedbacks), len(self.table.numbers))
        self._candidates = CandidateGuesses(self.table)
        self._local = NativeSearch(self.table, self.prices, remember=True)
        self.best, self.winner, self.scanned = INFINITE, -1, 0
        self.openings: list[Opening] = []
        ranks, bounds = self.list_guesses(self.table.secrets, (), given)
        for number, (guess, bound) in enumerate(zip(ranks.tolist(), bounds.tolist(), strict=True)):
            opening = Opening(number, guess, bound)
            self.openings.append(opening)
            for *_, price, length in self._known_parts(guess, -1).records.tolist():
                opening.lower = max(opening.lower, price)
                if length:
                    self._improve(opening, price)
        self._by_guess = {opening.guess: opening for opening in self.openings}

    def list_guesses(
        self, secrets: Ranks, history: tuple[int, ...], given: Ranks | None = None
    ) -> tuple[Ranks, Ranks]:
        """Return the guesses to try and their bounds, by bound and then by rank, as the kernel."""
        table, guesses = self.table, given
        if guesses is None:
            lowest = np.zeros(len(table.numbers), np.uint8)
            native_game(table.rules).representatives(np.array(history, np.uint32), lowest)
            guesses = self._candidates(secrets, history)
            guesses = guesses[lowest[guesses] > 0]
        bounds = self._least.by_cells(cell_sizes(table, secrets, guesses), len(history))
        order = np.lexsort((guesses, bounds))
        order = order[bounds[order] < INFINITE]
        return guesses[order], bounds[order]

    def _known_parts(self, opening: int, feedback: int) -> SolvedParts:
        """Return the known parts of an opening (feedback −1) or of a cell."""
        records = self._known.records
        ours = (records["guess"] == opening) & (records["feedback"] == feedback)
        return self._known.select(np.flatnonzero(ours), records["length"][ours] > 0)

    def _start(self, opening: Opening) -> None:
        """Find the cells of an opening, and solve the small ones in this process."""
        feedbacks, history = self.table.rules.feedbacks, (opening.guess,)
        for value, secrets in split(self.table, self.table.secrets, opening.guess):
            if value == self.table.rules.all_right:
                opening.rest += self.prices(1)
            elif len(secrets) <= len(feedbacks):
                opening.rest += self._local.solve(secrets, history).price
            else:
                feedback, guesses = feedbacks.index(value), self.list_guesses(secrets, history)
                cell = Cell(opening.guess, feedback, secrets, *guesses)
                cell.add_parts(self._known_parts(opening.guess, feedback))
                opening.cells.append(cell)
        opening.cells.sort(key=lambda cell: -len(cell.secrets))
        opening.started = True
        self._update(opening)

    def _update(self, opening: Opening) -> None:
        """Add up the bounds and the prices of the cells."""
        lower = opening.rest + sum(cell.lower for cell in opening.cells)
        opening.lower = max(opening.lower, min(INFINITE, lower))
        self._improve(opening, opening.rest + sum(cell.best for cell in opening.cells))

    def _improve(self, opening: Opening, price: int) -> None:
        if price < self._ceiling(opening):
            self.best, self.winner = price, opening.number

    def _ceiling(self, opening: Opening) -> int:
        """Return the bound from which on an opening cannot win."""
        return min(self.limit, self.best + (opening.number < self.winner))

    def is_closed(self, opening: Opening) -> bool:
        """Whether an opening needs no more work: its price is known, or it is pruned."""
        if opening.number == self.winner:
            return all(cell.has_reached() for cell in opening.cells)
        return opening.lower >= self._ceiling(opening)

    def iter_slices(self, slots: int) -> Iterator[Slice]:
        """Yield slices for so many threads, the most urgent first, until there are no more."""
        for opening in self.openings:
            if not opening.started and not self.is_closed(opening):
                self._start(opening)
            if self.is_closed(opening):
                continue
            opening.aim(INFINITE if opening.number == self.winner else self._ceiling(opening))
            for cell in opening.cells:
                while task := cell.next_slice(slots):
                    yield task
            if self._ceiling(opening) >= INFINITE:
                return  # without a limit, hardly any guess of the next openings would be pruned

    def add_solution(self, task: Slice, solution: Solution) -> None:
        """Add the result of a slice."""
        cell = task[0]
        self.scanned += solution.scanned
        self.keep(cell.add_solution(task, solution).packed)
        self._update(self._by_guess[cell.opening])

    @property
    def final_parts(self) -> Packed:
        """The parts for the final search: the known ones, and the results for each cell."""
        parts = [self._known, *(cell.part for opening in self.openings for cell in opening.cells)]
        return SolvedParts.unpack(*(part.packed for part in parts)).compact().packed
