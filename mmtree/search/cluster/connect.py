"""The connection to a Dask cluster, or the start of a local one."""

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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from mmtree.errors import ClusterError, KernelError
from mmtree.processes import running
from mmtree.search.cluster.workers import Workers
from mmtree.search.kernel import MAX_JOBS, kernel

MISSING = (
    "a cluster needs Dask: pip install 'mmtree[cluster]', or in a clone pip install '.[cluster]'"
)
"""The error message if Dask is not installed."""
PATIENCE = 10.0
"""Seconds in which a scheduler must answer."""
_START = 60.0
"""Seconds in which local processes must become workers; the search starts without the others."""


@contextmanager
def open_workers(
    cluster: str, report: Callable[[str], None] = lambda line: None
) -> Iterator[Workers]:
    """Connect to the workers of a cluster, for the time of a block.

    Args:
        cluster: the address of a scheduler, as tcp://HOST:8786 or tls://HOST:8786; a scheduler's
            file; or local:N for N processes, which end with the block.
        report: called with one line for each worker that gets no work.

    Raises:
        ClusterError: it is none of these, no scheduler answers, or Dask is not installed.
        KernelError: the native kernel is not in use.
    """
    local = re.fullmatch("local:([0-9]{1,9})", cluster)
    if local and not 1 <= int(local[1]) <= MAX_JOBS:
        raise ClusterError(f"cluster {cluster!r}: the number of processes must be 1 to {MAX_JOBS}")
    where = "" if local else _address(cluster)
    if kernel() != "native":
        raise KernelError("a cluster needs the native kernel, but the NumPy kernel is in use")
    try:
        dask = importlib.import_module("distributed")
    except ImportError:
        raise ClusterError(MISSING) from None
    for logger in [*logging.root.manager.loggerDict]:
        if logger.partition(".")[0] == "distributed":  # mmtree reports its errors itself
            logging.getLogger(logger).setLevel(logging.CRITICAL + 1)
    with ExitStack() as stack:
        # No warning if a task with a set of very many secrets is large.
        quiet = {"distributed.admin.large-graph-warning-threshold": "1 TB"}
        stack.enter_context(importlib.import_module("dask.config").set(quiet))
        processes: list[subprocess.Popen[bytes]] = []
        if local:
            where, processes = stack.enter_context(_local(dask, int(local[1])))
        client = stack.enter_context(_client(dask, where))
        if not local:
            yield Workers(client, where, _dashboard(client), report)
            return
        await_start(client, processes)
        yield Workers(client, where, _dashboard(client), report, lambda: _running(processes) > 0)


def _address(cluster: str) -> str:
    """Return the scheduler's address, given or read from its file.

    Raises:
        ClusterError: it is not an address.
    """
    where = cluster
    if "://" not in cluster and os.path.isfile(cluster):
        try:
            with open(cluster, "rb") as file:
                where = str(json.loads(file.read(1 << 20))["address"])
        except (OSError, ValueError, TypeError, KeyError):
            raise ClusterError(
                f"cluster {cluster!r}: not a file written by a Dask scheduler"
            ) from None
    found = re.fullmatch(r"(tcp|tls)://(\[[0-9a-fA-F:.%]+\]|[^\s/:\[\]]+):([0-9]{1,5})", where)
    if not found or not 1 <= int(found[3]) < 1 << 16:
        raise ClusterError(
            f"cluster {where!r}: expected tcp://HOST:8786, tls://HOST:8786, a scheduler's "
            "file, or local:N for N processes on this machine"
        )
    return where


async def _test_connection(dask: Any, where: str, keys: dict[str, Any]) -> None:
    comm = await asyncio.wait_for(dask.comm.connect(where, timeout=PATIENCE, **keys), PATIENCE)
    comm.abort()


@contextmanager
def _client(dask: Any, where: str) -> Iterator[Any]:
    try:
        security = dask.Security()
        keys = security.get_connection_args("client")
    except Exception as error:  # files that are missing or without keys
        raise ClusterError(f"cluster {where}: Dask's TLS settings are invalid: {error}") from None
    if where.startswith("tls:") and not keys.get("ssl_context"):
        raise ClusterError(
            f"cluster {where}: TLS needs keys; set Dask's distributed.comm.tls.ca-file, "
            ".client.cert and .client.key"
        )
    try:
        # Another program that listens there would keep the client waiting for minutes.
        host, _, port = where.partition("://")[2].rpartition(":")
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
        with ThreadPoolExecutor(
            1
        ) as thread:  # this thread may have an event loop, as in a notebook
            thread.submit(asyncio.run, _test_connection(dask, where, keys)).result()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about versions of packages that mmtree does not use
            client = dask.Client(where, security=security, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError):
        raise ClusterError(
            f"no scheduler answers at {where}; start one with 'dask scheduler'"
        ) from None
    except RuntimeError as error:  # for example, Dask is configured for TLS only
        raise ClusterError(f"cluster {where}: {error}") from None
    try:
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=2)


@contextmanager
def _local(dask: Any, count: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """Start a scheduler in this process, and workers that end with it, however it ends."""
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
            raise ClusterError(f"cannot start a scheduler on this machine: {error}") from None
        stack.enter_context(cluster)
        options = "--nthreads 1 --no-nanny --no-dashboard --memory-limit 0 --death-timeout 10"
        program = [sys.executable, "-P", "-m", "distributed.cli.dask_worker"]
        command = [*program, cluster.scheduler_address, *options.split()]
        command += ["--local-directory", folder]
        yield (
            cluster.scheduler_address,
            [stack.enter_context(_process(command)) for _ in range(count)],
        )


def await_start(client: Any, processes: Sequence[subprocess.Popen[bytes]]) -> None:
    """Wait until every process is a worker of the cluster, or has ended."""
    deadline = time.monotonic() + _START
    while len(client.nthreads()) < _running(processes) and time.monotonic() < deadline:
        time.sleep(0.05)


def _running(processes: Sequence[subprocess.Popen[bytes]]) -> int:
    return sum(process.poll() is None for process in processes)


@contextmanager
def _process(command: Sequence[str]) -> Iterator[subprocess.Popen[bytes]]:
    """Start a worker that ends with the block; its output is discarded."""
    with running(command, errors=subprocess.DEVNULL) as process:
        yield process
        process.kill()
        process.communicate()


def _dashboard(client: Any) -> str | None:
    """Return the address of the dashboard; None if it has no page, as without bokeh."""
    link = str(client.dashboard_link)
    with suppress(Exception), urllib.request.urlopen(link, timeout=1) as page:
        return None if b"needs bokeh" in page.read(1 << 16) else link
    return None
