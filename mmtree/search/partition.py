"""Partitions of sets of secrets: a guess splits a set into one cell per feedback."""

from __future__ import annotations

import sys
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.game.rules import Rules
from mmtree.search.kernel import kernel, native

if TYPE_CHECKING:
    from mmtree.search.native.kernel import Game

Ranks = NDArray[np.intp]
"""Codes by rank, rising."""

_BLOCK = 1 << 22
"""The maximal number of feedbacks counted at once, which limits memory."""


def split(table: CodeTable, secrets: Ranks, guess: int) -> list[tuple[int, Ranks]]:
    """Return the cells of a guess: (feedback, secrets) in canonical order, all black included."""
    if kernel() == "native" and _are_compared(table.rules):
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
    cuts = np.flatnonzero(values[1:] != values[:-1]) + 1
    starts = [0, *cuts.tolist()]
    return [
        (int(values[start]), cell)
        for start, cell in zip(starts, np.split(secrets[order], cuts), strict=True)
    ]


def cell_sizes(table: CodeTable, secrets: Ranks, guesses: Ranks) -> NDArray[np.int32]:
    """Return the cell sizes of each guess: int32[feedbacks, guesses], feedbacks in canonical order.

    Raises:
        SizeError: the NumPy kernel's feedback table would not fit; the native one needs none.
    """
    feedbacks = table.rules.feedbacks
    sizes = np.zeros((len(feedbacks), len(guesses)), np.int32)
    if kernel() == "native":
        native_game(table.rules).cell_sizes(as_uint32(secrets), as_uint32(guesses), sizes)
        return sizes
    # Whole rows of the table are copied fastest; 255 of them can be counted in a byte.
    step = min(255, max(1, _BLOCK // len(table.numbers)))
    places = table.places(secrets)
    for start in range(0, len(secrets), step):
        answers = table.by_secret[places[start : start + step]]
        if len(guesses) < len(table.numbers):
            answers = answers.take(guesses, axis=1)
        for size, value in zip(sizes, feedbacks, strict=True):
            size += np.add.reduce((answers == value).view(np.uint8), axis=0, dtype=np.uint8)
    return sizes


def allow_nesting(table: CodeTable) -> None:
    """Let Python search sets within sets as often as the secrets of a list or table can need."""
    needed = 3 * table.rules.secrets + 400
    if table.rules.renaming == "never" and needed > sys.getrecursionlimit():
        sys.setrecursionlimit(needed)


def check_size(table: CodeTable) -> None:
    """Check that the rules are not too large for the kernel in use, before allocating memory.

    Raises:
        SizeError: the feedback table would not fit. The NumPy kernel needs it, and the native one
            for words and other answers than pegs.
    """
    if kernel() == "numpy":
        table.check_size()
    elif not _are_compared(table.rules):
        table.check_size(copies=2)


def first_of_two(table: CodeTable, secrets: Ranks) -> int:
    """Return the guess for two secrets: the lower one, or the lowest question that separates them.

    Rules whose secrets are identified have such a question for any two.
    """
    if not table.rules.identified:
        return int(secrets[0])
    answers = table.answers(table.guesses, secrets)
    return int((answers[:, 0] != answers[:, 1]).argmax())


def searches_natively(rules: Rules) -> bool:
    """Whether the native kernel is in use and can search trees for these rules."""
    return kernel() == "native" and not rules.identified


@lru_cache(maxsize=2)
def native_game(rules: Rules) -> Game:
    """Return the native kernel's object for some rules."""
    values = np.array(rules.feedbacks, np.uint8)
    codes = rules.pegs, rules.colors, rules.distinct, rules.whites, values
    if rules.classic:
        return native.Game(*codes)
    table = CodeTable(rules)
    secrets = as_uint32(table.secrets)
    if _are_compared(rules):
        return native.Game(
            *codes,
            secrets=secrets,
            holes=rules.holes,
            consistent=rules.consistent,
            symmetric=rules.permuting == "always",
        )
    check_size(table)
    places = np.zeros(256, np.uint8)
    places[values] = np.arange(len(values))
    answers = np.empty((rules.guesses, rules.secrets), np.uint8)
    step = max(1, _BLOCK // rules.secrets)
    for start in range(0, len(answers), step):
        block = slice(start, start + step)
        answers[block] = places[table.answers(block, table.secrets)]
    lowest = secrets[table.lowest] if rules.renaming == "never" else secrets
    return native.Game.of_table(answers, secrets, values, lowest, consistent=rules.consistent)


def _are_compared(rules: Rules) -> bool:
    """Whether the native kernel compares codes peg by peg; otherwise it looks answers up."""
    separate = not rules.whites and rules.distinct_secrets  # colours of such secrets go together
    return rules.counts_pegs and rules.renaming != "never" and not separate


def as_uint32(ranks: Ranks) -> NDArray[np.uint32]:
    """Convert ranks to the native kernel's type."""
    return np.ascontiguousarray(ranks, np.uint32)
