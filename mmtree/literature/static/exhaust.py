"""Are there so many guesses that tell all secrets apart? Gone through to the end.

All guesses but two are set up one by one, of sets that are alike only one (:mod:`.alike`). A set
goes on only if the guesses still to come can tell the secrets of its largest row apart; and for the
last two guesses all pairs are tried at once, in the bits of machine words.

Kinds of guesses are put in an order, the most frequent first, and a set is set up in that order: so
the last two are of no earlier kind than the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from mmtree.errors import SizeError
from mmtree.game.table import CodeTable
from mmtree.literature.static.bounds import most_rows
from mmtree.literature.static.canonical import Alike, Sets, distinct_rows
from mmtree.literature.static.pair_counts import Ranks, pairs_left, rows_of

MAX_CODES = 5000
"""Rules of more codes are not gone through."""
MAX_SETS = 1_000_000
"""So many sets of one size are kept at most."""

_PAIRS = 512
"""Pairs of secrets that pairs of guesses are held against at once, in words of 64 bits."""
_BLOCK = 1 << 20

Progress = Callable[[int, int, str], None]


class Exhaustive:
    """Goes through the sets of guesses of some rules.

    Attributes:
        kinds: how many kinds of sets there are, by their size.
        rows: the most rows of answers that so many guesses get, by their number; exact for none,
            one and two guesses.

    Raises:
        SizeError: the rules have too many codes.
    """

    def __init__(self, table: CodeTable) -> None:
        self.codes = table.rules.secrets
        if self.codes > MAX_CODES:
            raise SizeError(
                f"{table.rules} has {self.codes} codes: of at most {MAX_CODES}, "
                "all sets of guesses can be gone through"
            )
        self.rules = table.rules
        self._table = table
        self.answers = table.full
        self.alike = Alike(table, self.answers)
        self._order = self._rank_kinds()
        self._singles = np.unique(self.alike.kinds)[:, None]
        self.rows = [1, self._most_rows(self._singles), self._most_rows(self._level(2))]

    def _rank_kinds(self) -> NDArray[np.intp]:
        """intp[N]: the place of each guess's kind, the most frequent first."""
        kinds, which, sizes = np.unique(self.alike.kinds, return_inverse=True, return_counts=True)
        places = np.empty(len(kinds), np.intp)
        places[np.argsort(-sizes, kind="stable")] = np.arange(len(kinds))
        return places[which]

    def _most_rows(self, sets: Sets) -> int:
        return max(int(rows_of(self._table, guesses).max()) + 1 for guesses in sets)

    def find(self, guesses: int, progress: Progress | None = None) -> Ranks | None:
        """So many guesses that tell all secrets apart, or None: there are none.

        Args:
            guesses: their number.
            progress: is told the sets gone through, all sets, and a word on them.

        Returns:
            intp[guesses], ranks.

        Raises:
            SizeError: there are too many sets to keep.
        """
        if guesses <= 2:
            each = (chosen for chosen in self._level(guesses) if self._tells(chosen))
            return next(each, None)
        level = self._level(guesses - 2, guesses, progress)
        for number, chosen in enumerate(level):
            if progress:
                progress(number, len(level), f"{guesses} guesses")
            last = self._last_two(chosen)
            if last is not None:
                return np.concatenate([chosen, last])
        return None

    def _tells(self, chosen: Ranks) -> bool:
        return int(rows_of(self._table, chosen).max()) + 1 == self.codes

    def _level(
        self, size: int, guesses: int | None = None, progress: Progress | None = None
    ) -> Sets:
        """The sets of a size, one of each kind, their guesses' kinds in rising order of places.

        Args:
            size: guesses of each.
            guesses: leave those out that can never become so many guesses that tell all apart.
            progress: is told of it.
        """
        sets = self._singles
        for now in range(1, size):
            parts = []
            for chosen in sets:
                if progress:
                    progress(0, 1, f"{guesses} guesses, being set up")
                more = np.flatnonzero(self._order >= self._order[chosen].max())
                more = more[~np.isin(more, chosen)]
                grown = np.column_stack([np.repeat(chosen[None], len(more), axis=0), more])
                parts.append(distinct_rows(self.alike.normal(grown)))
                if sum(map(len, parts)) > 4 * MAX_SETS:
                    parts = [distinct_rows(np.concatenate(parts))]
            sets = distinct_rows(np.concatenate(parts)) if parts else sets[:0]
            if guesses is not None:
                sets = self._hopeful(sets, guesses - now - 1, progress)
            if len(sets) > MAX_SETS:
                raise SizeError(f"over {MAX_SETS} sets of {now + 1} guesses of {self.rules}")
        return sets

    def _hopeful(self, sets: Sets, left: int, progress: Progress | None) -> Sets:
        """Those whose rows are not too large for so many more guesses, nor too many colours."""
        good: list[bool] = []
        most = most_rows(self.rows, left)
        unseen = self.rules.colors - 1 - left * self.rules.pegs
        digits = self.alike.digits
        for number, guesses in enumerate(sets):
            if progress:
                progress(number, len(sets), f"{sets.shape[1] + left} guesses, set up")
            largest = int(np.bincount(rows_of(self._table, guesses)).max())
            good.append(largest <= most and len(np.unique(digits[guesses])) >= unseen)
        return sets[np.flatnonzero(good)]

    def _last_two(self, chosen: Ranks) -> Ranks | None:
        """Two guesses that tell apart what these leave together, or None."""
        one, other = pairs_left(rows_of(self._table, chosen))
        more = np.flatnonzero(self._order >= self._order[chosen].max())
        more = np.setdiff1d(more, chosen)
        if not len(one):  # any two will do
            return np.setdiff1d(np.arange(self.codes), chosen)[:2]

        @cache
        def words(part: int) -> NDArray[np.uint64]:
            """uint64[more, 8]: a bit where a guess leaves a pair together; 0 is a spread."""
            at = np.linspace(0, len(one) - 1, _PAIRS).astype(np.intp)
            if part:
                at = np.arange((part - 1) * _PAIRS, part * _PAIRS) % len(one)
            bits = self.answers[np.ix_(more, one[at])] == self.answers[np.ix_(more, other[at])]
            return np.packbits(bits, axis=1).view(np.uint64)

        for first, second in _some_pairs(words(0)[:, 0]):
            for part in range(2 + len(one) // _PAIRS):
                if len(first):
                    first, second = _apart(words(part), first, second)
            if len(first):
                return more[[first[0], second[0]]]
        return None


def _some_pairs(word: NDArray[np.uint64]) -> Iterator[tuple[Ranks, Ranks]]:
    """The pairs of guesses that have no bit of a word in common, in blocks."""
    step = max(1, _BLOCK // (len(word) + 1))
    for start in range(0, len(word), step):
        first, second = np.nonzero((word[start : start + step, None] & word[start:]) == 0)
        rising = second > first
        yield first[rising] + start, second[rising] + start


def _apart(words: NDArray[np.uint64], first: Ranks, second: Ranks) -> tuple[Ranks, Ranks]:
    """Those pairs of guesses that have no bit of any word in common."""
    for word in words.T:
        good = (word[first] & word[second]) == 0
        first, second = first[good], second[good]
    return first, second
