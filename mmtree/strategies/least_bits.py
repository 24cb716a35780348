"""The strategy of fewest bits in the seed form, at the least total or at a price for bits.

:mod:`mmtree.export.seed` defines the bits of a guess. They are defined here again, since neither
package may import the other; a test compares the two.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from mmtree.search.partition import Ranks, cell_sizes, check_size, split
from mmtree.search.prices import INFINITE, Bounds, Prices
from mmtree.strategies.exact import exact_search
from mmtree.strategies.interface import SearchResult, Task
from mmtree.tree.tree import Proof

ESCAPE = 5
"""The number of ones that announce a code by its number."""

UNIT = 1000
"""The cost of a guess if bits have a price."""


def least_bits(task: Task, *, price: int, ask: int) -> SearchResult:
    """Find the tree of fewest bits among those of least total.

    With a price for each bit, in thousandths of a guess, find the least sum of guesses and bits.
    If fewer than ``ask`` secrets are left, the guess is the first of them and takes no bits.
    The default opening is that of ``koyama-lai``.
    """
    check_size(task.table)
    everything = np.arange(len(task.table.numbers))
    best = exact_search(task, Prices(), None).solve(everything)
    task.scanned += best.scanned
    opening = best.guesses[0] if task.opening is None else task.opening
    stored = _Stored(task, ask, price)
    total, guesses = stored.tree(everything, opening)
    return SearchResult(guesses, Proof("expected", best.price, total))


class _Stored:
    """A search for the trees that cost least to play and to store.

    Args:
        task: the codes.
        ask: the least number of secrets left for which a guess is stored.
        price: the price of a bit, in thousandths of a guess; 0 to count bits after the total.
    """

    def __init__(self, task: Task, ask: int, price: int) -> None:
        self.task, self.table, self.ask = task, task.table, ask
        codes = len(self.table.numbers)
        self.unit, self.price = (UNIT, price) if price else (1 << 24, 1)
        self.codes = np.arange(codes)
        self.feedbacks = len(self.table.rules.feedbacks)
        self.place = ESCAPE + codes.bit_length()  # bits of a guess that is stored by its number
        least = Bounds(Prices(), self.feedbacks, codes).after(0)
        self.least: NDArray[np.int64] = least * self.unit
        self.least[ask:] += self.price
        self._known: dict[bytes, tuple[int, int]] = {}  # cost and guess; −1 if the cost is a bound
        self._firsts: dict[tuple[int, ...], int] = {}
        self._answers = lru_cache(1 << 12)(self._answers_to)

    def guess(self, secrets: Ranks) -> int:
        """Return the rank of the best guess for these secrets."""
        if len(secrets) < self.ask:
            return int(secrets[0])
        self._cost(secrets, INFINITE)
        return self._known[secrets.tobytes()][1]

    def tree(self, secrets: Ranks, guess: int) -> tuple[int, list[int]]:
        """Return the guesses summed over these secrets with this guess first, and the tree."""
        total, guesses = len(secrets), [guess]
        for value, cell in split(self.table, secrets, guess):
            if value == self.table.rules.all_black:
                continue
            if len(cell) <= 2:
                total += 2 * len(cell) - 1
            else:
                cell_total, cell_guesses = self.tree(cell, self.guess(cell))
                total += cell_total
                guesses += cell_guesses
        return total, guesses

    def _cost(self, secrets: Ranks, limit: int) -> int:
        """Return the least cost of these secrets, or a lower bound of it above the limit."""
        size = len(secrets)
        if size <= 2 or size < self.ask:
            return self.unit * self._total_of_first(tuple(secrets.tolist()))
        key = secrets.tobytes()
        cost, best = self._known.get(key, (0, -1))
        if best >= 0 or cost > limit:
            return cost
        place = self._perfect(secrets.tolist())
        if place is not None:
            cost = self.unit * (2 * size - 1) + self.price * (place + 1)
            self._known[key] = cost, int(secrets[place])
            return cost
        guesses, bounds = self._scan(secrets, limit)
        cost = limit + 1
        for guess, bound in zip(guesses.tolist(), bounds.tolist(), strict=True):
            if bound >= cost:
                break
            tried = self._try(secrets, guess, bound, cost - 1)
            if tried < cost:
                cost, best = tried, guess
        self._known[key] = cost, best
        return cost

    def _perfect(self, secrets: list[int]) -> int | None:
        """Return the index of the first secret that separates all others, if none is cheaper.

        Any other guess takes one guess more in total, or more bits.
        """
        for place, guess in enumerate(secrets[:ESCAPE]):
            if len(secrets) > self.feedbacks or place * self.price >= self.unit:
                break
            answers = self._answers(guess)
            if len({answers[secret] for secret in secrets}) == len(secrets):
                return place
        return None

    def _total_of_first(self, secrets: tuple[int, ...]) -> int:
        """Return the guesses summed over these secrets if the first is always guessed."""
        if len(secrets) <= 2:
            return 2 * len(secrets) - 1
        if secrets not in self._firsts:
            answers = self._answers(secrets[0])
            cells: dict[int, list[int]] = {}
            for secret in secrets[1:]:
                cells.setdefault(answers[secret], []).append(secret)
            rest = sum(self._total_of_first(tuple(cell)) for cell in cells.values())
            self._firsts[secrets] = len(secrets) + rest
        return self._firsts[secrets]

    def _answers_to(self, guess: int) -> bytes:
        """Return the feedbacks to a guess, by secret."""
        return self.table.answers(np.array([guess]), slice(None)).tobytes()

    def _try(self, secrets: Ranks, guess: int, bound: int, limit: int) -> int:
        """Return the cost of a guess, or a lower bound of it above the limit."""
        cells = [
            cell
            for value, cell in split(self.table, secrets, guess)
            if value != self.table.rules.all_black and len(cell) > 2
        ]
        for cell in sorted(cells, key=len):
            least = int(self.least[len(cell)])
            bound += self._cost(cell, limit - bound + least) - least
            if bound > limit:
                break
        return bound

    def _scan(self, secrets: Ranks, limit: int) -> tuple[Ranks, NDArray[np.int64]]:
        """Return the guesses to try with lower bounds of their costs, sorted by bound."""
        self.task.scanned += 1
        sizes = cell_sizes(self.table, secrets, self.codes)
        bits = np.full(len(self.codes), self.place)
        near = secrets[:ESCAPE]
        bits[near] = np.arange(1, len(near) + 1)
        rest = self.least.take(sizes[:-1]).sum(axis=0)
        bounds = rest + bits * self.price + len(secrets) * self.unit
        bounds[(sizes == len(secrets)).any(axis=0)] = INFINITE
        worth = np.flatnonzero(bounds <= min(limit, INFINITE - 1))
        order = worth[np.argsort(bounds[worth], kind="stable")]
        return order, bounds[order]
