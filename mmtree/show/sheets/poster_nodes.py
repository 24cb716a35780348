"""A strategy tree as the nodes of a poster, in the order of the tree."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from mmtree.tree.tree import StrategyTree


@dataclass(eq=False)
class PosterNode:
    """A guess to play, or on the rim the last codes.

    Attributes:
        answer: the answer that leads here.
        codes: the guess; on the rim the last code, or both in playing order.
        before: the parent; None for nodes that follow the first guess.
        ring: 2 for a second guess …; on the rim, one more than for the last guesses to play.
        sector: the index of the answer to the first guess that leads here.
        last: True on the rim.
        ends: the nodes on the rim below this one, including itself.
    """

    answer: int
    codes: tuple[int, ...]
    before: "PosterNode | None"
    ring: int
    sector: int
    last: bool
    ends: "list[PosterNode]" = field(default_factory=list)

    @property
    def start(self) -> int:
        """The ring from which the line to the node starts; 0 for the first guess."""
        return self.before.ring if self.before else 0


def list_nodes(tree: StrategyTree) -> list[PosterNode]:
    """Return all nodes but the first guess, in preorder."""
    found: list[PosterNode] = []
    sector = -1
    waiting: list[tuple[PosterNode | None, int, tuple[int, ...], int]] = []  # the next one is last
    waiting += [(None, *child) for child in reversed(list(_children(tree, 0)))]
    while waiting:
        before, answer, codes, guess = waiting.pop()
        ring = before.ring + 1 if before else 2
        sector += before is None
        node = PosterNode(answer, codes, before, ring, sector, last=not guess)
        found.append(node)
        if guess:
            waiting += [(node, *child) for child in _children(tree, guess)][::-1]
    rim = max(node.ring for node in found)
    for node in found:
        if node.last:
            node.ring = rim
            above: PosterNode | None = node
            while above:
                above.ends.append(node)
                above = above.before
    return found


def _children(tree: StrategyTree, guess: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield each answer to a guess, the codes that follow, and the tree node; 0 if it is last.

    A guess that can be the secret has an additional node on the rim, for all black.
    """
    for child in tree.child_indices(guess):
        count = tree.extent[child]
        codes = tree.guess[child : child + (count if count <= 2 else 1)]
        yield tree.feedback[child], tuple(codes), child if count > 2 else 0
    if tree.consistent[guess]:
        yield tree.rules.all_right, (tree.guess[guess],), 0
