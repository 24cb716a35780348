"""How guesses split a set of secrets: one cell of the partition for each feedback."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mmtree.game.table import CodeTable

Ranks = NDArray[np.intp]
"""Codes by rank, rising."""

_BLOCK = 1 << 22
"""Feedbacks looked at in one go."""


def split(table: CodeTable, secrets: Ranks, guess: int) -> list[tuple[int, Ranks]]:
    """The cells of a guess: (feedback, secrets) in canonical order, all black included."""
    row = table.row(guess, secrets)
    order = np.argsort(row, kind="stable")
    values = row[order]
    cuts = np.flatnonzero(values[1:] != values[:-1]) + 1
    starts = [0, *cuts.tolist()]
    return [
        (int(values[start]), cell)
        for start, cell in zip(starts, np.split(secrets[order], cuts), strict=True)
    ]


def cell_sizes(
    table: CodeTable, secrets: Ranks, guesses: Ranks
) -> Iterator[tuple[slice, NDArray[np.int32]]]:
    """Cell sizes of many guesses, block by block so that memory stays small.

    Yields:
        a slice of ``guesses`` and int32[feedbacks, guesses in the slice], the rows in the canonical
        order of ``rules.feedbacks``.
    """
    feedbacks = table.rules.feedbacks
    counter = np.uint8 if len(secrets) < 256 else np.uint16 if len(secrets) < 65536 else np.uint32
    step = max(1, _BLOCK // len(secrets))
    for start in range(0, len(guesses), step):
        block = slice(start, start + step)
        among = guesses[block]
        if len(among) == len(table.numbers):
            answers = table.full[secrets]
        elif len(guesses) > step:  # a block of many guesses: whole rows would not fit
            answers = table.full[np.ix_(secrets, among)]
        else:
            answers = table.full[secrets].take(among, axis=1)
        sizes = np.empty((len(feedbacks), len(among)), np.int32)
        for size, value in zip(sizes, feedbacks, strict=True):
            size[:] = np.add.reduce((answers == value).view(np.uint8), axis=0, dtype=counter)
        yield block, sizes
