"""The short notation: a strategy without guesses that the reader can find by a rule.

Knuth 1976, Irving 1978 and Koyama and Lai 1993 print their strategies in this way: a guess, then in
parentheses the guesses after each answer, and nothing if few secrets are left. Here, a subtree is
omitted if a rule is as good: play the first code in order that is consistent with all answers. The
rule is as good if it finds the same number of secrets with each number of guesses.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache

from mmtree.tree.tree import Node, StrategyTree

STUCK = "\N{NO-BREAK SPACE}"
"""Between an answer and its guess, which stay in one line."""


class ShortNotation:
    """A tree in the short notation.

    Raises:
        TreeError: the nodes are no strategy tree.
    """

    def __init__(self, tree: StrategyTree) -> None:
        self.tree = tree
        self._pegs = cache(tree.rules.prepare)
        self._depth = [depth for _, depth in tree.walk()]
        self._plain = self._omitted()

    def game(self, secret: int) -> Iterator[tuple[int, int]]:
        """Return the guesses of a game and their answers, from the printed text and the rule."""
        rules = self.tree.rules
        node: Node | None = self.tree.root
        left = list(rules.secret_codes())
        answer = -1
        while answer != rules.all_right:
            guess = node.guess if node else left[0]
            answer = self._answer(guess, secret)
            yield guess, answer
            node = self.printed(node).get(answer) if node else None
            left = [code for code in left if self._answer(guess, code) == answer]

    def printed(self, node: Node) -> dict[int, Node]:
        """Return the answers to a guess after which a guess is printed, with that guess."""
        return {
            value: child for value, child in node.children.items() if not self._plain[child.index]
        }

    def paragraphs(self, answer: Callable[[int], str], code: Callable[[int], str]) -> Iterator[str]:
        """Yield the opening, then a text for each answer to it after which a guess is printed.

        Args:
            answer: formats an answer.
            code: formats a code.
        """
        yield code(self.tree.root.guess)
        for first in self.printed(self.tree.root).items():
            words: list[str] = []
            waiting = [iter([first])]
            while waiting:
                following = next(waiting[-1], None)
                if following is None:
                    waiting.pop()
                    words[-1] += ")"
                    continue
                value, node = following
                words.append(f"{answer(value)}{STUCK}{code(node.guess)}")
                if printed := self.printed(node):
                    words[-1] += " ("
                    waiting.append(iter(printed.items()))
            yield " ".join(words).replace("( ", "(").removesuffix(")")

    def _omitted(self) -> bytearray:
        """Return one byte for each node: 1 if the first consistent code is as good."""
        plain = bytearray(len(self.tree))
        for index, size in enumerate(self.tree.extent):
            # The opening is always printed.
            if index and not plain[index] and (size <= 2 or self._as_good(index, size)):
                plain[index : index + size] = b"\1" * size
        return plain

    def _as_good(self, index: int, size: int) -> bool:
        """Return whether the rule finds as many secrets of a subtree by each number of guesses."""
        tree, depth = self.tree, self._depth
        secrets = [node for node in range(index, index + size) if tree.consistent[node]]
        by_tree = Counter(depth[node] - depth[index] + 1 for node in secrets)
        return by_tree == self._in_order(sorted(tree.guess[node] for node in secrets))

    def _in_order(self, secrets: list[int]) -> Counter[int]:
        """Return the numbers of secrets by guess, if the first code in order is played."""
        found: Counter[int] = Counter()
        waiting = [(secrets, 1)]
        while waiting:
            left, guesses = waiting.pop()
            found[guesses] += 1
            cells: defaultdict[int, list[int]] = defaultdict(list)
            for secret in left[1:]:
                cells[self._answer(left[0], secret)].append(secret)
            waiting += [(cell, guesses + 1) for cell in cells.values()]
        return found

    def _answer(self, guess: int, secret: int) -> int:
        return self.tree.rules.answer(self._pegs(guess), self._pegs(secret))
