"""Tasks that are with workers, until they are answered or come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from mmtree.search.cluster.workers import LOST, Failure, Future, Workers

Key = TypeVar("Key")
Found = TypeVar("Found")

_DEPTH = 2
"""Tasks for each thread of a worker: while it does one, the next is there."""


class PendingTasks(Generic[Key, Found]):
    """Tasks that were handed out, each to one worker.

    Every answer passes through ``check``. A worker whose answer is refused is left out, and its
    tasks come back, as do those of a worker that has ended: they can be handed out again.

    Args:
        workers: the cluster's.
        check: called with the key of a task and its answer, whatever that is; it returns the answer
            or raises ValueError with what is wrong.
    """

    def __init__(self, workers: Workers, check: Callable[[Key, Any], Found]) -> None:
        self._workers, self._check = workers, check
        self._queue: SimpleQueue[Future] = SimpleQueue()
        self._tasks: dict[Future, tuple[Key, str]] = {}

    def __len__(self) -> int:
        """Number of tasks that are with workers."""
        return len(self._tasks)

    def free(self) -> Iterator[str]:
        """The address of a worker for every further task, one to each before any gets the next."""
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
        """Hand a task out, as :meth:`Workers.submit`."""
        future = self._workers.submit(where, function, *arguments)
        self._tasks[future] = key, where
        future.add_done_callback(self._queue.put)

    def landed(self, seconds: float) -> list[tuple[Key, Found | None]]:
        """The tasks that were answered, and with None those that came back.

        Args:
            seconds: how long to wait for the first.

        Raises:
            ClusterError: the scheduler is gone, or no worker is left.
        """
        futures = [future for future in _ended(self._queue, seconds) if future in self._tasks]
        found: list[tuple[Key, Found | None]] = []
        for future, answer in zip(futures, self._workers.fetch(futures), strict=True):
            key, where = self._tasks.pop(future)
            found.append((key, self._checked(key, where, answer)))
        threads = self._workers.look()
        back = self.drop(lambda key, where: where not in threads)
        return [*found, *((key, None) for key in back)]

    def _checked(self, key: Key, where: str, answer: Any) -> Found | None:
        """The answer; or None, and its worker is left out where it still runs."""
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
        """Take back the tasks for which this is true of their key and worker."""
        dropped = [future for future, task in self._tasks.items() if unwanted(*task)]
        self._workers.cancel(dropped)
        return [self._tasks.pop(future)[0] for future in dropped]


def _ended(queue: SimpleQueue[Future], seconds: float) -> Iterator[Future]:
    """The futures that a queue got from callbacks: all that are there, or the first to come."""
    with suppress(Empty):
        yield queue.get(timeout=seconds)
        while True:
            yield queue.get_nowait()
