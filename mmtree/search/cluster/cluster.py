"""The connection to a Dask cluster, or the start of a local one, and the calls to its workers."""

import importlib
import json
import logging
import os
import re
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from typing import Any

from mmtree import __version__
from mmtree.errors import ClusterError, KernelError
from mmtree.processes import ctrl_c_blocked, hold_signals
from mmtree.search.kernel import MAX_JOBS, kernel

_DEPTH = 2
"""Calls for each thread of a worker: while it runs one, the next is already there."""
_LOST = "the connection to the cluster is lost"


class Cluster:
    """The workers of a Dask cluster, by its connected client and Dask's class ``as_completed``."""

    def __init__(self, client: Any, as_completed: Any) -> None:
        self._client, self._as_completed = client, as_completed
        self._threads, self._next_look = 0, 0.0

    @property
    def threads(self) -> int:
        """The number of threads of all workers, updated once in a second; 1 while there is none.

        Raises:
            ClusterError: the connection is lost.
        """
        if time.monotonic() >= self._next_look:
            try:
                self._threads = max(1, sum(self._client.nthreads().values()))
            except Exception:  # Dask raises many kinds
                raise ClusterError(_LOST) from None
            self._next_look = time.monotonic() + 1
        return self._threads

    def run(
        self,
        iter_calls: Callable[[], Iterable[tuple[Any, tuple[Any, ...]]]],
        seconds: float | None = None,
    ) -> Generator[tuple[Any, Any]]:
        """Run calls on any workers, and yield each key with its unchecked answer.

        At the end, and if the generator is closed, the calls that are left are cancelled.

        Args:
            iter_calls: called at first and after each answer; yields further calls, each a function
                of mmtree with its arguments; only as many are taken as keep the workers busy.
            seconds: the time after which the generator ends.

        Raises:
            ClusterError: the connection is lost, or a call failed.
        """
        keys: dict[Any, Any] = {}
        completed = self._as_completed(loop=self._client.loop, timeout=seconds)
        try:
            while True:
                room = max(0, _DEPTH * self.threads - len(keys))
                for key, call in islice(iter_calls(), room):
                    with hold_signals():  # the destructor of a half-made future prints a traceback
                        future = self._client.submit(run_task, __version__, *call, pure=False)
                    keys[future] = key
                    completed.add(future)
                if not keys:
                    return
                ended = completed.next_batch()
                for future, answer in zip(ended, self._gather(ended), strict=True):
                    yield keys.pop(future), answer
        except TimeoutError:
            return
        finally:
            with suppress(Exception):  # the connection is lost, or going
                self._client.cancel([*keys])

    def _gather(self, futures: list[Any]) -> list[Any]:
        """Return the results of completed futures."""
        statuses = {future.status for future in futures}
        try:
            if "cancelled" not in statuses:
                return [*self._client.gather(futures)]
        except Exception as error:  # of the worker, or while its answer is unpickled
            if "error" in statuses or not isinstance(error, OSError):
                text = f"a worker failed: {type(error).__name__}: {error}"
                raise ClusterError(text[:300]) from None
        raise ClusterError(_LOST)


def run_task(version: str, function: Callable[..., Any], *given: Any) -> Any:
    """Call a function, on a worker.

    Raises:
        ClusterError: the worker has another version of mmtree.
    """
    if __version__ != version:
        raise ClusterError(f"a worker has mmtree {__version__}, not {version}")
    return function(*given)


@contextmanager
def open_cluster(where: str) -> Iterator[Cluster]:
    """Connect to a cluster, for the time of a block.

    Args:
        where: the address of a scheduler, as tcp://HOST:8786 or tls://HOST:8786; a scheduler's
            file; or local:N for N processes, which end with the block.

    Raises:
        ClusterError: it is none of these, no scheduler answers, or Dask is not installed.
        KernelError: the native kernel is not in use.
    """
    local = re.fullmatch("local:([0-9]{1,9})", where)
    if local and not 1 <= int(local[1]) <= MAX_JOBS:
        raise ClusterError(f"cluster {where!r}: the number of processes must be 1 to {MAX_JOBS}")
    if not (local or re.fullmatch(r"(tcp|tls)://\S+:[0-9]{1,5}", where) or os.path.isfile(where)):
        raise ClusterError(
            f"cluster {where!r}: expected tcp://HOST:8786, tls://HOST:8786, a scheduler's "
            "file, or local:N for N processes on this machine"
        )
    if kernel() != "native":
        raise KernelError("a cluster needs the native kernel, but the NumPy kernel is in use")
    try:
        dask = importlib.import_module("distributed")
    except ImportError:
        missing = "pip install 'mmtree[cluster]', or in a clone pip install '.[cluster]'"
        raise ClusterError(f"a cluster needs Dask: {missing}") from None
    for logger in [*logging.root.manager.loggerDict]:
        if logger.partition(".")[0] == "distributed":  # mmtree reports its errors itself
            logging.getLogger(logger).setLevel(logging.CRITICAL + 1)
    with ExitStack() as stack:
        address: Any = where
        try:
            if not local and "://" not in where:
                with open(where, "rb") as file:
                    address = str(json.loads(file.read(1 << 20))["address"])
        except (OSError, ValueError, TypeError, KeyError):
            text = f"cluster {where!r}: not a file written by a Dask scheduler"
            raise ClusterError(text) from None
        try:
            if local:
                options = {"threads_per_worker": 1, "memory_limit": 0, "dashboard_address": ":0"}
                with ctrl_c_blocked():
                    processes = dask.LocalCluster(int(local[1]), silence_logs=60, **options)
                    address = stack.enter_context(processes)
            client = dask.Client(address, timeout=10, set_as_default=False)
        except OSError:
            hint = "start one with 'dask scheduler'"
            raise ClusterError(f"no scheduler answers at {address}; {hint}") from None
        except Exception as error:  # for example, the file or the settings of TLS are invalid
            raise ClusterError(f"cluster {where}: {type(error).__name__}: {error}") from None
        stack.callback(client.close, timeout=2)
        yield Cluster(client, dask.as_completed)
