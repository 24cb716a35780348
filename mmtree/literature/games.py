"""The games that a tree plays, one for each secret."""

from __future__ import annotations

from dataclasses import dataclass

from mmtree.tree.tree import StrategyTree


@dataclass(frozen=True)
class Turn:
    """A guess of a game.

    Attributes:
        guess: the code number.
        feedback: its feedback 10·black + white.
    """

    guess: int
    feedback: int


class Games:
    """The games of a tree.

    Attributes:
        tree: the tree.
        guesses: the number of guesses that each secret takes, by its code number, rising.

    Raises:
        TreeError: the nodes are no strategy tree.
    """

    def __init__(self, tree: StrategyTree) -> None:
        self.tree = tree
        found = {
            tree.guess[node]: (node, depth + 1)
            for node, depth in tree.walk()
            if tree.consistent[node]
        }
        self._node = {secret: node for secret, (node, _) in found.items()}
        self.guesses = {secret: found[secret][1] for secret in sorted(found)}

    def game(self, secret: int) -> list[Turn]:
        """The guesses at a secret, up to the one that finds it.

        Raises:
            KeyError: the number is no code of the rules.
        """
        return [*self.before(self._node[secret]), Turn(secret, self.tree.rules.all_black)]

    def before(self, index: int) -> list[Turn]:
        """The guesses above a node, which the feedback leads to."""
        turns = []
        node = self.tree.root
        while node.index != index:
            feedback, child = next(
                (feedback, child)
                for feedback, child in node.children.items()
                if index < child.index + self.tree.extent[child.index]
            )
            turns.append(Turn(node.guess, feedback))
            node = child
        return turns
