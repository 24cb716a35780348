"""A progress bar for work that takes over a second, on a terminal only."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

_WAIT = 1.0
"""Seconds of silence before the bar appears."""
_STEP = 0.1
"""Seconds between two pictures of it."""


@contextmanager
def progress_bar() -> Iterator[Callable[[int, int, str], None] | None]:
    """Yields what to call with the work done, all work, and the best so far; None when piped."""
    if not sys.stderr.isatty():
        yield None
        return
    start = time.monotonic()
    drawn = start + _WAIT - _STEP
    width = 0

    def show(done: int, of: int, best: str) -> None:
        nonlocal drawn, width
        now = time.monotonic()
        if now - drawn < _STEP:
            return
        drawn = now
        filled = 30 * done // max(of, 1)
        bar = "#" * filled + "-" * (30 - filled)
        line = f"[{bar}] {done} of {of} secrets  {best}  {now - start:.0f} s"
        click.echo("\r" + line.ljust(width), err=True, nl=False)
        width = len(line)

    try:
        yield show
    finally:
        if width:
            click.echo("\r" + " " * width + "\r", err=True, nl=False)
