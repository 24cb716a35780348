"""Statements of a certificate, with the lower bounds that follow from their price lists.

The names are those of the README: n secrets are left after d guesses, k is a number of cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from mmtree.check.proof.codes import LETTERS, Array

INFINITE = 1 << 56
"""A price above all finite ones; the sum of one for each feedback fits into 64 bits."""


@dataclass(frozen=True)
class Statement:
    """A statement that a certificate proves.

    Attributes:
        unit, last, surcharge: the price list; last is 0 if any number of guesses is allowed.
        opening: the colours of the only first guess allowed, or None for any first guess.
        bound: every strategy costs at least as much; None if none keeps within the last guess.
        records: the number of records of its proof.
    """

    unit: int
    last: int
    surcharge: int
    opening: tuple[int, ...] | None
    bound: int | None
    records: int

    def __str__(self) -> str:
        text = "no strategy"
        if self.opening is not None:
            text += " opened " + "".join(LETTERS[color] for color in self.opening)
        if self.bound is None:
            return f"{text} finds every secret within {self.last} guesses"
        if self.last:
            text += f" of at most {self.last} guesses"
        if self.unit == 1 and not (self.last and self.surcharge):
            return f"{text} has a total below {self.bound}"
        extra = f" and {self.surcharge} more for guess {self.last}" if self.last else ""
        return f"{text} costs less than {self.bound}, at {self.unit} a guess{extra}"


class Prices:
    """The price list of a statement, and the bounds that need no certificate."""

    def __init__(self, unit: int, last: int, surcharge: int, secrets: int, kinds: int) -> None:
        self.unit, self.last, self.surcharge = unit, last, surcharge
        self.secrets, self.kinds = secrets, kinds
        self.by_size = cache(self._by_size)

    def cost(self, guess: int) -> int:
        """Return c(guess)."""
        if self.last and guess > self.last:
            return INFINITE
        return self.unit * guess + (self.surcharge if guess == self.last else 0)

    def _times(self, count: Any, guess: int) -> Any:
        """Return the price of some secrets; no secrets cost nothing, even where c is infinite."""
        cost = self.cost(guess)
        return count * cost if cost < INFINITE else np.where(np.asarray(count) > 0, INFINITE, 0)

    def _by_size(self, d: int) -> Array:
        """Return L(d, n) for each n from 0."""
        costs = np.zeros(self.secrets + 1, np.int64)
        counted, width, guess = 1, 1, d + 1
        while counted <= self.secrets:
            costs[counted : counted + width] = self.cost(guess)
            counted, width, guess = counted + width, width * (self.kinds - 1), guess + 1
        return np.where(costs < INFINITE, np.cumsum(costs % INFINITE), INFINITE)

    def inside(self, d: int, n: Any, k: Any) -> Array:
        """Return S(d, n, k), for numbers or arrays."""
        others = self._times(k - 1, d + 2) + self._times(n - k, d + 3)
        return np.minimum(self.cost(d + 1) + others, INFINITE)

    def outside(self, d: int, n: Any, k: Any) -> Array:
        """Return O(d, n, k), for numbers or arrays."""
        return np.minimum(self._times(k, d + 2) + self._times(n - k, d + 3), INFINITE)

    def of_cells(self, d: int, n: int, i: int, o: int) -> Array:
        """Return T(m) for each m from 0 to n."""
        m = np.arange(n + 1)
        inside = self.inside(d + 1, m, np.minimum(m, i))
        outside = self.outside(d + 1, m, np.minimum(m, o))
        by_size = self.by_size(d + 1)[: n + 1]
        return np.where(m < 3, by_size, np.maximum(by_size, np.minimum(inside, outside)))
