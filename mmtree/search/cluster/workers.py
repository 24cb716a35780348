"""The workers of a Dask cluster: their list, the check of each, and the calls to them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from mmtree.errors import ClusterError
from mmtree.processes import hold_signals
from mmtree.search.cluster.worker_task import BuildInfo, build_info, format_mismatch

Future = Any
"""A future of Dask: like one of ``concurrent.futures``, with a status."""
Found = TypeVar("Found")

_LOOK = 1.0
"""Seconds between two updates of the list of workers."""
_FETCH = 60.0
"""Seconds in which a finished answer must arrive."""
_STEP = 0.1
"""Seconds between two checks whether the answer still exists."""
_SILENT = 3
"""The number of workers in a row that end without any answer before the search gives up."""
_LINE = 300
"""The most characters of a message about a worker, which may contain a text from it."""
_BUILD_INFO = (
    "(lambda f: (f('mmtree').__version__, f('mmtree.search.kernel').kernel(), "
    "f('sys').byteorder))(__import__('importlib').import_module)"
)
"""An expression for :func:`build_info` that any version of mmtree can evaluate."""


@dataclass(frozen=True)
class Failure:
    """The result of a task that raised an exception, or whose answer was not received.

    Attributes:
        text: the reason.
    """

    text: str


LOST = Failure("")
"""The worker ended, and its answer is lost."""


class Workers:
    """The workers of one cluster that have the same mmtree as this process.

    Args:
        client: Dask's client, connected.
        name: the name of the cluster in messages.
        dashboard: the address of Dask's dashboard; None if there is none.
        report: called with one line for each worker that gets no work.
        alive: returns False once no further worker can come.

    Attributes:
        refused: the reason for each worker that gets no work, by its address.
    """

    def __init__(
        self,
        client: Any,
        name: str,
        dashboard: str | None,
        report: Callable[[str], None] = lambda line: None,
        alive: Callable[[], bool] = lambda: True,
    ) -> None:
        self.name, self.dashboard = name, dashboard
        self.refused: dict[str, str] = {}
        self._client, self._report, self._alive = client, report, alive
        self._threads: dict[str, int] = {}
        self._given_work: set[str] = set()
        self._answered: set[str] = set()
        self._silent: list[str] = []  # ended without an answer, since the last answer
        self._left_out = ""  # the last reason for which a worker was left out
        self._last_look = float("-inf")
        self.look()
        if self.refused and not self._threads:
            raise ClusterError(next(iter(self.refused.values())))
        for line in self.refused.values():
            report(line)

    def look(self) -> dict[str, int]:
        """Return the number of threads of each worker, by address, updated once in a second.

        Raises:
            ClusterError: the scheduler is gone, or no worker is left.
        """
        if time.monotonic() < self._last_look + _LOOK:
            return self._threads
        if self._client.status != "running":
            raise self.gone()
        started = self._last_look > 0
        try:
            threads: dict[str, int] = self._client.nthreads()
            new = [where for where in threads if where not in {**self._threads, **self.refused}]
            answers = {}
            if new:
                answers = self._client.run(eval, _BUILD_INFO, workers=new, on_error="return")
            if any(isinstance(answer, Exception) for answer in answers.values()):
                threads = self._client.nthreads()  # one may have ended meanwhile
        except Exception:  # Dask raises many kinds
            raise self.gone() from None
        for where, answer in answers.items():
            if where in threads and (why := _find_mismatch(answer)):
                self._refuse(where, why, started)
        ended = [where for where in self._threads if where not in threads]
        self._silent += [where for where in ended if where in self._given_work - self._answered]
        self.refused = {where: why for where, why in self.refused.items() if where in threads}
        self._threads = {where: n for where, n in threads.items() if where not in self.refused}
        self._last_look = time.monotonic()
        self._check_left()
        return self._threads

    def _check_left(self) -> None:
        """Raise ClusterError if waiting for an answer is useless.

        If a worker ends that had answered before, the search waits for another one.
        """
        if self._silent and (not self._threads or len(self._silent) >= _SILENT):
            count = len(self._silent)
            who = "the worker" if count == 1 else f"{count} workers in a row"
            raise ClusterError(f"{who} ended without an answer, perhaps out of memory")
        if not self._threads and self._left_out:
            raise ClusterError(f"no worker is left: {self._left_out}")
        if not self._threads and not self._alive():
            raise ClusterError("no worker is left: all processes of the cluster have ended")

    def leave_out(self, where: str, why: str) -> None:
        """Give no more work to a worker, and report that."""
        if where in self._threads:
            self._refuse(where, f"is left out: {why}", report=True)
            self._left_out = self.refused[where]
            self._threads = {other: n for other, n in self._threads.items() if other != where}

    def _refuse(self, where: str, why: str, report: bool) -> None:
        line = f"the worker at {where} {why}"[:_LINE]
        line = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
        self.refused[where] = line
        if report:
            self._report(line)

    def trust(self, where: str) -> None:
        """Record that a worker gave a valid answer."""
        self._answered.add(where)
        self._silent.clear()

    def gone(self) -> ClusterError:
        """Return the error for a scheduler that no longer answers."""
        return ClusterError(f"the scheduler at {self.name} is gone")

    def submit(self, where: str, function: Callable[..., Any], *arguments: Any) -> Future:
        """Call a function on a worker, and on no other.

        Args:
            where: the address of the worker.
            function: a function of mmtree, which is pickled by name.
            arguments: anything that can be pickled.
        """
        self._given_work.add(where)
        with hold_signals():  # the destructor of a half-made future prints a traceback
            return self._client.submit(
                run_checked, build_info(), function, *arguments, workers=[where], pure=False
            )

    def fetch(self, futures: Sequence[Future]) -> list[Any]:
        """Return the unchecked answer of each future; a :class:`Failure` if it failed.

        Raises:
            ClusterError: the scheduler is gone.
        """
        if any(future.status == "cancelled" for future in futures):
            raise self.gone()
        finished = [future for future in futures if future.status == "finished"]
        try:
            values = iter(self._gather(finished))
            return [
                next(values) if future in finished else self._fetch_one(future)
                for future in futures
            ]
        except Exception:  # one of them failed
            return [self._fetch_one(future) for future in futures]

    def _fetch_one(self, future: Future) -> Any:
        try:
            if future.status == "finished":
                return self._gather([future])[0]
            if future.status == "error":
                return Failure(format_error(future.exception()))
        except Exception as error:  # unpickling can raise anything
            if future.status == "finished":
                return Failure(f"its answer cannot be received: {format_error(error)}")
        return LOST

    def _gather(self, futures: list[Future]) -> list[Any]:
        """Return the results of finished futures.

        Raises:
            Exception: a result cannot be received, or was lost with its worker: Dask itself would
                wait until another worker computes it again, perhaps for ever.
        """
        if not futures:
            return []

        async def gather() -> list[Any]:
            task = asyncio.ensure_future(self._client.gather(futures, asynchronous=True))
            while not (await asyncio.wait([task], timeout=_STEP))[0]:
                if any(future.status != "finished" for future in futures):
                    task.cancel()
                    raise ConnectionError("a worker has ended, and its answer with it")
            found: list[Any] = await task
            return found

        results: list[Any] = self._client.sync(gather, callback_timeout=_FETCH)
        return results

    def cancel(self, futures: list[Future]) -> None:
        """Cancel futures."""
        if futures:
            with suppress(Exception):  # the scheduler is gone, or going
                self._client.cancel(futures)


def run_checked(
    expected: BuildInfo, function: Callable[..., Found], *arguments: Any
) -> Found | Failure:
    """Call a function, on a worker; if it raises, return the error as text.

    The command might be unable to unpickle the exception itself.
    """
    try:
        if build_info() != expected:
            raise ClusterError(format_mismatch(build_info(), expected))
        return function(*arguments)
    except Exception as error:
        return Failure(format_error(error))


def format_error(error: BaseException) -> str:
    """Return the type and the text of an exception."""
    try:
        return f"{type(error).__name__}: {error}"[:_LINE]
    except Exception:  # from its own __str__
        return type(error).__name__


def _find_mismatch(answer: Any) -> str:
    """Return the reason why a worker with this build info cannot be used; empty if it can."""
    if isinstance(answer, Exception):
        return f"cannot use mmtree there: {str(answer) or type(answer).__name__}"
    if not (type(answer) is tuple and list(map(type, answer)) == [str, str, str]):
        return f"cannot use mmtree there: its version is {format_value(answer)}"
    return "" if answer == build_info() else format_mismatch(answer, build_info())


def format_value(value: object) -> str:
    """Return a worker's value as a short text: only the type unless it is an int, str or float."""
    return f"{value!r:.60}" if type(value) in (int, str, float) else f"a {type(value).__name__}"
