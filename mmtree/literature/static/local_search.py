"""A set of guesses found by trying: an upper bound for the least number.

One guess after the other is taken out of the set, and in its place comes the code that leaves the
fewest pairs of secrets together, but never the same again: the search must go on from what is best
nearby.
"""

from __future__ import annotations

from random import Random

import numpy as np

from mmtree.game.table import CodeTable
from mmtree.literature.static.exhaust import MAX_CODES, Progress
from mmtree.literature.static.pair_counts import Ranks, pairs_left, rows_of

TRIES = 1000
"""Guesses that are replaced at most before so many are given up."""

_PAIRS = 20_000
"""Pairs of secrets that a code is judged by."""
_CODES = 500
"""Codes that are judged of more than ``MAX_CODES``, and by a tenth of the pairs."""


class Attempts:
    """Tries to find guesses that tell all secrets apart.

    Args:
        table: the codes.
        seed: of the choice among codes that are as good.
    """

    def __init__(self, table: CodeTable, seed: int = 0) -> None:
        self._table = table
        self._random = Random(seed)
        self._large = table.rules.secrets > MAX_CODES
        if not self._large:
            _ = table.full  # made once, so that answers are looked up

    def grow(self, progress: Progress | None = None) -> Ranks:
        """Guesses that tell all apart, each the best after those before: intp[guesses], ranks."""
        chosen = np.zeros(0, np.intp)
        while (best := self._best(chosen)) is not None:
            chosen = np.append(chosen, best)
            if progress:
                progress(0, 1, f"{len(chosen)} guesses")
        return chosen

    def find(
        self, start: Ranks, tries: int = TRIES, progress: Progress | None = None
    ) -> Ranks | None:
        """As many guesses as these that tell all apart: intp[guesses], ranks; or None.

        Args:
            start: ranks of guesses that do not.
            tries: how often one is replaced.
            progress: is told the tries, all of them, and a word.
        """
        chosen = start.copy()
        places: list[int] = []
        for number in range(tries):
            if progress:
                progress(number, tries, f"{len(chosen)} guesses")
            if not places:
                places = sorted(range(len(chosen)), key=lambda _: self._random.random())
            at = places.pop()
            best = self._best(np.delete(chosen, at), int(chosen[at]))
            if best is None:  # the others do, so that any code will
                return chosen
            chosen[at] = best
            rows = rows_of(self._table, chosen)
            if rows.max() + 1 == len(rows):
                return chosen
        return None

    def _best(self, chosen: Ranks, but: int | None = None) -> int | None:
        """The code that leaves the fewest pairs together; None where there are none.

        Args:
            chosen: the other guesses.
            but: a code that it must not be.
        """
        rows = rows_of(self._table, chosen)
        most = _PAIRS // 10 if self._large else _PAIRS
        one, other = pairs_left(rows, most, self._random.random())
        if not len(one):
            return None
        codes = self._codes()
        answers = self._table.answers(codes, one) == self._table.answers(codes, other)
        together = np.count_nonzero(answers, axis=1)
        together[np.isin(codes, chosen) | (codes == but)] = len(one) + 1
        good = codes[together == together.min()]
        return int(good[int(self._random.random() * len(good))])

    def _codes(self) -> Ranks:
        """The codes to judge: all, or some at random."""
        count = self._table.rules.secrets
        if not self._large:
            return np.arange(count)
        return np.array([int(self._random.random() * count) for _ in range(_CODES)])
