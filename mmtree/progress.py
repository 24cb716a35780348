"""The progress of long work, as functions report it and the progress line shows it."""

from __future__ import annotations

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
