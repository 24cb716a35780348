"""Candidate guesses for a set of secrets, without those equivalent by unused colours."""

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.search.partition import Ranks, cell_sizes

FEW_SECRETS = 64
"""For more secrets, few guesses of a list or table are equivalent."""

_MOST_SIZES = 1 << 20
"""The most sizes of cells that are compared to find equivalent guesses."""


class CandidateGuesses:
    """All guesses except those that differ from a lower one only in colours that no secret has.

    Such colours get no peg, so they are interchangeable: only the lowest need be tried (with
    distinct colours, the lowest ones in order of position). If guesses must be consistent, only the
    secrets themselves are left, or of two lists all words that agree with the answers; in hard
    play, all codes that use the hints and split the set. Of lists or tables all guesses are, or for
    few secrets one of those that are equivalent by an exchange of secrets.
    """

    def __init__(self, table: CodeTable) -> None:
        self._table = table
        self._all = table.guesses
        self._exchanged = table.exchanges_secrets
        self._listed = not table.rules.uses_pegs
        if table.rules.consistent or table.rules.hard or self._listed:
            return
        self._colors = np.zeros(len(table.numbers), np.int64)  # of each code, as bits
        for peg in table.digits:
            self._colors |= np.int64(1) << peg.astype(np.int64)
        self._by_colors: dict[int, Ranks] = {}

    def __call__(self, secrets: Ranks, history: tuple[int, ...]) -> Ranks:
        """Return the guesses for these secrets after a history of guesses, as rising ranks."""
        guesses = self._find(secrets, history)
        return self._without_exchanged(secrets, guesses) if self._exchanged else guesses

    def state(self, secrets: Ranks, history: tuple[int, ...]) -> Ranks:
        """Return what the trees for a set depend on: it, and the guesses if the history counts."""
        if not self._table.rules.needs_history:
            return secrets
        return np.concatenate((self._find(secrets, history), secrets, [len(secrets)]))

    def _find(self, secrets: Ranks, history: tuple[int, ...]) -> Ranks:
        rules = self._table.rules
        if rules.needs_history:
            guesses = self._table.allowed(secrets, history)
            answers = self._table.by_secret[self._table.places(secrets)].take(guesses, axis=1)
            # A guess that does not split a set splits no part of it either.
            splits: NDArray[np.bool_] = (answers != answers[0]).any(axis=0)
            return guesses[splits]
        if rules.consistent:
            return secrets
        if rules.uses_names and len(secrets) <= FEW_SECRETS:
            return self._without_equal_partitions(secrets)
        if self._listed:
            return self._all
        if rules.kind.renaming == "separately" and not (rules.distinct or rules.nozero):
            return self._by_peg(secrets)
        used = int(np.bitwise_or.reduce(self._colors[secrets]))
        if used not in self._by_colors:
            colors = range(rules.nozero, rules.colors)  # a first colour of its own is tried, too
            absent = [color for color in colors if not used >> color & 1]
            rank = np.full(rules.colors, -1)
            rank[absent] = np.arange(len(absent))
            keep = np.ones(len(self._table.numbers), bool)
            next_rank = np.zeros(len(keep), np.intp)
            for peg in self._table.digits:
                keep &= rank[peg] <= next_rank
                next_rank += (rank[peg] >= 0) & rules.distinct
            self._by_colors[used] = np.flatnonzero(keep)
        return self._by_colors[used]

    def _without_exchanged(self, secrets: Ranks, guesses: Ranks) -> Ranks:
        """Return the lowest guess of those whose cells have as many secrets of each class."""
        classes = self._table.lowest[self._table.places(secrets)]
        lowest = np.unique(classes)
        feedbacks = self._table.width
        if not 0 < len(lowest) * feedbacks * len(guesses) <= _MOST_SIZES:
            return guesses
        sizes = [
            cell_sizes(self._table, secrets[classes == each], guesses, by_place=True)
            for each in lowest
        ]
        cells = np.ascontiguousarray(np.stack(sizes, axis=-1).swapaxes(0, 1))
        cells = cells.view(f"V{4 * len(sizes)}")[..., 0]  # of each guess and feedback
        cells[:, :-1].sort(axis=1)
        keys = cells.view(f"V{cells.strides[0]}")[:, 0]
        return guesses[np.sort(np.unique(keys, return_index=True)[1])]

    def _without_equal_partitions(self, secrets: Ranks) -> Ranks:
        """Return the lowest guess of those that split the secrets in the same way."""
        table = self._table
        answers = table.by_secret[table.places(secrets)][:, self._all]
        first = np.zeros_like(answers)  # for each secret, the last one with the same answer
        for place, row in enumerate(answers):
            first[answers == row] = place
        keys = np.ascontiguousarray(first.T).view(f"V{len(secrets)}")[:, 0]
        # A right answer makes a difference, too.
        named = np.isin(self._all, secrets)
        lowest = np.unique(keys[~named], return_index=True)[1]
        return np.sort(np.concatenate((self._all[~named][lowest], self._all[named])))

    def _by_peg(self, secrets: Ranks) -> Ranks:
        """Return the guesses for black pegs only: there, each peg has its own unused colours."""
        colors = self._table.rules.colors
        keep = np.ones(len(self._table.numbers), bool)
        for peg in self._table.digits:
            useful = np.bincount(peg[secrets], minlength=colors) > 0
            useful[useful.argmin()] = True  # the lowest unused colour, if any
            keep &= useful[peg]
        return np.flatnonzero(keep)
