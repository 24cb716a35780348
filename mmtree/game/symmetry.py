"""Guesses that are as good as each other: permuted positions and renamed colours.

A permutation of the positions together with one of the colours maps codes to codes and leaves
feedback as it is. Those that map every guess of a history to itself also map the secrets left to
themselves, so a guess and its image split them alike: one guess of each class is enough
(Neuwirth 1982).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from mmtree.game.table import CodeTable

MAX_PERMUTED = 6
"""Rules of more pegs use only the colour symmetry: 7! permutations cost more than they save."""

_Move = tuple[tuple[int, ...], dict[int, int]]
"""A permutation of positions, and where it must send the colours of the history's guesses."""


class Symmetry:
    """The symmetries that leave a history of guesses (at first, none) unchanged."""

    def __init__(self, table: CodeTable) -> None:
        pegs = table.rules.pegs
        orders: Iterable[tuple[int, ...]] = (
            permutations(range(pegs)) if pegs <= MAX_PERMUTED else (tuple(range(pegs)),)
        )
        self._table = table
        self._moves: list[_Move] = [(order, {}) for order in orders]

    @property
    def trivial(self) -> bool:
        """True when neither positions nor colours can be exchanged any more."""
        used = len(self._moves[0][1])
        return len(self._moves) == 1 and used >= self._table.rules.colors - 1

    def after(self, guess: int) -> Symmetry:
        """The symmetries that also leave one more guess (a rank) unchanged."""
        digits = [int(color) for color in self._table.digits[:, guess]]
        kept = []
        for order, colors in self._moves:
            sent = dict(colors)
            taken = set(sent.values())
            for target, source in enumerate(order):
                color, image = digits[source], digits[target]
                if color in sent:
                    if sent[color] != image:
                        break
                elif image in taken:
                    break
                else:
                    sent[color] = image
                    taken.add(image)
            else:
                kept.append((order, sent))
        symmetry = Symmetry.__new__(Symmetry)
        symmetry._table = self._table
        symmetry._moves = kept
        return symmetry

    def representatives(self, guesses: NDArray[np.intp]) -> NDArray[np.intp]:
        """The guesses (rising ranks) that are the lowest of their class, still rising."""
        colors = self._table.rules.colors
        weights = colors ** np.arange(self._table.rules.pegs - 1, -1, -1, dtype=np.int64)
        # The identity with the colours still free throws out most guesses, so it goes first.
        for order, sent in self._moves:
            digits = self._table.digits[:, guesses]
            numbers = self._table.numbers[guesses]
            free = np.array([c for c in range(colors) if c not in sent.values()], np.int64)
            names = np.full((colors, len(guesses)), -1, np.int64)
            for color, image in sent.items():
                names[color] = image
            named = np.zeros(len(guesses), np.intp)
            columns = np.arange(len(guesses))
            image_numbers = np.zeros(len(guesses), np.int64)
            for position, source in enumerate(order):
                color = digits[source]
                if len(free):
                    new = names[color, columns] < 0
                    # Free colours take the lowest free names in order of appearance.
                    names[color[new], columns[new]] = free[named[new]]
                    named += new
                image_numbers += names[color, columns] * weights[position]
            guesses = guesses[image_numbers >= numbers]
        return guesses
