"""Exact search for the cheapest strategy tree: branch and bound, in NumPy.

The tree is defined independently of the search: for each set of secrets, the guess is the first by
(bound, code) among the codes of least price. The bound is that of :mod:`mmtree.search.size_bounds`,
summed over the cells. Any search that tries guesses in the order (bound, code) and replaces the
best only by a strictly cheaper one finds this tree, whatever it prunes.

With a beam (:mod:`mmtree.search.beam`), only the guesses of least estimate are tried for a set of
many secrets: the guess is the first by (estimate, code) among those of least price. For other sets,
only guesses whose bound is near the least bound are tried.

This module is the definition. The native kernel (:mod:`mmtree.search.exact_native`) finds the same
tree faster, with any number of threads.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.game.symmetry import Symmetry
from mmtree.search.beam import Beam
from mmtree.search.candidates import CandidateGuesses
from mmtree.search.partition import Ranks, allow_nesting, first_of_two, split
from mmtree.search.prices import INFINITE, Plan, Prices, Solution, read_plan
from mmtree.search.progress import MAX_OPENINGS, SearchProgress, SearchReport
from mmtree.search.size_bounds import Bounds
from mmtree.search.weighted import GuessBounds, weights_of

_MOST_KNOWN = 1 << 20
"""The most sets of secrets that a search caches."""

_CACHED_DEPTH = 2
"""Up to so many guesses, the equivalence of guesses is cached: other cells of a guess need it, too,
and later searches, of which the value of a game needs many."""


@dataclass(frozen=True)
class History:
    """The guesses before (ranks), and the symmetries of the game that leave them unchanged."""

    guesses: tuple[int, ...]
    symmetry: Symmetry

    @property
    def depth(self) -> int:
        """The number of guesses before."""
        return len(self.guesses)

    def after(self, guess: int) -> "History":
        """Return the history with one more guess."""
        return History((*self.guesses, guess), self.symmetry.after(guess))


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
        beam: limits the guesses that are tried; None to try all. With a beam, the price is that of
            a tree but need not be the least.

    Raises:
        SizeError: the feedback table would not fit.
    """

    def __init__(self, table: CodeTable, prices: Prices, beam: Beam | None = None) -> None:
        table.check_size()
        self.table = table
        self.prices = prices
        self.beam = beam
        self.scanned = 0
        self._feedbacks = table.width
        self._by_size = Bounds.of(table, prices)
        self.weigh(weights_of(table))
        self.check: Callable[[], None] | None = None  # called for each set; may raise
        self._candidates = CandidateGuesses(table)
        self._known: dict[bytes | None, tuple[int, Plan | None]] = {}  # price and plan, or a bound
        self._is_lowest: dict[tuple[int, ...], NDArray[np.bool_]] = {}

    def weigh(self, weights: NDArray[np.int64] | None) -> None:
        """Take int64[N], the weight of each code, instead of those of the rules; None for none."""
        self._weights = weights
        self._bounds = GuessBounds(self.table, self._by_size, weights)

    def solve(
        self,
        secrets: Ranks,
        history: tuple[int, ...] = (),
        openings: Ranks | None = None,
        report: SearchReport | None = None,
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
            symmetry = reduce(Symmetry.after, history, Symmetry(self.table))
        self.scanned = 0
        allow_nesting(self.table)
        past = History(history, symmetry)
        price, plan = self.find_plan(secrets, past, min(limit, INFINITE), openings, report)
        if plan is None:
            return Solution(INFINITE, 0, (), self.scanned)
        guesses, most = read_plan(plan, 1 + self.table.rules.only_asks)
        return Solution(price, most - self.prices.free, guesses, self.scanned)

    def find_plan(
        self,
        secrets: Ranks,
        past: History,
        limit: int,
        openings: Ranks | None = None,
        report: SearchReport | None = None,
    ) -> tuple[int, Plan | None]:
        """Return the least price with its plan, or the limit and None, for a set with symmetries.

        Args:
            secrets, openings, report, limit: as of :meth:`solve`.
            past: the guesses made before, and symmetries that keep the set and the weights.
        """
        self._known.clear()  # of other openings
        return self._best(secrets, limit, past, self._scan(secrets, past, openings), report)

    def _has_all_consistent(self, secrets: Ranks, history: tuple[int, ...]) -> bool:
        """Check whether these are all secrets consistent with some feedback to the history."""
        if not history:
            return len(secrets) == len(self.table.secrets)
        answers = self.table.answers(np.array(history), self.table.secrets)
        first = self.table.answers(np.array(history), secrets[:1])
        return np.array_equal(self.table.secrets[(answers == first).all(axis=0)], secrets)

    def _best(
        self,
        secrets: Ranks,
        limit: int,
        past: History,
        scan: Scan | None,
        report: SearchReport | None = None,
    ) -> tuple[int, Plan | None]:
        """Return the least price below the limit with its plan, or the limit and None."""
        if self.check:
            self.check()
        key = self._key(self._candidates.state(secrets, past.guesses), past.depth)
        known = self._known.get(key, (0, None))
        if known[0] >= limit or known[1]:
            return known if known[0] < limit else (limit, None)
        scan = scan or self._scan(secrets, past)
        best, plan = limit, None
        order = np.flatnonzero(scan.bounds < limit)
        if not scan.beamed:
            if self.beam:
                order = order[scan.bounds[order] <= scan.lowest + self.beam.slack]
            order = order[np.argsort(scan.bounds[order], kind="stable")]
        for done, at in enumerate(order):
            bound = int(scan.bounds[at])
            if bound >= best:
                if scan.beamed:  # sorted by estimate, not by bound
                    continue
                break
            now = None
            if report:
                shown = order[done : done + MAX_OPENINGS]
                pairs = zip(scan.guesses[shown].tolist(), scan.bounds[shown].tolist(), strict=True)
                place = done, len(order), tuple(pairs)
                now = SearchProgress(best if plan else None, bound, 0, (), 0.0, *place)
            guess = int(scan.guesses[at])
            price, tried = self._try(secrets, guess, bound, best, past, report, now)
            if tried:
                best, plan = price, tried
        if key is not None and len(self._known) < _MOST_KNOWN:
            self._known[key] = best, plan
        return best, plan

    def _key(self, secrets: Ranks, depth: int) -> bytes | None:
        """Return the key of a set in the cache; None for codes of pegs, where few sets recur."""
        if self.table.rules.renaming != "never" and self._weights is None:
            return None
        return np.append(secrets, depth).astype(np.uint32).tobytes()

    def _try(
        self,
        secrets: Ranks,
        guess: int,
        bound: int,
        limit: int,
        past: History,
        report: SearchReport | None,
        now: SearchProgress | None,
    ) -> tuple[int, Plan | None]:
        """Return the price of one guess with its plan, or the limit and None if it is not below."""
        depth, history = past.depth + 1, (*past.guesses, guess)
        plans: dict[int, Plan | None] = {}
        open_cells: list[tuple[int, Ranks, int, bool]] = []  # feedback, secrets, bound, is it known
        for value, cell in split(self.table, secrets, guess):
            if value == self.table.rules.all_right:
                continue
            least = self._bound(cell, depth)
            known = None
            if len(cell) <= 2:
                raised = self._price_in_order(cell, depth, least)
                plans[value] = self._guess_in_order(cell)
            else:
                known = self._known.get(self._key(self._candidates.state(cell, history), depth))
                raised, plans[value] = known or self._solve_by_counting(cell, depth, least)
            bound += raised - least
            if plans[value] is None:
                open_cells.append((value, cell, raised, known is not None))
            if bound >= limit:
                return limit, None
        if open_cells:
            open_cells.sort(key=lambda open_cell: len(open_cell[1]))
            past = past.after(guess)
            scanned = []
            for value, cell, raised, is_known in open_cells:
                scan = None if is_known else self._scan(cell, past)
                assumed = max(raised, scan.lowest) if scan else raised
                scanned.append((value, cell, assumed, scan))
                bound += assumed - raised
                if bound >= limit:
                    return limit, None
            sizes = [len(cell) for _, cell, _, _ in open_cells]
            for done, (value, cell, assumed, scan) in enumerate(scanned):
                if report and now:
                    report(now._replace(bound=bound, cells_done=done, cells=tuple(sizes[done:])))
                price, plan = self._best(cell, limit - bound + assumed, past, scan)
                if plan is None:
                    return limit, None
                plans[value] = plan
                bound += price - assumed
        return bound, (guess, tuple((value, plan) for value, plan in plans.items() if plan))

    def _scan(self, secrets: Ranks, past: History, openings: Ranks | None = None) -> Scan:
        """Return the candidate guesses with their bounds, from their cell sizes."""
        self.scanned += 1
        guesses = self._candidates(secrets, past.guesses) if openings is None else openings
        beam = self.beam if self.beam and len(secrets) > self.beam.above else None
        if not past.symmetry.trivial and openings is None and (beam or len(secrets) > 8):
            guesses = self._without_equivalent(guesses, past)
        bounds, estimates = self._bounds.by_guess(secrets, guesses, past.depth, beam)
        lowest = int(bounds.min(initial=INFINITE))
        if beam is None:
            return Scan(guesses, bounds, lowest)
        if openings is not None:
            tried = np.argsort(bounds, kind="stable")
        else:
            tried = beam.likely(estimates, bounds, past.depth)
        return Scan(guesses[tried], bounds[tried], lowest, beamed=True)

    def _without_equivalent(self, guesses: Ranks, past: History) -> Ranks:
        """Remove the guesses that are equivalent to a lower one by symmetry."""
        if past.depth > _CACHED_DEPTH:
            return past.symmetry.representatives(guesses)
        if past.guesses not in self._is_lowest:
            is_lowest = np.zeros(len(self.table.numbers), bool)
            is_lowest[past.symmetry.representatives(np.arange(len(is_lowest)))] = True
            self._is_lowest[past.guesses] = is_lowest
        return guesses[self._is_lowest[past.guesses][guesses]]

    def _bound(self, secrets: Ranks, depth: int) -> int:
        """Return a lower bound for the price of a set, from its size and its weights."""
        return self._bounds.of_set(secrets, depth)

    def _guess_in_order(self, secrets: Ranks) -> Plan:
        """Return the plan that guesses one or two secrets in order, or asks which of two it is."""
        if len(secrets) == 1:
            return int(secrets[0]), ()
        return self._separate(secrets, first_of_two(self.table, secrets, self._weights))

    def _price_in_order(self, secrets: Ranks, depth: int, bound: int) -> int:
        """Return the price of one or two secrets: the bound, or more if both are identified."""
        if self._weights is None or not self.prices.free or len(secrets) < 2:
            return bound
        return int(self._weights[secrets].sum()) * self.prices(depth + 2)

    def _solve_by_counting(self, secrets: Ranks, depth: int, bound: int) -> tuple[int, Plan | None]:
        """Return the price and plan of a secret that separates all, or a bound and None.

        It is the heaviest one, of equal ones the lowest. Any other guess is not a secret of the
        set, or it leaves two secrets in one cell; then one of them is found by the third guess.
        """
        first, second, third = (self.prices(depth + k) for k in (1, 2, 3))
        weights = (
            np.ones(len(secrets), np.int64) if self._weights is None else self._weights[secrets]
        )
        total, most, least = (int(part) for part in (weights.sum(), weights.max(), weights.min()))
        other = total * second
        if not self.prices.free:
            other = min(other, first * most + (total - most - least) * second + least * third)
        if len(secrets) <= self._feedbacks and not self.table.rules.identified:
            separating = self._separates(secrets)
            at = int(np.where(separating, weights, 0).argmax())
            price = first * int(weights[at]) + second * (total - int(weights[at]))
            if separating[at] and price <= other:
                return price, self._separate(secrets, int(secrets[at]))
        return max(bound, other), None

    def _separates(self, secrets: Ranks) -> NDArray[np.bool_]:
        """Return which secrets have a different feedback from each secret."""
        answers = self.table.by_secret[self.table.places(secrets)].take(secrets, axis=1)
        answers.sort(axis=0)
        return np.asarray((answers[1:] != answers[:-1]).all(axis=0))

    def _separate(self, secrets: Ranks, guess: int) -> Plan:
        """Return the plan of a guess with a different feedback from each secret."""
        answers = self.table.answers(np.array([guess]), secrets)[0].tolist()
        cells = sorted(zip(answers, ((secret, ()) for secret in secrets.tolist()), strict=True))
        return guess, tuple(cell for cell in cells if cell[0] != self.table.rules.all_right)
