"""A cell of an opening: its second guesses with their prices or bounds, and batches of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mmtree.search.prices import INFINITE
from mmtree.search.solved_parts import SolvedParts

_GROWTH = 4
"""The maximal ratio of the sizes of a batch and the last one, whose time may not be typical."""
_MIN_SHARE = 0.2
"""Towards the end, batches shrink so that all workers have one, but not below this share."""
_ONE_BATCH = 1 << 18
"""A cell of fewer secrets times guesses is one batch: it is too small to be worth splitting."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Some second guesses of a cell, searched as one task.

    Attributes:
        cell: the cell.
        numbers: the indices of the guesses in the cell, rising.
        limit: only prices below it are sought.
    """

    cell: Cell
    numbers: NDArray[np.intp]
    limit: int

    @property
    def guesses(self) -> NDArray[np.uint32]:
        """The ranks of the guesses, rising."""
        return np.sort(self.cell.guesses[self.numbers])


class Cell:
    """The state of a cell's search.

    A guess is done once its price is known, or once its bound shows that it cannot win: the winner
    is the cheapest, and of equal ones the first in the given order. So the results of a batch are
    valid whatever its limit, and a limit that was too high only costs work.

    Args:
        opening: rank of the first guess.
        feedback: index of its feedback in the canonical order.
        size: the number of its secrets.
        guesses: uint32, the second guesses to try, by bound and then by rank.
        bounds: int64, the lower bound of each.
        loose: a limit so far above the least bound prunes few guesses.
    """

    def __init__(
        self,
        opening: int,
        feedback: int,
        size: int,
        guesses: NDArray[np.uint32],
        bounds: NDArray[np.int64],
        loose: int,
    ) -> None:
        self.opening, self.feedback, self.size = opening, feedback, size
        self.guesses, self.bounds, self.loose = guesses, bounds, loose
        self.lowest = bounds.copy()  # lower bound of each guess, by the results so far
        self.exact = np.zeros(len(guesses), bool)
        self.running = np.zeros(len(guesses), bool)
        self.best = INFINITE
        self.winner = -1
        self.plan = np.zeros(0, np.uint32)
        self.first = self.lower = int(bounds.min(initial=INFINITE))
        self.solved = False
        self.seconds = 0.0
        self._guess_seconds = 0.0  # in the last batch
        self._last_count = 0  # guesses in the last batch
        self._no_batch_below = -1  # up to this limit, there is no batch
        self._by_rank = np.argsort(guesses, kind="stable")

    def batch(self, limit: int, seconds: float, slots: int) -> Batch | None:
        """Return the next batch, of about so many seconds; None if no guess is waiting.

        Args:
            limit: prices from here on are useless.
            seconds: the time that a batch should take.
            slots: the number of searches that the cluster runs at the same time.
        """
        if limit <= self._no_batch_below or self.solved:
            return None
        open_ = np.flatnonzero(self._is_open(limit) & ~self.running)
        # Without a price to beat, hardly any guess would be pruned: search one batch at a time.
        loose = self.best >= INFINITE and limit - self.first > self.loose
        if not len(open_) or (loose and self.running.any()):
            self._no_batch_below = limit
            return None
        ceilings = self._ceilings(limit)[open_]
        batch_limit = int(ceilings[0])
        open_ = open_[ceilings == batch_limit]
        count = 1
        if len(self.guesses) * self.size < _ONE_BATCH:
            count = len(open_)
        elif self._guess_seconds and not loose:
            full = seconds / self._guess_seconds
            share = max(len(open_) / (2 * slots), _MIN_SHARE * full)
            count = min(int(min(full, share)), _GROWTH * self._last_count)
        numbers = open_[: max(1, count)]
        self.running[numbers] = True
        return Batch(self, numbers, batch_limit)

    def _ceilings(self, limit: int) -> NDArray[np.int64]:
        """Return the bound of each guess from which on it cannot win, int64[guesses]."""
        ceilings = np.full(len(self.guesses), min(self.best, limit))
        if self.best < limit:
            ceilings[: self.winner] += 1
        return ceilings

    def _is_open(self, limit: int) -> NDArray[np.bool_]:
        """Return whether each guess has no price and might win, bool[guesses]."""
        return ~self.exact & (self.lowest < self._ceilings(limit))

    def release(self, batch: Batch) -> None:
        """Make the guesses of a batch available again: its task ended without a result."""
        self.running[batch.numbers] = False
        self._no_batch_below = -1

    def finish(self, batch: Batch, seconds: float) -> None:
        """Record that a batch was searched, in so many processor seconds."""
        self.release(batch)
        self.seconds += seconds
        self._last_count = len(batch.numbers)
        self._guess_seconds = max(seconds, 1e-6) / self._last_count

    def add_parts(self, parts: SolvedParts) -> None:
        """Add parts of this cell: prices or bounds of its second guesses."""
        sorted_guesses, start = self.guesses[self._by_rank], 0
        for _, _, guess, answer, price, length in parts.records.tolist():
            plan = parts.plans[start : start + length]
            start += length
            at = int(np.searchsorted(sorted_guesses, guess))
            if answer >= 0 or at == len(sorted_guesses) or sorted_guesses[at] != guess:
                continue
            number = int(self._by_rank[at])
            self.lowest[number] = max(price, int(self.lowest[number]))
            if length:
                self.exact[number] = True
                if (price, number) < (self.best, self.winner):
                    self.best, self.winner, self.plan = price, number, plan.copy()
        self._update()

    def leaves_open(self, batch: Batch) -> bool:
        """Check whether a guess of a batch would have to be searched again with its limit."""
        return bool(self._is_open(batch.limit)[batch.numbers].any())

    def set_price(self, price: int, plan: NDArray[np.uint32]) -> None:
        """Set the price of the whole cell; without a plan, it is only a lower bound."""
        if len(plan):
            self.best, self.plan, self.solved = price, plan, True
            self.lower = price
            return
        np.maximum(self.lowest, price, out=self.lowest)
        self._update()

    def _update(self) -> None:
        self._no_batch_below = -1
        if self.solved:
            return
        self.lower = int(self.lowest.min(initial=INFINITE))
        self.solved = self.best < INFINITE and not self._is_open(INFINITE).any()

    @property
    def share(self) -> float:
        """The estimated share of the work that is done, from 0 to 1."""
        if self.solved:
            return 1.0
        # The work for a guess grows with about the square of the gap between bound and price.
        end = min(self.best, self.first + self.loose // 4)
        weights = np.maximum(end - self.bounds, 0).astype(float) ** 2
        done = weights[self.exact | (self.lowest >= end)].sum()
        return float(done / max(weights.sum(), 1e-9))
