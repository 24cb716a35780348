"""Several processes that build trees at the same time."""

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
from mmtree.tree.tree import Claim

_WAIT = 0.5
"""Seconds; Windows hears Ctrl-C only between two waits."""

_Answer = tuple[int, Claim | None] | Exception
"""An opening with its figures, or why there are none."""


def figures_of(
    strategy: str,
    rules: str,
    options: Mapping[str, Value | None],
    openings: Sequence[int],
    processes: int,
    threads: int,
) -> Iterator[tuple[int, Claim | None]]:
    """The figures of each opening, as they come; None where it is proved that there is no tree.

    Whatever ends this, an interruption included, ends the processes.

    Args:
        strategy, rules, options: what is built, checked before.
        openings: code numbers.
        processes: how many there are.
        threads: those of an exact search, in each of them.

    Raises:
        MmtreeError: a process has ended before its work was done.
        MemoryError: one has not got enough memory.
    """
    asked = json.dumps([strategy, rules, dict(options), threads]).encode() + b"\n"
    waiting: SimpleQueue[int] = SimpleQueue()
    for opening in openings:
        waiting.put(opening)
    left = len(openings)
    answers: SimpleQueue[_Answer] = SimpleQueue()
    # Python looks for modules where it does here, and not in the folder it is started in.
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
            Thread(target=_ask, args=(process, asked, waiting, answers), daemon=True).start()
        while left:
            try:
                answer = answers.get(timeout=_WAIT)
            except Empty:
                continue
            if isinstance(answer, Exception):
                raise answer
            left -= 1
            yield answer


def _ask(
    process: subprocess.Popen[bytes],
    asked: bytes,
    waiting: SimpleQueue[int],
    answers: SimpleQueue[_Answer],
) -> None:
    """Let a process build until no opening waits, then let it end."""
    assert process.stdin
    assert process.stdout
    try:
        process.stdin.write(asked)
        while True:
            opening = waiting.get_nowait()
            process.stdin.write(b"%d\n" % opening)
            process.stdin.flush()
            reply = json.loads(process.stdout.readline())
            if reply == "memory":
                raise MemoryError
            if isinstance(reply, str):
                raise MmtreeError(f"a process that builds trees has failed: {reply}")
            answers.put((opening, None if reply is None else Claim.of(reply)))
    except Empty:
        process.communicate()  # it ends when nothing more is asked
    except (MemoryError, MmtreeError) as error:
        answers.put(error)
    except (OSError, ValueError):  # it is gone, or about to go
        with suppress(subprocess.TimeoutExpired):
            process.wait(_WAIT)
        process.kill()
        status = process.wait()
        answers.put(
            MmtreeError(
                f"a process that builds trees has ended with status {status}; "
                "if memory is short, take --jobs 1"
            )
        )
