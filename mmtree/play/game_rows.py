"""The rows of a game, and the secrets that agree with them; by enumeration, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

from mmtree.game.code import Code
from mmtree.game.feedback import Feedback
from mmtree.game.rules import Rules
from mmtree.tree.tree import Node

GameRow = tuple[Code, Feedback]
"""A guess and its feedback."""


def consistent(secrets: Iterable[int], rows: Sequence[tuple[int, int]], rules: Rules) -> list[int]:
    """Return the secrets that agree with all rows.

    Raises:
        RulesError: a guess or a secret is not a code of the rules.
    """
    answer, ready = rules.answer, [(rules.prepare(guess), feedback) for guess, feedback in rows]
    return [
        secret
        for secret in secrets
        if (code := rules.prepare(secret))
        and all(answer(guess, code) == feedback for guess, feedback in ready)
    ]


def contradicted_row(guess: int, rows: Sequence[tuple[int, int]], rules: Rules) -> int | None:
    """Return the first row that a code would not have answered so; None if it can be the secret.

    Raises:
        RulesError: a guess is not a code of the rules.
    """
    code = rules.prepare(guess)
    given = (rules.answer(rules.prepare(earlier), code) == feedback for earlier, feedback in rows)
    return next((row for row, agrees in enumerate(given) if not agrees), None)


def answers(guess: int, secrets: Iterable[int], rules: Rules) -> Iterator[int]:
    """Return the feedback of each secret to a guess.

    Raises:
        RulesError: the guess or a secret is not a code of the rules.
    """
    answer, ready = rules.answer, rules.prepare(guess)
    return (answer(ready, rules.prepare(secret)) for secret in secrets)


def secrets_of(node: Node) -> Iterator[int]:
    """Return the secrets that agree with all feedback above a node, in the order of its tree."""
    end = node.index + node.tree.extent[node.index]
    return compress(node.tree.guess[node.index : end], node.tree.consistent[node.index : end])


def next_node(node: Node, secrets: Sequence[int]) -> tuple[Node, int]:
    """Return the first node from this one down that splits these secrets, and the steps to it.

    A guess with the same answer from all secrets is skipped, unless the answer is all black: it was
    played, or its answer is already known.
    """
    rules = node.tree.rules
    steps = 0
    while True:
        given = answers(node.guess, secrets, rules)
        feedback = next(given)
        if feedback == rules.all_right or any(other != feedback for other in given):
            return node, steps
        node = node.child(feedback)
        steps += 1
