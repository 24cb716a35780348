"""A progress bar for work that takes over a second, on a terminal only."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

from mmtree.cli.output import redraw

WAIT = 1.0
"""Seconds of silence before the bar appears."""
_STEP = 0.2
"""Seconds between two pictures of it."""
_WIDTH = 20


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int, str], None] | None]:
    """Yields what to call with the work done, all work, and a word on the best so far.

    None when standard error is no terminal. The bar is drawn by a thread of its own, so that its
    clock goes on while nothing is reported.
    """
    if not sys.stderr.isatty():
        yield None
        return
    state = 0, 1, "preparing"
    start = time.monotonic()
    ended = threading.Event()

    def show(done: int, work: int, best: str) -> None:
        nonlocal state
        state = done, work, best

    def draw() -> None:
        wait = WAIT
        while not ended.wait(wait):
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
        yield show
    finally:
        ended.set()
        drawer.join()
        if time.monotonic() - start >= WAIT:
            redraw()
