"""Plays from a seed form alone."""

from __future__ import annotations

from array import array

from mmtree.errors import ExportError, RulesError, TreeError
from mmtree.export.seed.bits import heard, row
from mmtree.export.seed.form import Seed
from mmtree.game.feedback import compare, pegs
from mmtree.tree.reader import MAX_GUESSES
from mmtree.tree.tree import Strategy, StrategyTree


def decode(seed: Seed) -> StrategyTree:
    """The tree that a seed form plays, told from its numbers and its table alone.

    What made the tree is not in a seed: the name of its strategy is ``seed``.

    Raises:
        ExportError: it plays no tree that finds every secret.
    """
    rules = seed.form.rules
    ready = {code: pegs(code, rules) for code in rules.codes()}
    guesses, feedbacks, extents = array("Q"), array("B"), array("I")
    growing: list[int] = []
    waiting = [(0, 0, list(ready), seed.key, 0)]  # feedback, depth, secrets, state, last guess
    while waiting:
        feedback, depth, secrets, state, last = waiting.pop()
        while len(growing) > depth:
            node = growing.pop()
            extents[node] = len(guesses) - node
        if depth >= min(MAX_GUESSES, seed.max):
            raise ExportError(f"the seed form has more than {seed.max} guesses in a row")
        guess = seed.form.opening
        if depth:
            state = heard(state, feedback)
            guess, state = next_guess(seed, depth, secrets, last, state)
        growing.append(len(guesses))
        guesses.append(guess)
        feedbacks.append(feedback)
        extents.append(1)
        cells: dict[int, list[int]] = {}
        try:
            guessed = ready[guess] if guess in ready else pegs(guess, rules)
        except RulesError as error:
            raise ExportError(str(error)) from None
        for secret in secrets:
            cells.setdefault(compare(guessed, ready[secret], rules.whites), []).append(secret)
        cells.pop(rules.all_black, None)
        waiting += [
            (answer, depth + 1, cells[answer], state, guess)
            for answer in sorted(cells, reverse=True)
        ]
    for node in growing:
        extents[node] = len(guesses) - node
    try:
        tree = StrategyTree(rules, Strategy("seed"), guesses, feedbacks, extents)
    except TreeError as error:
        raise ExportError(f"the seed form plays no strategy tree: {error}") from None
    return tree


def next_guess(
    seed: Seed, guesses: int, secrets: list[int], last: int, state: int
) -> tuple[int, int]:
    """The guess after so many guesses, and the state after the bits that were asked.

    Args:
        seed: the seed form.
        guesses: number of guesses made.
        secrets: the codes that agree with the history.
        last: the guess before.
        state: the state after the last feedback.
    """
    form, table = seed.form, int.from_bytes(seed.table, "little")

    def ask() -> int:
        nonlocal state
        drawn, state = row(state, len(seed.table))
        return (drawn & table).bit_count() & 1

    start = 0 if form.anew else last
    listed = sorted(secrets, key=lambda secret: form.steps(start, secret))
    if len(listed) <= form.free:
        return listed[0], state
    at = 0
    asked = form.asked(guesses)
    while at < asked:
        if not ask():
            return listed[at % len(listed)], state
        at += 1
    steps = 0
    while ask():
        steps += 1
    for _ in range(form.low):
        steps = 2 * steps + ask()
    return (listed[at % len(listed)] + steps * form.stride) % form.numbers, state
