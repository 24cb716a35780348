"""The strategy of fewest bits in the seed form, at the least total or at a price for bits.

:mod:`mmtree.export.seed` defines the bits of a guess. They are defined here again, since neither
package may import the other; a test compares the two.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.game.objective import Objective
from mmtree.game.symmetry import Symmetry
from mmtree.search.exact import History, Scan, Search
from mmtree.search.partition import Ranks, cell_sizes, check_size
from mmtree.search.prices import INFINITE, Plan, Prices, read_plan
from mmtree.strategies.exact_search import exact_search
from mmtree.strategies.interface import SearchResult, Task
from mmtree.strategies.subproblems import list_subproblems
from mmtree.tree.provenance import Proof

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
    best = exact_search(task, Prices()).solve(everything)
    task.scanned += best.scanned
    opening = best.guesses[0] if task.opening is None else task.opening
    search = _StoredSearch(task.table, ask, price)
    guesses, _ = read_plan(search.plan(opening))
    task.scanned += search.scanned
    total = list_subproblems(task.table, guesses)[0].total
    return SearchResult(guesses, Proof(str(Objective()), best.price, total))


class _StoredSearch(Search):
    """A search for the trees that cost least to play and to store.

    The price of a set does not depend on the number of guesses before. The cache has the least
    bounds of sets, too.

    Args:
        ask: the least number of secrets left for which a guess is stored.
        price: the price of a bit, in thousandths of a guess; 0 to count bits after the total.
    """

    def __init__(self, table: CodeTable, ask: int, price: int) -> None:
        super().__init__(table, Prices())
        self.ask = ask
        self.unit, self.price = (UNIT, price) if price else (1 << 24, 1)
        self._codes = np.arange(len(table.numbers))
        self._number_bits = ESCAPE + len(self._codes).bit_length()
        self._least: NDArray[np.int64] = self._by_size.after(0) * self.unit
        self._least[ask:] += self.price
        self._answers = cache(lambda guess: self.table.by_secret[guess].tobytes())

    def plan(self, opening: int) -> Plan:
        """Return the cheapest tree of this opening, whose own bits are not counted."""
        past = History((), Symmetry.none(self.table))
        _, plan = self._try(self._codes, opening, 0, INFINITE, past, None, None)
        assert plan
        return plan

    def _scan(self, secrets: Ranks, past: History, openings: Ranks | None = None) -> Scan:
        """Return the candidate guesses with lower bounds of their costs."""
        guesses = self._candidates(secrets, past.guesses)
        sizes = cell_sizes(self.table, secrets, guesses)
        bits = np.full(len(guesses), self._number_bits)
        near = np.searchsorted(guesses, secrets[:ESCAPE])  # each secret is a candidate
        bits[near] = np.arange(1, len(near) + 1)
        bounds = self._least.take(sizes[:-1]).sum(axis=0)
        bounds += bits * self.price + len(secrets) * self.unit
        bounds[(sizes == len(secrets)).any(axis=0)] = INFINITE
        self.scanned += 1
        lowest = int(bounds.min())
        self._known[secrets.tobytes()] = lowest, None
        return Scan(guesses, bounds, lowest)

    def _key(self, secrets: Ranks, depth: int) -> bytes:
        return secrets.tobytes()

    def _bound(self, secrets: Ranks, depth: int) -> int:
        return int(self._least[len(secrets)])

    def _solve_by_counting(self, secrets: Ranks, depth: int, bound: int) -> tuple[int, Plan | None]:
        """Return the cost and plan of a set that needs no search, or a bound and None.

        These are sets too small to store a guess, and sets of which one of the first secrets
        separates all others: any other guess takes one guess more in total, or more bits.
        """
        if len(secrets) < self.ask:
            total, plan = self._guess_first(secrets.tolist())
            return self.unit * total, plan
        if len(secrets) <= self._feedbacks:
            separating = self._separates(secrets)
            place = int(separating.argmax())
            if separating[place] and place < ESCAPE and place * self.price < self.unit:
                cost = self.unit * (2 * len(secrets) - 1) + self.price * (place + 1)
                return cost, self._separate(secrets, int(secrets[place]))
        return bound, None

    def _guess_first(self, secrets: list[int]) -> tuple[int, Plan]:
        """Return the total and the plan if the first secret left is always guessed."""
        if len(secrets) == 1:
            return 1, (secrets[0], ())
        answers = self._answers(secrets[0])
        cells: dict[int, list[int]] = {}
        for secret in secrets[1:]:
            cells.setdefault(answers[secret], []).append(secret)
        total, plans = len(secrets), []
        for value in sorted(cells):
            cell_total, plan = self._guess_first(cells[value])
            total += cell_total
            plans.append((value, plan))
        return total, (secrets[0], tuple(plans))
