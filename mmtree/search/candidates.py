"""Candidate guesses for a set of secrets, without those equivalent by unused colours."""

from __future__ import annotations

import numpy as np

from mmtree.game.table import CodeTable
from mmtree.search.partition import Ranks


class CandidateGuesses:
    """All guesses except those that differ from a lower one only in colours that no secret has.

    Such colours get no peg, so they are interchangeable: only the lowest need be tried (with
    distinct colours, the lowest ones in order of position).
    """

    def __init__(self, table: CodeTable) -> None:
        self._table = table
        self._colors = np.zeros(len(table.numbers), np.int64)  # of each code, as bits
        for peg in table.digits:
            self._colors |= np.int64(1) << peg.astype(np.int64)
        self._by_colors: dict[int, Ranks] = {}

    def __call__(self, secrets: Ranks) -> Ranks:
        """Return the guesses for these secrets, as rising ranks."""
        rules = self._table.rules
        if not rules.whites and not rules.distinct:
            return self._by_peg(secrets)
        used = int(np.bitwise_or.reduce(self._colors[secrets]))
        if used not in self._by_colors:
            absent = [color for color in range(rules.colors) if not used >> color & 1]
            rank = np.full(rules.colors, -1)
            rank[absent] = np.arange(len(absent))
            keep = np.ones(len(self._table.numbers), bool)
            next_rank = np.zeros(len(keep), np.intp)
            for peg in self._table.digits:
                keep &= rank[peg] <= next_rank
                next_rank += (rank[peg] >= 0) & rules.distinct
            self._by_colors[used] = np.flatnonzero(keep)
        return self._by_colors[used]

    def _by_peg(self, secrets: Ranks) -> Ranks:
        """Return the guesses for black pegs only: there, each peg has its own unused colours."""
        colors = self._table.rules.colors
        keep = np.ones(len(self._table.numbers), bool)
        for peg in self._table.digits:
            useful = np.bincount(peg[secrets], minlength=colors) > 0
            useful[useful.argmin()] = True  # the lowest unused colour, if any
            keep &= useful[peg]
        return np.flatnonzero(keep)
