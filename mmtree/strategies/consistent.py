"""Strategies that guess a consistent code without comparing partitions, so without a table."""

from __future__ import annotations

from random import Random

import numpy as np

from mmtree.search.partition import Ranks
from mmtree.strategies.interface import Chooser, History, Task


def lexicographic(task: Task) -> Chooser:
    """Choose the first consistent code in order."""
    return lambda secrets, history: int(secrets[0])


def counting(task: Task, *, direction: str) -> Chooser:
    """Count up or down from the last guess, cyclically, to the next consistent code.

    Without an opening it starts from the first code (up) or the last (down). Swaszek 1999.
    """

    def choose(secrets: Ranks, history: History) -> int:
        if direction == "up":
            last = history[-1][0] if history else -1
            return int(secrets[np.searchsorted(secrets, last, side="right") % len(secrets)])
        last = history[-1][0] if history else len(task.table.numbers)
        return int(secrets[np.searchsorted(secrets, last) - 1])

    return choose


def random(task: Task, *, seed: int) -> Chooser:
    """Choose a random consistent code (Swaszek 1999)."""
    numbers = Random(seed)
    return lambda secrets, history: int(secrets[int(numbers.random() * len(secrets))])
