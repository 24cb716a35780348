"""The least total and the least max of games of two pegs, exactly, for any number of colours.

What can still be is a graph: a code is an arrow from the colour of its first peg to that of its
second (Chen and Lin 2004). Colours that can be exchanged without changing the graph are one class,
so that a position is a small matrix whatever the number of colours, and all guesses between the
same classes are one. Every guess of every position is tried: there are no bounds, and nothing is
taken from the other searches of mmtree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mmtree.game.rules import Rules

_ABSENT = -1
"""In a guess: a colour that no secret left has."""

_Matrix = list[list[int]]


class Position(NamedTuple):
    """The secrets left, up to renaming the colours and exchanging the pegs.

    Attributes:
        absent: whether there is a colour that none of them has.
        sizes: the number of colours in each class.
        arrows: by the classes of both pegs, 1 where all codes of these classes are left, else 0;
            within a class, 1 for the codes of one colour, plus 2 for those of two colours.
    """

    absent: bool
    sizes: tuple[int, ...]
    arrows: tuple[tuple[int, ...], ...]

    @property
    def secrets(self) -> int:
        """How many there are."""
        count = 0
        for first, row in enumerate(self.arrows):
            size = self.sizes[first]
            for second, kinds in enumerate(row):
                if first != second:
                    count += kinds * size * self.sizes[second]
                else:
                    count += (kinds & 1) * size + (kinds >> 1) * size * (size - 1)
        return count


class TwoPegs:
    """Games of two pegs with black and white answers; what is found is kept for the next one.

    Args:
        distinct: no colour may occur twice in a code.
    """

    def __init__(self, distinct: bool) -> None:
        self._distinct = distinct
        self._known: dict[Position, tuple[int, int]] = {}

    def least(self, colors: int) -> tuple[int, int]:
        """The least total and the least max, each by itself, of the game with so many colours."""
        Rules(2, colors, self._distinct)  # says what is wrong with the number
        every = 2 if self._distinct else 3
        return self._solve(Position(False, (colors,), ((every,),)))

    def _solve(self, position: Position) -> tuple[int, int]:
        if position in self._known:
            return self._known[position]
        secrets = position.secrets
        total, most = secrets * secrets, secrets  # guessing one after the other takes less
        if secrets <= 2:
            total = 2 * secrets - 1
        else:
            for found, cells in {self._cells(position, guess) for guess in self._guesses(position)}:
                if len(cells) == 1 and not found:
                    continue
                each = [self._solve(cell) for cell in cells]
                total = min(total, secrets + sum(cost for cost, _ in each))
                most = min(most, 1 + max(guesses for _, guesses in each))
        self._known[position] = total, most
        return total, most

    def _guesses(self, position: Position) -> Iterator[tuple[int, int, bool]]:
        """The classes of both pegs, one guess of each kind; True where they are one colour."""
        classes = range(len(position.sizes))
        for first in classes:
            for second in classes:
                if first != second:
                    yield first, second, False
            if not self._distinct:
                yield first, first, True
            if position.sizes[first] > 1:
                yield first, first, False
            if position.absent:
                yield first, _ABSENT, False
                yield _ABSENT, first, False

    def _cells(
        self, position: Position, guess: tuple[int, int, bool]
    ) -> tuple[bool, tuple[Position, ...]]:
        """Whether the guess can be right, and the position after each other answer."""
        sizes, arrows = list(position.sizes), [list(row) for row in position.arrows]
        first, second, one_color = guess
        first = _set_apart(sizes, arrows, first)
        second = first if one_color else _set_apart(sizes, arrows, second)
        found = False
        cells: dict[tuple[int, int], _Matrix] = {}
        for mine, row in enumerate(arrows):
            for other, kinds in enumerate(row):
                if not kinds:
                    continue
                black = (mine == first) + (other == second)
                if black == 2:
                    found = True
                    continue
                if one_color:
                    common = black
                else:
                    common = (first in (mine, other)) + (second in (mine, other))
                cell = cells.setdefault((black, common - black), [[0] * len(sizes) for _ in sizes])
                cell[mine][other] = kinds
        absent = position.absent
        return found, tuple(sorted(_plain(absent, sizes, cell) for cell in cells.values()))


def _set_apart(sizes: list[int], arrows: _Matrix, of: int) -> int:
    """Make one colour of a class a class of its own; which one that is."""
    if of == _ABSENT or sizes[of] == 1:
        return of
    sizes[of] -= 1
    sizes.append(1)
    for row in arrows:
        row.append(row[of])
    arrows.append(list(arrows[of]))
    kinds = arrows[of][of]
    alone = len(sizes) - 1
    arrows[alone][of] = arrows[of][alone] = kinds >> 1
    arrows[alone][alone] = kinds & 1
    if sizes[of] == 1:
        arrows[of][of] = kinds & 1
    return alone


def _plain(absent: bool, sizes: list[int], arrows: _Matrix) -> Position:
    """The position, classes that are alike put together, in an order of their own."""
    used = [at for at, row in enumerate(arrows) if any(row) or any(other[at] for other in arrows)]
    absent = absent or len(used) < len(sizes)
    sizes = [sizes[at] for at in used]
    arrows = [[arrows[at][other] for other in used] for at in used]
    one = 0
    while one < len(sizes):
        other = one + 1
        while other < len(sizes):
            if _alike(sizes, arrows, one, other):
                if sizes[one] == 1:
                    arrows[one][one] = arrows[one][one] & 1 | arrows[one][other] << 1
                sizes[one] += sizes.pop(other)
                del arrows[other]
                for row in arrows:
                    del row[other]
            else:
                other += 1
        one += 1
    turned = [list(column) for column in zip(*arrows, strict=True)]
    return min(_in_order(absent, sizes, arrows), _in_order(absent, sizes, turned))


def _alike(sizes: list[int], arrows: _Matrix, one: int, other: int) -> bool:
    """Whether any two colours of these classes can be exchanged."""
    between = arrows[one][other]
    return (
        arrows[other][one] == between
        and arrows[one][one] & 1 == arrows[other][other] & 1
        and (sizes[one] == 1 or arrows[one][one] >> 1 == between)
        and (sizes[other] == 1 or arrows[other][other] >> 1 == between)
        and all(
            arrows[one][at] == arrows[other][at] and arrows[at][one] == arrows[at][other]
            for at in range(len(sizes))
            if at not in (one, other)
        )
    )


def _in_order(absent: bool, sizes: list[int], arrows: _Matrix) -> Position:
    """The classes sorted by what tells them apart: their own, then their neighbours'.

    Where that tells too little, equal positions may come out unequal, which only costs time.
    """
    classes = range(len(sizes))
    marks: list[tuple[object, ...]] = [(sizes[at], arrows[at][at]) for at in classes]
    for _ in range(2):
        ranks = {mark: rank for rank, mark in enumerate(sorted(set(marks)))}
        rank = [ranks[mark] for mark in marks]
        marks = [
            (
                rank[at],
                *sorted((arrows[at][to], arrows[to][at], rank[to]) for to in classes if to != at),
            )
            for at in classes
        ]
    order = sorted(classes, key=lambda at: marks[at])
    return Position(
        absent,
        tuple(sizes[at] for at in order),
        tuple(tuple(arrows[at][to] for to in order) for at in order),
    )
