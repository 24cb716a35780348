"""Run independent searches of sets, several at a time, on threads or on a cluster."""

import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing
from functools import lru_cache

from mmtree.game.code_table import CodeTable
from mmtree.game.rules import Rules
from mmtree.search.beam import Beam
from mmtree.search.candidates import FEW_SECRETS
from mmtree.search.exact_native import get_cached_search
from mmtree.search.native_game import searches_natively
from mmtree.search.prices import Prices, Solution
from mmtree.search.progress import SearchProgress, StoppedError
from mmtree.strategies.interface import Task
from mmtree.strategies.subproblems import Subproblem

table_of = lru_cache(maxsize=2)(CodeTable)
"""Return the codes of some rules, cached for many searches."""

_WAIT = 0.2
"""Seconds between two checks of the time."""


SetSearch = tuple[Subproblem, Beam]
"""A set, of which only trees of a lower total are sought, and the beam of the search."""


def search_set(
    rules: Rules, prices: Prices, search: SetSearch, stop: threading.Event | None = None
) -> Solution:
    """Search one set.

    Args:
        rules, prices: of the whole tree.
        search: the set and the beam.
        stop: stops the search if set; None on a worker of a cluster.

    Raises:
        StoppedError: the search was stopped.
    """

    def report(progress: SearchProgress | None) -> None:
        if stop and stop.is_set():
            raise StoppedError

    report(None)
    table, (each, beam) = table_of(rules), search
    few = rules.renaming == "never" and len(table.secrets) <= FEW_SECRETS
    if not searches_natively(rules) or (few and table.exchanges_secrets):  # tries one of them
        from mmtree.search.exact import Search

        slow = Search(table, prices, beam)
        slow.check = lambda: report(None)
        return slow.solve(each.secrets, each.history, None, report, each.limit)
    fast = get_cached_search(rules, prices, beam)
    return fast.solve(each.secrets, each.history, None, report, each.limit)


class SearchPool:
    """Runs searches of one thread each, as many at a time as the task allows.

    Attributes:
        stopped: the time of the task is over, or the user interrupted it: no more searches run.
        interrupted: the user interrupted it.
    """

    def __init__(self, task: Task, prices: Prices) -> None:
        self.task = task
        self.prices = prices
        self.stopped = self.interrupted = False
        self._stop = threading.Event()
        self._end = None if task.seconds is None else time.monotonic() + task.seconds

    def run(
        self, searches: Sequence[SetSearch], report: Callable[[int], None]
    ) -> list[Solution | None]:
        """Run searches, the largest set first, and return their solutions.

        Args:
            report: called with the number of secrets of each solved set.

        Returns:
            The solutions in the order of the searches; None for a search that was stopped.
        """
        solutions: list[Solution | None] = [None] * len(searches)
        order = sorted(range(len(searches)), key=lambda at: -len(searches[at][0].secrets))
        solve = self._solve_on_threads if self.task.cluster is None else self._solve_on_cluster
        try:
            with closing(solve(searches, order)) as solved:
                for at, solution in solved:
                    solutions[at] = solution
                    report(len(searches[at][0].secrets))
        except KeyboardInterrupt:
            self.interrupted = True
        self.stopped |= None in solutions
        return solutions

    def _solve_on_threads(
        self, searches: Sequence[SetSearch], order: list[int]
    ) -> Generator[tuple[int, Solution]]:
        """Yield the solutions by number, as soon as threads find them, until time is over."""
        rules = self.task.table.rules
        pool = ThreadPoolExecutor(self.task.jobs if searches_natively(rules) else 1)
        numbers = {
            pool.submit(search_set, rules, self.prices, searches[at], self._stop): at
            for at in order
        }
        left = set(numbers)
        try:
            while left and not self._is_late():
                done, left = wait(left, _WAIT, FIRST_COMPLETED)
                yield from ((numbers[future], future.result()) for future in done)
        finally:
            if left:
                self._stop.set()
            pool.shutdown(cancel_futures=True)

    def _solve_on_cluster(
        self, searches: Sequence[SetSearch], order: list[int]
    ) -> Generator[tuple[int, Solution]]:
        """Yield the solutions by number, as soon as workers find them, until time is over."""
        from mmtree.search.cluster.search import check_solution

        table, prices, cluster = self.task.table, self.prices, self.task.cluster
        assert cluster
        calls = ((at, (search_set, table.rules, prices, searches[at])) for at in order)
        left = None if self._end is None else self._end - time.monotonic()
        with closing(cluster.run(lambda: calls, seconds=left)) as answers:
            for at, answer in answers:
                one, _ = searches[at]
                given = one.secrets, len(one.history), one.limit
                yield at, check_solution(table, prices, *given, answer)

    def _is_late(self) -> bool:
        self.stopped |= self._end is not None and time.monotonic() >= self._end
        return self.stopped
