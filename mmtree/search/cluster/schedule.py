"""What is still to be searched, in which order, and what follows from what is settled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from mmtree.game.table import CodeTable
from mmtree.search.cluster.cells import Batch, Cell
from mmtree.search.cluster.openings import Guesses, Opening, part_of, search_small
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import Ranks
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import LONG, Taken
from mmtree.search.solved_parts import PART, Packed, SolvedParts

SECONDS = 0.5
"""What a batch should take: long beside the way to a worker, short beside the search."""

_LIKELY = 0.2
"""In guesses for each secret: what the best total exceeds the least bound of an opening by."""


@dataclass(frozen=True)
class Frame:
    """Of which search the parts are.

    Attributes:
        table: the codes.
        prices: the price list.
        slack: as the search has it.
        limit: only trees of a lower price are looked for.
    """

    table: CodeTable
    prices: Prices
    slack: int | None
    limit: int = INFINITE


class Schedule:
    """The openings of a search, their cells, and whose turn it is.

    An opening is settled when its price is known, or when what is known of its cells adds up to
    what another costs. All cells of an opening may be searched at the same time, and the next
    openings with it as soon as there is nothing left to hand out. The order only matters for the
    time: whatever is settled is true.

    Args:
        frame: the search.
        openings: the only first guesses to be tried; None for all.
        known: parts of an earlier run.
        keep: called with parts as they are settled.
    """

    def __init__(
        self,
        frame: Frame,
        openings: Ranks | None,
        known: Packed,
        keep: Callable[[Packed], None],
    ) -> None:
        self.frame = frame
        self.keep = keep
        self.taken: list[Taken] = []
        self.best, self.winner = INFINITE, -1
        self._guesses = Guesses(frame.table, frame.prices, frame.slack)
        self._small = NativeSearch(frame.table, frame.prices, frame.slack, remember=True)
        self._known = _by_cell(SolvedParts.of(known))
        everything = np.arange(len(frame.table.numbers))
        ranks, bounds = self._guesses.listed(everything, (), openings)
        self.openings = [
            Opening(guess, bound)
            for guess, bound in zip(ranks.tolist(), bounds.tolist(), strict=True)
        ]
        self._plans: dict[int, SolvedParts] = {}
        for number, opening in enumerate(self.openings):
            for part in self._known.pop((opening.guess, -1), []):
                self._recall(number, opening, part)

    def _recall(self, number: int, opening: Opening, part: SolvedParts) -> None:
        """Take in what an earlier run knew of a whole opening."""
        price = int(part.records["price"][0])
        opening.lower = max(opening.lower, price)
        if len(part.plans):
            opening.price, opening.settled = price, True
            self._plans[number] = part
            self._offer(number, price)

    def _offer(self, number: int, price: int) -> None:
        if price < self.frame.limit and (price, number) < (self.best, self.winner):
            self.best, self.winner = price, number

    def ceiling(self, number: int) -> int:
        """An opening need only be known to cost so much."""
        return min(self.frame.limit, self.best + (number < self.winner))

    def batch(self, near: Cell | None, slots: int) -> Batch | None:
        """What to hand out next; None while there is nothing.

        Args:
            near: the cell whose frame the worker has.
            slots: how many searches run at the same time.
        """
        for number, opening in enumerate(self.openings):
            if opening.bound >= min(self.ceiling(number), self._likely):
                return None  # as do all that follow, and they count for nothing
            if opening.settled:
                continue
            if opening.cells is None:
                self._begin(opening)
            if self._conclude(number, opening):
                continue
            ceiling = self.ceiling(number)
            cells = opening.cells or []
            if ceiling >= INFINITE and not number:  # then the longest way is begun first
                cells = cells[::-1]
            if near in cells:
                cells = [near, *cells]
            for cell in cells:
                if batch := cell.batch(opening.most(cell, ceiling), SECONDS, slots):
                    return batch
        return None

    @property
    def _likely(self) -> int:
        """While no price is known, an opening of a bound so high is hardly the best."""
        if self.best < INFINITE:
            return INFINITE
        spread = _LIKELY * self.frame.prices.unit * self.frame.table.rules.secrets
        first = next((one for one in self.openings if not one.settled), None)
        return first.bound + int(spread) if first else INFINITE

    @property
    def ended(self) -> bool:
        """Whether all is settled."""
        for number, opening in enumerate(self.openings):
            if opening.bound >= self.ceiling(number):
                return True
            if not opening.settled and not self._conclude(number, opening):
                return False
        return True

    def useful(self, batch: Batch) -> bool:
        """Whether what was handed out still matters."""
        number = next(
            at for at, opening in enumerate(self.openings) if opening.guess == batch.cell.opening
        )
        return not (self.openings[number].settled or batch.cell.settled)

    def lost(self, batch: Batch) -> None:
        """A batch comes to no end: it can be handed out again."""
        batch.cell.lost(batch)

    def settle(self, batch: Batch, parts: Packed, seconds: float) -> None:
        """Take in what a batch settled."""
        cell = batch.cell
        cell.took(batch, seconds)
        known = cell.settled
        cell.learn(SolvedParts.of(parts))
        self.keep(parts)
        if cell.settled and not known:
            self.keep(part_of(cell).packed)
            if cell.seconds > LONG:
                self.taken.append((cell.size, cell.best - cell.first, cell.seconds))
        for number, opening in enumerate(self.openings):
            if opening.guess == cell.opening:
                opening.raise_bound()
                if not opening.settled:
                    self._conclude(number, opening)

    def _begin(self, opening: Opening) -> None:
        opening.begin(self._guesses)
        for cell in opening.cells or ():
            for part in self._known.pop((cell.opening, cell.feedback), []):
                if int(part.records["second"][0]) < 0:
                    cell.settle(int(part.records["price"][0]), part.plans.copy())
                else:
                    cell.learn(part)
        for part in search_small(opening, self._small):
            self.keep(part.packed)

    def _conclude(self, number: int, opening: Opening) -> bool:
        """Whether the opening is settled, and what it costs."""
        price = opening.price_of_cells()
        if price is not None and price < INFINITE:
            opening.price = price
            self._offer(number, price)
        if opening.price is None and opening.lower < self.ceiling(number):
            return False
        opening.settled = True
        if opening.price is None:
            self.keep(_bound(opening).packed)
        return True

    @property
    def known(self) -> Packed:
        """What is known in the end: the cells of the winner, and a bound of every other opening."""
        parts = []
        for number, opening in enumerate(self.openings):
            if number in self._plans:
                parts.append(self._plans[number])
            elif number == self.winner:
                parts += [part_of(cell) for cell in opening.cells or ()]
            elif opening.settled:
                parts.append(_bound(opening))
        return SolvedParts.of(*(part.packed for part in parts)).packed


def _bound(opening: Opening) -> SolvedParts:
    record = (opening.guess, -1, -1, -1, opening.lower, 0)
    return SolvedParts(np.array([record], PART), np.zeros(0, np.uint32))


def _by_cell(parts: SolvedParts) -> dict[tuple[int, int], list[SolvedParts]]:
    """The parts of each opening (feedback −1) and cell: of the whole, and of its guesses."""
    places: dict[tuple[int, int, bool], list[int]] = {}
    for at, (guess, feedback, second, *_) in enumerate(parts.records.tolist()):
        places.setdefault((guess, feedback, second >= 0), []).append(at)
    found: dict[tuple[int, int], list[SolvedParts]] = {}
    for (guess, feedback, _), these in places.items():
        keep = np.array(these, np.intp)
        some = parts.chosen(keep, parts.records["length"][keep] > 0)
        found.setdefault((guess, feedback), []).append(some)
    return found
