"""Trees of games that are not classic, and the positions that their players must reproduce."""

from __future__ import annotations

from functools import cache
from random import Random

from mmtree import StrategyTree, build_tree
from mmtree.game.code import format_code
from mmtree.game.word_rules import word_rules
from mmtree.tree.tree import Node

from support.other_games import OTHER_GAMES

GAMES = [*(name for name in OTHER_GAMES if name != "consistent"), "long-words"]
"""A tree of consistent guesses is played as one of the classic rules."""

LONG_WORDS = word_rules(
    {"".join(Random(seed).sample("abcdefghijklmnopqrstuvwxyz", k=9)) for seed in range(20)},
    answers="pegs",
    name="long-words",
)
"""The number of a word of nine letters has 43 bits."""


@cache
def tree_of(game: str) -> StrategyTree:
    """Return the entropy tree of a game."""
    rules = LONG_WORDS if game == "long-words" else OTHER_GAMES[game]
    return build_tree("entropy", rules)


def position_lines(tree: StrategyTree) -> list[str]:
    """Return each position as the answers up to it, the text of its guess, and possible answers."""
    answers, found = [], []
    for index, depth in tree.walk():
        answers[depth:] = [str(tree.feedback[index])]
        node = Node(tree, index)
        possible = [] if node.is_leaf and tree.rules.identified else node.possible_feedbacks
        numbers = "".join(f" {int(feedback)}" for feedback in possible)
        found.append(f"{' '.join(answers[1:])}: {format_code(node.guess, tree.rules)}:{numbers}")
    return sorted(found)
