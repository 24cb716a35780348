"""The workers of a Dask cluster: found or started, looked at, and given work."""

from __future__ import annotations

import asyncio
import importlib
import json
import logging
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from concurrent.futures import Future as Promise
from contextlib import ExitStack, contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from mmtree.errors import ClusterError, KernelError
from mmtree.processes import running
from mmtree.search.cluster.work import About, about, difference
from mmtree.search.kernel import MAX_JOBS, kernel

Future = Any
"""Dask's: like those of ``concurrent.futures``, with a status."""
Item = TypeVar("Item")
Found = TypeVar("Found")

MISSING = (
    "a cluster takes dask: pip install 'mmtree[cluster]', or in a clone pip install '.[cluster]'"
)
"""What is said where it is not installed."""
PATIENCE = 10.0
"""Seconds in which a scheduler has to answer."""
_LOOK = 1.0
"""Seconds between two looks at who is there."""
_DEPTH = 2
"""Items under way for each thread of a worker: while it works on one, the next is there."""
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
        refused: by address, why a worker gets no work.
    """

    def __init__(self, client: Any, name: str, dashboard: str | None) -> None:
        self.name, self.dashboard = name, dashboard
        self.refused: dict[str, str] = {}
        self._client = client
        self._threads: dict[str, int] = {}
        self._looked = float("-inf")
        self.look()
        if self.refused and not self._threads:
            where, why = next(iter(self.refused.items()))
            raise ClusterError(f"the worker at {where} {why}")

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
                self.refused[where] = f"cannot use mmtree there: {answer or type(answer).__name__}"
            elif tuple(answer) != about():
                self.refused[where] = difference(tuple(answer), about())
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

    def map(
        self, function: Callable[[Item], Found], items: Iterable[Item]
    ) -> Iterator[tuple[int, Found]]:
        """Call a function of mmtree with each item; the number of the item and what came of it, as
        they come. As many are under way as keep all workers busy, so the items may be endless.

        Raises:
            ClusterError: the scheduler is gone.
        """
        under_way: dict[Future, int] = {}
        waiting = enumerate(items)
        queue: SimpleQueue[Future] = SimpleQueue()
        left = True
        try:
            while left or under_way:
                room = _DEPTH * sum(self.look().values()) - len(under_way)
                while left and room > 0:
                    try:
                        number, item = next(waiting)
                    except StopIteration:
                        left = False
                        break
                    future = self.submit(None, function, item)
                    under_way[future] = number
                    future.add_done_callback(queue.put)
                    room -= 1
                for future in ended(queue, 0.2):
                    if future.status == "cancelled":
                        raise self.gone()
                    yield under_way.pop(future), future.result()
        finally:
            self.cancel(list(under_way))


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


@contextmanager
def open_workers(cluster: str) -> Iterator[Workers]:
    """The workers of a cluster, for the time of a block.

    Args:
        cluster: the address of a scheduler, as tcp://HOST:8786 or tls://HOST:8786; the file that a
            scheduler wrote; or local:N for N processes, which end with the block.

    Raises:
        ClusterError: it is none of these, nobody answers, or Dask is not installed.
        KernelError: the native kernel is not in use.
    """
    local = re.fullmatch("local:([0-9]{1,9})", cluster)
    if local and not 1 <= int(local[1]) <= MAX_JOBS:
        raise ClusterError(f"cluster {cluster!r}: it takes 1 to {MAX_JOBS} processes")
    where = "" if local else _address(cluster)
    if kernel() != "native":
        raise KernelError("a cluster takes the native kernel: the NumPy one searches alone")
    try:
        dask = importlib.import_module("distributed")
    except ImportError:
        raise ClusterError(MISSING) from None
    for logger in [*logging.root.manager.loggerDict]:
        if logger.partition(".")[0] == "distributed":  # whatever it says ends in an error of ours
            logging.getLogger(logger).setLevel(logging.CRITICAL + 1)
    with ExitStack() as stack:
        if local:
            where = stack.enter_context(_local(dask, int(local[1])))
        client = stack.enter_context(_client(dask, where))
        if local:
            client.wait_for_workers(int(local[1]), timeout=60)
        yield Workers(client, where, _dashboard(client))


def _address(cluster: str) -> str:
    """The address that is given, or that stands in the file of a scheduler.

    Raises:
        ClusterError: there is none.
    """
    where = cluster
    if "://" not in cluster and os.path.isfile(cluster):
        try:
            with open(cluster, "rb") as file:
                where = str(json.loads(file.read(1 << 20))["address"])
        except (OSError, ValueError, TypeError, KeyError):
            raise ClusterError(f"cluster {cluster!r}: no file that a scheduler wrote") from None
    found = re.fullmatch(r"(tcp|tls)://(\[[0-9a-fA-F:.%]+\]|[^\s/:\[\]]+):([0-9]{1,5})", where)
    if not found or not 1 <= int(found[3]) < 1 << 16:
        raise ClusterError(
            f"cluster {where!r}: it is tcp://HOST:8786, tls://HOST:8786, the file of a "
            "scheduler, or local:N for N processes here"
        )
    return where


async def _knock(dask: Any, where: str, keys: dict[str, Any]) -> None:
    comm = await asyncio.wait_for(dask.comm.connect(where, timeout=PATIENCE, **keys), PATIENCE)
    comm.abort()


@contextmanager
def _client(dask: Any, where: str) -> Iterator[Any]:
    try:
        security = dask.Security()
        keys = security.get_connection_args("client")
    except Exception as error:  # of files that are not there or hold no keys
        raise ClusterError(f"cluster {where}: TLS as Dask is told: {error}") from None
    if where.startswith("tls:") and not keys.get("ssl_context"):
        raise ClusterError(
            f"cluster {where}: TLS takes keys: set distributed.comm.tls.ca-file, .client.cert and "
            ".client.key for Dask"
        )
    try:
        # Something else that listens there would keep the client waiting for minutes.
        host, _, port = where.partition("://")[2].rpartition(":")
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
        asyncio.run(_knock(dask, where, keys))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # other versions of what mmtree does not use
            client = dask.Client(where, security=security, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError):
        raise ClusterError(
            f"nobody answers at {where}: a scheduler is started with 'dask scheduler'"
        ) from None
    except RuntimeError as error:  # as where Dask is told to take TLS alone
        raise ClusterError(f"cluster {where}: {error}") from None
    try:
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=2)


@contextmanager
def _local(dask: Any, count: int) -> Iterator[str]:
    """A scheduler in this process, and workers that end when it does, however that ends."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        try:
            cluster = dask.LocalCluster(
                n_workers=0,
                processes=True,
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
            )
        except (OSError, RuntimeError) as error:
            raise ClusterError(f"no scheduler can be started here: {error}") from None
        stack.enter_context(cluster)
        options = "--nthreads 1 --no-nanny --no-dashboard --memory-limit 0 --death-timeout 10"
        program = [sys.executable, "-P", "-m", "distributed.cli.dask_worker"]
        command = [*program, cluster.scheduler_address, *options.split()]
        for _ in range(count):
            stack.enter_context(_process([*command, "--local-directory", folder]))
        yield cluster.scheduler_address


@contextmanager
def _process(command: Sequence[str]) -> Iterator[None]:
    """It ends with the block; what it has to say, its scheduler knows."""
    with running(command, errors=subprocess.DEVNULL) as process:
        yield
        process.kill()
        process.communicate()


def _dashboard(client: Any) -> str | None:
    """Where it is, if there is one: without bokeh, a scheduler has the address but no page."""
    link = str(client.dashboard_link)
    with suppress(Exception), urllib.request.urlopen(link, timeout=1) as page:
        return None if b"needs bokeh" in page.read(1 << 16) else link
    return None
