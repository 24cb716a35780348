"""Replays a tree: finds the guesses that can be right, and checks that every secret is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mmtree.errors import RulesError, TreeError
from mmtree.game.feedback import Pegs, compare, pegs
from mmtree.game.rules import Rules

if TYPE_CHECKING:
    from mmtree.tree.tree import StrategyTree


def check_size(nodes: int, rules: Rules) -> None:
    """Check that a tree of these rules can have this number of nodes.

    Every secret has its own node, and every other node at least two branches, so there are fewer
    of those.

    Raises:
        TreeError: there are too few or too many.
    """
    if nodes < rules.secrets:
        raise TreeError(f"only {nodes} nodes for the {rules.secrets} secrets of {rules}")
    if nodes >= 2 * rules.secrets:
        raise TreeError(f"{nodes} nodes: a tree of {rules} has fewer than {2 * rules.secrets}")


def consistent_nodes(tree: StrategyTree) -> bytearray:
    """Return one byte for each node: 1 if its guess can be the secret.

    Raises:
        TreeError: the nodes are not a strategy tree: there are too few or too many, a guess or
            feedback is out of range, branches are not in canonical order, a guess splits nothing,
            a last guess cannot be right, or a secret is missing.
    """
    rules = tree.rules
    check_size(len(tree), rules)
    allowed = frozenset(rules.feedbacks) - {rules.all_black}
    whites = rules.whites
    consistent = bytearray(len(tree))
    path: list[tuple[Pegs, int]] = []  # the guesses above, and the feedback to each
    last = [-1]  # the last branch seen at each depth
    for index, depth in tree.walk():
        number = tree.guess[index]
        try:
            guess = pegs(number, rules)
        except RulesError as error:
            raise TreeError(str(error)) from None
        del path[depth:], last[depth + 1 :]
        if depth:
            value = tree.feedback[index]
            if value not in allowed:
                raise TreeError(f"feedback {value} cannot lead to a branch in {rules}")
            if value <= last[depth]:
                raise TreeError(
                    f"branch {value} follows branch {last[depth]}: "
                    "branches must be in ascending order"
                )
            last[depth] = value
            path[depth - 1] = path[depth - 1][0], value
        for above, answer in path:
            if compare(above, guess, whites) != answer:
                if tree.extent[index] == 1:
                    raise TreeError(f"the last guess {number} contradicts the feedback before it")
                if tree.extent[index] == 1 + tree.extent[index + 1]:
                    raise TreeError(f"guess {number} splits nothing: it leaves one branch only")
                break
        else:
            consistent[index] = 1
        path.append((guess, -1))
        last.append(-1)
    # No secret is found by two nodes: it would have to answer its own guess with another feedback
    # than all black. So the count suffices.
    if (count := sum(consistent)) != rules.secrets:
        raise TreeError(f"only {count} of the {rules.secrets} secrets of {rules} are found")
    return consistent
