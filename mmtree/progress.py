"""The progress of long work, as functions report it and the progress line shows it."""

from collections.abc import Callable
from typing import NamedTuple


class Progress(NamedTuple):
    """A report on work that goes on.

    Attributes:
        done: the work done.
        work: all the work; 1 while it is unknown.
        parts: short texts on the place and the results so far; the most important one comes last.
    """

    done: int
    work: int
    parts: tuple[str, ...] = ()


OnProgress = Callable[[Progress], None]
"""A function that is called from time to time with the progress of some work."""


def ignore(progress: Progress) -> None:
    """Take no notice of a report: where no :data:`OnProgress` is given."""


def span(seconds: float) -> str:
    """Format a rounded time: 40 s, 12 min, 3 h 20 min, 14 h, 5 d."""
    minutes = round(seconds / 60)
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    if minutes < 100:
        return f"{minutes} min"
    if minutes < 600:
        return f"{minutes // 60} h {minutes % 60} min"
    hours = round(seconds / 3600)
    return f"{hours} h" if hours < 72 else f"{round(hours / 24)} d"
