"""Run independent searches of sets, several at a time, on threads or on a cluster."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from typing import Protocol

from mmtree.game.rules import Rules
from mmtree.search.partition import searches_natively
from mmtree.search.prices import Prices
from mmtree.search.solution import Solution
from mmtree.strategies.interface import Task
from mmtree.strategies.set_search import SetSearch, search_set

_WAIT = 0.2
"""Seconds between two checks of the time."""


class RunningSearches(Protocol):
    """Searches that run on threads or workers."""

    @property
    def unfinished(self) -> bool:
        """Whether some searches have not ended."""

    def collect(self, seconds: float) -> Iterable[tuple[int, Solution]]:
        """Return the solutions since the last call, by number; wait for the first."""

    def cancel(self) -> None:
        """Stop all unfinished searches."""


class _ThreadSearches:
    """Searches that run on threads of this process."""

    def __init__(
        self,
        jobs: int,
        stop: threading.Event,
        rules: Rules,
        prices: Prices,
        searches: Sequence[SetSearch],
        order: list[int],
    ) -> None:
        self._stop = stop
        self._pool = ThreadPoolExecutor(jobs)
        self._numbers = {
            self._pool.submit(search_set, rules, prices, searches[at], stop): at for at in order
        }
        self._unfinished = set(self._numbers)

    @property
    def unfinished(self) -> bool:
        return bool(self._unfinished)

    def collect(self, seconds: float) -> Iterable[tuple[int, Solution]]:
        done, self._unfinished = wait(self._unfinished, seconds, FIRST_COMPLETED)
        return [(self._numbers[future], future.result()) for future in done]

    def cancel(self) -> None:
        if self._unfinished:
            self._stop.set()
        self._pool.shutdown(cancel_futures=True)


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
            searches: the searches.
            report: called with the number of secrets of each solved set.

        Returns:
            The solutions in the order of the searches; None for a search that was stopped.
        """
        solutions: list[Solution | None] = [None] * len(searches)
        order = sorted(range(len(searches)), key=lambda at: -len(searches[at].secrets))
        running = self._start(searches, order)
        try:
            while running.unfinished and not self._is_late():
                for at, solution in running.collect(_WAIT):
                    solutions[at] = solution
                    report(len(searches[at].secrets))
        except KeyboardInterrupt:
            self.stopped = self.interrupted = True
        finally:
            running.cancel()
        return solutions

    def _start(self, searches: Sequence[SetSearch], order: list[int]) -> RunningSearches:
        """Start the searches in this order, on threads or on the workers of a cluster."""
        task = self.task
        if task.workers:
            from mmtree.strategies.cluster_pool import ClusterSearches

            return ClusterSearches(task.workers, task.table, self.prices, searches, order)
        jobs = task.jobs if searches_natively(task.table.rules) else 1
        return _ThreadSearches(jobs, self._stop, task.table.rules, self.prices, searches, order)

    def _is_late(self) -> bool:
        self.stopped |= self._end is not None and time.monotonic() >= self._end
        return self.stopped
