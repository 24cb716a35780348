"""The tree of fewest bits in the seed form: of the least total, or at a price for bits.

What a guess costs there is defined in :mod:`mmtree.export.seed`; here it is said once more, since
neither room may see the other, and a test holds the two together.
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
"""Ones before a code is told by its place."""

UNIT = 1000
"""What a guess costs where bits have a price."""


def least_bits(task: Task, *, price: int, ask: int) -> SearchResult:
    """The tree of least total, and of these the one of fewest bits.

    With a price for each bit, in thousandths of a guess, the least sum of both. While fewer than
    ``ask`` secrets are left, the guess is the first of them, which takes no bits. Without an
    opening it is that of ``koyama-lai``.
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
    """Search for the trees that cost least to play and to store.

    Args:
        task: for which codes.
        ask: least number of secrets left from which on a guess is stored.
        price: of a bit, in thousandths of a guess; 0 where only the total counts, and then bits.
    """

    def __init__(self, task: Task, ask: int, price: int) -> None:
        self.task, self.table, self.ask = task, task.table, ask
        codes = len(self.table.numbers)
        self.unit, self.price = (UNIT, price) if price else (1 << 24, 1)
        self.codes = np.arange(codes)
        self.feedbacks = len(self.table.rules.feedbacks)
        self.place = ESCAPE + codes.bit_length()  # bits of a guess that is told by its place
        least = Bounds(Prices(), self.feedbacks, codes).after(0)
        self.least: NDArray[np.int64] = least * self.unit
        self.least[ask:] += self.price
        self._known: dict[bytes, tuple[int, int]] = {}  # cost and guess; −1: the cost is a bound
        self._firsts: dict[tuple[int, ...], int] = {}
        self._answers = lru_cache(1 << 12)(self._answers_to)

    def guess(self, secrets: Ranks) -> int:
        """The rank of the best guess for these secrets."""
        if len(secrets) < self.ask:
            return int(secrets[0])
        self._cost(secrets, INFINITE)
        return self._known[secrets.tobytes()][1]

    def tree(self, secrets: Ranks, guess: int) -> tuple[int, list[int]]:
        """Return the guesses summed over these secrets when this is the first, and the tree."""
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
        """The least cost of these secrets, or some bound of it that is above the limit."""
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
        """The place of the first secret that tells all others apart, if nothing can be cheaper.

        Any other secret takes a guess more, and all other codes as well, or they take more bits.
        """
        for place, guess in enumerate(secrets[:ESCAPE]):
            if len(secrets) > self.feedbacks or place * self.price >= self.unit:
                break
            answers = self._answers(guess)
            if len({answers[secret] for secret in secrets}) == len(secrets):
                return place
        return None

    def _total_of_first(self, secrets: tuple[int, ...]) -> int:
        """Guesses summed over these secrets, where the first is always guessed."""
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
        """By secret."""
        return self.table.answers(np.array([guess]), slice(None)).tobytes()

    def _try(self, secrets: Ranks, guess: int, bound: int, limit: int) -> int:
        """The cost of a guess, or some bound of it that is above the limit."""
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
        """The guesses worth trying, and a bound for the cost of each, the lowest bound first."""
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
