"""Trees to test players with, and the games and positions that these must reproduce."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from mmtree import StrategyTree, build_tree, load
from mmtree.export.targets import export
from mmtree.tree.tree import Node

from footprint.measure import secret_paths
from support.environment import TREES


@cache
def tree_of(name: str) -> StrategyTree:
    """Return a ready-made tree, or build one of that strategy (or irving) and these rules."""
    path = TREES / f"{name}.mmtree"
    if path.exists():
        return load(path)
    strategy, rules = re.fullmatch(r"(?:([a-z]+)-)?(\d.*)", name).groups()
    return build_tree(strategy or "irving", rules)


def postscript_source(tree: StrategyTree, name: str = "mm") -> str:
    """Return the PostScript program of a tree."""
    (program,) = export(tree, "postscript", name).values()
    return program.decode("ascii")


@lru_cache(maxsize=4)
def games(tree: StrategyTree) -> dict[int, list[tuple[int, int]]]:
    """Return the guesses and answers of the game of each secret, in ascending order."""
    played = {}
    for path in secret_paths(tree):
        answers = [tree.feedback[index] for index in path[1:]]
        guesses = [tree.guess[index] for index in path]
        played[guesses[-1]] = list(zip(guesses, [*answers, tree.rules.all_right], strict=True))
    assert len(played) == tree.rules.secrets
    return played


def game_lines(tree: StrategyTree) -> list[str]:
    """Return each secret and all guesses up to it, as the scripts print them."""
    return [
        f"{secret}: {' '.join(str(guess) for guess, _ in game)}"
        for secret, game in games(tree).items()
    ]


def position_lines(tree: StrategyTree) -> list[str]:
    """Return each position as the answers up to it, its guess, and the possible answers."""
    answers: list[str] = []
    found = []
    for index, depth in tree.walk():
        answers[depth:] = [str(tree.feedback[index])]
        node = Node(tree, index)
        possible = " ".join(str(int(feedback)) for feedback in node.possible_feedbacks)
        found.append(f"{' '.join(answers[1:])}: {tree.guess[index]}: {possible}")
    return sorted(found)
