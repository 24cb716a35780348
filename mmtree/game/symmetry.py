"""Equivalent guesses: they differ only by permuted positions and renamed colours.

A permutation of positions and colours maps codes to codes without changing feedback. If it maps
every guess of a history to itself, it also maps the set of secrets left to itself, so it maps each
guess to an equivalent one, with the same cell sizes. One guess of each class is enough
(Neuwirth 1982). With rules of black pegs only and repeated colours, the colours of each position
can even be renamed separately. Where no code begins with the first colour, the 0 of numbers, that
colour and the first position stay. No symmetry is used if one changes weights.
"""

from collections.abc import Iterable
from itertools import permutations
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable

MAX_PERMUTED = 6
"""With more pegs, only positions that no guess distinguishes are permuted, separately from renamed
colours: trying 7! permutations costs more than it saves."""

_Move = tuple[tuple[int, ...], tuple[dict[int, int], ...]]
"""A permutation of positions (the source of each target), and where the colours of the history's
guesses must go, by the peg of the target; pegs renamed together share one dictionary."""


class Symmetry:
    """The symmetries that leave a history of guesses (at first, none) unchanged."""

    def __init__(self, table: CodeTable) -> None:
        rules = table.rules
        exchanged = rules.kind if rules.nozero and not rules.uneven else rules
        pegs, permuted = rules.pegs, exchanged.permuting != "never"
        self._table = table
        orders: Iterable[tuple[int, ...]] = (
            permutations(range(pegs))
            if permuted and pegs <= MAX_PERMUTED
            else (tuple(range(pegs)),)
        )
        separate = rules.renaming == "separately"
        kept = {0: 0} if rules.nozero else {}
        # Pegs whose colours are renamed together have the same number.
        self._group = tuple(range(pegs)) if separate else (0,) * pegs
        groups = max(self._group) + 1
        free = 0 if exchanged.renaming == "never" else rules.colors - rules.holes  # a hole stays
        self._moves: list[_Move] = [
            (
                order,
                tuple(
                    kept | {color: color for color in range(free, rules.colors)}
                    for _ in range(groups)
                ),
            )
            for order in orders
            if not rules.nozero or order[0] == 0
        ]
        # With more pegs, positions that no guess distinguishes have the same number.
        alike = permuted and pegs > MAX_PERMUTED
        first = -1 if rules.nozero else 0
        self._place = (first, *[0] * (pegs - 1)) if alike else tuple(range(pegs))

    @classmethod
    def none(cls, table: CodeTable) -> "Symmetry":
        """Return no symmetry, for sets of secrets that do not follow from a history."""
        symmetry = cls.__new__(cls)
        pegs, colors = table.rules.pegs, table.rules.colors
        symmetry._table, symmetry._group = table, (0,) * pegs
        symmetry._place = tuple(range(pegs))
        symmetry._moves = [(symmetry._place, ({color: color for color in range(colors)},))]
        return symmetry

    @property
    def trivial(self) -> bool:
        """Whether neither positions nor colours can be exchanged."""
        pegs, colors = self._table.rules.pegs, self._table.rules.colors
        used = min(len(sent) for sent in self._moves[0][1])
        return len(self._moves) == 1 and len(set(self._place)) == pegs and used >= colors - 1

    @property
    def order(self) -> int:
        """The number of symmetries, for at most ``MAX_PERMUTED`` pegs."""
        colors = self._table.rules.colors
        free = ([colors - len(names) for names in sent] for _, sent in self._moves)
        return sum(prod(map(factorial, counts)) for counts in free)

    def after(self, guess: int) -> "Symmetry":
        """Return the symmetries that also leave one more guess (a rank) unchanged."""
        if self.trivial:
            return self
        digits = [int(color) for color in self._table.digits[:, guess]]
        symmetry = Symmetry.__new__(Symmetry)
        symmetry._table, symmetry._group = self._table, self._group
        places = list(dict.fromkeys(zip(self._place, digits, strict=True)))
        symmetry._place = tuple(map(places.index, zip(self._place, digits, strict=True)))
        symmetry._moves = []
        moves = self._moves
        if self._table.rules.kind.permuting == "opening":  # the answer names places from now on
            moves, symmetry._place = moves[:1], tuple(range(len(digits)))
        for order, colors in moves:
            sent = tuple(dict(names) for names in colors)
            for target, source in enumerate(order):
                names, color, image = sent[self._group[target]], digits[source], digits[target]
                if names.setdefault(color, image) != image:
                    break
            else:
                if all(len(set(names.values())) == len(names) for names in sent):
                    symmetry._moves.append((order, sent))
        return symmetry

    def representatives(self, guesses: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the lowest guess of each class (ranks in ascending order, as given)."""
        if self.trivial:
            return guesses
        colors = self._table.rules.colors
        weights = colors ** np.arange(self._table.rules.pegs - 1, -1, -1, dtype=np.int64)
        # At equivalent positions, the lowest guess of a class has its colours in ascending order.
        last: dict[int, int] = {}
        for peg, place in enumerate(self._place):
            if place in last:
                digits = self._table.digits[:, guesses]
                guesses = guesses[digits[last[place]] <= digits[peg]]
            last[place] = peg
        # The identity, which renames colours only, excludes most guesses, so it is the first.
        for order, sent in self._moves:
            digits = self._table.digits[:, guesses]
            columns = np.arange(len(guesses))
            images = np.zeros(len(guesses), np.int64)
            names, named, free = [], [], []
            for known in sent:
                name = np.full((colors, len(guesses)), -1, np.int64)
                for color, image in known.items():
                    name[color] = image
                names.append(name)
                named.append(np.zeros(len(guesses), np.intp))
                free.append(np.array([c for c in range(colors) if c not in known.values()]))
            for target, source in enumerate(order):
                group, color = self._group[target], digits[source]
                new = names[group][color, columns] < 0
                # Free colours take the lowest free names in order of appearance.
                names[group][color[new], columns[new]] = free[group][named[group][new]]
                named[group] += new
                images += names[group][color, columns] * weights[target]
            guesses = guesses[images >= self._table.numbers[guesses]]
        return guesses
