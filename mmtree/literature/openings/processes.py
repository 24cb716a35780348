"""Builds the trees of many openings in several processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from mmtree.errors import MmtreeError
from mmtree.processes import running
from mmtree.strategies.options import Value
from mmtree.tree.provenance import Figures

_WAIT = 0.5
"""Seconds; Windows notices Ctrl-C only between two waits."""

_Answer = tuple[int, Figures | None] | Exception
"""An opening with its figures, or an error."""


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
    waiting: SimpleQueue[int] = SimpleQueue()
    for opening in openings:
        waiting.put(opening)
    remaining = len(openings)
    answers: SimpleQueue[_Answer] = SimpleQueue()
    # The child imports modules from the same places, and not from its working directory.
    path = [*filter(None, sys.path), str(Path(__file__).parents[3])]
    with ExitStack() as started:
        for _ in range(processes):
            process = started.enter_context(
                running(
                    [sys.executable, "-P", "-m", "mmtree.literature.openings.builder"],
                    environment=os.environ | {"PYTHONPATH": os.pathsep.join(path)},
                    errors=subprocess.DEVNULL,
                )
            )
            Thread(
                target=_run_worker, args=(process, request, waiting, answers), daemon=True
            ).start()
        while remaining:
            try:
                answer = answers.get(timeout=_WAIT)
            except Empty:
                continue
            if isinstance(answer, Exception):
                raise answer
            remaining -= 1
            yield answer


def _run_worker(
    process: subprocess.Popen[bytes],
    request: bytes,
    waiting: SimpleQueue[int],
    answers: SimpleQueue[_Answer],
) -> None:
    """Send openings to a process until none is waiting, then end the process."""
    assert process.stdin
    assert process.stdout
    try:
        process.stdin.write(request)
        while True:
            opening = waiting.get_nowait()
            process.stdin.write(b"%d\n" % opening)
            process.stdin.flush()
            reply = json.loads(process.stdout.readline())
            if reply == "memory":
                raise MemoryError
            if isinstance(reply, str):
                raise MmtreeError(f"a worker process failed: {reply}")
            answers.put((opening, None if reply is None else Figures.of(reply)))
    except Empty:
        process.communicate()  # it ends with its input
    except (MemoryError, MmtreeError) as error:
        answers.put(error)
    except (OSError, ValueError):  # it has ended or is about to
        with suppress(subprocess.TimeoutExpired):
            process.wait(_WAIT)
        process.kill()
        status = process.wait()
        answers.put(
            MmtreeError(
                f"a worker process ended with status {status}; if memory is short, use --jobs 1"
            )
        )
