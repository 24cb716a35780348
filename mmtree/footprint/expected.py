"""What a replay of every secret must print, found from the tree itself and not from its table."""

from __future__ import annotations

from mmtree.tree.tree import Node, StrategyTree


def summary(tree: StrategyTree, every: int = 1) -> str:
    """The line that ``replay.c`` prints for a player that plays as the tree does.

    Args:
        tree: the strategy tree.
        every: in the first game and each so many after it, all feedbacks are tried at each guess.
    """
    possible = [
        len(Node(tree, index).possible_feedbacks) if extent > 1 else 1
        for index, extent in enumerate(tree.extent)
    ]
    paths = games(tree)
    digits = {guess: bytes(tree.rules.digits(guess)) for guess in set(tree.guess)}
    checksum = 0x811C9DC5  # FNV-1a in 32 bits
    taken = 0
    for at, path in enumerate(paths):
        for index in path:
            for peg in digits[tree.guess[index]]:
                checksum = (checksum ^ peg) * 0x01000193 & 0xFFFFFFFF
            if at % every == 0:
                taken += possible[index]
    total = sum(map(len, paths))
    most = max(map(len, paths))
    return f"secrets {len(paths)} total {total} max {most} checksum {checksum:08x} possible {taken}"


def games(tree: StrategyTree) -> list[tuple[int, ...]]:
    """For each secret, in rising order, the nodes from the opening to it."""
    paths: dict[int, tuple[int, ...]] = {}
    path: list[int] = []
    for index, depth in tree.walk():
        path[depth:] = [index]
        if tree.consistent[index]:
            paths[tree.guess[index]] = tuple(path)
    return [paths[secret] for secret in sorted(paths)]
