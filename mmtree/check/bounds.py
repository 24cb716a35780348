"""What no strategy can beat, from counting alone.

A guess finds at most one secret and leaves one set for each other feedback; of each of those, the
next guess finds at most one, and so on (Viaud 1979, Neuwirth 1982).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product
from math import factorial, perm

from mmtree.check.opening_partition import opening_cells
from mmtree.game.rules import Rules


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


@dataclass(frozen=True)
class Opening:
    """A first guess, and what no strategy that begins with it can beat.

    Attributes:
        code: the first code of its kind in order, as a row of colours.
        alike: so many codes are of this kind, which differ in places and names of colours alone.
        cells: how many secrets give each feedback 10·black + white, by feedback, rising.
        bound: the least that is left to reach after it.
    """

    code: tuple[int, ...]
    alike: int
    cells: dict[int, int]
    bound: Bound


def after_real_opening(rules: Rules) -> Bound:
    """The bound when the first guess is a real code, whose cells are counted."""
    bounds = [opening.bound for opening in openings(rules)]
    return Bound(min(bound.max for bound in bounds), min(bound.total for bound in bounds))


def openings(rules: Rules) -> Iterator[Opening]:
    """One opening of each kind, from one colour to the most.

    How often its colours occur is all that matters of it. Where only black pegs are answered and
    colours may repeat, those of each position could have names of their own: all are of one kind.
    """
    most = 1 if rules.distinct else rules.pegs
    alone = not rules.whites and not rules.distinct
    for counts in _multiplicities(rules.pegs, most, 1 if alone else rules.colors):
        code = tuple(color for color, count in enumerate(counts) for _ in range(count))
        cells = opening_cells(rules, code)
        total, most_guesses = 1, 1
        for value, size in cells.items():
            if value != rules.all_black:
                bound = formula(size, len(rules.feedbacks))
                total += size + bound.total
                most_guesses = max(most_guesses, 1 + bound.max)
        alike = rules.secrets if alone else _codes_of(counts, rules.colors)
        yield Opening(code, alike, cells, Bound(most_guesses, total))


def codes(rules: Rules) -> Iterator[tuple[int, ...]]:
    """All codes in rising order, as rows of colours."""
    if rules.distinct:
        return permutations(range(rules.colors), rules.pegs)
    return product(range(rules.colors), repeat=rules.pegs)


def _multiplicities(pegs: int, most: int, colors: int) -> Iterator[tuple[int, ...]]:
    """How often the colours of a code can occur, falling, with at most so many pegs of each."""
    if pegs == 0:
        yield ()
    elif colors:
        for count in range(min(pegs, most), 0, -1):
            for rest in _multiplicities(pegs - count, count, colors - 1):
                yield (count, *rest)


def _codes_of(counts: tuple[int, ...], colors: int) -> int:
    """How many codes have just so many pegs of their colours."""
    places, named = factorial(sum(counts)), perm(colors, len(counts))
    for count in counts:
        places //= factorial(count)
    for alike in Counter(counts).values():
        named //= factorial(alike)
    return places * named
