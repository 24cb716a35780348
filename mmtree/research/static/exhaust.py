"""Exhaustive search for a given number of guesses that distinguish all secrets.

All guesses but the last two are added one by one, keeping one of several equivalent sets
(:mod:`mmtree.research.static.canonical`). A set is pruned if the guesses still to come cannot
distinguish the secrets of its largest row. For the last two guesses, all pairs are tried at once,
as bits of machine words.

Classes of equivalent guesses are ordered by frequency, the most frequent first, and guesses are
added in that order, so that the last two never belong to an earlier class than the others.
"""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mmtree.counts import format_count
from mmtree.errors import SizeError
from mmtree.game.code_table import CodeTable
from mmtree.progress import OnProgress, Progress, ignore
from mmtree.research.static.canonical import Canonicalizer, Sets
from mmtree.search.partition import Ranks

MAX_CODES = 5000
"""Rules with more codes are not searched exhaustively."""
MAX_SETS = 1_000_000
"""The most sets of one size that are stored."""

_PAIRS = 512
"""Pairs of secrets tested at a time for all pairs of guesses, in words of 64 bits."""
_BLOCK = 1 << 20


class ExhaustiveSearch:
    """Searches all sets of guesses of some rules.

    Attributes:
        rules: the rules.
        codes: the number of codes.
        answers: uint8[N, N], the answers of all codes to all guesses.
        canonicalizer: computes canonical forms of sets.
        rows: the most different rows of answers to no guess, one guess and two guesses.

    Raises:
        SizeError: the rules have too many codes.
    """

    def __init__(self, table: CodeTable) -> None:
        self.codes = table.rules.secrets
        if self.codes > MAX_CODES:
            raise SizeError(
                f"{table.rules} has {self.codes} codes: all sets of guesses can be searched for at "
                f"most {MAX_CODES}"
            )
        self.rules = table.rules
        self._table = table
        self.answers = table.by_secret
        self.canonicalizer = Canonicalizer(table, self.answers)
        self._order = self._order_classes()
        self._singles = np.unique(self.canonicalizer.class_of)[:, None]
        self.rows = [1, *(max(map(self._rows, self._list_sets(size))) for size in (1, 2))]

    def _order_classes(self) -> NDArray[np.intp]:
        """Return intp[N]: the position of each guess's class, the most frequent class first."""
        classes, class_index, sizes = np.unique(
            self.canonicalizer.class_of, return_inverse=True, return_counts=True
        )
        positions = np.empty(len(classes), np.intp)
        positions[np.argsort(-sizes, kind="stable")] = np.arange(len(classes))
        return positions[class_index]

    def _rows(self, chosen: Ranks) -> int:
        """Return the number of different rows of answers to these guesses."""
        return int(answer_rows(self._table, chosen).max()) + 1

    def find(self, guesses: int, progress: OnProgress = ignore) -> Ranks | None:
        """Return guesses that distinguish all secrets, or None if there are none.

        Args:
            guesses: the number of guesses.
            progress: called with the sets searched, all sets, and a description.

        Returns:
            intp[guesses], ranks.

        Raises:
            SizeError: there are too many sets to store.
        """
        if guesses <= 2:
            level = self._list_sets(guesses)
            return next((chosen for chosen in level if self._rows(chosen) == self.codes), None)
        level = self._list_sets(guesses - 2, guesses, progress)
        for number, chosen in enumerate(level):
            progress(Progress(number, len(level), (format_count(guesses, "guess"),)))
            last = self._find_last_two(chosen)
            if last is not None:
                return np.concatenate([chosen, last])
        return None

    def _list_sets(
        self, size: int, guesses: int | None = None, progress: OnProgress = ignore
    ) -> Sets:
        """Return the sets of a size, one of each class, with the guesses in order of their classes.

        Args:
            size: guesses of each set.
            guesses: prune sets that cannot be extended to this many guesses that distinguish all
                secrets.
            progress: called as by :meth:`find`.
        """
        sets = self._singles
        for count in range(1, size):
            parts = []
            for chosen in sets:
                progress(Progress(0, 1, (format_count(guesses or 0, "guess"), "being set up")))
                more = np.flatnonzero(self._order >= self._order[chosen].max())
                more = more[~np.isin(more, chosen)]
                extended = np.column_stack([np.repeat(chosen[None], len(more), axis=0), more])
                parts.append(np.unique(self.canonicalizer.canonicalize(extended), axis=0))
                if sum(map(len, parts)) > 4 * MAX_SETS:
                    parts = [np.unique(np.concatenate(parts), axis=0)]
            sets = np.unique(np.concatenate(parts), axis=0) if parts else sets[:0]
            if guesses is not None:
                sets = self._prune(sets, guesses - count - 1, progress)
            if len(sets) > MAX_SETS:
                raise SizeError(f"{self.rules}: more than {MAX_SETS} sets of {count + 1} guesses")
        return sets

    def _prune(self, sets: Sets, left: int, progress: OnProgress) -> Sets:
        """Prune sets that this many more guesses cannot complete.

        The secrets of a row, or the colours that no guess shows, are too many.
        """
        feasible: list[bool] = []
        most = max_rows(self.rows, left)
        min_seen = self.rules.colors - 1 - left * self.rules.pegs
        digits = self.canonicalizer.digits
        for number, guesses in enumerate(sets):
            count = format_count(sets.shape[1] + left, "guess")
            progress(Progress(number, len(sets), (count, "set up")))
            largest = int(np.bincount(answer_rows(self._table, guesses)).max())
            feasible.append(largest <= most and len(np.unique(digits[guesses])) >= min_seen)
        return sets[np.flatnonzero(feasible)]

    def _find_last_two(self, chosen: Ranks) -> Ranks | None:
        """Return two guesses that separate all pairs that these guesses do not, or None."""
        first, second = unseparated_pairs(answer_rows(self._table, chosen))
        more = np.flatnonzero(self._order >= self._order[chosen].max())
        more = np.setdiff1d(more, chosen)
        if not len(first):  # any two guesses suffice
            return np.setdiff1d(np.arange(self.codes), chosen)[:2]

        @cache
        def words(part: int) -> NDArray[np.uint64]:
            """Return uint64[more, 8]: a bit for each pair that a guess does not separate.

            Part 0 is an even sample of the pairs.
            """
            at = np.linspace(0, len(first) - 1, _PAIRS).astype(np.intp)
            if part:
                at = np.arange((part - 1) * _PAIRS, part * _PAIRS) % len(first)
            bits = self.answers[np.ix_(more, first[at])] == self.answers[np.ix_(more, second[at])]
            return np.packbits(bits, axis=1).view(np.uint64)

        for left, right in _iter_disjoint_pairs(words(0)[:, 0]):
            for part in range(2 + len(first) // _PAIRS):
                if len(left):
                    left, right = _filter_disjoint(words(part), left, right)
            if len(left):
                return more[[left[0], right[0]]]
        return None


def max_rows(rows: Sequence[int], guesses: int) -> int:
    """Return an upper bound for the different rows of answers to a number of guesses.

    Args:
        rows: the most rows for no guess, one guess and so on, as far as known. More guesses are
            divided into groups of the largest known size and a rest, whose bounds are multiplied.
        guesses: the number of guesses.
    """
    known = len(rows) - 1
    return int(rows[known] ** (guesses // known) * rows[guesses % known])


def _iter_disjoint_pairs(word: NDArray[np.uint64]) -> Iterator[tuple[Ranks, Ranks]]:
    """Yield the pairs of guesses whose words have no bit in common, in blocks."""
    step = max(1, _BLOCK // (len(word) + 1))
    for start in range(0, len(word), step):
        first, second = np.nonzero((word[start : start + step, None] & word[start:]) == 0)
        rising = second > first
        yield first[rising] + start, second[rising] + start


def _filter_disjoint(words: NDArray[np.uint64], first: Ranks, second: Ranks) -> tuple[Ranks, Ranks]:
    """Return the pairs of guesses that have no bit of any word in common."""
    for word in words.T:
        disjoint = (word[first] & word[second]) == 0
        first, second = first[disjoint], second[disjoint]
    return first, second


def answer_rows(table: CodeTable, guesses: Ranks) -> Ranks:
    """Return intp[N]: a number from 0 for each secret, equal for secrets with the same answers.

    Args:
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
