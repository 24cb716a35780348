"""Local search for a set of guesses: an upper bound for the least number.

Each step removes one guess and replaces it by the code that leaves the fewest pairs of secrets
unseparated. The removed guess is never put back at once, so that the search leaves local optima.
"""

from __future__ import annotations

from random import Random

import numpy as np

from mmtree.counts import format_count
from mmtree.game.code_table import CodeTable
from mmtree.progress import OnProgress, Progress
from mmtree.research.static.exhaust import MAX_CODES, Ranks, answer_rows, unseparated_pairs

TRIES = 1000
"""The most guesses replaced before the search for this number of guesses stops."""

_PAIRS = 20_000
"""The most pairs of secrets on which a code is scored."""
_CODES = 500
"""Codes sampled for rules of more than ``MAX_CODES`` codes, and scored on a tenth of the pairs."""


class LocalSearch:
    """Searches for guesses that distinguish all secrets.

    Args:
        table: the codes.
        seed: seed of the random choice among equally good codes.
    """

    def __init__(self, table: CodeTable, seed: int = 0) -> None:
        self._table = table
        self._random = Random(seed)
        self._large = table.rules.secrets > MAX_CODES
        if not self._large:
            _ = table.by_secret  # computed once, so that answers are looked up

    def build_greedily(self, progress: OnProgress | None = None) -> Ranks:
        """Return guesses that distinguish all secrets, chosen greedily: intp[guesses], ranks."""
        chosen = np.zeros(0, np.intp)
        while (best := self._best_code(chosen)) is not None:
            chosen = np.append(chosen, best)
            if progress:
                progress(Progress(0, 1, (format_count(len(chosen), "guess"),)))
        return chosen

    def find(
        self, start: Ranks, tries: int = TRIES, progress: OnProgress | None = None
    ) -> Ranks | None:
        """Return as many guesses as ``start`` has that distinguish all secrets, or None.

        Args:
            start: ranks of guesses that do not distinguish all secrets.
            tries: how often a guess is replaced.
            progress: called with the tries made, all tries, and a description.

        Returns:
            intp[guesses], ranks.
        """
        chosen = start.copy()
        places: list[int] = []
        for number in range(tries):
            if progress:
                progress(Progress(number, tries, (format_count(len(chosen), "guess"),)))
            if not places:
                places = sorted(range(len(chosen)), key=lambda _: self._random.random())
            at = places.pop()
            best = self._best_code(np.delete(chosen, at), int(chosen[at]))
            if best is None:  # the other guesses suffice
                return chosen
            chosen[at] = best
            rows = answer_rows(self._table, chosen)
            if rows.max() + 1 == len(rows):
                return chosen
        return None

    def _best_code(self, chosen: Ranks, excluded: int | None = None) -> int | None:
        """Return the code that leaves the fewest pairs unseparated; None if all are separated.

        Args:
            chosen: the other guesses.
            excluded: a code that must not be returned.
        """
        rows = answer_rows(self._table, chosen)
        most = _PAIRS // 10 if self._large else _PAIRS
        first, second = unseparated_pairs(rows, most, self._random.random())
        if not len(first):
            return None
        codes = self._candidates()
        equal = self._table.answers(codes, first) == self._table.answers(codes, second)
        unseparated = np.count_nonzero(equal, axis=1)
        unseparated[np.isin(codes, chosen) | (codes == excluded)] = len(first) + 1
        best = codes[unseparated == unseparated.min()]
        return int(best[int(self._random.random() * len(best))])

    def _candidates(self) -> Ranks:
        """Return the codes to score: all, or a random sample."""
        count = self._table.rules.secrets
        if not self._large:
            return np.arange(count)
        return np.array([int(self._random.random() * count) for _ in range(_CODES)])
