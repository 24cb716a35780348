"""A cell of an opening: the results of its second guesses so far, and slices of the open ones."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mmtree.search.partition import Ranks
from mmtree.search.prices import INFINITE, Solution
from mmtree.search.solved_parts import PART, SolvedParts

_GROWTH = 4
"""The maximal ratio of the guesses that are searched at the same time to those searched before,
since the first ones lower the limit most."""
_LEAST = 16
"""The least guesses of a slice, if there are as many: it takes some time to send it."""


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
        lower, best: a lower bound for the price, and the least price so far, of the tree ``plan``.
    """

    def __init__(
        self, opening: int, feedback: int, secrets: Ranks, guesses: Ranks, bounds: NDArray[np.int64]
    ) -> None:
        self.opening, self.feedback, self.secrets = opening, feedback, secrets
        self.guesses, self.bounds = guesses, bounds  # the bounds rise with the results
        self.lower = self.target = int(bounds.min(initial=INFINITE))
        self.best, self.winner = INFINITE, -1
        self.plan: Sequence[int] = ()
        self._numbers = {guess: number for number, guess in enumerate(guesses.tolist())}
        self._running = np.zeros(len(guesses), bool)
        self._done = 0  # guesses searched

    def _ceilings(self, target: int) -> NDArray[np.int64]:
        """Return the bound of each guess from which on it need not be searched."""
        ceilings = np.full(len(self.guesses), min(self.best, target))
        if self.best < target:
            ceilings[: max(0, self.winner)] += 1
        return ceilings

    def has_reached(self, target: int = INFINITE) -> bool:
        """Whether the bound is a target or the price; by default, whether ``best`` is the price."""
        return not (self.bounds < self._ceilings(target)).any()

    def next_slice(self, slots: int) -> Slice | None:
        """Return the next slice for one of so many threads; None if no guess is waiting."""
        ceilings = self._ceilings(self.target)
        numbers = np.flatnonzero((self.bounds < ceilings) & ~self._running)
        if not len(numbers):
            return None
        # Without a limit, hardly any guess would be pruned, so the first is searched alone.
        most = 1 if ceilings[numbers[0]] >= INFINITE else _GROWTH * max(1, self._done)
        most -= int(np.count_nonzero(self._running))
        if most < 1:
            return None
        numbers = numbers[: min(most, max(_LEAST, len(numbers) // slots))]
        self._running[numbers] = True
        return self, numbers, int(ceilings[numbers].max())

    def add_solution(self, task: Slice, solution: Solution) -> SolvedParts:
        """Add the result of a slice, and return it as parts."""
        _, numbers, limit = task
        self._running[numbers] = False
        self._done += len(numbers)
        price = min(solution.price, limit)
        parts = self._make_parts(self.guesses[numbers], price, solution.guesses)
        self.add_parts(parts)
        return parts

    def add_parts(self, parts: SolvedParts) -> None:
        """Add prices or bounds of second guesses, or of the whole cell."""
        start = 0
        for _, _, guess, answer, price, length in parts.records.tolist():
            plan, start = parts.plans[start : start + length], start + length
            number = self._numbers.get(guess, -1)
            if answer >= 0 or (number < 0 and guess >= 0):
                continue
            raised = slice(number, number + 1) if number >= 0 else slice(None)
            self.bounds[raised] = np.maximum(self.bounds[raised], price)
            if length and (price, number) < (self.best, self.winner):
                self.best, self.winner, self.plan = price, number, plan.tolist()
        self.lower = min(self.best, int(self.bounds.min(initial=INFINITE)))

    @property
    def part(self) -> SolvedParts:
        """The price or the bound of the whole cell as a part."""
        return self._make_parts(np.array([-1]), self.lower, self.plan if self.has_reached() else ())

    def _make_parts(self, guesses: Ranks, price: int, plan: Sequence[int]) -> SolvedParts:
        """Return a price of some guesses, in order, as parts; without a plan, it is a bound.

        The plan is the tree of the first guess of this price. The guess −1 stands for all.
        """
        records = np.zeros(len(guesses), PART)
        records["guess"], records["feedback"] = self.opening, self.feedback
        records["second"], records["answer"], records["price"] = guesses, -1, price
        if plan:
            at = int((guesses == plan[0]).argmax())
            records["price"][:at] += 1  # the guesses before it cost more
            records["length"][at] = len(plan)
        return SolvedParts(records, np.array(plan, np.uint32))
