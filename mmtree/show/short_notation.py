"""The short notation: a strategy without what a reader can find alone.

Knuth 1976, Irving 1978 and Koyama and Lai 1993 print their strategies so: a guess, then in
parentheses what follows each answer, and where few secrets are left, nothing. Here nothing is
printed where one rule serves as well: play the first code in order that agrees with all answers so
far. It serves as well where it finds as many secrets with each number of guesses as the tree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from mmtree.game.feedback import Pegs, compare, pegs
from mmtree.tree.tree import Node, StrategyTree


class Notation:
    """A tree in the short notation.

    Args:
        tree: the strategy tree.

    Raises:
        TreeError: the nodes are no strategy tree.
    """

    def __init__(self, tree: StrategyTree) -> None:
        self.tree = tree
        self._pegs: dict[int, Pegs] = {}
        self._depth = [depth for _, depth in tree.walk()]
        self._plain = self._found_alone()

    def game(self, secret: int) -> Iterator[tuple[int, int]]:
        """The guesses of a game, and their answers, by what is printed and the rule alone."""
        rules = self.tree.rules
        node: Node | None = self.tree.root
        left = list(rules.codes())
        answer = -1
        while answer != rules.all_black:
            guess = node.guess if node else left[0]
            answer = compare(self._ready(guess), self._ready(secret), rules.whites)
            yield guess, answer
            node = self.printed(node).get(answer) if node else None
            left = [
                code
                for code in left
                if compare(self._ready(guess), self._ready(code), rules.whites) == answer
            ]

    def printed(self, node: Node) -> dict[int, Node]:
        """The answers to a guess after which a guess is printed, and those guesses."""
        return {
            value: child for value, child in node.children.items() if not self._plain[child.index]
        }

    def _found_alone(self) -> bytearray:
        """One byte for each node: 1 where the first consistent code serves as well."""
        tree = self.tree
        consistent, extent = tree.consistent, tree.extent
        plain = bytearray(len(tree))
        for index in range(1, len(tree)):  # the opening is always printed
            size = extent[index]
            if plain[index]:
                continue
            if size <= 2:
                plain[index] = 1
                continue
            inside = range(index, index + size)
            secrets = sorted(tree.guess[node] for node in inside if consistent[node])
            if self._in_order(secrets) == self._by_tree(index):
                plain[index : index + size] = b"\1" * size
        return plain

    def _by_tree(self, index: int) -> Counter[int]:
        """Secrets of a subtree by the number of guesses they take from here."""
        inside = range(index, index + self.tree.extent[index])
        return Counter(
            self._depth[node] - self._depth[index] + 1
            for node in inside
            if self.tree.consistent[node]
        )

    def _in_order(self, secrets: list[int]) -> Counter[int]:
        """The same where the first code in order is played each time."""
        found: Counter[int] = Counter()
        waiting = [(secrets, 1)]
        while waiting:
            left, guesses = waiting.pop()
            found[guesses] += 1
            first = self._ready(left[0])
            cells: defaultdict[int, list[int]] = defaultdict(list)
            for secret in left[1:]:
                cells[compare(first, self._ready(secret), self.tree.rules.whites)].append(secret)
            waiting += [(cell, guesses + 1) for cell in cells.values()]
        return found

    def _ready(self, code: int) -> Pegs:
        if code not in self._pegs:
            self._pegs[code] = pegs(code, self.tree.rules)
        return self._pegs[code]
