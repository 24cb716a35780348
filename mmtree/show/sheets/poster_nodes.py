"""A strategy tree as the stops of a poster: where a game can be, in the order of the tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from mmtree.tree.tree import StrategyTree


@dataclass(eq=False)
class Stop:
    """A place where a game can be: a guess to play, or on the rim the last codes.

    Attributes:
        answer: the answer that leads here.
        codes: the guess; on the rim the last code, or both in playing order.
        before: the stop before; None for those that follow the first guess.
        turn: 2 for a second guess …; on the rim, the turn of the first of the codes.
        sector: which answer to the first guess leads here, counted from 0.
        last: True on the rim.
        ends: the stops on the rim that can be reached from here, itself if it is one.
    """

    answer: int
    codes: tuple[int, ...]
    before: Stop | None
    turn: int
    sector: int
    last: bool
    ends: list[Stop] = field(default_factory=list)


def stops_of(tree: StrategyTree) -> list[Stop]:
    """All stops but the first guess; each comes before those that it leads to.

    A guess that can itself be the secret has a stop of its own on the rim, after all others that
    it leads to, and all black leads there.
    """
    found: list[Stop] = []
    # The guesses on the way: stop (None for the first), node, and the end of its nodes.
    way: list[tuple[Stop | None, int, int]] = [(None, 0, len(tree))]
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
        stop = Stop(answer, codes, before, turn, sector, size <= 2)
        found.append(stop)
        if stop.last:
            node += size
        else:
            way.append((stop, node, node + size))
            node += 1
    for stop in found:
        above: Stop | None = stop
        while stop.last and above:
            above.ends.append(stop)
            above = above.before
    return found
