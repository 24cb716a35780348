"""Runs other programs and processes, and ends them if their caller is interrupted."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING

from mmtree.errors import MmtreeError

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

_running: set[subprocess.Popen[bytes]] = set()
_starting = threading.RLock()
"""Held while a program is started and registered; reentrant, since a signal may interrupt it."""


def run_program(
    command: Sequence[str | os.PathLike[str]],
    text: bytes = b"",
    environment: Mapping[str, str] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run a program to its end, with the programs that it starts in a group of their own.

    Args:
        command: the program and its arguments.
        text: its standard input.
        environment: its variables; None for those of this process.

    Raises:
        OSError: the program does not start.
    """
    process = None
    try:
        with hold_signals(), _starting:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                process_group=0,
            )
            _running.add(process)
        out, err = process.communicate(text)
        return subprocess.CompletedProcess(command, process.returncode, out, err)
    except BaseException:
        if process is not None:
            _kill(process)
            with suppress(OSError), process:  # closes its pipes and waits
                pass
        raise
    finally:
        if process is not None:
            _running.discard(process)


def end_programs() -> None:
    """Kill all programs that are running."""
    with _starting:
        for process in list(_running):
            _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):  # it has ended
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def hold_signals() -> Iterator[None]:
    """Defer signals that raise to the end of the block, so that its step is done completely."""
    if threading.current_thread() is not threading.main_thread():  # they interrupt only that one
        yield
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    held = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in held:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])


@contextmanager
def process_pool(processes: int) -> "Iterator[ProcessPoolExecutor]":
    """Run functions in processes during the block; an exception that leaves the block ends them.

    Raises:
        MmtreeError: a process ended before its work was done.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(processes, get_context("spawn"), _end_with_parent)
    try:
        with ctrl_c_blocked():  # also in the processes that start here
            for _ in range(processes):
                pool.submit(int)
        yield pool
    except BaseException as error:
        for process in list((pool._processes or {}).values()):  # Python 3.14 has kill_workers()
            process.kill()
        if isinstance(error, BrokenProcessPool):
            raise MmtreeError(
                "a worker process ended before its work was done; if memory is short, use --jobs 1"
            ) from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, where the system can; processes inherit that."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """End this process as soon as its parent has ended, but not by Ctrl-C."""
    from multiprocessing import parent_process

    def wait() -> None:
        if (parent := parent_process()) is not None:
            parent.join()
            os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=wait, daemon=True).start()
