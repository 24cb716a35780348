"""Exact search for the cheapest strategy tree: branch and bound, in NumPy.

The answer is defined without reference to the search: at each set of secrets, of all codes that
attain the least price, the guess is the one of least bound (:class:`mmtree.search.prices.Bounds`,
summed over its cells), and of those the lowest code. Any search that tries guesses in the order
(bound, code) and keeps a later one only when it is strictly cheaper finds just that tree, whatever
it skips on the way.

With a beam (:mod:`mmtree.search.beam`), on a set of many secrets only the guesses of least estimate
are tried: of those that attain the least price among them, the first by (estimate, code) is taken.

This is the definition. The native kernel (:mod:`mmtree.search.exact_native`) is the fast route to
the same answer, with any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from mmtree.game.symmetry import Symmetry
from mmtree.game.table import CodeTable
from mmtree.search.beam import Beam
from mmtree.search.candidates import CandidateGuesses
from mmtree.search.partition import Ranks, cell_sizes, split
from mmtree.search.prices import INFINITE, Bounds, Prices
from mmtree.search.progress import TOLD, Report, SearchProgress
from mmtree.search.solution import Solution

Plan = tuple[int, tuple[tuple[int, "Plan"], ...]]
"""A guess (rank), and for each feedback but all black, in canonical order, the plan after it."""


@dataclass(frozen=True)
class Scan:
    """The guesses worth trying for a set of secrets (rising ranks), and a bound for each.

    In a beam, they stand in the order in which they are tried.
    """

    guesses: Ranks
    bounds: NDArray[np.int64]
    least: int
    beamed: bool = False


class Search:
    """Exact search over the codes of one table with one price list.

    Args:
        table: the codes.
        prices: the price list.
        slack: guesses whose bound exceeds the least bound of their set by more are not tried; None
            for no limit. With a limit, the price is that of a tree but need not be the least.
        beam: where only few guesses are tried, whatever the slack; None for nowhere.

    Raises:
        SizeError: the feedback table would not fit.
    """

    def __init__(
        self,
        table: CodeTable,
        prices: Prices,
        slack: int | None = None,
        beam: Beam | None = None,
    ) -> None:
        table.check_size()
        self.table = table
        self.prices = prices
        self.slack = INFINITE if slack is None else slack
        self.beam = beam
        self.scanned = 0
        self._feedbacks = len(table.rules.feedbacks)
        self._bounds = Bounds(prices, self._feedbacks, len(table.numbers))
        self._useful = CandidateGuesses(table)

    def solve(
        self,
        secrets: Ranks,
        history: tuple[int, ...] = (),
        openings: Ranks | None = None,
        report: Report | None = None,
        limit: int = INFINITE,
    ) -> Solution:
        """The least price of a set of secrets, and the tree that attains it.

        Args:
            secrets: any secrets, as rising ranks. Only of all that agree with some feedback to the
                guesses of the history are symmetries made use of.
            history: the guesses (ranks) made before; their number counts for the prices.
            openings: the only next guesses to be tried, as rising ranks; None for all.
            report: called as the search proceeds.
            limit: only trees of a lower price are looked for.
        """
        symmetry = Symmetry.none(self.table)
        if self._is_whole(secrets, history):
            symmetry = Symmetry(self.table)
            for guess in history:
                symmetry = symmetry.after(guess)
        self.scanned = 0
        depth = len(history)
        scan = self._scan(secrets, depth, symmetry, openings)
        price, plan = self._best(secrets, depth, limit, scan, symmetry, report)
        if plan is None:
            return Solution(INFINITE, 0, (), self.scanned)
        return Solution(price, _most_guesses(plan), tuple(_flat(plan)), self.scanned)

    def _is_whole(self, secrets: Ranks, history: tuple[int, ...]) -> bool:
        """Whether these are all secrets that agree with some feedback to the history."""
        if not history:
            return len(secrets) == len(self.table.numbers)
        answers = self.table.answers(np.array(history), slice(None))
        agree = (answers == answers[:, secrets[:1]]).all(axis=0)
        return np.array_equal(np.flatnonzero(agree), secrets)

    def _tiny(self, secrets: Ranks, depth: int) -> tuple[int, Plan | None]:
        """One or two secrets: guess them in order."""
        price = int(self._bounds.after(depth)[len(secrets)])
        if price >= INFINITE:
            return INFINITE, None
        plan: Plan = (int(secrets[-1]), ())
        if len(secrets) == 2:
            value = int(self.table.answers(secrets[:1], secrets[1:])[0, 0])
            plan = (int(secrets[0]), ((value, plan),))
        return price, plan

    def _best(
        self,
        secrets: Ranks,
        depth: int,
        limit: int,
        scan: Scan,
        symmetry: Symmetry,
        report: Report | None = None,
    ) -> tuple[int, Plan | None]:
        """The least price below the limit with its plan, or the limit and None."""
        best, plan = limit, None
        order = np.flatnonzero(scan.bounds < limit)
        end = INFINITE if scan.beamed else scan.least + self.slack
        if not scan.beamed:
            order = order[np.argsort(scan.bounds[order], kind="stable")]
        for done, at in enumerate(order):
            bound = int(scan.bounds[at])
            if bound >= best or bound > end:
                continue
            settled = None
            if report:
                found = best if plan else None
                settled = partial(_tell, report, scan, order[done:], found, done, len(order))
            guess = int(scan.guesses[at])
            price, tried = self._try(secrets, guess, bound, depth, best, symmetry, settled)
            if tried:
                best, plan = price, tried
        return best, plan

    def _try(
        self,
        secrets: Ranks,
        guess: int,
        bound: int,
        depth: int,
        limit: int,
        symmetry: Symmetry,
        settled: Callable[[int, int, list[int]], None] | None,
    ) -> tuple[int, Plan | None]:
        """The price of one guess with its plan, or the limit and None once it cannot be below."""
        least = self._bounds.after(depth + 1)
        plans: dict[int, Plan | None] = {}
        open_cells: list[tuple[int, Ranks, int]] = []  # feedback, secrets, bound
        for value, cell in split(self.table, secrets, guess):
            if value == self.table.rules.all_black:
                continue
            if len(cell) <= 2:
                plans[value] = self._tiny(cell, depth + 1)[1]
                continue
            plans[value] = self._perfect(cell) if len(cell) <= self._feedbacks else None
            if plans[value] is None:
                raised = max(self._imperfect(len(cell), depth + 1), int(least[len(cell)]))
                bound += raised - int(least[len(cell)])
                open_cells.append((value, cell, raised))
                if bound >= limit:
                    return limit, None
        if open_cells:
            open_cells.sort(key=lambda open_cell: len(open_cell[1]))
            symmetry = symmetry.after(guess)
            scans = []
            for _, cell, raised in open_cells:
                scan = self._scan(cell, depth + 1, symmetry)
                scans.append(scan)
                bound += max(0, scan.least - raised)
                if bound >= limit:
                    return limit, None
            sizes = [len(cell) for _, cell, _ in open_cells]
            for done, ((value, cell, raised), scan) in enumerate(
                zip(open_cells, scans, strict=True)
            ):
                if settled:
                    settled(bound, done, sizes[done:])
                assumed = max(raised, scan.least)
                price, plan = self._best(cell, depth + 1, limit - bound + assumed, scan, symmetry)
                if plan is None:
                    return limit, None
                plans[value] = plan
                bound += price - assumed
        return bound, (guess, tuple((value, plan) for value, plan in plans.items() if plan))

    def _scan(
        self, secrets: Ranks, depth: int, symmetry: Symmetry, openings: Ranks | None = None
    ) -> Scan:
        """Bounds from the cell sizes of every guess that is worth trying."""
        self.scanned += 1
        guesses = self._useful(secrets) if openings is None else openings
        beam = self.beam if self.beam and len(secrets) > self.beam.above else None
        if not symmetry.trivial and openings is None and (beam or len(secrets) > 8):
            guesses = symmetry.representatives(guesses)
        sizes = cell_sizes(self.table, secrets, guesses)
        bounds = self._bounds.by_cells(sizes, depth)
        lowest = int(bounds.min(initial=INFINITE))
        if beam is None:
            return Scan(guesses, bounds, lowest)
        if openings is not None:
            tried = np.argsort(bounds, kind="stable")
        else:
            tried = beam.likely(sizes, bounds, depth, self.prices(depth + 1))
        return Scan(guesses[tried], bounds[tried], lowest, beamed=True)

    def _perfect(self, secrets: Ranks) -> Plan | None:
        """The lowest secret that gets another feedback from every secret, if there is one.

        No other guess can have a lower bound, and this one attains it.
        """
        answers = self.table.full[secrets].take(secrets, axis=1)
        answers.sort(axis=0)
        at = (answers[1:] != answers[:-1]).all(axis=0).argmax()
        column = answers[:, at]
        if (column[1:] == column[:-1]).any():
            return None
        guess = int(secrets[at])
        return guess, tuple(
            (value, (int(cell[0]), ()))
            for value, cell in split(self.table, secrets, guess)
            if value != self.table.rules.all_black
        )

    def _imperfect(self, size: int, depth: int) -> int:
        """Least price of a set that no guess of its own splits into single secrets.

        Either the guess is no secret, or it is one and leaves two secrets together; a secret found
        a guess later than it might be cannot cost less.
        """
        first, second, third = (self.prices(depth + k) for k in (1, 2, 3))
        return min(size * second, first + (size - 2) * second + third)


def _tell(
    report: Report,
    scan: Scan,
    openings: NDArray[np.intp],
    best: int | None,
    done: int,
    of: int,
    bound: int,
    cells_done: int,
    cells: list[int],
) -> None:
    """Report that a cell of an opening is to be searched."""
    told = tuple((int(scan.guesses[at]), int(scan.bounds[at])) for at in openings[:TOLD])
    report(SearchProgress(best, bound, cells_done, tuple(cells), 0.0, done, of, told))


def _flat(plan: Plan) -> Iterator[int]:
    """The guesses of a plan in preorder, without those for one or two secrets."""
    yield plan[0]
    for _, after in plan[1]:
        if len(after[1]) > 1 or any(inner for _, (_, inner) in after[1]):
            yield from _flat(after)


def _most_guesses(plan: Plan) -> int:
    """The most guesses a plan can need."""
    return 1 + max((_most_guesses(after) for _, after in plan[1]), default=0)
