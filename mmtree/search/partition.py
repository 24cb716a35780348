"""Partitions of sets of secrets: a guess splits a set into one cell per feedback."""

import sys
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.search.kernel import kernel
from mmtree.search.native_game import are_compared, as_uint32, counts_natively, native_game

Ranks = NDArray[np.intp]
"""Codes by rank, rising."""

_BLOCK = 1 << 22
"""The maximal number of feedbacks counted at once, which limits memory."""


def split(table: CodeTable, secrets: Ranks, guess: int) -> list[tuple[int, Ranks]]:
    """Return the cells of a guess: (feedback, secrets) in canonical order, all black included."""
    if kernel() == "native" and are_compared(table.rules):
        sorted_secrets = np.empty(len(secrets), np.uint32)
        sizes = native_game(table.rules).split(as_uint32(secrets), guess, sorted_secrets)
        ranks = sorted_secrets.astype(np.intp)
        ends = accumulate(size for _, size in sizes)
        return [
            (value, ranks[end - size : end]) for (value, size), end in zip(sizes, ends, strict=True)
        ]
    row = table.answers(np.array([guess]), secrets)[0]
    order = np.argsort(row, kind="stable")
    values = row[order]
    cells = np.split(order, np.flatnonzero(values[1:] != values[:-1]) + 1)
    return [(int(row[cell[0]]), secrets[cell]) for cell in cells]


def cell_sizes(
    table: CodeTable, secrets: Ranks, guesses: Ranks, by_place: bool = False
) -> NDArray[np.int32]:
    """Return the cell sizes of each guess: int32[feedbacks, guesses], feedbacks in canonical order.

    In a wide game, the rows are the places of the answers, or where there are fewer secrets and the
    rows are not wanted `by_place`, their places among these; the last row is all right in any case.

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit; the native one needs none.
    """
    natively = counts_natively(table.rules)
    if table.rules.wide and not natively:
        return _count_places(table, secrets, guesses, len(secrets) < table.width and not by_place)
    sizes = np.zeros((table.width, len(guesses)), np.int32)
    if natively:
        native_game(table.rules).cell_sizes(as_uint32(secrets), as_uint32(guesses), sizes)
        return sizes
    # Whole rows of the table are copied fastest; 255 of them can be counted in a byte.
    step = min(255, max(1, _BLOCK // len(table.numbers)))
    places = table.places(secrets)
    for start in range(0, len(secrets), step):
        answers = table.by_secret[places[start : start + step]]
        if len(guesses) < len(table.numbers):
            answers = answers.take(guesses, axis=1)
        for size, value in zip(sizes, table.rules.feedbacks, strict=True):
            size += np.add.reduce((answers == value).view(np.uint8), axis=0, dtype=np.uint8)
    return sizes


def _count_places(table: CodeTable, secrets: Ranks, guesses: Ranks, few: bool) -> NDArray[np.int32]:
    """Return the cell sizes of a wide game, of few secrets in so many rows."""
    places, right = table.places(secrets), table.width - 1
    sizes = np.empty((len(secrets) + 1 if few else table.width, len(guesses)), np.int32)
    step = max(1, _BLOCK // max(sizes.shape[0], len(secrets)))
    for start in range(0, len(guesses), step):
        some = guesses[start : start + step]
        answers = table.by_secret[np.ix_(places, some)]
        cells = answers.astype(np.intp)
        if few:
            answers.sort(axis=0)
            np.cumsum(answers[1:] != answers[:-1], axis=0, out=cells[1:])
            cells[0], cells[answers == right] = 0, len(secrets)
        cells *= len(some)
        cells += np.arange(len(some))
        counts = np.bincount(cells.ravel(), minlength=len(sizes) * len(some))
        sizes[:, start : start + step] = counts.reshape(len(sizes), -1)
    return sizes


def cell_weights(
    table: CodeTable, secrets: Ranks, guesses: Ranks, weights: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the weight of each cell of each guess: int64[feedbacks, guesses].

    The rows are the numbers of the answers or, in a wide game, their places.

    Args:
        table, secrets, guesses: as of :func:`cell_sizes`.
        weights: int64[N], the weight of each code.
    """
    rows = table.width if table.rules.wide else table.rules.all_right + 1
    cells, columns = np.zeros((rows, len(guesses)), np.int64), np.arange(len(guesses))
    for weight, place in zip(weights[secrets].tolist(), table.places(secrets), strict=True):
        cells[table.by_secret[place].take(guesses), columns] += weight
    return cells


def allow_nesting(table: CodeTable) -> None:
    """Let Python search sets within sets as often as the secrets of a list or table can need."""
    needed = 3 * table.rules.secrets + 400
    if table.rules.renaming == "never" and needed > sys.getrecursionlimit():
        sys.setrecursionlimit(needed)


def check_size(table: CodeTable) -> None:
    """Check that the rules are not too large for the kernel in use, before allocating memory.

    Raises:
        SizeError: the feedback table would not fit. The NumPy kernel needs it, and the native one
            for words and for marks of pegs that can be elsewhere.
    """
    if not counts_natively(table.rules):
        table.check_size()
    elif not are_compared(table.rules):
        table.check_size(copies=2)


def first_of_two(table: CodeTable, secrets: Ranks, weights: NDArray[np.int64] | None = None) -> int:
    """Return the guess for two secrets: the lower one, or the lowest question that separates them.

    With weights, int64[N], it is the heavier one.
    A table whose questions identify the secret has such a question for any two.
    """
    if not table.rules.only_asks:
        return int(secrets[0 if weights is None else weights[secrets].argmax()])
    answers = table.answers(table.guesses, secrets)
    return int((answers[:, 0] != answers[:, 1]).argmax())
