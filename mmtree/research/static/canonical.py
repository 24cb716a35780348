"""Canonical forms of sets of guesses, so that only one of several equivalent sets is searched.

Permuting the positions and the colours changes no answer, and neither does the order of the
guesses, which are all made at once. If only black pegs are answered and colours may repeat, the
colours of each position can be permuted separately.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import AnswerArray, CodeTable
from mmtree.game.symmetry import MAX_PERMUTED

MAX_ORDERED = 5
"""In larger sets, guesses with equal fingerprints keep their order, since trying all orders takes
too long; some equivalent sets are then searched twice."""

Sets = NDArray[np.intp]
"""intp[sets, guesses]: ranks of the guesses of each set."""

_ROUNDS = 3
_CHUNK = 1 << 16


class Canonicalizer:
    """Computes a form of sets of guesses that is the same for equivalent sets.

    Attributes:
        digits: uint8[pegs, N], the colours of all codes.
        class_of: intp[N], for each guess the lowest rank of an equivalent guess.
    """

    def __init__(self, table: CodeTable, answers: AnswerArray) -> None:
        rules = table.rules
        self._table, self._answers = table, answers
        pegs = range(rules.pegs)
        self._turns = list(permutations(pegs)) if rules.pegs <= MAX_PERMUTED else [tuple(pegs)]
        # Pegs with the same number share one renaming of the colours.
        self._group = tuple(pegs) if not rules.whites and not rules.distinct else (0,) * rules.pegs
        self.digits = np.ascontiguousarray(table.digits.T)
        self._weights = rules.colors ** np.arange(rules.pegs - 1, -1, -1, dtype=np.int64)
        self.class_of = self.canonicalize(np.arange(rules.secrets)[:, None])[:, 0]

    def canonicalize(self, sets: Sets) -> Sets:
        """Return the canonical form of each set, which is itself equivalent to the set.

        Equivalent sets of up to ``MAX_ORDERED`` guesses have the same canonical form.
        """
        parts = [self._canonicalize(sets[at : at + _CHUNK]) for at in range(0, len(sets), _CHUNK)]
        return np.concatenate(parts) if parts else sets

    def _canonicalize(self, sets: Sets) -> Sets:
        count, guesses = sets.shape
        if guesses > 1:
            fingerprints = self._fingerprints(sets)
            rising = np.argsort(fingerprints, axis=1, kind="stable")
            sets = np.take_along_axis(sets, rising, axis=1)
            fingerprints = np.take_along_axis(fingerprints, rising, axis=1)
        best = np.full((count, guesses), np.iinfo(np.intp).max)
        orders = permutations(range(guesses)) if guesses <= MAX_ORDERED else [range(guesses)]
        for order in map(list, orders):
            rows = np.arange(count)
            if order != sorted(order):  # only guesses with equal fingerprints change places
                rows = np.flatnonzero((fingerprints[:, order] == fingerprints).all(axis=1))
            if len(rows):
                for turn in self._turns:
                    renamed = self._rename(sets[rows][:, order], list(turn))
                    best[rows] = _lower_rows(best[rows], renamed)
        return best

    def _fingerprints(self, sets: Sets) -> NDArray[np.uint64]:
        """Return uint64[sets, guesses]: a number for each guess that no symmetry changes."""
        between = _mix(self._answers[sets[:, :, None], sets[:, None, :]].astype(np.uint64))
        hashes = _mix(self.class_of[sets].astype(np.uint64))
        for _ in range(_ROUNDS):
            hashes = _mix(hashes + (between * hashes[:, None, :]).sum(axis=2, dtype=np.uint64))
        return hashes

    def _rename(self, sets: Sets, turn: list[int]) -> Sets:
        """Permute the positions of the sets, and number colours in order of appearance."""
        count, guesses = sets.shape
        colors = self._table.rules.colors
        groups = max(self._group) + 1
        names = np.full((count, groups, colors), -1, np.int64)
        used = np.zeros((count, groups), np.int64)
        at = np.arange(count)
        named = np.zeros((count, guesses), np.int64)
        for guess in range(guesses):
            digits = self.digits[sets[:, guess]]
            for target, source in enumerate(turn):
                group, color = self._group[target], digits[:, source]
                name = names[at, group, color]
                new = name < 0
                name[new] = used[new, group]
                names[at, group, color] = name
                used[:, group] += new
                named[:, guess] += name * self._weights[target]
        return np.searchsorted(self._table.numbers, named)


def _mix(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Hash each number (the last steps of SplitMix64)."""
    numbers = (numbers ^ numbers >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ numbers >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (numbers ^ numbers >> np.uint64(31)) | np.uint64(1)


def _lower_rows(first: Sets, second: Sets) -> Sets:
    """Return, row by row, the set that is lexicographically lower."""
    at = (first != second).argmax(axis=1)
    rows = np.arange(len(first))
    return np.where((first[rows, at] < second[rows, at])[:, None], first, second)
