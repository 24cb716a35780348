"""A progress bar for work that takes over a second; in a log, a line now and then."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size

from mmtree.cli.output import notice, redraw, say
from mmtree.times import span

WAIT = 1.0
"""Seconds of silence before the bar appears."""
PATIENCE = 2.0
"""Seconds of work before it is said why it is slow."""
LINE = 60.0
"""Seconds before the first line in a log."""
LINES = 600.0
"""Seconds between two lines."""
_STEP = 0.2
"""Seconds between two pictures of it."""
_WIDTH = 20


@contextmanager
def progress_bar(advice: str = "", log: bool = False) -> Iterator[Callable[[int, int, str], None]]:
    """Yields what to call with the work done, all work, and a word on the best so far.

    On a terminal a bar is drawn, by a thread of its own, so that its clock goes on while nothing is
    reported.

    Args:
        advice: how the work could be faster, told once it takes long, on a terminal or not.
        log: where it is no terminal, tell the same in a line now and then.
    """
    terminal = sys.stderr.isatty()
    state = 0, 1, "preparing"
    start = time.monotonic()
    ended = threading.Event()

    def show(done: int, work: int, best: str) -> None:
        nonlocal state
        state = done, work, best

    def told(passed: str) -> list[str]:
        done, work, best = state
        return [passed, *([f"{100 * done // work} %"] if work > 1 else []), best]

    def advise() -> None:
        nonlocal advice
        if advice and time.monotonic() - start >= PATIENCE:
            notice(f"mmtree: {advice}")
            advice = ""

    def draw() -> None:
        wait = WAIT
        while not ended.wait(wait):
            advise()
            done, work, _ = state
            filled = _WIDTH * done // work
            parts = told(f"{time.monotonic() - start:.0f} s")
            line = "  ".join([f"[{'#' * filled:-<{_WIDTH}}]", *parts])
            redraw(line[: get_terminal_size().columns - 1])
            wait = _STEP

    def tell() -> None:
        wait = LINE
        if advice and not ended.wait(PATIENCE):
            advise()
        while log and not ended.wait(wait):
            say(f"mmtree: {', '.join(told(span(time.monotonic() - start)))}", err=True)
            wait = LINES

    drawer = threading.Thread(target=draw if terminal else tell, daemon=True)
    drawer.start()
    try:
        yield show
    finally:
        ended.set()
        drawer.join()
        if terminal and time.monotonic() - start >= WAIT:
            redraw()
