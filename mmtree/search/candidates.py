"""The guesses that can be worth trying for a set of secrets."""

from __future__ import annotations

import numpy as np

from mmtree.game.table import CodeTable
from mmtree.search.partition import Ranks


class CandidateGuesses:
    """All guesses but those that differ from a lower one only in colours no secret shows.

    Such colours get no peg, so they are interchangeable: only the lowest need be tried (for
    distinct colours, the lowest ones in order of position).
    """

    def __init__(self, table: CodeTable) -> None:
        self._table = table
        self._shown = np.zeros(len(table.numbers), np.int64)  # the colours of each code, as bits
        for peg in table.digits:
            self._shown |= np.int64(1) << peg.astype(np.int64)
        self._known: dict[int, Ranks] = {}

    def __call__(self, secrets: Ranks) -> Ranks:
        """The guesses for these secrets, as rising ranks."""
        rules = self._table.rules
        if not rules.whites and not rules.distinct:
            return self._by_peg(secrets)
        shown = int(np.bitwise_or.reduce(self._shown[secrets]))
        if shown not in self._known:
            absent = [color for color in range(rules.colors) if not shown >> color & 1]
            rank = np.full(rules.colors, -1)
            rank[absent] = np.arange(len(absent))
            keep = np.ones(len(self._table.numbers), bool)
            due = np.zeros(len(keep), np.intp)
            for peg in self._table.digits:
                keep &= rank[peg] <= due
                due += (rank[peg] >= 0) & rules.distinct
            self._known[shown] = np.flatnonzero(keep)
        return self._known[shown]

    def _by_peg(self, secrets: Ranks) -> Ranks:
        """The same for black pegs only, where it holds of each peg by itself."""
        colors = self._table.rules.colors
        keep = np.ones(len(self._table.numbers), bool)
        for peg in self._table.digits:
            wanted = np.bincount(peg[secrets], minlength=colors) > 0
            wanted[wanted.argmin()] = True  # the lowest colour not shown, if there is one
            keep &= wanted[peg]
        return np.flatnonzero(keep)
