"""The least total and the least max of games of two pegs, exactly, for any number of colours.

The secrets left form a graph: a code is an arrow from the colour of its first peg to that of its
second (Chen and Lin 2004). Colours that can be exchanged without changing the graph form a class.
So a position is a small matrix for any number of colours, and all guesses between the same classes
are equivalent. Every guess of every position is tried: no bounds and no code of the other searches
of mmtree are used.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from mmtree.game.peg_rules import PegRules

_ABSENT = -1
"""Marks a colour in a guess that no secret left has."""

_Matrix = list[list[int]]


class TwoPegPosition(NamedTuple):
    """The secrets left, up to renaming the colours and exchanging the pegs.

    Attributes:
        absent: whether a colour occurs in none of them.
        sizes: the number of colours in each class.
        arrows: by the classes of both pegs, 1 where all codes of these classes are left, else 0;
            within a class, 1 for the codes of one colour, plus 2 for those of two colours.
    """

    absent: bool
    sizes: tuple[int, ...]
    arrows: tuple[tuple[int, ...], ...]

    @property
    def secrets(self) -> int:
        """The number of secrets left."""
        count = 0
        for first, row in enumerate(self.arrows):
            size = self.sizes[first]
            for second, kinds in enumerate(row):
                if first != second:
                    count += kinds * size * self.sizes[second]
                else:
                    count += (kinds & 1) * size + (kinds >> 1) * size * (size - 1)
        return count


def least_of_two_pegs(colors: int, distinct: bool) -> tuple[int, int]:
    """Return the least total and the least max, separately, with black and white answers.

    Args:
        colors: the number of colours.
        distinct: no colour may occur twice in a code.

    Raises:
        RulesError: the number is out of range.
    """
    PegRules(2, colors, distinct)
    every = 2 if distinct else 3
    return _solve(TwoPegPosition(False, (colors,), ((every,),)), distinct)


@cache
def _solve(position: TwoPegPosition, distinct: bool) -> tuple[int, int]:
    secrets = position.secrets
    if secrets <= 2:
        return 2 * secrets - 1, secrets
    total, most = secrets * secrets, secrets  # more than any tree takes
    for found, cells in {_cells(position, guess) for guess in _guesses(position, distinct)}:
        if len(cells) > 1 or found:
            each = [_solve(cell, distinct) for cell in cells]
            total = min(total, secrets + sum(cost for cost, _ in each))
            most = min(most, 1 + max(guesses for _, guesses in each))
    return total, most


def _guesses(position: TwoPegPosition, distinct: bool) -> Iterator[tuple[int, int, bool]]:
    """Yield one guess of each kind: the classes of both pegs, and whether the colour is one."""
    classes = range(len(position.sizes))
    for first in classes:
        for second in classes:
            if first != second:
                yield first, second, False
        if not distinct:
            yield first, first, True
        if position.sizes[first] > 1:
            yield first, first, False
        if position.absent:
            yield first, _ABSENT, False
            yield _ABSENT, first, False


def _cells(
    position: TwoPegPosition, guess: tuple[int, int, bool]
) -> tuple[bool, tuple[TwoPegPosition, ...]]:
    """Return whether the guess can be right, and the position after each other answer."""
    sizes, arrows = list(position.sizes), [list(row) for row in position.arrows]
    first, second, one_color = guess
    first = _split_off(sizes, arrows, first)
    second = first if one_color else _split_off(sizes, arrows, second)
    found = False
    cells: dict[tuple[int, int], _Matrix] = {}
    for start, row in enumerate(arrows):
        for end, kinds in enumerate(row):
            if not kinds:
                continue
            black = (start == first) + (end == second)
            if black == 2:
                found = True
                continue
            common = black if one_color else (first in (start, end)) + (second in (start, end))
            cell = cells.setdefault((black, common - black), [[0] * len(sizes) for _ in sizes])
            cell[start][end] = kinds
    absent = position.absent
    return found, tuple(sorted(_canonical_position(absent, sizes, cell) for cell in cells.values()))


def _split_off(sizes: list[int], arrows: _Matrix, index: int) -> int:
    """Make one colour of a class a class of its own, and return the index of that class."""
    if index == _ABSENT or sizes[index] == 1:
        return index
    sizes[index] -= 1
    sizes.append(1)
    for row in arrows:
        row.append(row[index])
    arrows.append(list(arrows[index]))
    kinds = arrows[index][index]
    single = len(sizes) - 1
    arrows[single][index] = arrows[index][single] = kinds >> 1
    arrows[single][single] = kinds & 1
    if sizes[index] == 1:
        arrows[index][index] = kinds & 1
    return single


def _canonical_position(absent: bool, sizes: list[int], arrows: _Matrix) -> TwoPegPosition:
    """Return the position with equivalent classes merged, and the classes in canonical order."""
    used = [at for at, row in enumerate(arrows) if any(row) or any(other[at] for other in arrows)]
    absent = absent or len(used) < len(sizes)
    sizes = [sizes[at] for at in used]
    arrows = [[arrows[at][other] for other in used] for at in used]
    first = 0
    while first < len(sizes):
        other = first + 1
        while other < len(sizes):
            if _are_equivalent(sizes, arrows, first, other):
                if sizes[first] == 1:
                    arrows[first][first] = arrows[first][first] & 1 | arrows[first][other] << 1
                sizes[first] += sizes.pop(other)
                del arrows[other]
                for row in arrows:
                    del row[other]
            else:
                other += 1
        first += 1
    turned = [list(column) for column in zip(*arrows, strict=True)]
    return min(_sort_classes(absent, sizes, arrows), _sort_classes(absent, sizes, turned))


def _are_equivalent(sizes: list[int], arrows: _Matrix, first: int, other: int) -> bool:
    """Return whether any two colours of these classes can be exchanged."""
    between = arrows[first][other]
    return (
        arrows[other][first] == between
        and arrows[first][first] & 1 == arrows[other][other] & 1
        and (sizes[first] == 1 or arrows[first][first] >> 1 == between)
        and (sizes[other] == 1 or arrows[other][other] >> 1 == between)
        and all(
            arrows[first][at] == arrows[other][at] and arrows[at][first] == arrows[at][other]
            for at in range(len(sizes))
            if at not in (first, other)
        )
    )


def _sort_classes(absent: bool, sizes: list[int], arrows: _Matrix) -> TwoPegPosition:
    """Sort the classes by their own size and arrows, then by those of their neighbours.

    If that leaves ties, equivalent positions may get different forms, which only costs time.
    """
    classes = range(len(sizes))

    def mark(at: int) -> tuple[object, ...]:
        others = (to for to in classes if to != at)
        neighbours = sorted(
            (arrows[at][to], arrows[to][at], sizes[to], arrows[to][to]) for to in others
        )
        return sizes[at], arrows[at][at], neighbours

    order = sorted(classes, key=mark)
    return TwoPegPosition(
        absent,
        tuple(sizes[at] for at in order),
        tuple(tuple(arrows[at][to] for to in order) for at in order),
    )
