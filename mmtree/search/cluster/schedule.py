"""The schedule of a search on a cluster: open batches, their order, and the results so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mmtree.game.code_table import CodeTable
from mmtree.search.cluster.cells import Batch, Cell
from mmtree.search.cluster.openings import GuessOrder, Opening, part_of
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import Ranks
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import MIN_SECONDS, CellTime
from mmtree.search.solved_parts import PART, Packed, SolvedParts

SECONDS = 0.5
"""The time that a batch should take: long compared with sending, short compared with a search."""

_LIKELY = 0.2
"""The assumed excess of the best total over an opening's least bound, in guesses per secret."""


@dataclass(frozen=True)
class SearchSpec:
    """The search to which all parts belong.

    Attributes:
        table: the codes.
        prices: the price list.
        limit: only trees of a lower price are sought.
    """

    table: CodeTable
    prices: Prices
    limit: int = INFINITE


class Schedule:
    """The openings of a search with their cells, and the order of the batches.

    An opening is closed when its price is known, or when the bounds of its cells add up to the
    price of another. All cells of an opening may be searched at the same time, and the next
    openings as well when there is nothing else to hand out. The order matters only for the time:
    all results are valid.

    Args:
        spec: the search.
        openings: the first guesses to try; None for all.
        known: parts of an earlier run.
        keep: called with newly solved parts.
    """

    def __init__(
        self,
        spec: SearchSpec,
        openings: Ranks | None,
        known: Packed,
        keep: Callable[[Packed], None],
    ) -> None:
        self.spec = spec
        self.keep = keep
        self.taken: list[CellTime] = []
        self.best, self.winner = INFINITE, -1
        self._order = GuessOrder(spec.table, spec.prices)
        self._local = NativeSearch(spec.table, spec.prices, remember=True)
        self._known = _by_cell(SolvedParts.unpack(known))
        everything = np.arange(len(spec.table.numbers))
        ranks, bounds = self._order.list_guesses(everything, (), openings)
        self.openings = [
            Opening(guess, bound)
            for guess, bound in zip(ranks.tolist(), bounds.tolist(), strict=True)
        ]
        self._by_guess = {
            opening.guess: (number, opening) for number, opening in enumerate(self.openings)
        }
        self._plans: dict[int, SolvedParts] = {}
        for number, opening in enumerate(self.openings):
            for part in self._known.pop((opening.guess, -1), []):
                self._restore(number, opening, part)

    def _restore(self, number: int, opening: Opening, part: SolvedParts) -> None:
        """Restore the price or the bound of an opening from an earlier run."""
        price = int(part.records["price"][0])
        opening.lower = max(opening.lower, price)
        if len(part.plans):
            opening.price, opening.closed = price, True
            self._plans[number] = part
            self._update_best(number, price)

    def _update_best(self, number: int, price: int) -> None:
        if price < self.spec.limit and (price, number) < (self.best, self.winner):
            self.best, self.winner = price, number

    def ceiling(self, number: int) -> int:
        """Return the bound from which on an opening cannot win."""
        return min(self.spec.limit, self.best + (number < self.winner))

    def batch(self, near: Cell | None, slots: int) -> Batch | None:
        """Return the next batch; None if there is none at the moment.

        Args:
            near: the last cell of the worker, which still has its feedback matrix.
            slots: the number of searches that the cluster runs at the same time.
        """
        for number, opening in enumerate(self.openings):
            if opening.bound >= min(self.ceiling(number), self._likely_bound):
                return None  # the bounds of all further openings are at least as high
            if opening.closed:
                continue
            if opening.cells is None:
                self._start(opening)
            if self._try_close(number, opening):
                continue
            ceiling = self.ceiling(number)
            cells = opening.cells or []
            if ceiling >= INFINITE and not number:  # the largest cell, which takes longest, first
                cells = cells[::-1]
            if near in cells:
                cells = [near, *cells]
            for cell in cells:
                if batch := cell.batch(opening.cell_limit(cell, ceiling), SECONDS, slots):
                    return batch
        return None

    @property
    def _likely_bound(self) -> int:
        """The bound from which on an opening is unlikely to win; infinite once there is a price."""
        if self.best < INFINITE:
            return INFINITE
        spread = _LIKELY * self.spec.prices.unit * self.spec.table.rules.secrets
        first = next((opening for opening in self.openings if not opening.closed), None)
        return first.bound + int(spread) if first else INFINITE

    @property
    def is_done(self) -> bool:
        """Whether all openings that can win are closed."""
        for number, opening in enumerate(self.openings):
            if opening.bound >= self.ceiling(number):
                return True
            if not opening.closed and not self._try_close(number, opening):
                return False
        return True

    def is_wanted(self, batch: Batch) -> bool:
        """Check whether the result of a batch still matters."""
        _, opening = self._by_guess[batch.cell.opening]
        return not (opening.closed or batch.cell.solved)

    def add_result(self, batch: Batch, parts: Packed, seconds: float) -> None:
        """Add the result of a batch."""
        cell = batch.cell
        cell.finish(batch, seconds)
        was_solved = cell.solved
        cell.add_parts(SolvedParts.unpack(parts))
        self.keep(parts)
        if cell.solved and not was_solved:
            self.keep(part_of(cell).packed)
            if cell.seconds > MIN_SECONDS:
                self.taken.append((cell.size, cell.best - cell.first, cell.seconds))
        number, opening = self._by_guess[cell.opening]
        opening.update_bound()
        if not opening.closed:
            self._try_close(number, opening)

    def _start(self, opening: Opening) -> None:
        opening.start(self._order, self._local)
        for cell in opening.cells or ():
            for part in self._known.pop((cell.opening, cell.feedback), []):
                if int(part.records["second"][0]) < 0:
                    cell.set_price(int(part.records["price"][0]), part.plans.copy())
                else:
                    cell.add_parts(part)
        opening.update_bound()

    def _try_close(self, number: int, opening: Opening) -> bool:
        """Close an opening if its price is known or it is pruned; return whether it is closed."""
        price = opening.price_of_cells()
        if price is not None and price < INFINITE:
            opening.price = price
            self._update_best(number, price)
        if opening.price is None and opening.lower < self.ceiling(number):
            return False
        opening.closed = True
        if opening.price is None:
            self.keep(_bound_of(opening).packed)
        return True

    @property
    def final_parts(self) -> Packed:
        """The parts for the final search: the winner's cells, and a bound of each other opening."""
        parts = []
        for number, opening in enumerate(self.openings):
            if number in self._plans:
                parts.append(self._plans[number])
            elif number == self.winner:
                parts += [part_of(cell) for cell in opening.cells or ()]
            elif opening.closed:
                parts.append(_bound_of(opening))
        return SolvedParts.unpack(*(part.packed for part in parts)).packed


def _bound_of(opening: Opening) -> SolvedParts:
    record = (opening.guess, -1, -1, -1, opening.lower, 0)
    return SolvedParts(np.array([record], PART), np.zeros(0, np.uint32))


def _by_cell(parts: SolvedParts) -> dict[tuple[int, int], list[SolvedParts]]:
    """Group parts by opening (feedback −1) and cell, whole cells separately from second guesses."""
    indices: dict[tuple[int, int, bool], list[int]] = {}
    for at, (guess, feedback, second, *_) in enumerate(parts.records.tolist()):
        indices.setdefault((guess, feedback, second >= 0), []).append(at)
    found: dict[tuple[int, int], list[SolvedParts]] = {}
    for (guess, feedback, _), group in indices.items():
        keep = np.array(group, np.intp)
        selected = parts.select(keep, parts.records["length"][keep] > 0)
        found.setdefault((guess, feedback), []).append(selected)
    return found
