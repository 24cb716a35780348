"""A progress bar for work that takes over a second; in a log, a line now and then."""

import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from mmtree.cli.output import print_lines, redraw
from mmtree.progress import OnProgress, Progress, span
from mmtree.show.columns import terminal_width

WAIT = 1.0
"""Seconds of silence before the bar appears."""
PATIENCE = 2.0
"""Seconds of work before the advice is printed."""
LINE = 60.0
"""Seconds before the first line in a log."""
LINES = 600.0
"""Seconds between two lines."""
_STEP = 0.2
"""Seconds between two updates of the bar."""
_WIDTH = 20


def fitting_line(bar: str, head: Sequence[str], parts: Sequence[str], width: int) -> str:
    """Join a bar, a head and the parts of a report in one line of at most that width.

    If not everything fits, the least important parts are left out: first the bar, then the parts
    from the first on, and last the head.
    """
    shown = [bar, *head, *parts]
    before = len(head) + 1
    fitting: set[int] = set()
    for place in [*range(1, before), *range(len(shown) - 1, before - 1, -1), 0]:
        needed = len(shown[place]) + 2 * bool(fitting)
        if needed <= width:
            fitting.add(place)
            width -= needed
    left = [shown[place] for place in sorted(fitting) if place < before]
    right = ", ".join(shown[place] for place in sorted(fitting) if place >= before)
    return "  ".join([*left, *([right] if right else [])])


@contextmanager
def progress_bar(advice: str = "", log: bool = False, hint: str = "") -> Iterator[OnProgress]:
    """Yield a function that takes the progress of the work.

    On a terminal, a thread draws a bar, so that its clock runs between two calls.

    Args:
        advice: how the work could be faster; printed once if the work takes long.
        log: without a terminal, print a line on the progress now and then.
        hint: how the work could be saved; printed once before the first line of a log would be.
    """
    terminal = sys.stderr.isatty()
    state = Progress(0, 1, ("preparing",))
    start = time.monotonic()
    ended = threading.Event()
    notes = [note for note in ((PATIENCE, advice), (LINE, hint)) if note[1]]

    def show(progress: Progress) -> None:
        nonlocal state
        state = progress

    def head(passed: str) -> list[str]:
        share = [f"{100 * state.done // state.work} %"] if state.work > 1 else []
        return [passed, *share]

    def advise() -> None:
        while notes and time.monotonic() - start >= notes[0][0]:
            if terminal:
                redraw()
            print_lines(f"mmtree: {notes.pop(0)[1]}", err=True)

    def draw() -> None:
        wait = WAIT
        while not ended.wait(wait):
            advise()
            bar = f"[{'#' * (_WIDTH * state.done // state.work):-<{_WIDTH}}]"
            passed = head(f"{time.monotonic() - start:.0f} s")
            redraw(fitting_line(bar, passed, state.parts, terminal_width(err=True) - 1))
            wait = _STEP

    def log_lines() -> None:
        wait = LINE
        if advice and not ended.wait(PATIENCE):
            advise()
        while log and not ended.wait(wait):
            advise()
            passed = head(span(time.monotonic() - start))
            print_lines(f"mmtree: {', '.join([*passed, *state.parts])}", err=True)
            wait = LINES

    drawer = threading.Thread(target=draw if terminal else log_lines, daemon=True)
    drawer.start()
    try:
        yield show
    finally:
        ended.set()
        drawer.join()
        if terminal and time.monotonic() - start >= WAIT:
            redraw()
