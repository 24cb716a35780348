"""Ctrl-C, SIGTERM and SIGHUP end a command alike: what it has begun is cleared away first."""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Any

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
_REPEATED = 1.0
"""Seconds in which another signal is taken for the same: a terminal that is closed sends two."""


class Interruption:
    """Raises KeyboardInterrupt at the first signal that asks the command to end.

    One that comes more than a second later, while the command clears up, ends the process at once.
    A signal that is ignored from the start (as nohup has it) stays so.

    Attributes:
        number: the signal that came; None so far.
        over: the command has ended by itself: signals come too late.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self.over = False
        self._time = 0.0
        self._before: dict[int, Any] = {}
        self._unraisable = sys.unraisablehook

    def __enter__(self) -> Interruption:
        return self

    def listen(self) -> None:
        """Begin to; this can raise already.

        Raises:
            KeyboardInterrupt: a signal came.
        """
        sys.unraisablehook = self._hear_again
        with suppress(ValueError):  # another thread than the main one hears nothing
            for number in [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]:
                if (before := signal.getsignal(number)) != signal.SIG_IGN:
                    self._before[number] = signal.SIG_DFL if before is None else before
                    signal.signal(number, self._hear)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.over = True
        for number, before in self._before.items():
            signal.signal(number, before)
        sys.unraisablehook = self._unraisable

    def _hear(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self.over:
            return
        if self.number is None:
            self.number, self._time = number, now
            raise KeyboardInterrupt
        if now > self._time + _REPEATED:
            if children := sys.modules.get("mmtree.processes"):  # else there are none
                children.end_programs()
            with suppress(OSError):
                if os.isatty(2):
                    os.write(2, b"\r\x1b[K")  # the progress
            os._exit(128 + self.number)

    def _hear_again(self, what: Any) -> None:
        """What was raised where Python can only print it, as in a destructor, is raised again."""
        if not issubclass(what.exc_type, KeyboardInterrupt) or self.number is None:
            self._unraisable(what)
            return
        number, self.number = self.number, None
        threading.Timer(0.01, _raise_again, [number]).start()


def _raise_again(number: int) -> None:
    if sys.platform == "win32":
        _thread.interrupt_main(signal.Signals(number))
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, number)  # wakes it, too
