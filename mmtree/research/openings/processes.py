"""Builds the trees of many openings in several processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from pathlib import Path

from mmtree.errors import MmtreeError
from mmtree.processes import running
from mmtree.strategies.options import Value
from mmtree.tree.provenance import Figures

_WAIT = 0.5
"""Seconds; Windows notices Ctrl-C only between two waits."""


def iter_figures(
    strategy: str,
    rules: str,
    options: Mapping[str, Value | None],
    openings: Sequence[int],
    processes: int,
    threads: int,
) -> Iterator[tuple[int, Figures | None]]:
    """Yield the figures of each opening as they are built; None if no tree exists, as is proved.

    When the generator ends, also by an interruption, the processes end.

    Args:
        strategy, rules, options: what is built, already checked.
        openings: code numbers.
        processes: the number of processes.
        threads: the threads of an exact search in each process.

    Raises:
        MmtreeError: a process ended before its work was done.
        MemoryError: a process ran out of memory.
    """
    request = json.dumps([strategy, rules, dict(options), threads]).encode() + b"\n"
    # The child imports modules from the same places, and not from its working directory.
    path = [*filter(None, sys.path), str(Path(__file__).parents[3])]
    # On an error, the processes end first, and then the threads that wait for them.
    with ThreadPoolExecutor(processes) as pool, ExitStack() as started:
        workers = [
            started.enter_context(
                running(
                    [sys.executable, "-P", "-m", "mmtree.research.openings.builder"],
                    environment=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
                    errors=subprocess.DEVNULL,
                )
            )
            for _ in range(processes)
        ]
        waiting = iter(openings)
        builds: dict[Future[tuple[int, Figures | None]], subprocess.Popen[bytes]] = {}
        for worker, opening in zip(workers, waiting, strict=False):
            assert worker.stdin
            worker.stdin.write(request)
            builds[pool.submit(_build, worker, opening)] = worker
        while builds:
            for build in wait(builds, _WAIT, FIRST_COMPLETED).done:
                worker, figures = builds.pop(build), build.result()
                if (following := next(waiting, None)) is not None:
                    builds[pool.submit(_build, worker, following)] = worker
                yield figures
        for worker in workers:
            worker.communicate()  # it ends with its input


def _build(process: subprocess.Popen[bytes], opening: int) -> tuple[int, Figures | None]:
    """Let a process build an opening, and return it with its figures.

    Raises:
        MmtreeError, MemoryError: as :func:`iter_figures`.
    """
    assert process.stdin
    assert process.stdout
    try:
        process.stdin.write(b"%d\n" % opening)
        process.stdin.flush()
        reply = json.loads(process.stdout.readline())
    except (OSError, ValueError):  # it has ended or is about to
        with suppress(subprocess.TimeoutExpired):
            process.wait(_WAIT)
        process.kill()
        status = process.wait()
        raise MmtreeError(
            f"a worker process ended with status {status}; if memory is short, use --jobs 1"
        ) from None
    if reply == "memory":
        raise MemoryError
    if isinstance(reply, str):
        raise MmtreeError(f"a worker process failed: {reply}")
    return opening, None if reply is None else Figures.of(reply)
