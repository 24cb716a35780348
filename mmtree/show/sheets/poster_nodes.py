"""A strategy tree as the nodes of a poster, in the order of the tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from mmtree.tree.tree import StrategyTree


@dataclass(eq=False)
class PosterNode:
    """A guess to play, or on the rim the last codes.

    Attributes:
        answer: the answer that leads here.
        codes: the guess; on the rim the last code, or both in playing order.
        before: the parent; None for nodes that follow the first guess.
        turn: 2 for a second guess …; on the rim, the turn of the first of the codes.
        sector: the index of the answer to the first guess that leads here.
        last: True on the rim.
        ends: the nodes on the rim below this one, including itself.
    """

    answer: int
    codes: tuple[int, ...]
    before: PosterNode | None
    turn: int
    sector: int
    last: bool
    ends: list[PosterNode] = field(default_factory=list)


def list_nodes(tree: StrategyTree) -> list[PosterNode]:
    """Return all nodes but the first guess, in preorder.

    A guess that can be the secret has an additional node on the rim, for all black, after its other
    children.
    """
    found: list[PosterNode] = []
    # The guesses on the path: poster node (None for the first), tree node, and end of its subtree.
    way: list[tuple[PosterNode | None, int, int]] = [(None, 0, len(tree))]
    node, sector = 1, -1
    while way:
        before, guess, end = way[-1]
        if node < end:
            size, answer = tree.extent[node], tree.feedback[node]
            codes = tuple(tree.guess[node : node + size]) if size <= 2 else (tree.guess[node],)
        else:
            way.pop()
            if not tree.consistent[guess]:
                continue
            size, answer, codes = 0, tree.rules.all_black, (tree.guess[guess],)
        sector += before is None
        turn = 2 if before is None else before.turn + 1
        poster_node = PosterNode(answer, codes, before, turn, sector, size <= 2)
        found.append(poster_node)
        if poster_node.last:
            node += size
        else:
            way.append((poster_node, node, node + size))
            node += 1
    for poster_node in found:
        above: PosterNode | None = poster_node
        while poster_node.last and above:
            above.ends.append(poster_node)
            above = above.before
    return found
