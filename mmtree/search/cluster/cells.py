"""One cell of an opening: its second guesses, and what is settled of each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mmtree.search.prices import INFINITE
from mmtree.search.solved_parts import SolvedParts

_GROWTH = 4
"""A batch has at most so many times as many guesses as the one before."""


_LEAST = 0.2
"""Towards the end batches become smaller, for all workers to have one, but not below this share."""
_WHOLE = 1 << 18
"""A cell of fewer secrets times guesses is handed out as a whole."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Some second guesses of a cell, handed out together.

    Attributes:
        cell: the cell.
        numbers: which of its guesses, rising.
        limit: only prices below it are looked for.
    """

    cell: Cell
    numbers: NDArray[np.intp]
    limit: int

    @property
    def guesses(self) -> NDArray[np.uint32]:
        """Their ranks, rising."""
        return np.sort(self.cell.guesses[self.numbers])


class Cell:
    """What is known of a cell.

    A guess is settled once its price is known, or once its bound says that it cannot win: the
    cheapest wins, and of equal ones the first in the order given. So whatever limit a batch was
    searched with, what it settles stays true, and a limit that was too high only cost work.

    Args:
        opening: rank of the first guess.
        feedback: place of its feedback in the canonical order.
        size: how many secrets agree with it.
        guesses: uint32, the second guesses worth trying, by bound and then by rank.
        bounds: int64, no tree that begins with each is cheaper.
        loose: a limit so far above the first bound refuses few guesses.
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
        self.lowest = bounds.copy()  # of each guess, by what is settled
        self.exact = np.zeros(len(guesses), bool)
        self.running = np.zeros(len(guesses), bool)
        self.best = INFINITE
        self.winner = -1
        self.plan = np.zeros(0, np.uint32)
        self.first = self.lower = int(bounds.min(initial=INFINITE))
        self.settled = False
        self.seconds = 0.0
        self._each = 0.0  # seconds that a guess took lately
        self._count = 0  # how many there were in the batch before
        self._nothing = -1  # up to this limit, there is nothing to be handed out
        self._by_rank = np.argsort(guesses, kind="stable")

    def batch(self, most: int, seconds: float, slots: int) -> Batch | None:
        """The next guesses, of about so many seconds; None while none need be handed out.

        Args:
            most: no price from here on is of use.
            seconds: what a batch should take.
            slots: how many searches run at the same time, all over the cluster.
        """
        if most <= self._nothing or self.settled:
            return None
        ceilings = self._ceilings(most, self.best, self.winner)
        open_ = np.flatnonzero(~self.exact & ~self.running & (self.lowest < ceilings))
        # Without a price to beat, more of them would hardly be refused.
        loose = self.best >= INFINITE and most - self.first > self.loose
        if not len(open_) or (loose and self.running.any()):
            self._nothing = most
            return None
        limit = int(ceilings[open_[0]])
        open_ = open_[ceilings[open_] == limit]
        count = 1
        if len(self.guesses) * self.size < _WHOLE:
            count = len(open_)
        elif self._each and not loose:
            share = max(len(open_) / (2 * slots), _LEAST * seconds / self._each)
            count = min(int(min(seconds / self._each, share)), _GROWTH * self._count)
        numbers = open_[: max(1, count)]
        self.running[numbers] = True
        return Batch(self, numbers, limit)

    def _ceilings(self, most: int, best: int, winner: int) -> NDArray[np.int64]:
        """int64[guesses]: a guess whose bound is so high cannot win against the best one."""
        ceilings = np.full(len(self.guesses), min(best, most))
        if best < most:
            ceilings[:winner] += 1
        return ceilings

    def lost(self, batch: Batch) -> None:
        """It comes to no end."""
        self.running[batch.numbers] = False
        self._nothing = -1

    def took(self, batch: Batch, seconds: float) -> None:
        """It came to its end after so many seconds of a processor."""
        self.lost(batch)
        self.seconds += seconds
        self._count = len(batch.numbers)
        self._each = max(seconds, 1e-6) / self._count

    def learn(self, parts: SolvedParts) -> None:
        """Take in parts of this cell: prices or bounds of its second guesses."""
        self.lowest, self.exact, found = self._learned(parts)
        if found is not None:
            self.best, self.winner, self.plan = found
        self._conclude()

    def leaves_open(self, batch: Batch, parts: SolvedParts) -> bool:
        """Whether, after these parts, some guess of a batch would have to be searched again."""
        lowest, exact, found = self._learned(parts)
        best, winner = (self.best, self.winner) if found is None else found[:2]
        ceilings = self._ceilings(batch.limit, best, winner)
        return bool((~exact & (lowest < ceilings))[batch.numbers].any())

    def _learned(
        self, parts: SolvedParts
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_], tuple[int, int, NDArray[np.uint32]] | None]:
        """The bounds and which of them are prices, with these parts; and a better best guess."""
        lowest, exact, found = self.lowest.copy(), self.exact.copy(), None
        best, winner, start = self.best, self.winner, 0
        sorted_guesses = self.guesses[self._by_rank]
        for _, _, guess, answer, price, length in parts.records.tolist():
            plan = parts.plans[start : start + length]
            start += length
            at = int(np.searchsorted(sorted_guesses, guess))
            if answer >= 0 or at == len(sorted_guesses) or sorted_guesses[at] != guess:
                continue
            number = int(self._by_rank[at])
            lowest[number] = max(price, int(lowest[number]))
            if length:
                exact[number] = True
                if (price, number) < (best, winner):
                    best, winner = price, number
                    found = best, winner, plan.copy()
        return lowest, exact, found

    def settle(self, price: int, plan: NDArray[np.uint32]) -> None:
        """The price of the whole cell is known; or, without a plan, that it is not below."""
        if len(plan):
            self.best, self.plan, self.settled = price, plan, True
            self.lower = price
            return
        np.maximum(self.lowest, price, out=self.lowest)
        self._conclude()

    def _conclude(self) -> None:
        self._nothing = -1
        if self.settled:
            return
        self.lower = int(self.lowest.min(initial=INFINITE))
        if self.best < INFINITE:
            ceilings = self._ceilings(INFINITE, self.best, self.winner)
            self.settled = not (~self.exact & (self.lowest < ceilings)).any()

    @property
    def share(self) -> float:
        """How much of it is settled, by estimate, from 0 to 1."""
        if self.settled:
            return 1.0
        # What a guess takes grows with about the square of what its bound leaves to the best price.
        end = min(self.best, self.first + self.loose // 4)
        weights = np.maximum(end - self.bounds, 0).astype(float) ** 2
        done = weights[self.exact | (self.lowest >= end)].sum()
        return float(done / max(weights.sum(), 1e-9))
