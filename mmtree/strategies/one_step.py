"""Strategies that choose each guess by itself: a consistent code, or the best by a score.

A score judges the partitions of guesses. It takes int32[feedbacks, guesses], the cell sizes of many
guesses (rows in canonical order of the feedbacks, all black last), and returns int64[guesses]; the
least score is the best. Scores are integers, so that equal partitions compare equal on every
machine.

With weights, the expected size and the entropy are those of the cells' weights, int64[feedbacks,
guesses], and of equal guesses the heaviest is chosen. All other scores are by number.
"""

from collections.abc import Callable
from decimal import Decimal, localcontext
from functools import cache, reduce
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.game.symmetry import Symmetry
from mmtree.search.kernel import native
from mmtree.search.native_game import as_uint32, chooses_natively, native_game
from mmtree.search.partition import Ranks, cell_sizes, cell_weights, check_size, first_of_two
from mmtree.search.weighted import weights_of
from mmtree.strategies.interface import Chooser, History, Task

Sizes = NDArray[np.int32] | NDArray[np.int64]
Scores = NDArray[np.int64]
Score = Callable[[Sizes], Scores]
TieRule = Callable[[Scores, NDArray[Any]], int]

_MOST_WEIGHT = 1 << 16
"""A set of more weight has this one, and its cells their parts of it, rounded down."""


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


def largest_cell(sizes: Sizes) -> Scores:
    """Return the most secrets that can be left (Knuth 1976)."""
    largest: Scores = sizes.max(axis=0).astype(np.int64)
    return largest


def expected_size(sizes: Sizes) -> Scores:
    """Return Σ n², which orders guesses by the expected number of secrets left (Irving 1978).

    The standard deviation of the cell sizes over all feedbacks gives the same order (Palm 2017).
    """
    squares: Scores = np.square(sizes, dtype=np.int64).sum(axis=0)
    return squares


def most_cells(sizes: Sizes) -> Scores:
    """Return minus the number of cells (Kooi 2005)."""
    cells: Scores = np.count_nonzero(sizes, axis=0).astype(np.int64)
    return -cells


def entropy(sizes: Sizes) -> Scores:
    """Return Σ n·ln n, which falls as the entropy of the partition rises (Neuwirth 1982)."""
    most = int(sizes.sum(axis=0).max()) if sizes.dtype == np.int32 else _MOST_WEIGHT
    scores: Scores = _size_logarithms(most)[sizes].sum(axis=0)
    return scores


def consistent_first(scores: Scores, consistent: NDArray[Any]) -> int:
    """Return the index of the best score; of equals, a consistent guess; then the lowest code.

    Consistent guesses may have their weights instead of True; then the heaviest is chosen.
    """
    best = np.flatnonzero(scores == scores.min())
    return int(best[consistent[best].argmax()])


def palm_scan(scores: Scores, consistent: NDArray[np.bool_]) -> int:
    """Return the index of the guess that a scan in order ends with (Palm 2017).

    A guess replaces the best so far if its score is lower; or if its score is equal, the guess is
    consistent, and the scan has taken no consistent guess before, even if replaced since.
    """
    chosen, taken = 0, bool(consistent[0])
    best = scores[0]
    # Only a guess that lowers the score, or a consistent one of the lowest score, can be taken.
    lowest = np.minimum.accumulate(scores)
    lower = np.concatenate(([True], lowest[1:] < lowest[:-1]))
    for at in np.flatnonzero(lower | (consistent & (scores == lowest))):
        if scores[at] < best or (scores[at] == best and consistent[at] and not taken):
            chosen, best = int(at), scores[at]
            taken |= bool(consistent[at])
    return chosen


def one_step(score: Score, tie_rule: TieRule = consistent_first) -> Callable[[Task], Chooser]:
    """Return the strategy that takes the guess of best score, with the given tie rule.

    A guess that leaves all secrets in one cell is never chosen.
    """

    def make(task: Task) -> Chooser:
        table = task.table
        check_size(table)
        known = tie_rule is consistent_first and score in _NATIVE_RULES
        weighs = tie_rule is consistent_first and score in (expected_size, entropy)
        weights = weights_of(table) if weighs and len({*table.rules.weights}) > 1 else None
        if known and weights is None and chooses_natively(table.rules):
            return _choose_natively(table, score)

        def choose(secrets: Ranks, history: History) -> int:
            if len(secrets) <= 2:  # by every score, a secret that separates them is best
                return first_of_two(table, secrets, weights)
            guesses = table.allowed(secrets, (guess for guess, _ in history))
            if len(history) <= 1:  # later, the symmetry saves less time than its search takes
                symmetry = reduce(Symmetry.after, (guess for guess, _ in history), Symmetry(table))
                guesses = symmetry.representatives(guesses)
            return _best_of(table, secrets, guesses, score, tie_rule, weights)

        return choose

    return make


