"""The schedule of a search on a cluster: the openings, their cells, and the slices to search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.search.candidates import CandidateGuesses
from mmtree.search.cluster.cells import WHOLE, Cell, Slice, make_parts
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import Ranks, cell_sizes, native_game, split
from mmtree.search.prices import INFINITE, Bounds, Prices, Solution
from mmtree.search.solved_parts import Packed, SolvedParts

_SMALL = 1 << 14
"""A cell of so many secrets times guesses, or of no more secrets than feedbacks, is solved in this
process: that takes a few milliseconds, as long as sending it to a worker."""
_SECONDS, _MATRIX_SECONDS, _SENDING_SECONDS = 0.2, 2e-8, 0.002
"""The least time that a slice should take: so long, since a search bounds all guesses at first, and
so long for each secret times codes (ten times as long as to make the feedback matrix), and for each
worker (this process needs half of it to hand out a slice)."""


@dataclass(eq=False)
class Opening:
    """A first guess.

    Attributes:
        number, guess: its place in the order of the openings, and its rank.
        lower, upper: the bounds of its price by the results so far.
        cells: the cells that workers search, the largest first; None before the start.
        rest: the price of its small cells.
    """

    number: int
    guess: int
    lower: int
    upper: int = INFINITE
    cells: list[Cell] | None = None
    rest: int = 0

    def update(self) -> None:
        """Add up the bounds of the cells."""
        cells = self.cells or ()
        self.lower = max(self.lower, min(INFINITE, self.rest + sum(cell.lower for cell in cells)))
        self.upper = min(self.upper, self.rest + sum(cell.best for cell in cells))

    def aim(self, ceiling: int) -> None:
        """If all cells have reached their targets, set new ones that add up to a ceiling.

        Small cells take little work, and are searched for their price first. To raise a cell of n
        secrets by x takes work that grows with exp(70 x / n), so that the least work is done if all
        others are raised by nearly the same for each secret, as in the kernel's even_raising.c.
        """
        if all(cell.is_raised for cell in self.cells or ()):
            cells = [cell for cell in self.cells or () if not cell.solved]
            small = [cell for cell in cells if 3 * len(cell) <= len(cells[0])]
            secrets = 0 if small else sum(map(len, cells))
            for cell in small or cells:
                missing = ceiling - self.lower
                cell.aim(cell.lower + -(-missing * len(cell) // (secrets or len(cell))))


@dataclass(eq=False)
class Schedule:
    """The openings of a search with their cells, and the slices to search.

    The first opening is searched for its price. As soon as each of its cells has some price, their
    sum is a limit for the others, which are raised to it in rounds; an opening that turns out to be
    cheaper takes its place. The order of the slices matters only for the time: all results are
    valid.

    Attributes:
        table, prices, limit, known, keep: as of the search.
        given: the first guesses to try; None for all.
        best: the least price known to be attained, if below the limit.
        winner: the number of its opening; −1 if there is none.
        openings: the first guesses, by bound and then by rank.
    """

    table: CodeTable
    prices: Prices
    limit: int
    given: Ranks | None
    known: SolvedParts
    keep: Callable[[Packed], None]
    best: int = INFINITE
    winner: int = -1
    openings: list[Opening] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._least = Bounds(self.prices, len(self.table.rules.feedbacks), len(self.table.numbers))
        self._candidates = CandidateGuesses(self.table)
        self._local = NativeSearch(self.table, self.prices, remember=True)
        self._unit = self.prices(1)
        ranks, bounds = self.list_guesses(self.table.secrets, (), self.given)
        for number, (guess, bound) in enumerate(zip(ranks.tolist(), bounds.tolist(), strict=True)):
            opening = Opening(number, guess, bound)
            self.openings.append(opening)
            for _, _, second, _, price, length in self._known_parts(guess, -1).records.tolist():
                if second < 0:
                    opening.lower = max(opening.lower, price)
                    opening.upper = price if length else opening.upper
            self._update_best(opening)
        self._by_guess = {opening.guess: opening for opening in self.openings}

    def list_guesses(
        self, secrets: Ranks, history: tuple[int, ...], given: Ranks | None = None
    ) -> tuple[Ranks, Ranks]:
        """Return the guesses to try and their bounds, by bound and then by rank, as the kernel."""
        table, guesses = self.table, given
        if guesses is None:
            lowest = np.zeros(len(table.numbers), np.uint8)
            native_game(table.rules).representatives(np.array(history, np.uint32), lowest)
            guesses = self._candidates(secrets)
            guesses = guesses[lowest[guesses] > 0]
        bounds = self._least.by_cells(cell_sizes(table, secrets, guesses), len(history))
        order = np.lexsort((guesses, bounds))
        order = order[bounds[order] < INFINITE]
        return guesses[order], bounds[order]

    def _known_parts(self, opening: int, feedback: int) -> SolvedParts:
        """Return the known parts of an opening (feedback −1) or of a cell."""
        records = self.known.records
        ours = (records["guess"] == opening) & (records["feedback"] == feedback)
        return self.known.select(np.flatnonzero(ours), records["length"][ours] > 0)

    def _start(self, opening: Opening) -> None:
        """Find the cells of an opening, and solve the small ones in this process."""
        feedbacks, cells = self.table.rules.feedbacks, []
        for value, secrets in split(self.table, self.table.secrets, opening.guess):
            history, n = (opening.guess,), len(secrets)
            if value == self.table.rules.all_right:
                opening.rest += self.prices(1)
                continue
            guesses, bounds = self.list_guesses(secrets, history)
            if n <= len(feedbacks) or n * len(guesses) <= _SMALL:
                opening.rest += self._local.solve(secrets, history).price
                continue
            cell = Cell(opening.guess, feedbacks.index(value), secrets, guesses, bounds)
            cell.add_parts(self._known_parts(cell.opening, cell.feedback))
            cells.append(cell)
        opening.cells = sorted(cells, key=len, reverse=True)
        opening.update()
        self._update_best(opening)

    def _update_best(self, opening: Opening) -> None:
        price, number = opening.upper, opening.number
        if price < self.limit and (price, number) < (self.best, self.winner):
            former = self.openings[self.winner] if self.winner not in (-1, number) else None
            for cell in (former and former.cells) or ():  # it need only be pruned
                cell.aim(cell.lower)
            self.best, self.winner = price, number

    def _ceiling(self, opening: Opening) -> int:
        """Return the bound from which on an opening cannot win."""
        return min(self.limit, self.best + (opening.number < self.winner))

    def is_closed(self, opening: Opening) -> bool:
        """Whether an opening needs no more work: its price is known, or it is pruned."""
        if opening.number == self.winner:
            cells = opening.cells or ()
            return opening.lower == opening.upper and all(cell.solved for cell in cells)
        return opening.lower >= self._ceiling(opening)

    def iter_slices(self, slots: int) -> Iterator[Slice]:
        """Yield slices for so many threads, the most urgent first, until there are no more."""
        for opening in self.openings:
            if opening.cells is None and not self.is_closed(opening):
                self._start(opening)
            if self.is_closed(opening):
                continue
            seeks = opening.number == self.winner or self._ceiling(opening) >= INFINITE
            if not seeks:
                opening.aim(self._ceiling(opening))
            for cell in opening.cells or ():
                if seeks:
                    cell.aim(INFINITE)
                seconds = max(_SECONDS, _SENDING_SECONDS * slots)
                seconds = max(seconds, _MATRIX_SECONDS * len(cell) * len(self.table.numbers))
                while task := cell.next_slice(seconds, slots, self._unit):
                    yield task
            if self._ceiling(opening) >= INFINITE:
                return  # without a limit, hardly any guess of the next openings would be pruned

    def add_solution(self, task: Slice, solution: Solution, seconds: float) -> None:
        """Add the result of a slice."""
        cell, opening = task[0], self._by_guess[task[0].opening]
        self.keep(cell.add_solution(task, solution, seconds).packed)
        opening.update()
        self._update_best(opening)
        if cell.solved:
            self.keep(cell.part.packed)

    @property
    def final_parts(self) -> Packed:
        """The parts for the final search: the winner's cells, and a bound of each other opening."""
        parts = [self.known]
        for opening in self.openings:
            if opening.number == self.winner:
                parts += [cell.part for cell in opening.cells or ()]
            else:
                parts.append(make_parts(opening.guess, -1, WHOLE, opening.lower))
        return SolvedParts.unpack(*(part.packed for part in parts)).compact().packed
