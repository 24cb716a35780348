"""Finds the smallest table that plays a tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from mmtree.errors import ExportError
from mmtree.export.seed.bits import KEYS, heard, row, solve
from mmtree.export.seed.decode import decode
from mmtree.export.seed.form import MAX_NUMBERS, Form, Seed
from mmtree.tree.tree import StrategyTree

MAX_BITS = 8192
"""More bits than this are no table for a small machine, and take minutes to solve for."""

MAX_FREE = 255
"""The machine counts the list in a byte."""

_FEWER = 6  # so many bits fewer than there are equations are hoped for, with the right key
_SLOW = 2048  # but for so many bits it would take long


@dataclass(frozen=True)
class _Position:
    """A guess to be stored: all but the opening and last guesses.

    Attributes:
        parent: place of the position before it in the list of all, −1 after the opening.
        feedback: what the guess before it got.
        guesses: number of guesses made before it.
        last: the guess before it.
        guess: the guess.
        secrets: the codes that agree with the history.
    """

    parent: int
    feedback: int
    guesses: int
    last: int
    guess: int
    secrets: list[int]


@dataclass(frozen=True)
class _Asked:
    """The bits of a position; fields as there."""

    parent: int
    feedback: int
    bits: tuple[int, ...]


def encode(tree: StrategyTree) -> Seed:
    """The smallest seed form found for a tree; that it plays as the tree does is checked.

    Raises:
        ExportError: there are too many codes to list, or guesses to store.
    """
    rules = tree.rules
    numbers = rules.colors**rules.pegs
    if numbers > MAX_NUMBERS:
        raise ExportError(
            f"{rules}: the seed form walks {MAX_NUMBERS} numbers at most, and here are {numbers}: "
            "take another layout"
        )
    positions = list(_positions(tree))
    strides = dict.fromkeys((1, (numbers - 1) // (rules.colors - 1)))  # 1 and 1…11
    forms = [
        _cheapest(Form(rules, tree.root.guess, stride, anew), positions)
        for stride, anew in product(strides, (True, False))
    ]
    bits, form = min(forms, key=lambda found: found[0])
    if bits > MAX_BITS:
        raise ExportError(
            f"this tree needs {bits} bits in the seed form, which holds {MAX_BITS}: take another "
            "layout"
        )
    key, table = _solve(_asked(form, positions))
    seed = Seed(form, key, table, tree.max)
    played = decode(seed)
    if (played.guess, played.feedback) != (tree.guess, tree.feedback):
        raise AssertionError("the seed form does not play as the tree")
    return seed


def _positions(tree: StrategyTree) -> Iterator[_Position]:
    """All positions that are not determined, in preorder."""
    above: list[tuple[int, int]] = []  # place in the list and guess, of the nodes above
    count = 0
    for index, depth in tree.walk():
        del above[depth:]
        if tree.extent[index] == 1:
            continue
        if not depth:
            above.append((-1, tree.guess[index]))
            continue
        nodes = range(index, index + tree.extent[index])
        secrets = [tree.guess[node] for node in nodes if tree.consistent[node]]
        parent, last = above[-1]
        guess = tree.guess[index]
        yield _Position(parent, tree.feedback[index], depth, last, guess, secrets)
        above.append((count, guess))
        count += 1


def _cheapest(form: Form, positions: Sequence[_Position]) -> tuple[int, Form]:
    """The number of bits, and the numbers of the list that make it least."""
    walked = []
    free = MAX_FREE
    for position in positions:
        start = 0 if form.anew else position.last
        listed = sorted(form.steps(start, secret) for secret in position.secrets)
        guess = form.steps(start, position.guess)
        walked.append((position.guesses, listed, guess))
        if guess != listed[0]:
            free = min(free, len(listed) - 1)
    walked = [(guesses, listed, guess) for guesses, listed, guess in walked if len(listed) > free]
    found = []
    for first, more in product(range(4), range(5)):
        asking = replace(form, free=free, first=first, more=more)
        ranks = 0
        far = []  # ones before it, steps to go
        for guesses, listed, guess in walked:
            asked = asking.asked(guesses)
            if guess in listed[:asked]:
                ranks += listed.index(guess) + 1
            else:
                far.append((guess - listed[asked % len(listed)]) % form.numbers)
                ranks += asked + 1
        for low in range(17):
            bits = ranks + sum((steps >> low) + low for steps in far)
            found.append((bits, replace(asking, low=low)))
    return min(found, key=lambda one: one[0])


def _asked(form: Form, positions: Sequence[_Position]) -> list[_Asked]:
    """The bits of all positions; those that have none come with none after them."""
    asked = []
    for position in positions:
        start = 0 if form.anew else position.last
        listed = sorted(form.steps(start, secret) for secret in position.secrets)
        bits = form.bits(position.guesses, listed, form.steps(start, position.guess))
        assert bits is not None  # the form was made for these positions
        asked.append(_Asked(position.parent, position.feedback, bits))
    return asked


def _solve(asked: Sequence[_Asked]) -> tuple[int, bytes]:
    """A key, and a table as small as can be that answers with these bits."""
    bits = sum(len(position.bits) for position in asked)
    fewer = _FEWER if bits <= _SLOW else 0
    least = max(1, -(-(bits - fewer) // 8))
    for size in (0, *range(least, least + 16)):
        fewer = max(0, bits - 8 * size)
        for count in range(8 << fewer if size else 1):
            key = count * 0x9E3779 % KEYS
            solution = solve(_equations(asked, key, size))
            if solution is not None:
                return key, solution.to_bytes(size, "little")
    raise ExportError("no key was found for this tree: take another layout")


def _equations(asked: Sequence[_Asked], key: int, size: int) -> Iterator[tuple[int, int]]:
    """For each bit, its row and what it must be."""
    states: list[int] = []  # after the bits of each position
    for position in asked:
        state = heard(key if position.parent < 0 else states[position.parent], position.feedback)
        for bit in position.bits:
            drawn, state = row(state, size)
            yield drawn, bit
        states.append(state)
