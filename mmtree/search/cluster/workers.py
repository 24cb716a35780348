"""The workers of a Dask cluster: found, left out where they are unusable, and given work."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from mmtree.errors import ClusterError
from mmtree.search.cluster.worker_task import About, about, difference

Future = Any
"""Dask's: like those of ``concurrent.futures``, with a status."""
Found = TypeVar("Found")

_LOOK = 1.0
"""Seconds between two looks at the list of workers."""
_FETCH = 60.0
"""Seconds in which an answer that is finished must arrive."""
_STEP = 0.1
"""Seconds between two looks whether it still exists."""
_SILENT = 3
"""This many workers may end before they answer anything, one after the other."""
_LINE = 300
"""Characters of a message about a worker; its own text may be of any length."""
_ABOUT = (
    "(lambda f: (f('mmtree').__version__, f('mmtree.search.kernel').kernel(), "
    "f('sys').byteorder))(__import__('importlib').import_module)"
)
"""Asks a worker what :func:`about` says; works wherever any mmtree is installed."""


@dataclass(frozen=True)
class Failure:
    """Stands for the answer of a task that raised an exception, or whose answer was not received.

    Attributes:
        text: what went wrong.
    """

    text: str


LOST = Failure("")
"""The answer has ended with its worker."""


class Workers:
    """The workers of one cluster that have the same mmtree as this process.

    Args:
        client: Dask's, connected.
        name: what the cluster is called in messages.
        dashboard: where its state is shown; None where there is no such page.
        report: called with one line for each worker that gets no work.
        alive: False when no worker can come any more.

    Attributes:
        refused: by address, which worker gets no work, and why.
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
        self._asked: set[str] = set()
        self._answered: set[str] = set()
        self._silent: list[str] = []  # those that ended before they answered, since the last answer
        self._left_out = ""  # why the last one was, that had been given work
        self._looked = float("-inf")
        self.look()
        if self.refused and not self._threads:
            raise ClusterError(next(iter(self.refused.values())))
        for line in self.refused.values():
            report(line)

    def look(self) -> dict[str, int]:
        """The number of threads of every worker, by address; asked for once in a second.

        Raises:
            ClusterError: the scheduler is gone, or no worker is left.
        """
        if time.monotonic() < self._looked + _LOOK:
            return self._threads
        if self._client.status != "running":
            raise self.gone()
        begun = self._looked > 0
        try:
            there: dict[str, int] = self._client.nthreads()
            fresh = [each for each in there if each not in {**self._threads, **self.refused}]
            told = self._client.run(eval, _ABOUT, workers=fresh, on_error="return") if fresh else {}
            if any(isinstance(answer, Exception) for answer in told.values()):
                there = self._client.nthreads()  # one may have ended meanwhile
        except Exception:  # Dask raises many kinds
            raise self.gone() from None
        for where, answer in told.items():
            if where in there and (why := _unlike(answer)):
                self._refuse(where, why, begun)
        ended = [each for each in self._threads if each not in there]
        self._silent += [each for each in ended if each in self._asked - self._answered]
        self.refused = {each: why for each, why in self.refused.items() if each in there}
        self._threads = {each: there[each] for each in there if each not in self.refused}
        self._looked = time.monotonic()
        self._check_left()
        return self._threads

    def _check_left(self) -> None:
        """Raise where waiting for an answer is in vain.

        A worker that had answered may end: another one may come, and is waited for.
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
        """Give no more work to a worker, and report that in a line."""
        if where in self._threads:
            self._refuse(where, f"is left out: {why}", report=True)
            self._left_out = self.refused[where]
            self._threads = {each: n for each, n in self._threads.items() if each != where}

    def _refuse(self, where: str, why: str, report: bool) -> None:
        line = f"the worker at {where} {why}"[:_LINE]
        line = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in line)
        self.refused[where] = line
        if report:
            self._report(line)

    def trust(self, where: str) -> None:
        """Note that a worker gave a usable answer."""
        self._answered.add(where)
        self._silent.clear()

    def gone(self) -> ClusterError:
        """The error to raise when the scheduler does not answer any more."""
        return ClusterError(f"the scheduler at {self.name} is gone")

    def submit(self, where: str, function: Callable[..., Any], *arguments: Any) -> Future:
        """Have a function called on a worker, and on no other.

        Args:
            where: its address.
            function: one of mmtree, called by name.
            arguments: whatever can be pickled.
        """
        self._asked.add(where)
        return self._client.submit(
            checked, about(), function, *arguments, workers=[where], pure=False
        )

    def fetch(self, futures: Sequence[Future]) -> list[Any]:
        """Return the answer of each future, unchecked: a :class:`Failure` where it failed.

        Raises:
            ClusterError: the scheduler is gone.
        """
        if any(future.status == "cancelled" for future in futures):
            raise self.gone()
        well = [future for future in futures if future.status == "finished"]
        try:
            values = iter(self._gather(well))
            return [next(values) if each in well else self._fetch_one(each) for each in futures]
        except Exception:  # of one of them
            return [self._fetch_one(each) for each in futures]

    def _fetch_one(self, future: Future) -> Any:
        try:
            if future.status == "finished":
                return self._gather([future])[0]
            if future.status == "error":
                return Failure(described(future.exception()))
        except Exception as error:  # unpickling can raise anything
            if future.status == "finished":
                return Failure(f"its answer cannot be received: {described(error)}")
        return LOST

    def _gather(self, futures: list[Future]) -> list[Any]:
        """The results of finished futures.

        Raises:
            Exception: they cannot be received, or a worker has ended and its result with it: Dask
                itself would wait until another worker computes that again, perhaps for ever.
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
        """Tell workers that these are not wanted any more."""
        if futures:
            with suppress(Exception):  # the scheduler is gone, or going
                self._client.cancel(futures)


def checked(asked: About, function: Callable[..., Found], *arguments: Any) -> Found | Failure:
    """Call a function, on a worker; what it raises is answered in words.

    An exception itself might not be unpickled where it arrives.
    """
    try:
        if about() != asked:
            raise ClusterError(difference(about(), asked))
        return function(*arguments)
    except Exception as error:
        return Failure(described(error))


def described(error: BaseException) -> str:
    """The kind of an exception, and its text."""
    try:
        return f"{type(error).__name__}: {error}"[:_LINE]
    except Exception:  # of its own __str__
        return type(error).__name__


def _unlike(answer: Any) -> str:
    """What is wrong with a worker that says this about itself; empty where nothing is."""
    if isinstance(answer, Exception):
        return f"cannot use mmtree there: {str(answer) or type(answer).__name__}"
    if not (type(answer) is tuple and list(map(type, answer)) == [str, str, str]):
        return f"cannot use mmtree there: its version is {shown(answer)}"
    return "" if answer == about() else difference(answer, about())


def shown(value: object) -> str:
    """A value that a worker gave, in a few words: of other than plain kinds only the kind."""
    return f"{value!r:.60}" if type(value) in (int, str, float) else f"a {type(value).__name__}"
