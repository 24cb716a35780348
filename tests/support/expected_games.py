"""Trees of all kinds of games, and the games and positions that players must reproduce."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from random import Random

from mmtree import StrategyTree, build_tree, load
from mmtree.game.code import format_code
from mmtree.game.make_table import table_rules
from mmtree.game.rules import Rules
from mmtree.game.table_rules import End, TableRules
from mmtree.game.word_rules import word_rules
from mmtree.tree.tree import Node

from footprint.measure import secret_paths
from support.environment import TREES
from support.other_games import OTHER_GAMES

_HOSTILE = ["'", '"', "\\", "*/", "/*", "</script>", "<!--", "${x}", "`", "$name", "%s", "\\n", "é"]
_HOSTILE += ["//", "??/", "#if", "mm_step", "MM_STEP", "\U0001f600", "x" * 190]


def _hostile_table() -> TableRules:
    """Return a table of texts that end comments and strings."""
    questions = [f"{text}?" for text in _HOSTILE]
    secrets = [f"{text} {place}" for place, text in enumerate(_HOSTILE)]
    count = len(_HOSTILE)
    cells = [[_HOSTILE[(row + at) % count] for at in range(count)] for row in range(count)]
    return table_rules(questions, secrets, cells, name="hostile")


def _full_table(end: End, answers: int) -> TableRules:
    """Return a table with as many answers as a game can have."""
    secrets = [f"s{n}" for n in range(answers + 2)]
    cells = [[str(n % answers), str(n // answers)] for n in range(answers + 2)]
    return table_rules(["q", "r"], secrets, [*zip(*cells, strict=True)], end=end)


_LONG_WORDS = word_rules(
    {"".join(Random(seed).sample("abcdefghijklmnopqrstuvwxyz", k=9)) for seed in range(20)},
    answers="pegs",
    name="long-words",
)
"""The number of a word of nine letters has 43 bits."""

_GAMES: dict[str, Rules] = {
    **OTHER_GAMES,
    "hostile": _hostile_table(),
    "identified-255": _full_table("identified", 254),
    "guessed-255": _full_table("guessed", 253),
    "long-words": _LONG_WORDS,
}
OTHER = [name for name in _GAMES if name != "consistent" and not _GAMES[name].wide]
"""The games that are not classic and not wide. A tree of consistent guesses is played as one of those rules."""


@cache
def tree_of(name: str) -> StrategyTree:
    """Return a ready-made tree, or build one of that strategy (or irving) and these rules.

    The trees of games that are not classic are entropy's.
    """
    if game := _GAMES.get(name):
        return build_tree("entropy", game)
    path = TREES / f"{name}.mmtree"
    if path.exists():
        return load(path)
    strategy, rules = re.fullmatch(r"(?:([a-z]+)-)?(\d.*)", name).groups()
    return build_tree(strategy or "irving", rules)


@lru_cache(maxsize=4)
def games(tree: StrategyTree) -> dict[int, list[tuple[int, int]]]:
    """Return the guesses and answers of the game of each secret, in ascending order.

    Where secrets are only identified, the game ends with the answer that leaves one.
    """
    played = {}
    for path in secret_paths(tree):
        answers = [tree.feedback[index] for index in path[1:]]
        if not tree.rules.identified or tree.extent[path[-1]] > 1:
            answers.append(tree.rules.all_right)
        guesses = [tree.guess[index] for index in path]
        played[guesses[-1]] = list(zip(guesses, answers, strict=False))
    assert len(played) == tree.rules.secrets
    return played


def game_lines(tree: StrategyTree) -> list[str]:
    """Return each secret and all guesses up to it, as the scripts print them."""
    return [
        f"{secret}: {' '.join(str(guess) for guess, _ in game)}"
        for secret, game in games(tree).items()
    ]


def position_lines(tree: StrategyTree) -> list[str]:
    """Return each position as the answers up to it, the text of its guess, and possible answers."""
    answers: list[str] = []
    found = []
    for index, depth in tree.walk():
        answers[depth:] = [str(tree.feedback[index])]
        node = Node(tree, index)
        possible = [] if node.is_leaf and tree.rules.identified else node.possible_feedbacks
        numbers = "".join(f" {int(feedback)}" for feedback in possible)
        found.append(f"{' '.join(answers[1:])}: {format_code(node.guess, tree.rules)}:{numbers}")
    return sorted(found)
