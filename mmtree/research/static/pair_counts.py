"""The rows of answers to a set of guesses, and the pairs of secrets with equal rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable

Ranks = NDArray[np.intp]
"""Codes by their rank, as in :mod:`mmtree.game.code_table`."""


def answer_rows(table: CodeTable, guesses: Ranks) -> Ranks:
    """Return intp[N]: a number from 0 for each secret, equal for secrets with the same answers.

    Args:
        table: the codes.
        guesses: ranks of the guesses, which may be none.
    """
    rows = np.zeros(table.rules.secrets, np.intp)
    for answers in table.answers(guesses, slice(None)):
        _, rows = np.unique(rows * 100 + answers, return_inverse=True)
    return rows


def unseparated_pairs(
    rows: Ranks, most: int | None = None, start: float = 0
) -> tuple[Ranks, Ranks]:
    """Return the pairs of secrets that get the same answers.

    Args:
        rows: the result of :func:`answer_rows`.
        most: if there are more pairs, return an even sample of this size.
        start: the offset of the sample, from 0 to 1.

    Returns:
        Two intp[pairs], the first and the second secret of each pair.
    """
    order = np.argsort(rows, kind="stable")
    sizes = np.bincount(rows)
    starts = np.cumsum(sizes) - sizes
    if most is not None and int((sizes * (sizes - 1) // 2).sum()) > most:
        return _sample_pairs(order, sizes, starts, most, start)
    first, second = [order[:0]], [order[:0]]
    for size in np.unique(sizes[sizes > 1]):
        members = order[starts[sizes == size][:, None] + np.arange(size)]
        left, right = np.triu_indices(int(size), 1)
        first.append(members[:, left].ravel())
        second.append(members[:, right].ravel())
    return np.concatenate(first), np.concatenate(second)


def _sample_pairs(
    order: Ranks, sizes: Ranks, starts: Ranks, most: int, start: float
) -> tuple[Ranks, Ranks]:
    """Sample the ordered pairs at even distances of their numbers."""
    ends = np.cumsum(sizes * (sizes - 1))
    numbers = ((np.arange(most) + start) * (int(ends[-1]) / most)).astype(np.intp)
    row = np.searchsorted(ends, numbers, side="right")
    size = sizes[row]
    number = numbers - (ends[row] - size * (size - 1))
    left = number // (size - 1)
    right = (left + 1 + number % (size - 1)) % size
    return order[starts[row] + left], order[starts[row] + right]
