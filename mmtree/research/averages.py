"""Exact averages of random strategies over all their games.

A random strategy has no single tree, and the counting strategy has a tree for each code it can
start from. Sets of secrets are integers here, with a bit for each code.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain
from operator import itemgetter

import numpy as np
from numpy.typing import NDArray

from mmtree.game.code_table import CodeTable
from mmtree.game.rules import Rules
from mmtree.game.symmetry import Symmetry
from mmtree.search.partition import Ranks, split

_MAX_ENUMERATED = 40
"""With more secrets left, only one guess of each equivalence class is expanded."""


@cache
def counting(rules: Rules) -> Fraction:
    """Return the average when counting up cyclically from a random code (Swaszek 1999).

    Each guess is the next consistent code.
    """
    table = CodeTable(rules)
    answers = table.answers(slice(None), slice(None))
    cells = [
        [_bits(row == answer) for answer in np.unique(row) if answer != rules.all_right]
        for row in answers
    ]
    total = 0
    for opening in range(rules.secrets):
        waiting = [((1 << rules.secrets) - 1, opening)]
        while waiting:
            secrets, guess = waiting.pop()
            total += secrets.bit_count()
            for cell in cells[guess]:
                left = secrets & cell
                if not left:
                    continue
                if (count := left.bit_count()) <= 2:
                    total += 2 * count - 1
                else:
                    above = left >> (guess + 1)
                    following = guess + _lowest_member(above) + 1 if above else _lowest_member(left)
                    waiting.append((left, following))
                secrets ^= left
                if not secrets & (secrets - 1):
                    break  # only the guess itself is left
    return Fraction(total, rules.secrets**2)


@cache
def random(rules: Rules) -> Fraction:
    """Return the average of random consistent guesses (Swaszek 1999), computed as a float.

    The rules have at most :data:`mmtree.game.symmetry.MAX_PERMUTED` pegs.
    """
    games = _RandomGames(rules)
    return Fraction(games.price(np.arange(rules.secrets), Symmetry(games.table)) / rules.secrets)


class _RandomGames:
    """All games of random consistent guesses."""

    def __init__(self, rules: Rules) -> None:
        self._all_black = rules.all_right
        self.table = CodeTable(rules)
        answers = self.table.answers(slice(None), slice(None))
        self._answers = [row.tobytes() for row in answers]
        self._small_sets: dict[bytes, float] = {}

    def price(self, secrets: Ranks, symmetry: Symmetry) -> float:
        """Return the price of a set of secrets that each symmetry maps to itself."""
        if len(secrets) <= _MAX_ENUMERATED:
            return self._price_small_set(secrets.tolist())
        after = 0.0
        for guess in symmetry.representatives(secrets).tolist():
            fixed = symmetry.after(guess)
            cells = dict(split(self.table, secrets, guess))
            cells.pop(self._all_black)
            equivalent = symmetry.order // fixed.order
            after += equivalent * sum(self.price(cell, fixed) for cell in cells.values())
        return len(secrets) + after / len(secrets)

    def _price_small_set(self, secrets: Sequence[int]) -> float:
        """Return the price of a few secrets, trying each as a guess."""
        if len(secrets) <= 2:
            return 2.0 * len(secrets) - 1
        row_of = itemgetter(*secrets)
        rows = [row_of(self._answers[guess]) for guess in secrets]
        key = bytes(chain.from_iterable(rows))
        if key in self._small_sets:
            return self._small_sets[key]
        cells = []
        for row in rows:
            by_answer: dict[int, int] = {}
            for at, answer in enumerate(row):
                by_answer[answer] = by_answer.get(answer, 0) | 1 << at
            del by_answer[self._all_black]
            cells.append(list(by_answer.values()))
        cache: dict[int, float] = {}

        def price(left: int) -> float:
            if (count := left.bit_count()) == 2:
                return 3.0
            after, guesses = 0.0, left
            while guesses:
                guess = guesses & -guesses
                guesses ^= guess
                rest = left ^ guess
                for cell in cells[guess.bit_length() - 1]:
                    if both := rest & cell:
                        rest ^= both
                        single = not both & (both - 1)
                        after += 1.0 if single else cache.get(both) or price(both)
                        if not rest:
                            break
            cache[left] = count + after / count
            return cache[left]

        self._small_sets[key] = price((1 << len(secrets)) - 1)
        return self._small_sets[key]


def _bits(mask: NDArray[np.bool_]) -> int:
    """Return the set of the codes for which the mask is true."""
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")


def _lowest_member(bits: int) -> int:
    """Return the lowest member of a set."""
    return (bits & -bits).bit_length() - 1


AVERAGES: dict[str, Callable[[Rules], Fraction]] = {"counting": counting, "random": random}
"""The functions by the names of the strategies."""
