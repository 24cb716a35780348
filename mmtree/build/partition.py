"""How guesses split a set of secrets: one cell of the partition for each feedback."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mmtree.game.table import CodeTable

Ranks = NDArray[np.intp]
"""Codes by rank, rising."""

_BLOCK = 1 << 22
"""Feedbacks looked at in one go, at most."""


def split(table: CodeTable, secrets: Ranks, guess: int) -> list[tuple[int, Ranks]]:
    """The cells of a guess: (feedback, secrets) in canonical order, all black included."""
    row = table.answers(np.array([guess]), secrets)[0]
    order = np.argsort(row, kind="stable")
    values = row[order]
    cuts = np.flatnonzero(values[1:] != values[:-1]) + 1
    starts = [0, *cuts.tolist()]
    return [
        (int(values[start]), cell)
        for start, cell in zip(starts, np.split(secrets[order], cuts), strict=True)
    ]


def cell_sizes(table: CodeTable, secrets: Ranks, guesses: Ranks) -> NDArray[np.int32]:
    """int32[feedbacks, guesses]: cell sizes, the rows in the canonical order of the feedbacks.

    Raises:
        SizeError: the feedback table would not fit.
    """
    feedbacks = table.rules.feedbacks
    sizes = np.zeros((len(feedbacks), len(guesses)), np.int32)
    # Whole rows of the table are copied fastest; 255 of them can be counted in a byte.
    step = min(255, max(1, _BLOCK // len(table.numbers)))
    for start in range(0, len(secrets), step):
        answers = table.full[secrets[start : start + step]]
        if len(guesses) < len(table.numbers):
            answers = answers.take(guesses, axis=1)
        for size, value in zip(sizes, feedbacks, strict=True):
            size += np.add.reduce((answers == value).view(np.uint8), axis=0, dtype=np.uint8)
    return sizes
