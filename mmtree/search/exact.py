"""Exact search for the cheapest strategy tree: branch and bound, in NumPy.

The tree is defined independently of the search: for each set of secrets, the guess is the first by
(bound, code) among the codes of least price. The bound is :class:`mmtree.search.prices.Bounds`,
summed over the cells. Any search that tries guesses in the order (bound, code) and replaces the
best only by a strictly cheaper one finds this tree, whatever it prunes.

With a beam (:mod:`mmtree.search.beam`), only the guesses of least estimate are tried for a set of
many secrets: the guess is the first by (estimate, code) among those of least price.

This module is the definition. The native kernel (:mod:`mmtree.search.exact_native`) finds the same
tree faster, with any number of threads.
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
from mmtree.search.progress import MAX_OPENINGS, Report, SearchProgress
from mmtree.search.solution import Solution

Plan = tuple[int, tuple[tuple[int, "Plan"], ...]]
"""A guess (rank), and the plan after each feedback except all black, in canonical order."""


@dataclass(frozen=True)
class Scan:
    """The guesses to try for a set of secrets, and their bounds.

    Attributes:
        guesses: rising ranks; in a beam, in the order in which they are tried.
        bounds: the lower bound of each guess.
        lowest: the least bound of all candidate guesses.
        beamed: whether only a beam's guesses are left.
    """

    guesses: Ranks
    bounds: NDArray[np.int64]
    lowest: int
    beamed: bool = False


class Search:
    """Exact search over the codes of one table with one price list.

    Args:
        table: the codes.
        prices: the price list.
        slack: guesses whose bound exceeds the least bound of their set by more are not tried; None
            for no limit. With a limit, the price is that of a tree but need not be the least.
        beam: the beam, which on large sets replaces the slack; None for no beam.

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
        self._candidates = CandidateGuesses(table)

    def solve(
        self,
        secrets: Ranks,
        history: tuple[int, ...] = (),
        openings: Ranks | None = None,
        report: Report | None = None,
        limit: int = INFINITE,
    ) -> Solution:
        """Find the least price of a set of secrets, and the tree that attains it.

        Args:
            secrets: any secrets, as rising ranks. Symmetries are used only if these are all secrets
                that are consistent with some feedback to the guesses of the history.
            history: the guesses (ranks) made before; their number counts for the prices.
            openings: the next guesses to try, as rising ranks; None for all.
            report: called as the search proceeds.
            limit: only trees of a lower price are sought.
        """
        symmetry = Symmetry.none(self.table)
        if self._has_all_consistent(secrets, history):
            symmetry = Symmetry(self.table)
            for guess in history:
                symmetry = symmetry.after(guess)
        self.scanned = 0
        depth = len(history)
        scan = self._scan(secrets, depth, symmetry, openings)
        price, plan = self._best(secrets, depth, limit, scan, symmetry, report)
        if plan is None:
            return Solution(INFINITE, 0, (), self.scanned)
        return Solution(price, _most_guesses(plan), tuple(_iter_guesses(plan)), self.scanned)

    def _has_all_consistent(self, secrets: Ranks, history: tuple[int, ...]) -> bool:
        """Check whether these are all secrets consistent with some feedback to the history."""
        if not history:
            return len(secrets) == len(self.table.numbers)
        answers = self.table.answers(np.array(history), slice(None))
        agree = (answers == answers[:, secrets[:1]]).all(axis=0)
        return np.array_equal(np.flatnonzero(agree), secrets)

    def _tiny(self, secrets: Ranks, depth: int) -> tuple[int, Plan | None]:
        """Return the price and plan of one or two secrets, guessed in order."""
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
        """Return the least price below the limit with its plan, or the limit and None."""
        best, plan = limit, None
        order = np.flatnonzero(scan.bounds < limit)
        end = INFINITE if scan.beamed else scan.lowest + self.slack
        if not scan.beamed:
            order = order[np.argsort(scan.bounds[order], kind="stable")]
        for done, at in enumerate(order):
            bound = int(scan.bounds[at])
            if bound >= best or bound > end:
                continue
            report_cell = None
            if report:
                found = best if plan else None
                report_cell = partial(
                    _report_cell, report, scan, order[done:], found, done, len(order)
                )
            guess = int(scan.guesses[at])
            price, tried = self._try(secrets, guess, bound, depth, best, symmetry, report_cell)
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
        report_cell: Callable[[int, int, list[int]], None] | None,
    ) -> tuple[int, Plan | None]:
        """Return the price of one guess with its plan, or the limit and None if it is not below."""
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
                bound += max(0, scan.lowest - raised)
                if bound >= limit:
                    return limit, None
            sizes = [len(cell) for _, cell, _ in open_cells]
            for done, ((value, cell, raised), scan) in enumerate(
                zip(open_cells, scans, strict=True)
            ):
                if report_cell:
                    report_cell(bound, done, sizes[done:])
                assumed = max(raised, scan.lowest)
                price, plan = self._best(cell, depth + 1, limit - bound + assumed, scan, symmetry)
                if plan is None:
                    return limit, None
                plans[value] = plan
                bound += price - assumed
        return bound, (guess, tuple((value, plan) for value, plan in plans.items() if plan))

    def _scan(
        self, secrets: Ranks, depth: int, symmetry: Symmetry, openings: Ranks | None = None
    ) -> Scan:
        """Return the candidate guesses with their bounds, from their cell sizes."""
        self.scanned += 1
        guesses = self._candidates(secrets) if openings is None else openings
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
        """Return the plan of the lowest secret with a different feedback from each secret, if any.

        No guess can have a lower bound, and this one attains it.
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
        """Return the least price of a set of which no member splits it into single secrets.

        Either the guess is not a secret of the set, or it leaves two secrets in one cell; a secret
        that is found a guess later does not cost less.
        """
        first, second, third = (self.prices(depth + k) for k in (1, 2, 3))
        return min(size * second, first + (size - 2) * second + third)


def _report_cell(
    report: Report,
    scan: Scan,
    openings: NDArray[np.intp],
    best: int | None,
    done: int,
    count: int,
    bound: int,
    cells_done: int,
    cells: list[int],
) -> None:
    """Report that the search of a cell of an opening begins."""
    next_openings = tuple(
        (int(scan.guesses[at]), int(scan.bounds[at])) for at in openings[:MAX_OPENINGS]
    )
    report(SearchProgress(best, bound, cells_done, tuple(cells), 0.0, done, count, next_openings))


def _iter_guesses(plan: Plan) -> Iterator[int]:
    """Yield the guesses of a plan in preorder, without those for one or two secrets."""
    yield plan[0]
    for _, after in plan[1]:
        if len(after[1]) > 1 or any(inner for _, (_, inner) in after[1]):
            yield from _iter_guesses(after)


def _most_guesses(plan: Plan) -> int:
    """Return the most guesses that a plan can need."""
    return 1 + max((_most_guesses(after) for _, after in plan[1]), default=0)
