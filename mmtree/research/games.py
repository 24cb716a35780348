"""The games that a tree plays, one for each secret, and the secrets that are hardest for it."""

from collections import Counter, defaultdict

from mmtree.game.code import LETTERS
from mmtree.game.rules import Rules
from mmtree.play.codemaker import pattern_of, patterns, to_pattern
from mmtree.tree.provenance import Figures
from mmtree.tree.tree import StrategyTree

Turn = tuple[int, int]
"""A guess of a game (the code number), and its feedback 10·black + white."""


class Games:
    """The games of a tree.

    Attributes:
        tree: the tree.
        guesses: the number of guesses for each secret, by code number, rising; without
            the last one, where secrets are only to be identified.

    Raises:
        TreeError: the nodes are not a strategy tree.
    """

    def __init__(self, tree: StrategyTree) -> None:
        self.tree, identified = tree, tree.rules.identified
        found = {
            tree.guess[node]: (node, depth + 1 - (identified and tree.extent[node] == 1))
            for node, depth in tree.walk()
            if tree.consistent[node]
        }
        self._node = {secret: node for secret, (node, _) in found.items()}
        self.guesses = {secret: found[secret][1] for secret in sorted(found)}

    def play(self, secret: int) -> list[Turn]:
        """Return the turns of the game for a secret, up to the guess that finds it.

        Raises:
            KeyError: the number is not a code of the rules.
        """
        return [*self.path_to(self._node[secret]), (secret, self.tree.rules.all_right)]

    def path_to(self, index: int) -> list[Turn]:
        """Return the turns that lead to a node."""
        turns: list[Turn] = []
        node = self.tree.root
        while node.index != index:
            feedback, child = next(
                (feedback, child)
                for feedback, child in node.children.items()
                if index < child.index + self.tree.extent[child.index]
            )
            turns.append((node.guess, feedback))
            node = child
        return turns


def figures_by_pattern(games: Games, places: bool = False) -> dict[str, Figures]:
    """Return the figures of the secrets of each pattern, from one colour to the most: AAAA, AAAB …

    Args:
        places: distinguish patterns by position: AABC, ABAC, ABCA … instead of AABC.
    """
    rules = games.tree.rules
    found: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for secret, guesses in games.guesses.items():
        pattern = positional_pattern(secret, rules) if places else pattern_of(secret, rules)
        found[pattern][guesses] += 1
    order = {pattern: at for at, pattern in enumerate(patterns(rules))}

    def place(pattern: str) -> tuple[int, str]:
        return order[to_pattern(Counter(pattern).values())], pattern

    return {
        pattern: Figures.of(
            found[pattern][guesses] for guesses in range(1, max(found[pattern]) + 1)
        )
        for pattern in sorted(found, key=place)
    }


def positional_pattern(code: int, rules: Rules) -> str:
    """Return the pattern of a code by position, letters in order of appearance: CABA is ABCB.

    Raises:
        RulesError: the number is not a code of the rules.
    """
    colors = rules.digits(code)
    names = dict(zip(dict.fromkeys(colors), LETTERS, strict=False))
    return "".join(names[color] for color in colors)


def hardest_secrets(games: Games) -> list[int]:
    """Return the secrets that need the most guesses, rising."""
    most = max(games.guesses.values())
    return [secret for secret, guesses in games.guesses.items() if guesses == most]