knuth = one_step(largest_cell)
palm_knuth = one_step(largest_cell, palm_scan)
palm_t2 = one_step(expected_size, palm_scan)
irving = one_step(expected_size)
greatest_entropy = one_step(entropy)
kooi = one_step(most_cells)


_NATIVE_RULES: dict[Score, str] = {
    largest_cell: "LARGEST_CELL",
    expected_size: "EXPECTED_SIZE",
    most_cells: "MOST_CELLS",
    entropy: "WEIGHTS",
}
"""The scores that the native kernel knows, by its names for them."""


def _choose_natively(table: CodeTable, score: Score) -> Chooser:
    """Return the chooser of the native kernel, with the ties of :func:`consistent_first`."""
    game = native_game(table.rules)

    def choose(secrets: Ranks, history: History) -> int:
        if len(secrets) <= 2:
            return int(secrets[0])
        guesses = np.array([guess for guess, _ in history], np.uint32)
        weights = _size_logarithms(len(secrets)) if score is entropy else None
        rule = getattr(native, _NATIVE_RULES[score])
        return int(game.choose(as_uint32(secrets), guesses, rule, weights))

    return choose


def niedermayer(task: Task, *, seed: int, samples: int) -> Chooser:
    """Choose by entropy in a random sample of guesses, drawn anew for each (Niedermayer 1997)."""
    table = task.table
    check_size(table)
    numbers = Random(seed)

    def choose(secrets: Ranks, history: History) -> int:
        if len(secrets) <= 2:
            return first_of_two(table, secrets)
        guesses = table.allowed(secrets, (guess for guess, _ in history))
        count = len(guesses)
        sample: set[int] = set(range(count)) if samples >= count else set()
        while len(sample) < min(samples, count):
            sample.add(int(numbers.random() * count))
        guess = _best_of(table, secrets, guesses[sorted(sample)], entropy, consistent_first)
        if guess < 0 and table.rules.only_asks:
            guess = _best_of(table, secrets, guesses, entropy, consistent_first)
        # A sample that splits nothing would not end: the lowest consistent guess does.
        return guess if guess >= 0 else int(secrets[0])

    return choose


def irving_of_few(task: Task) -> Chooser:
    """Choose by expected size among at most 64 consistent codes, far apart in their order."""

    def choose(secrets: Ranks, history: History) -> int:
        guesses = secrets[:: len(secrets) // 64 + 1]
        return _best_of(task.table, secrets, guesses, expected_size, consistent_first)

    return choose


def _best_of(
    table: CodeTable,
    secrets: Ranks,
    guesses: Ranks,
    score: Score,
    tie_rule: TieRule,
    weights: NDArray[np.int64] | None = None,
) -> int:
    """Return the best of the guesses (rising ranks), or −1 if none splits the secrets."""
    if weights is None:
        sizes: Sizes = cell_sizes(table, secrets, guesses)
        whole = len(secrets)
    else:
        sizes = cell_weights(table, secrets, guesses, weights)
        whole = int(weights[secrets].sum())
    splits = sizes.max(axis=0) < whole
    if not splits.any():
        return -1
    guesses, sizes = guesses[splits], sizes[:, splits]
    consistent = np.isin(guesses, secrets, assume_unique=True)
    if weights is None:
        return int(guesses[tie_rule(score(sizes), consistent)])
    if whole > _MOST_WEIGHT:
        sizes = sizes * _MOST_WEIGHT // whole
    return int(guesses[tie_rule(score(sizes), consistent * weights[guesses])])


@cache
def _size_logarithms(size: int) -> NDArray[np.int64]:
    """Return int64[size + 1]: n·ln n as fixed-point integers, as fine as their sums allow.

    The logarithms of primes are rounded and those of other numbers added up from them, so that
    partitions with equal Π nⁿ get equal sums. Decimal arithmetic rounds equally on all machines.
    """
    logarithm = [0] * (size + 1)
    with localcontext() as context:
        context.prec = 50
        bits = 62 - int(size * (1 + Decimal(size).ln())).bit_length()
        smallest = [0] * (size + 1)
        for number in range(2, size + 1):
            if not smallest[number]:
                logarithm[number] = int((Decimal(number).ln() * 2**bits).to_integral_value())
                for multiple in range(number, size + 1, number):
                    smallest[multiple] = smallest[multiple] or number
            elif (prime := smallest[number]) < number:
                logarithm[number] = logarithm[prime] + logarithm[number // prime]
    return np.array([number * value for number, value in enumerate(logarithm)], np.int64)
