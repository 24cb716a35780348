"""Sets of guesses that are as good as each other: one of each kind is enough.

A permutation of the positions together with one of the colours leaves every answer as it is, and so
does another order of the guesses, as they are all made at once. Where only black pegs are answered
and colours may repeat, the colours of each position are renamed by themselves.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from mmtree.game.symmetry import MAX_PERMUTED
from mmtree.game.table import CodeTable

MAX_ORDERED = 5
"""Of larger sets, guesses that look alike are left in any order: trying them all takes too long,
and some sets of one kind are then gone through twice."""

Sets = NDArray[np.intp]
"""intp[sets, guesses]: ranks of the guesses of each set."""

_ROUNDS = 3
_CHUNK = 1 << 16


class Alike:
    """Brings sets of guesses into a form that is the same for sets that are alike."""

    def __init__(self, table: CodeTable, answers: NDArray[np.uint8]) -> None:
        rules = table.rules
        self._table, self._answers = table, answers
        pegs = range(rules.pegs)
        self._turns = list(permutations(pegs)) if rules.pegs <= MAX_PERMUTED else [tuple(pegs)]
        # The pegs whose colours are renamed together carry the same number.
        self._group = tuple(pegs) if not rules.whites and not rules.distinct else (0,) * rules.pegs
        self.digits = np.ascontiguousarray(table.digits.T)
        self._weights = rules.colors ** np.arange(rules.pegs - 1, -1, -1, dtype=np.int64)
        self.kinds = self._kinds()

    def _kinds(self) -> NDArray[np.intp]:
        """intp[N]: for each guess the lowest rank of a guess that is like it."""
        return self.normal(np.arange(self._table.rules.secrets)[:, None])[:, 0]

    def normal(self, sets: Sets) -> Sets:
        """The normal form of each set; those that are alike have the same, up to ``MAX_ORDERED``.

        The normal form is itself like the set, whatever its size.
        """
        parts = [self._normal(sets[at : at + _CHUNK]) for at in range(0, len(sets), _CHUNK)]
        return np.concatenate(parts) if parts else sets

    def _normal(self, sets: Sets) -> Sets:
        count, guesses = sets.shape
        if guesses > 1:
            looks = self._looks(sets)
            rising = np.argsort(looks, axis=1, kind="stable")
            sets = np.take_along_axis(sets, rising, axis=1)
            looks = np.take_along_axis(looks, rising, axis=1)
        best = np.full((count, guesses), np.iinfo(np.intp).max)
        orders = permutations(range(guesses)) if guesses <= MAX_ORDERED else [range(guesses)]
        for order in map(list, orders):
            which = np.arange(count)
            if order != sorted(order):  # only guesses that look alike change places
                which = np.flatnonzero((looks[:, order] == looks).all(axis=1))
            if len(which):
                for turn in self._turns:
                    named = self._named(sets[which][:, order], list(turn))
                    best[which] = _lower(best[which], named)
        return best

    def _looks(self, sets: Sets) -> NDArray[np.uint64]:
        """uint64[sets, guesses]: a number for each guess that no symmetry changes."""
        between = _mixed(self._answers[sets[:, :, None], sets[:, None, :]].astype(np.uint64))
        looks = _mixed(self.kinds[sets].astype(np.uint64))
        for _ in range(_ROUNDS):
            looks = _mixed(looks + (between * looks[:, None, :]).sum(axis=2, dtype=np.uint64))
        return looks

    def _named(self, sets: Sets, turn: list[int]) -> Sets:
        """The sets after turning the positions, colours named in order of appearance."""
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


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Other numbers for them, in which every bit counts (the last steps of SplitMix64)."""
    numbers = (numbers ^ numbers >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ numbers >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return (numbers ^ numbers >> np.uint64(31)) | np.uint64(1)


def _lower(first: Sets, second: Sets) -> Sets:
    """Row by row the one that is lower at the first guess where they differ."""
    at = (first != second).argmax(axis=1)
    rows = np.arange(len(first))
    return np.where((first[rows, at] < second[rows, at])[:, None], first, second)


def distinct_rows(sets: Sets) -> Sets:
    """The sets in rising order, each once."""
    return np.unique(sets, axis=0)
