"""Finds the smallest table that plays a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mmtree.errors import ExportError
from mmtree.export.seed.bits import FIRST, row, solve, turn
from mmtree.export.seed.decode import decode
from mmtree.export.seed.seed import MAX_CODES, Seed, bits_of
from mmtree.tree.tree import StrategyTree

MAX_BITS = 8192
"""More bits than this are no table for a small machine, and take minutes to solve for."""

_FEWER = 6  # so many bits fewer than there are equations are hoped for, with the right constants
_SLOW = 2048  # but for so many bits it would take long


@dataclass(frozen=True)
class _Position:
    """A guess that has to be told.

    Attributes:
        history: bytes of the turns before it.
        guess: the guess.
        listed: the codes that agree with the history, in order.
    """

    history: bytes
    guess: int
    listed: list[int]


def encode(tree: StrategyTree) -> Seed:
    """The smallest seed form found for a tree; that it plays as the tree does is checked.

    Raises:
        ExportError: there are too many codes to list, or guesses to tell.
    """
    rules = tree.rules
    if rules.secrets > MAX_CODES:
        raise ExportError(
            f"{rules}: the seed form lists {MAX_CODES} codes at most, and here are "
            f"{rules.secrets}: take another layout"
        )
    width = rules.secrets.bit_length()
    positions = list(_positions(tree))
    ask = 1 + min((len(at.listed) - 1 for at in positions if at.guess != at.listed[0]), default=254)
    ask = min(255, max(2, ask))
    positions = [at for at in positions if len(at.listed) >= ask]
    escape = _best_escape(positions, width)
    places = {code: place for place, code in enumerate(rules.codes(), 1)}
    asked = [
        (at.history, bits_of(places[at.guess], at.listed, at.guess, escape, width))
        for at in positions
    ]
    count = sum(len(bits) for _, bits in asked)
    if count > MAX_BITS:
        raise ExportError(
            f"this tree needs {count} bits in the seed form, which holds {MAX_BITS}: take another "
            "layout"
        )
    start, step, table = _solve(asked, count)
    seed = Seed(rules, ask, escape, start, step, table, tree.max)
    played = decode(seed)
    if (played.guess, played.feedback) != (tree.guess, tree.feedback):
        raise AssertionError("the seed form does not play as the tree")
    return seed


def _positions(tree: StrategyTree) -> Iterator[_Position]:
    """All positions with two secrets left or more, in preorder."""
    rules = tree.rules
    above: list[tuple[bytes, int]] = []  # the history before the guesses above, and those guesses
    for index, depth in tree.walk():
        if tree.extent[index] == 1:
            continue
        del above[depth:]
        history = b""
        if depth:
            before, last = above[-1]
            history = before + turn(last, tree.feedback[index], rules)
        nodes = range(index, index + tree.extent[index])
        listed = sorted(tree.guess[node] for node in nodes if tree.consistent[node])
        yield _Position(history, tree.guess[index], listed)
        above.append((history, tree.guess[index]))


def _best_escape(positions: Sequence[_Position], width: int) -> int:
    """After how many ones a guess is best told by its place."""

    def bits(escape: int) -> int:
        return sum(
            at.listed.index(at.guess) + 1 if at.guess in at.listed[:escape] else escape + width
            for at in positions
        )

    return min(range(1, 33), key=bits)


def _solve(asked: Sequence[tuple[bytes, tuple[int, ...]]], count: int) -> tuple[int, int, bytes]:
    """Start, step, and a table as small as can be that answers with these bits."""
    fewer = _FEWER if count <= _SLOW else 0
    for size in range(max(1, -(-(count - fewer) // 8)), MAX_BITS):
        for tried in range(8 << max(0, count - 8 * size)):
            start, step = tried * 37 % 256, tried * 101 % 240 // 15 * 16 + tried % 15 + 1
            solution = solve(
                (row(history, FIRST - number, start, step, size), bit)
                for history, bits in asked
                for number, bit in enumerate(bits)
            )
            if solution is not None:
                return start, step, solution.to_bytes(size, "little")
    raise ExportError("no table was found for this tree: take another layout")
