"""A cell of an opening: the results of its second guesses so far, and slices of the open ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mmtree.search.partition import Ranks
from mmtree.search.prices import INFINITE, Solution
from mmtree.search.solved_parts import PART, SolvedParts

_GROWTH = 4
"""The maximal ratio of the guesses that are searched at the same time to those searched before,
since the first ones lower the limit most."""
_MOST_SECONDS = 5.0
"""A slice should not take longer: it gets no lower limit meanwhile."""


Slice = tuple["Cell", NDArray[np.intp], int]
"""Some second guesses of a cell, which a worker searches as one task: the cell, the indices of the
guesses in it, and the limit: only prices below it are sought."""


class Cell:
    """The state of a cell's search.

    The winner is the cheapest guess, and of equal ones the first in the given order. A slice with a
    higher limit than necessary only costs work: its result is valid.

    Args:
        opening, feedback: rank of the first guess, index of its feedback in the canonical order.
        secrets: the secrets of the cell.
        guesses, bounds: the second guesses to try, by their lower bounds and then by rank.

    Attributes:
        target: the bound to reach; infinite to search for the price.
        lower, best: a lower bound for the price, and the least price so far.
        solved: whether the latter is the price of the cell, of the tree ``plan``.
    """

    def __init__(
        self, opening: int, feedback: int, secrets: Ranks, guesses: Ranks, bounds: NDArray[np.int64]
    ) -> None:
        self.opening, self.feedback, self.secrets = opening, feedback, secrets
        self.guesses, self.bounds = guesses, bounds  # the bounds rise with the results
        self.first = self.lower = self.target = int(bounds.min(initial=INFINITE))
        self.best, self.winner, self.plan = INFINITE, -1, np.zeros(0, np.uint32)
        self.solved = False
        self._running = np.zeros(len(guesses), bool)
        self._done = 0  # guesses searched for the target
        self._rate = 0.0  # seconds for a unit of work, in the last slice

    def __len__(self) -> int:
        return len(self.secrets)

    def _ceilings(self, target: int) -> NDArray[np.int64]:
        """Return the bound of each guess from which on it need not be searched."""
        ceilings = np.full(len(self.guesses), min(self.best, target))
        if self.best < target:
            ceilings[: self.winner] += 1
        return ceilings

    @property
    def is_raised(self) -> bool:
        """Whether the bound has reached the target, or the price is known."""
        return self.solved or not (self.bounds < self._ceilings(self.target)).any()

    def aim(self, target: int) -> None:
        """Set the target; the first guesses with it are searched alone again."""
        self._done = self._done if target == self.target else 0
        self.target = target

    def next_slice(self, seconds: float, slots: int, unit: int) -> Slice | None:
        """Return the next slice, of at least so many seconds; None if no guess is waiting.

        The slots are the searches that the cluster runs at the same time, and the unit is the price
        of one more guess.
        """
        ceilings = self._ceilings(self.target)
        numbers = np.flatnonzero((self.bounds < ceilings) & ~self._running)
        if self.solved or not len(numbers):
            return None
        limit, running = int(ceilings[numbers[0]]), int(np.count_nonzero(self._running))
        loose = limit > self.first + unit * len(self)  # such a limit prunes few guesses
        count = 1 if loose else _GROWTH * max(1, self._done) - running
        if count < 1 or (running and (loose or not self._rate)):
            return None
        if self._rate and not loose:
            times = np.cumsum(self._work(numbers, limit)) * self._rate
            seconds = max(seconds, min(_MOST_SECONDS, float(times[-1]) / slots))
            count = min(count, max(1, int(np.searchsorted(times, seconds))))
        numbers = numbers[:count]
        self._running[numbers] = True
        return self, numbers, int(ceilings[numbers].max())

    def _work(self, numbers: NDArray[np.intp], limit: int) -> NDArray[np.float64]:
        """Estimate the work: it grows with about the square of the gap between bound and limit."""
        return np.maximum(limit - self.bounds[numbers], 1).astype(float) ** 2

    def add_solution(self, task: Slice, solution: Solution, seconds: float) -> SolvedParts:
        """Add the result of a slice, and return it as parts."""
        numbers, price = task[1], min(solution.price, task[2])
        self._running[numbers] = False
        self._rate = max(seconds, 1e-6) / float(self._work(numbers, price).sum())
        self._done += len(numbers)
        parts = make_parts(
            self.opening, self.feedback, self.guesses[numbers], price, solution.guesses
        )
        self.add_parts(parts)
        return parts

    def add_parts(self, parts: SolvedParts) -> None:
        """Add prices or bounds of second guesses, or of the whole cell."""
        by_rank = np.argsort(self.guesses, kind="stable")
        found = np.searchsorted(self.guesses, parts.records["second"], sorter=by_rank)
        numbers = by_rank[np.minimum(found, len(by_rank) - 1)].tolist()
        start = 0
        for record, number in zip(parts.records.tolist(), numbers, strict=True):
            _, _, guess, answer, price, length = record
            plan, start = parts.plans[start : start + length], start + length
            if answer >= 0 or (guess >= 0 and guess != self.guesses[number]):
                continue
            if guess < 0:
                number = -1
                np.maximum(self.bounds, price, out=self.bounds)
                self.solved |= length > 0
            else:
                self.bounds[number] = max(price, self.bounds[number])
            if length and (price, number) < (self.best, self.winner):
                self.best, self.winner, self.plan = price, number, plan
        self.lower = min(self.best, int(self.bounds.min(initial=INFINITE)))
        self.solved |= self.best < INFINITE and not (self.bounds < self._ceilings(INFINITE)).any()

    @property
    def part(self) -> SolvedParts:
        """The price or the bound of the whole cell as a part."""
        plan = self.plan if self.solved else ()
        return make_parts(self.opening, self.feedback, WHOLE, self.lower, plan)


WHOLE = np.array([-1])
"""The second guesses of a part of a whole cell or opening."""


def make_parts(
    opening: int, feedback: int, seconds: Ranks, price: int, plan: Sequence[int] | Any = ()
) -> SolvedParts:
    """Return a price of some second guesses, in order, as parts; without a plan, it is a bound.

    The plan is the tree of the first guess of this price. Feedback −1 stands for all.
    """
    records = np.zeros(len(seconds), PART)
    records["guess"], records["feedback"] = opening, feedback
    records["second"], records["answer"], records["price"] = seconds, -1, price
    if len(plan):
        at = int((seconds == plan[0]).argmax())
        records["price"][:at] += 1  # the guesses before it cost more
        records["length"][at] = len(plan)
    return SolvedParts(records, np.array(plan, np.uint32))
