"""The workers of a Dask cluster: looked at, and given work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from concurrent.futures import Future as Promise
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from mmtree.errors import ClusterError
from mmtree.search.cluster.work import About, about, difference

Future = Any
"""Dask's: like those of ``concurrent.futures``, with a status."""
Found = TypeVar("Found")

_LOOK = 1.0
"""Seconds between two looks at who is there."""
_ABOUT = (
    "(lambda f: (f('mmtree').__version__, f('mmtree.search.kernel').kernel(), "
    "f('sys').byteorder))(__import__('importlib').import_module)"
)
"""Asks a worker what :func:`about` says; works wherever any mmtree is installed."""


class Workers:
    """The workers of one cluster that have the same mmtree as this process.

    Args:
        client: Dask's, connected.
        name: what the cluster is called in messages.
        dashboard: where its state is shown; None where it is not.

    Attributes:
        refused: by address, which worker gets no work, and why.
    """

    def __init__(self, client: Any, name: str, dashboard: str | None) -> None:
        self.name, self.dashboard = name, dashboard
        self.refused: dict[str, str] = {}
        self._client = client
        self._threads: dict[str, int] = {}
        self._looked = float("-inf")
        self.look()
        if self.refused and not self._threads:
            raise ClusterError(next(iter(self.refused.values())))

    def look(self) -> dict[str, int]:
        """The number of threads of every worker, by address; asked for once in a second.

        Raises:
            ClusterError: the scheduler is gone.
        """
        if time.monotonic() < self._looked + _LOOK:
            return self._threads
        if self._client.status != "running":
            raise self.gone()
        try:
            there: dict[str, int] = self._client.nthreads()
            fresh = [each for each in there if each not in {**self._threads, **self.refused}]
            told = self._client.run(eval, _ABOUT, workers=fresh, on_error="return") if fresh else {}
        except Exception:  # Dask raises many kinds
            raise self.gone() from None
        for where, answer in told.items():
            if isinstance(answer, Exception):
                why = f"cannot use mmtree there: {answer or type(answer).__name__}"
            elif tuple(answer) != about():
                why = difference(tuple(answer), about())
            else:
                continue
            self.refused[where] = f"the worker at {where} {why}"
        self._threads = {each: there[each] for each in there if each not in self.refused}
        self.refused = {each: why for each, why in self.refused.items() if each in there}
        self._looked = time.monotonic()
        return self._threads

    def gone(self) -> ClusterError:
        """What is raised when nobody answers any more."""
        return ClusterError(f"the scheduler at {self.name} is gone")

    def submit(self, where: str | None, function: Callable[..., Any], *arguments: Any) -> Future:
        """Have a function called on a worker.

        Args:
            where: its address; another one is taken only where it ends. None for any.
            function: one of mmtree, called by name.
            arguments: whatever can be pickled.
        """
        return self._client.submit(
            checked,
            about(),
            function,
            *arguments,
            workers=list(self._threads) if where is None else [where],
            allow_other_workers=True,
            pure=False,
        )

    def gather(self, futures: list[Future]) -> list[Any]:
        """What ended well came to."""
        found: list[Any] = self._client.gather(futures)
        return found

    def cancel(self, futures: list[Future]) -> None:
        """They are not wanted any more; those that run are told."""
        if futures:
            with suppress(Exception):  # the scheduler is gone, or going
                self._client.cancel(futures)

    def executor(self) -> Executor:
        """The same as a thread pool would do: submit(function, …) gives a future.

        The functions are called on any worker; one of another mmtree answers with a ClusterError.
        """
        return _Executor(self)


def ended(queue: SimpleQueue[Future], seconds: float) -> Iterator[Future]:
    """The futures that a queue got from callbacks: all that are there, or the first to come."""
    with suppress(Empty):
        yield queue.get(timeout=seconds)
        while True:
            yield queue.get_nowait()


def checked(asked: About, function: Callable[..., Found], *arguments: Any) -> Found:
    """Call a function, on a worker.

    Raises:
        ClusterError: mmtree is another one here.
    """
    if about() != asked:
        raise ClusterError(f"a worker {difference(about(), asked)}")
    return function(*arguments)


class _Executor(Executor):
    """Futures of ``concurrent.futures`` for what workers do."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._running: set[Future] = set()

    def submit(self, function: Callable[..., Any], /, *args: Any, **extra: Any) -> Promise[Any]:
        """As every executor does."""
        promise: Promise[Any] = Promise()
        promise.set_running_or_notify_cancel()
        future = self._workers.submit(None, _call, function, args, extra)
        self._running.add(future)

        def fulfil(future: Future) -> None:
            self._running.discard(future)
            try:
                if future.status == "cancelled":
                    raise self._workers.gone()
                promise.set_result(future.result())
            except BaseException as error:
                promise.set_exception(error)

        future.add_done_callback(fulfil)
        return promise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """As every executor does."""
        if cancel_futures:
            self._workers.cancel(list(self._running))


def _call(function: Callable[..., Found], args: Any, extra: Any) -> Found:
    return function(*args, **extra)
