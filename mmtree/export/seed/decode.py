"""Plays from the seed form."""

from __future__ import annotations

from array import array
from itertools import count

from mmtree.errors import ExportError, TreeError
from mmtree.export.seed.seed import Seed, draw_row, turn_bytes
from mmtree.game.feedback import compare, pegs
from mmtree.tree.provenance import Strategy
from mmtree.tree.tree import StrategyTree


def decode(seed: Seed) -> StrategyTree:
    """Return the tree that a seed form plays, computed from its numbers and its table only.

    A seed form does not name the strategy: that of the tree is called ``seed``.

    Raises:
        ExportError: it does not play a tree that finds every secret.
    """
    rules = seed.rules
    codes = list(rules.codes())
    pegs_of = {code: pegs(code, rules) for code in codes}
    guesses, feedbacks, extents = array("Q"), array("B"), array("I")
    path: list[int] = []  # the ancestors of the next node
    waiting = [(0, b"", codes)]  # feedback, history and codes left of the nodes to come
    while waiting:
        feedback, history, listed = waiting.pop()
        depth = len(history) // (rules.pegs + 1)
        if depth >= seed.max:
            raise ExportError(f"the seed form needs more than {seed.max} guesses")
        while len(path) > depth:
            node = path.pop()
            extents[node] = len(guesses) - node
        guess = next_guess(seed, history, listed, codes)
        path.append(len(guesses))
        guesses.append(guess)
        feedbacks.append(feedback)
        extents.append(1)
        cells: dict[int, list[int]] = {}
        for secret in listed:
            cells.setdefault(compare(pegs_of[guess], pegs_of[secret], rules.whites), []).append(
                secret
            )
        waiting += [
            (answer, history + turn_bytes(guess, answer, rules), cells[answer])
            for answer in sorted(cells, reverse=True)
            if answer != rules.all_black
        ]
    for node in path:
        extents[node] = len(guesses) - node
    try:
        tree = StrategyTree(rules, Strategy("seed"), guesses, feedbacks, extents)
    except TreeError as error:
        raise ExportError(f"the seed form does not play a strategy tree: {error}") from None
    return tree


def next_guess(seed: Seed, history: bytes, listed: list[int], codes: list[int]) -> int:
    """Return the guess after a history.

    Args:
        seed: the seed form.
        history: the :func:`~mmtree.export.seed.seed.turn_bytes` of all turns so far.
        listed: the codes that agree with the history, in order.
        codes: all codes, in order.

    Raises:
        ExportError: the bits name no code.
    """
    if len(listed) < seed.ask:
        return listed[0]
    table = int.from_bytes(seed.table, "little")
    numbers = count(seed.start - 1, -1)

    def ask() -> int:
        drawn = draw_row(history, next(numbers) & 255, seed.step, len(seed.table))
        return (drawn & table).bit_count() & 1

    rank = 0
    while ask():
        rank += 1
        if rank == seed.escape:
            place = 0
            for _ in range(seed.bits):
                place = 2 * place + ask()
            if not 0 < place <= len(codes):
                raise ExportError(f"the seed form names code {place} of {len(codes)}")
            return codes[place - 1]
    if rank >= len(listed):
        raise ExportError(f"the seed form names code {rank + 1} of {len(listed)} left")
    return listed[rank]
