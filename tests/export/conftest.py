"""What the players of a tree must say, as the lines that the scripts beside these tests print."""

from __future__ import annotations

import pytest

from mmtree import StrategyTree
from mmtree.tree.tree import Node


@pytest.fixture(scope="session")
def games():
    """Each secret, in rising order, and all guesses up to it."""

    def lines(tree: StrategyTree) -> list[str]:
        guesses: list[int] = []
        found = {}
        for index, depth in tree.walk():
            guesses[depth:] = [tree.guess[index]]
            if tree.consistent[index]:
                found[guesses[-1]] = " ".join(map(str, guesses))
        assert len(found) == tree.rules.secrets
        return [f"{secret}: {found[secret]}" for secret in sorted(found)]

    return lines


@pytest.fixture(scope="session")
def positions():
    """Each position, told by the answers up to it: its guess, and the answers that are possible."""

    def lines(tree: StrategyTree) -> list[str]:
        answers: list[str] = []
        found = []
        for index, depth in tree.walk():
            answers[depth:] = [str(tree.feedback[index])]
            node = Node(tree, index)
            possible = " ".join(map(str, node.possible_feedbacks))
            found.append(f"{' '.join(answers[1:])}: {node.guess}: {possible}")
        return sorted(found)

    return lines
