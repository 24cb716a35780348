"""SIGINT, SIGTERM and SIGHUP: each interrupts a command, which clears up before it ends."""

import _thread
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from types import FrameType
from typing import Any

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
_REPEATED = 1.0
"""Seconds in which further signals are ignored: a terminal that is closed sends two."""


class Interruption:
    """Raises KeyboardInterrupt at the first SIGINT, SIGTERM or SIGHUP.

    A signal more than a second later, while the command clears up, ends the process at once. A
    signal that is already ignored, as under nohup, stays ignored.

    Attributes:
        number: the signal that was received, or None.
        is_over: the command has ended by itself, so that signals are ignored.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self.is_over = False
        self._time = 0.0
        self._unraisable_before = sys.unraisablehook
        self._restore = ExitStack()

    def __enter__(self) -> "Interruption":
        return self

    def listen(self) -> None:
        """Install the signal handlers.

        Raises:
            KeyboardInterrupt: a signal came.
        """
        self._restore.callback(setattr, sys, "unraisablehook", self._unraisable_before)
        sys.unraisablehook = self._repeat_unraisable
        with suppress(ValueError):  # only the main thread receives signals
            for number in [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]:
                if (before := signal.getsignal(number)) != signal.SIG_IGN:
                    self._restore.callback(signal.signal, number, before or signal.SIG_DFL)
                    signal.signal(number, self._handle)

    def __exit__(self, *error: object) -> None:
        self.is_over = True
        self._restore.close()

    def _handle(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self.is_over:
            return
        if self.number is None:
            self.number, self._time = number, now
            raise KeyboardInterrupt
        if now > self._time + _REPEATED:
            if children := sys.modules.get("mmtree.processes"):  # if not imported, none runs
                children.end_programs()
            with suppress(OSError):
                if os.isatty(2):
                    os.write(2, b"\r\x1b[K")  # erases the progress line
            os._exit(128 + self.number)

    def _repeat_unraisable(self, what: Any) -> None:
        """Send the signal again if its KeyboardInterrupt was lost, as in a destructor."""
        if not issubclass(what.exc_type, KeyboardInterrupt) or self.number is None:
            self._unraisable_before(what)
            return
        number, self.number = self.number, None
        threading.Timer(0.01, _send, [number]).start()  # after the hook


def _send(number: int) -> None:
    if sys.platform == "win32":
        _thread.interrupt_main(signal.Signals(number))
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, number)  # also ends a sleep


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in a block that takes longer; without alarms, as on Windows, do not."""
    running = True

    def end(number: int, frame: FrameType | None) -> None:
        if running:
            raise TimeoutError

    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        running = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
