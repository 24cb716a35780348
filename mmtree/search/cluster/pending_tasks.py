"""Tasks submitted to workers, until they are answered or returned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from mmtree.search.cluster.workers import LOST, Failure, Future, Workers

Key = TypeVar("Key")
Found = TypeVar("Found")

_DEPTH = 2
"""Tasks for each thread of a worker: while it runs one, the next is already there."""


class PendingTasks(Generic[Key, Found]):
    """Tasks submitted to workers, each to one of them.

    Every answer is checked. A worker with an invalid answer is left out, and its tasks return, like
    those of a worker that has ended: the caller can submit them again.

    Args:
        workers: the workers of the cluster.
        check: called with the key of a task and its unchecked answer; returns the answer or raises
            ValueError with the fault.
    """

    def __init__(self, workers: Workers, check: Callable[[Key, Any], Found]) -> None:
        self._workers, self._check = workers, check
        self._queue: SimpleQueue[Future] = SimpleQueue()
        self._tasks: dict[Future, tuple[Key, str]] = {}

    def __len__(self) -> int:
        """Return the number of tasks at the workers."""
        return len(self._tasks)

    def free(self) -> Iterator[str]:
        """Yield a worker's address for each further task: first one for each, then a second one."""
        threads = self._workers.look()
        load = dict.fromkeys(threads, 0)
        for _, where in self._tasks.values():
            load[where] = load.get(where, 0) + 1
        for depth in range(1, _DEPTH + 1):
            for where, count in threads.items():
                for _ in range(load[where], depth * count):
                    load[where] += 1
                    yield where

    def submit(self, where: str, key: Key, function: Callable[..., Any], *arguments: Any) -> None:
        """Submit a task to a worker, as :meth:`Workers.submit`."""
        future = self._workers.submit(where, function, *arguments)
        self._tasks[future] = key, where
        future.add_done_callback(self._queue.put)

    def collect(self, seconds: float) -> list[tuple[Key, Found | None]]:
        """Return the tasks that ended, with their answer, or None for those without a valid one.

        Args:
            seconds: the time to wait for the first.

        Raises:
            ClusterError: the scheduler is gone, or no worker is left.
        """
        futures = [future for future in _iter_ended(self._queue, seconds) if future in self._tasks]
        found: list[tuple[Key, Found | None]] = []
        for future, answer in zip(futures, self._workers.fetch(futures), strict=True):
            key, where = self._tasks.pop(future)
            found.append((key, self._check_answer(key, where, answer)))
        threads = self._workers.look()
        returned = self.drop(lambda key, where: where not in threads)
        return [*found, *((key, None) for key in returned)]

    def _check_answer(self, key: Key, where: str, answer: Any) -> Found | None:
        """Return a valid answer; otherwise leave out its worker, if it runs, and return None."""
        if answer is LOST:
            return None
        try:
            if isinstance(answer, Failure):
                raise ValueError(answer.text)
            found = self._check(key, answer)
        except ValueError as error:
            self._workers.leave_out(where, str(error))
            return None
        self._workers.trust(where)
        return found

    def drop(self, unwanted: Callable[[Key, str], bool]) -> list[Key]:
        """Cancel the tasks for whose key and worker ``unwanted`` is true, and return their keys."""
        dropped = [future for future, task in self._tasks.items() if unwanted(*task)]
        self._workers.cancel(dropped)
        return [self._tasks.pop(future)[0] for future in dropped]


def _iter_ended(queue: SimpleQueue[Future], seconds: float) -> Iterator[Future]:
    """Yield the futures in a queue, or wait for the first if it is empty."""
    with suppress(Empty):
        yield queue.get(timeout=seconds)
        while True:
            yield queue.get_nowait()
