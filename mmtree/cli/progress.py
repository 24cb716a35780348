"""A progress bar for work that takes over a second, on a terminal only; and a word on slow work."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

from mmtree.cli.output import redraw, say

WAIT = 1.0
"""Seconds of silence before the bar appears."""
PATIENCE = 2.0
"""Seconds of work before it is said why it is slow."""
_STEP = 0.2
"""Seconds between two pictures of it."""
_WIDTH = 20


@contextmanager
def progress_bar(advice: str = "") -> Iterator[Callable[[int, int, str], None] | None]:
    """Yields what to call with the work done, all work, and a word on the best so far.

    None when standard error is no terminal. The bar is drawn by a thread of its own, so that its
    clock goes on while nothing is reported.

    Args:
        advice: how the work could be faster, told once it takes long, on a terminal or not.
    """
    terminal = sys.stderr.isatty()
    if not terminal and not advice:
        yield None
        return
    state = 0, 1, "preparing"
    start = time.monotonic()
    ended = threading.Event()

    def show(done: int, work: int, best: str) -> None:
        nonlocal state
        state = done, work, best

    def draw() -> None:
        nonlocal advice
        wait = WAIT if terminal else PATIENCE
        while not ended.wait(wait):
            if advice and time.monotonic() - start >= PATIENCE:
                if terminal:
                    redraw()
                say(f"mmtree: {advice}", err=True)
                advice = ""
            if not terminal:
                return
            done, work, best = state
            filled = _WIDTH * done // work
            parts = [f"[{'#' * filled:-<{_WIDTH}}]", f"{time.monotonic() - start:.0f} s"]
            if work > 1:
                parts.append(f"{100 * done // work} %")
            line = "  ".join([*parts, best])[: get_terminal_size().columns - 1]
            redraw(line)
            wait = _STEP

    drawer = threading.Thread(target=draw, daemon=True)
    drawer.start()
    try:
        yield show if terminal else None
    finally:
        ended.set()
        drawer.join()
        if terminal and time.monotonic() - start >= WAIT:
            redraw()
