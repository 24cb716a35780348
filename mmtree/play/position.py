"""The position of a game: where it is in the tree, and which secrets are left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress

from mmtree.game.code import Code, to_code
from mmtree.play.expected_size import smallest_expected_size
from mmtree.play.game_rows import answers, consistent
from mmtree.tree.tree import Node

MAX_COUNTED = 36
"""The most secrets off the tree of which :meth:`Position.guesses_needed` plays all games."""


@dataclass(frozen=True)
class Position:
    """A position of a game.

    Attributes:
        node: the first node on the path whose guess splits the secrets left, or is the last one.
        depth: the number of guesses before the node.
        secrets: the secrets left; None if they are all secrets of the node.
        unanswered: the guesses whose answers are unknown.
    """

    node: Node
    depth: int
    secrets: list[int] | None
    unanswered: frozenset[int] = frozenset()

    @cached_property
    def guess(self) -> Code:
        """The guess at this position."""
        if self.secrets is None:
            return self.node.guess
        rules = self.node.tree.rules
        tree_guess, without = self.node.guess, self.unanswered
        return to_code(smallest_expected_size(self.secrets, tree_guess, rules, without), rules)

    @property
    def stuck(self) -> bool:
        """Whether no question tells the secrets left apart but those whose answers are unknown."""
        return self.node.tree.rules.only_asks and self.guess in self.unanswered

    def secrets_left(self) -> Iterator[int]:
        """Return the secrets left; those of a node in the order of its tree."""
        if self.secrets is not None:
            return iter(self.secrets)
        tree, index = self.node.tree, self.node.index
        end = index + tree.extent[index]
        return compress(tree.guess[index:end], tree.consistent[index:end])

    def after(self, guess: int, feedback: int | None) -> "Position":
        """Return the position after an unknown feedback, or a possible one but all black."""
        unanswered = self.unanswered
        if feedback is None:
            unanswered |= {int(guess)}
        elif self.secrets is None and guess == self.node.guess:
            return Position(self.node.child(feedback), self.depth + 1, None, unanswered)
        left = consistent(self.secrets_left(), [(guess, feedback)], self.node.tree.rules)
        node, steps = _next_node(self.node, left)
        # A tree's later guesses need not agree with the answers to other guesses than its own.
        all_of_node = len(left) == node.secrets_left and not self.node.tree.rules.needs_history
        if all_of_node and unanswered and len(left) > 1:
            later = node.tree.guess[node.index : node.index + node.tree.extent[node.index]]
            all_of_node = unanswered.isdisjoint(later)
        return Position(node, self.depth + steps, None if all_of_node else left, unanswered)

    def guesses_needed(self) -> int | None:
        """Return the most guesses still needed.

        None off the tree with too many secrets left, or if the game can get stuck.
        """
        if self.secrets is None:
            return 1 + max(depth for _, depth in self.node.tree.walk(self.node.index))
        if len(self.secrets) > MAX_COUNTED or self.stuck:
            return None
        rules = self.node.tree.rules
        feedbacks = set(answers(self.guess, self.secrets, rules)) - {rules.all_right}
        after = [self.after(self.guess, feedback).guesses_needed() for feedback in feedbacks]
        return None if None in after else 1 + max(filter(None, after), default=0)


def _next_node(node: Node, secrets: Sequence[int]) -> tuple[Node, int]:
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
