"""The ladder: one lower bound for all openings, raised in steps until it meets the best tree.

In the usual order, a search solves the first opening before it looks at the others. So what it
knows of all trees says little until it is nearly done. The ladder refutes limits instead, one after
the other: each step shows that no tree of any opening is below its limit. Steps keep the bounds of
openings, cells and smaller sets, so the next one starts where the last one ended. The search can
stop between and within steps, with the best tree and the last limit refuted, whose distance is the
gap; branch-and-bound solvers of integer programs report the same two numbers (Land and Doig 1960).

The last step has the limit of the usual order, or of the best tree known, and finds the same tree.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, exp, log
from typing import TYPE_CHECKING, Any

from mmtree.counts import format_count
from mmtree.errors import CheckpointError, NoTreeError
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import INFINITE, Prices, Solution
from mmtree.search.progress import SearchProgress, StoppedError
from mmtree.strategies.exact_search import exact_search
from mmtree.strategies.interface import SearchResult, Task
from mmtree.tree.provenance import IMPROVED, Proof, Strategy
from mmtree.tree.tree import StrategyTree

if TYPE_CHECKING:
    from mmtree.search.solved_parts import Packed
    from mmtree.strategies.exact_progress import ProgressReporter

DIRECT_SECONDS = 60.0
"""Searches that take less processor time need no ladder."""
_EFFORT, _ANYTIME_EFFORT = 3, 5
"""The effort of the beam that finds the first tree, and the effort with a gap or a time."""
_BEAM_SHARE = 0.25
"""The part of the time that the beam may take."""
_FIRST_STEPS, _FIRST_STEPS_IN_TIME = 4, 16
"""The first two steps divide the gap by this number: by more if they could exceed a time."""
_GROWTH = 3.0
"""A step should take this multiple of the time of all steps before."""
_TIME_SHARE = 0.7
"""A step should take this part of the time left, or less."""
_LONGEST, _SHORTEST = 4.0, 1 / 64
"""The size of a step: in sizes of the last one at most, in parts of the gap at least."""
_LAST = 2.0
"""The last step may be this multiple of the size that a step should have: more steps cost more."""
_BRIEF = 600.0
"""Without a time limit, a last step that should take so many seconds needs no steps before it."""
_PATIENCE = 2.0
"""A step that takes this multiple of the time expected is given up for one of half its size."""
_LONG = 3600.0
"""Without a time limit, this is done after so many seconds at least, as it costs some work."""
_QUICK = 10.0
"""A step of fewer seconds says little about a larger one."""


class EndedEarly(Exception):  # noqa: N818 - nothing went wrong
    """The search ended before its best tree was proved optimal.

    Attributes:
        result: that tree, with both bounds.
    """

    def __init__(self, result: SearchResult) -> None:
        super().__init__()
        self.result = result


class _PartsInMemory:
    """The solved parts of a search without a checkpoint."""

    def __init__(self) -> None:
        self._pieces: list[Packed] = []
        self.keep = self._pieces.append

    def known(self) -> Packed:
        """Return the parts so far."""
        if len(self._pieces) > 1:
            from mmtree.search.solved_parts import SolvedParts

            self._pieces[:] = [SolvedParts.unpack(*self._pieces).compact().packed]
        return self._pieces[0] if self._pieces else (b"", b"")


class Ladder:
    """A search with one price list, for trees of a price below a limit.

    Args:
        limit: only trees of a lower price are sought.
        reporter: reports the progress, and has the bounds of an earlier run.
    """

    def __init__(self, task: Task, prices: Prices, limit: int, reporter: ProgressReporter) -> None:
        self.task, self.prices, self.limit, self.reporter = task, prices, limit, reporter
        self.anytime = task.gap is not None or task.seconds is not None
        if task.checkpoint:
            name = str(prices)
            keep = task.checkpoint.keep(name)
            self._known: Callable[[], Packed] = partial(task.checkpoint.known, name)
        else:
            parts = _PartsInMemory()
            self._known, keep = parts.known, parts.keep
        self._search = exact_search(task, prices, keep)
        self._end = INFINITE if task.seconds is None else time.monotonic() + task.seconds
        self._given_up = INFINITE  # the limit of the last step, if it took too long
        self._earlier, self._below = reporter.plan, None  # trees not yet taken over
        if isinstance(task.below, StrategyTree) and limit < INFINITE:
            self._below, reporter.best = task.below, limit - 1

    def climb(self) -> Solution:
        """Return the cheapest tree below the limit, or a solution without a tree.

        Raises:
            EndedEarly: the gap is small enough, the time is over, or the user interrupted.
            KeyboardInterrupt: the user interrupted before there was a tree.
            NoTreeError: the time is over before there is a tree.
        """
        interruption = None
        try:
            if not self.anytime and not self.reporter.steps:
                solution = self._solve(self.limit, DIRECT_SECONDS if self._climbs else INFINITE)
                if solution:
                    return solution
            self._assemble_tree()
            if self.limit >= INFINITE or self._needs_another_beam:
                self._find_tree()
            if self.task.checkpoint:
                self.task.checkpoint.write()  # the tree
            if not self.reporter.lower:
                from mmtree.search.two_guess_bounds import lower_bound

                seconds = (self.task.seconds or INFINITE) * _BEAM_SHARE
                self.reporter.raise_lower(lower_bound(self.task.table, self.task.opening, seconds))
            while not self._is_close:
                limit = self._next_limit()
                patience = self._patience
                solution = self._solve(limit, patience)
                self._given_up = limit if solution is None else INFINITE
                if solution is None:
                    if time.monotonic() >= self._end:
                        break
                    self.reporter.give_up(patience)
                    self._assemble_tree()  # it may be better
                elif solution.price < INFINITE or limit >= self.limit:
                    return solution
        except KeyboardInterrupt as error:
            if not self.reporter.objective.total_only:
                raise
            interruption = error
        ended = self._end_early(interruption)
        if self.task.checkpoint:
            self.task.checkpoint.write()
        raise ended

    @property
    def _climbs(self) -> bool:
        """Whether limits are refuted in steps: a cluster's search has an order of its own."""
        return self.prices.are_totals and self.task.cluster is None

    def _solve(self, limit: int, seconds: float = INFINITE) -> Solution | None:
        """Search below a limit; return None if the time or that of the processors is over."""
        task, search = self.task, self._search
        end = time.process_time() + seconds

        def check() -> None:
            if time.monotonic() >= self._end or time.process_time() >= end:
                raise StoppedError

        def report(progress: SearchProgress) -> None:
            check()
            self.reporter.report(progress)

        secrets: Any = task.codes.secret_ranks
        openings: Any = None if task.opening is None else array("I", [task.opening])
        if isinstance(search, NativeSearch):
            search.known = self._known()
        else:
            import numpy as np

            search.check = check
            secrets = task.table.secrets
            openings = None if openings is None else np.array(openings)
        self.reporter.begin(limit)
        try:
            solution = search.solve(secrets, (), openings, report, limit)
            task.scanned += solution.scanned
            self.reporter.finish(solution.price)
        except StoppedError:
            return None
        finally:
            if task.checkpoint:
                task.checkpoint.write()
        return solution

    def _assemble_tree(self) -> None:
        """Take over the best tree of task.below, of an earlier run and of the parts.

        Raises:
            CheckpointError: the tree of an earlier run is none.
        """
        table, reporter, of = self.task.table, self.reporter, self.reporter.of
        if self._below:
            from mmtree.strategies.subproblems import list_subproblems, plan_of

            given = plan_of(self._below, table)
            reporter.best = None  # the plan may cost less, as it has no guesses for two secrets
            self._take(given, list_subproblems(table, given)[0].total, self._below.strategy.name)
            self._below = None
        parts = self._known()
        if not self._climbs or not (parts[0] or self._earlier):
            return
        from mmtree.search.best_so_far import best_solution, play_plan
        from mmtree.search.solved_parts import SolvedParts

        opening, plan = self.task.opening, array("I", self._earlier)
        if plan:
            found = play_plan(table, self.prices, table.secrets, 0, plan)
            if found is None or opening not in (None, plan[0]):
                raise CheckpointError("the checkpoint's tree is invalid; remove it to start again")
            self._take(plan, found.price, of)
            self._earlier = b""
        found = best_solution(table, self.prices, SolvedParts.unpack(parts), opening)
        if found:
            self._take(found.guesses, found.price, "koyama-lai")

    @property
    def _needs_another_beam(self) -> bool:
        """Whether the best tree is of an earlier run's beam that had an effort or less time."""
        seconds, reporter = self.task.seconds or INFINITE, self.reporter
        by_beam = self.task.below is None and reporter.of == "beam" and not self._is_close
        return self.anytime and by_beam and 2 * reporter.get_status().spent < seconds

    def _find_tree(self) -> None:
        """Find a first tree by a beam, if it finds any, and take its total for the limit.

        Raises:
            KeyboardInterrupt: the user interrupted the beam.
        """
        from mmtree.strategies.beam import beam

        seconds = None if self.task.seconds is None else self.task.seconds * _BEAM_SHARE
        task = replace(self.task, checkpoint=None, below=None, seconds=seconds)
        effort = _ANYTIME_EFFORT if self.anytime else _EFFORT
        try:
            found = beam(task, effort=effort, max_guesses=self.prices.last)
        except NoTreeError:
            return
        assert found.proof
        self._take(found.guesses, found.proof.upper_bound, "beam")
        self.reporter.raise_lower(found.proof.lower_bound)
        if found.interrupted:
            raise KeyboardInterrupt

    def _take(self, guesses: Sequence[int], total: int, of: str) -> None:
        """Take over a tree if it is better: no dearer one is sought."""
        reporter = self.reporter
        if total < (self.limit if reporter.best is None else reporter.best):
            reporter.plan, reporter.of = array("I", guesses).tobytes(), of
            reporter.best, self.limit = total, min(self.limit, total + 1)

    @property
    def _aim(self) -> int:
        """The limit of the last step."""
        best = self.reporter.best
        if self.task.gap is None or best is None:
            return self.limit
        return min(self.limit, ceil(best / (1 + self.task.gap)))

    @property
    def _patience(self) -> float:
        """The processor seconds after which the next step is given up."""
        patience = _PATIENCE * (self.reporter.expected or INFINITE)
        if self.task.seconds is None:  # with a gap, no time may change the tree
            patience = INFINITE if self.task.gap is not None else max(patience, _LONG)
        return patience

    @property
    def _is_close(self) -> bool:
        """Whether the gap is small enough."""
        return self.task.gap is not None and self.reporter.lower >= self._aim

    def _next_limit(self) -> int:
        """Return the limit of the next step, by the seconds that the last ones took.

        The time of a step grows exponentially with its limit, as fitted to the last two.
        """
        lower, aim, steps = self.reporter.lower, self._aim, self.reporter.steps
        if self._given_up < INFINITE:
            return min(lower + max(1, (self._given_up - lower) // 2), aim)
        if aim >= INFINITE:
            return aim  # without a tree, there is no gap to divide
        in_time = self.task.seconds is not None
        size = max(1, (aim - lower) // (_FIRST_STEPS_IN_TIME if in_time else _FIRST_STEPS))
        if len(steps) >= 2:
            (before, first), (last, second) = steps[-2:]
            rise, second = max(last - before, 1), max(second, 0.01)
            rate = max(log(second / max(first, 0.01)), 0.01) / rise
            wanted = _GROWTH * sum(seconds for _, seconds in steps)
            wanted = min(wanted, _TIME_SHARE * max(0.0, self._end - time.monotonic()))
            likely = log(max(wanted / second, 1.0)) / rate
            longest = rise * (_LONGEST if second >= _QUICK else 1)
            size = max(int(min(likely, longest)), int((aim - lower) * _SHORTEST), 1)
            brief = not in_time and second * exp(min(rate * (aim - lower), 50.0)) <= _BRIEF
            size = aim - lower if brief or lower + _LAST * size >= aim else size
            self.reporter.expected = second * exp(min(rate * size, 50.0))
        return min(lower + size, aim)

    def _end_early(self, interruption: KeyboardInterrupt | None) -> BaseException:
        """Return the exception for an early end."""
        task, reporter = self.task, self.reporter
        if not self._is_close:  # with a gap, as the parts differ from run to run
            self._assemble_tree()
        if reporter.best is None:
            last = self.prices.last
            within = "" if last is None else f" within {format_count(last, 'guess')}"
            return interruption or NoTreeError(
                f"no tree of {task.codes.rules}{within} was found in time, which proves nothing"
            )
        lower = max(reporter.lower, task.codes.rules.secrets)  # each takes a guess
        bounds = min(lower, reporter.best), reporter.best
        proof = Proof(str(reporter.objective), *bounds, task.searched_by)
        made_by = Strategy(IMPROVED, {"of": reporter.of})
        plan = array("I", reporter.plan)
        return EndedEarly(SearchResult(plan, proof, made_by, interruption is not None))
