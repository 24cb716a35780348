"""What no strategy can beat, from counting alone.

A guess finds at most one secret and leaves one set for each other feedback; of each of those, the
next guess finds at most one, and so on (Viaud 1979, Neuwirth 1982).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from mmtree.check.answer import answer
from mmtree.game.rules import Rules

MAX_COUNTED = 200_000
"""Rules of more secrets get the formula only: their openings are not counted through."""


@dataclass(frozen=True)
class Bound:
    """The least any strategy tree can reach.

    Attributes:
        max: the most guesses any secret needs are at least these.
        total: guesses summed over all secrets are at least these.
    """

    max: int
    total: int


def formula(secrets: int, feedbacks: int) -> Bound:
    """The bound for so many secrets when a guess can get so many feedbacks, all black included."""
    guesses, total, width, left = 0, 0, 1, secrets
    while left:
        guesses += 1
        found = min(left, width)
        total += guesses * found
        left -= found
        width *= feedbacks - 1
    return Bound(guesses, total)


def after_real_opening(rules: Rules) -> Bound:
    """The bound when the first guess is a real code, whose cells are counted.

    Rules of more than ``MAX_COUNTED`` secrets get :func:`formula`.
    """
    feedbacks = len(rules.feedbacks)
    if rules.secrets > MAX_COUNTED:
        return formula(rules.secrets, feedbacks)
    least_max, least_total = rules.secrets, rules.secrets**2
    for opening in openings(rules):
        cells = Counter(answer(opening, code, rules.whites) for code in codes(rules))
        total, most = 1, 1
        for value, size in cells.items():
            if value != rules.all_black:
                bound = formula(size, feedbacks)
                total += size + bound.total
                most = max(most, 1 + bound.max)
        least_max, least_total = min(least_max, most), min(least_total, total)
    return Bound(least_max, least_total)


def openings(rules: Rules) -> Iterator[tuple[int, ...]]:
    """One opening of each kind: how often its colours occur is all that matters of it."""

    def multiplicities(pegs: int, most: int, colors: int) -> Iterator[tuple[int, ...]]:
        if pegs == 0:
            yield ()
        elif colors:
            for count in range(min(pegs, most), 0, -1):
                for rest in multiplicities(pegs - count, count, colors - 1):
                    yield (count, *rest)

    most = 1 if rules.distinct else rules.pegs
    for counts in multiplicities(rules.pegs, most, rules.colors):
        yield tuple(color for color, count in enumerate(counts) for _ in range(count))


def codes(rules: Rules) -> Iterator[tuple[int, ...]]:
    """All codes in rising order, as rows of colours."""
    if rules.distinct:
        return permutations(range(rules.colors), rules.pegs)
    return product(range(rules.colors), repeat=rules.pegs)
