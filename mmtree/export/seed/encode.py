"""Finds the smallest seed form that plays a tree."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from mmtree.errors import ExportError
from mmtree.export.player_tree import classic_tree
from mmtree.export.seed.seed import MAX_CODES, Seed, draw_row, next_guess, turn_bytes
from mmtree.tree.tree import StrategyTree

MAX_BITS = 8192
"""The most bits of a table: more do not suit a small machine, and take minutes to solve."""

MAX_ESCAPE = 64

_FEWER = 4  # the first tables tried have so many bits fewer than there are equations
_SLOW = 1024  # unless there are more equations than this, for which a try takes long


@dataclass(frozen=True)
class Position:
    """A position whose guess the table must yield.

    Attributes:
        history: the bytes of the turns before it.
        listed: the codes that agree with the history, in order.
        rank: the index of the guess among them; None if it is not one of them.
        place: the place of the guess among all codes, counted from 1.
    """

    history: bytes
    listed: list[int]
    rank: int | None
    place: int

    def answers(self, escape: int, bits: int) -> tuple[int, ...]:
        """Return the bits that lead to the guess, with ``escape`` and ``bits`` of the seed form."""
        if self.rank is not None and self.rank < escape:
            return (1,) * self.rank + (0,)
        return (1,) * escape + tuple(self.place >> at & 1 for at in range(bits))[::-1]


def encode(tree: StrategyTree) -> Seed:
    """Return the smallest seed form found for a tree, checked to play as the tree does.

    Raises:
        ExportError: the tree has no classic rules, there are too many codes to list, or too many
            bits to store. The target adds the remedy to the message.
    """
    tree = classic_tree(tree, "the seed form")
    rules = tree.rules
    if rules.secrets > MAX_CODES:
        raise ExportError(
            f"{rules}: the seed form supports at most {MAX_CODES} codes, these rules have "
            f"{rules.secrets}"
        )
    every = list(_positions(tree))
    ask = min([255, *(len(at.listed) for at in every if at.rank != 0)])
    positions = [at for at in every if len(at.listed) >= ask]
    needed, escape, bits = min(_escape_choices(positions))
    if needed > MAX_BITS:
        raise ExportError(
            f"{rules}: this tree needs {needed} bits in the seed form, at most {MAX_BITS} are "
            "supported"
        )
    asked = [(at.history, at.answers(escape, bits)) for at in positions]
    start, step, table = _find_table(asked, needed)
    seed = Seed(rules, ask, escape, bits, start, step, table, tree.max)
    codes = list(rules.codes())
    # Only a mistake in this package can make this fail, no input.
    assert all(
        next_guess(seed, at.history, at.listed, codes) == codes[at.place - 1] for at in every
    )
    return seed


def _positions(tree: StrategyTree) -> Iterator[Position]:
    """Yield all positions with two or more secrets left, in preorder."""
    rules = tree.rules
    places = {code: place for place, code in enumerate(rules.codes(), 1)}
    above: list[tuple[bytes, int]] = []  # the ancestors: history and guess of each
    for index, depth in tree.walk():
        if tree.extent[index] == 1:
            continue
        del above[depth:]
        history = b""
        if depth:
            before, last = above[-1]
            history = before + turn_bytes(last, tree.feedback[index], rules)
        guess = tree.guess[index]
        nodes = range(index, index + tree.extent[index])
        listed = sorted(tree.guess[node] for node in nodes if tree.consistent[node])
        rank = listed.index(guess) if tree.consistent[index] else None
        yield Position(history, listed, rank, places[guess])
        above.append((history, guess))


def _escape_choices(positions: Sequence[Position]) -> Iterator[tuple[int, int, int]]:
    """Yield the bits in all, the ones before a place, and the bits of a place, for each choice."""
    for escape in range(1, MAX_ESCAPE + 1):
        near = [at.rank for at in positions if at.rank is not None and at.rank < escape]
        far = [at.place for at in positions if at.rank is None or at.rank >= escape]
        bits = max(far, default=1).bit_length()
        yield sum(near) + len(near) + (escape + bits) * len(far), escape, bits


def _find_table(
    asked: Sequence[tuple[bytes, tuple[int, ...]]], needed: int
) -> tuple[int, int, bytes]:
    """Return start, step and the smallest table found that yields these bits.

    Args:
        asked: of each position, the history and the bits.
        needed: the number of bits.
    """
    for size in _table_sizes(needed):
        for tried in range(8 << max(0, needed - 8 * size)):
            start, step = tried * 37 % 256, tried * 101 % 240 // 15 * 16 + tried % 15 + 1
            solution = solve_equations(
                (draw_row(history, number & 255, step, size), bit)
                for history, bits in asked
                for number, bit in zip(count(start - 1, -1), bits, strict=False)
            )
            if solution is not None:
                return start, step, solution.to_bytes(size, "little")
    raise ExportError("no seed form that plays this tree was found")


def _table_sizes(needed: int) -> Iterator[int]:
    """Yield the sizes of a table for so many bits, in the order to try them.

    A table hardly longer than its histories may need many bytes more than its bits fill.
    """
    size = max(1, -(-(needed - (_FEWER if needed <= _SLOW else 0)) // 8))
    while 8 * size <= 4 * needed + 512:
        yield size
        size += 1 + size // 32


def solve_equations(equations: Iterable[tuple[int, int]]) -> int | None:
    """Solve a linear system over GF(2).

    Args:
        equations: of each, the unknowns that it sums as the bits of a number, and the sum.

    Returns:
        The unknowns as the bits of a number (zero if they are free), or None if the equations
        contradict each other.
    """
    reduced: dict[int, int] = {}  # equations by their highest unknown, with the sum as bit 0
    for unknowns, total in equations:
        equation = unknowns << 1 | total
        highest = equation.bit_length()
        while highest in reduced:
            equation ^= reduced[highest]
            highest = equation.bit_length()
        if highest == 1:
            return None
        if highest:
            reduced[highest] = equation
    solution = 0
    for highest, equation in sorted(reduced.items()):
        if (equation & (solution | 1)).bit_count() & 1:
            solution |= 1 << highest - 1
    return solution >> 1
