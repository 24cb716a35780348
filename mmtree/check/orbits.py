"""Equivalent guesses: the orbits of generators of the symmetries that fix a history of guesses.

The symmetries permute positions and rename colours. The checker computes them by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from mmtree.game.rules import Rules

Indices = NDArray[np.intp]


class Orbits:
    """The orbits of codes under permuted positions and renamed colours.

    Args:
        rules: the game.
        codes: all codes in rising order, as rows of colours.
    """

    def __init__(self, rules: Rules, codes: Sequence[tuple[int, ...]]) -> None:
        self.rules = rules
        self.codes = codes
        self.pegs = np.array(codes)
        self.numbers = self.pegs @ rules.colors ** np.arange(rules.pegs - 1, -1, -1)

    def representatives(self, history: tuple[int, ...]) -> Indices:
        """Return the lowest code of each orbit under the symmetries that fix the history."""
        lowest = np.arange(len(self.codes))
        for image in self._generators(history):
            joined = np.arange(len(lowest))  # the image of the lowest code of each orbit
            while not np.array_equal(joined[lowest], joined[lowest[image]]):
                least = np.minimum(joined[lowest], joined[lowest[image]])
                np.minimum.at(joined, lowest, least)
                np.minimum.at(joined, lowest[image], least)
            lowest = joined[lowest]
        return np.flatnonzero(lowest == np.arange(len(lowest)))

    def _generators(self, history: tuple[int, ...]) -> Iterator[Indices]:
        """Yield the images of all codes under generators of the symmetries that fix the history."""
        past = [self.codes[guess] for guess in history]
        used = sorted({color for code in past for color in code})
        free = [color for color in range(self.rules.colors) if color not in used]
        names = list(range(self.rules.colors))
        for one, other in pairwise(free):
            swapped = names.copy()
            swapped[one], swapped[other] = other, one
            yield self.image(range(self.rules.pegs), swapped)
        # Any two pegs whose colours are equal in each guess of the history can be swapped.
        equal: dict[tuple[int, ...], list[int]] = {}
        for peg in range(self.rules.pegs):
            equal.setdefault(tuple(code[peg] for code in past), []).append(peg)
        for pegs in equal.values():
            for one, other in pairwise(pegs):
                order = list(range(self.rules.pegs))
                order[one], order[other] = other, one
                yield self.image(order, names)
        columns = list(equal)
        for targets in self._renamings(columns, [len(pegs) for pegs in equal.values()], [], {}):
            order = [0] * self.rules.pegs
            renamed: dict[int, int] = {}
            for column, target in zip(columns, targets, strict=True):
                renamed.update(zip(column, columns[target], strict=True))
                for source, place in zip(equal[column], equal[columns[target]], strict=True):
                    order[place] = source
            yield self.image(order, [renamed.get(color, color) for color in names])

    def _renamings(
        self,
        columns: Sequence[tuple[int, ...]],
        sizes: Sequence[int],
        targets: list[int],
        renamed: dict[int, int],
    ) -> Iterator[list[int]]:
        """Yield the permutations of columns of equal sizes that are renamings of colours."""
        if len(targets) == len(columns):
            yield targets
            return
        at = len(targets)
        for target in {*range(len(columns))} - {*targets}:
            longer = dict(renamed)
            for color, other in zip(columns[at], columns[target], strict=True):
                longer.setdefault(color, other)
            if (
                sizes[at] == sizes[target]
                and all(longer[c] == o for c, o in zip(columns[at], columns[target], strict=True))
                and len({*longer.values()}) == len(longer)
            ):
                yield from self._renamings(columns, sizes, [*targets, target], longer)

    def image(self, order: Sequence[int], names: list[int]) -> Indices:
        """Return the image of every code."""
        image = np.zeros(len(self.codes), np.int64)
        for source in order:
            image = image * self.rules.colors + np.array(names)[self.pegs[:, source]]
        return np.searchsorted(self.numbers, image)
