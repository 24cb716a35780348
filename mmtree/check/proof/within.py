"""Sets of which a certificate shows that their secrets cannot all be found in time, in NumPy.

With four guesses or more left, the bounds of the README by cells are finite. What it says of the
last guesses is counted instead.
"""

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from mmtree.check.proof.codes import Array, Codes
from mmtree.check.proof.price_bounds import INFINITE
from mmtree.check.proof.sets import CountedSet

MIN_LEFT = 4
"""The guesses left from which on a set is counted like this."""


class LastGuesses:
    """How many secrets of a set the last guesses can find.

    Attributes:
        two: E(f) of the README, int64[feedbacks], without all black.
    """

    def __init__(self, codes: Codes) -> None:
        self.codes = codes
        self.two = codes.most_after.max(axis=0)
        self._three = 1 + int(codes.most_after.sum(axis=1).max())
        self.findable = cache(self._findable)

    def _findable(self, guess: int) -> Array:
        """Return for each cell of one of the patterns whether a code leaves at most E(f) of it."""
        found = np.zeros(len(self.two), bool)
        for sizes in self.codes.cells_after(guess):
            found |= (sizes[:, :-1, :-1] <= self.two).all(axis=2).any(axis=0)
        return found

    def most(self, left: int) -> int:
        """Return M(left), for three guesses or more, or a lower number of all codes or more."""
        found = self._three
        for _ in range(3, left):
            if found >= len(self.codes.every):
                break
            found = 1 + (self.codes.kinds - 1) * found
        return found


@dataclass(eq=False)
class SetWithin(CountedSet):
    """A set of secrets, some of which cannot be found within the guesses left.

    Attributes:
        d, left: the number of guesses before, and those left, at least ``MIN_LEFT``.
        last: how many secrets they can find.
    """

    d: int
    left: int
    last: LastGuesses

    def unrefuted(self, bound: int) -> Array:
        """Return the codes counted that neither rule 1 nor the sizes of their cells refute."""
        largest = self.sizes[:-1].max(axis=0)
        fits = (largest < len(self.secrets)) & (largest <= self.last.most(self.left - 1))
        return np.asarray(self.counted[fits])

    def first_lacking(self, guesses: Array, bound: int, stated: dict[int, int]) -> int | None:
        """Return the first of some guesses whose cells may all be found in time, or None."""
        return next((at for at in guesses.tolist() if not self._refutes(at, stated)), None)

    def _refutes(self, guess: int, stated: dict[int, int]) -> bool:
        """Return whether a cell of a guess cannot be found in time."""
        if max(stated.values(), default=0) >= INFINITE:
            return True
        column = self.columns(np.array([guess]))[:, 0]
        sizes = np.bincount(column, minlength=self.codes.kinds)[:-1]
        sizes[list(stated)] = 0
        if sizes.max() > self.last.most(self.left - 1):
            return True
        if self.left > MIN_LEFT:
            return False
        if self.table is None:
            findable = self.last.findable(int(self.codes.pattern[guess]))
            return bool((~findable & (sizes > 0)).any())
        kinds = np.argsort(-sizes)
        return any(
            self._no_code_divides(np.flatnonzero(column == kind))
            for kind in kinds[sizes[kinds] > MIN_LEFT - 1].tolist()
        )

    def _no_code_divides(self, rows: Array) -> bool:
        """Return whether each code leaves more than E(f) of some secrets with some feedback f."""
        assert self.table is not None
        table = self.table[np.ix_(rows, np.flatnonzero(self._findable >= len(rows)))]
        for kind in self._frequent:
            fits = np.count_nonzero(table == kind, axis=0) <= self.last.two[kind]
            table = table[:, fits]
        return not table.shape[1]

    @cached_property
    def _findable(self) -> Array:
        """How many secrets of any cell each code finds, with two guesses after it, int64[codes]."""
        two = np.append(self.last.two, 1)
        return np.asarray(np.minimum(self.sizes, two[:, None]).sum(axis=0))

    @cached_property
    def _frequent(self) -> list[int]:
        """The feedbacks, the most frequent first."""
        return list(np.argsort(-self.sizes[:-1].sum(axis=1, dtype=np.int64)).tolist())
