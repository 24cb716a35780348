"""Plays every secret with an exported Python module, as ``replay.c`` does with one in C.

Usage: python replay.py DISTINCT WHITES EVERY, in the folder of ``mm.py``. It imports nothing of
mmtree, and computes the codemaker's answers itself.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import product
from typing import Any

mm: Any = None


def main(distinct: int, whites: int, every: int) -> str:
    """Return the line for all games, or the fault of the first wrong game."""
    secrets = total = most = possible = 0
    checksum = 0x811C9DC5
    for secret in product(range(mm.COLORS), repeat=mm.PEGS):
        if distinct and len(set(secret)) < mm.PEGS:
            continue
        player = mm.Player()
        guesses = state = 0
        while state != mm.SOLVED:
            guesses += 1
            guess = player.pegs()
            for peg in guess:
                checksum = (checksum ^ peg) * 0x01000193 & 0xFFFFFFFF
            if secrets % every == 0:
                possible += count_accepted(player)
            black = sum(peg == other for peg, other in zip(guess, secret, strict=True))
            shared = sum(min(guess.count(peg), secret.count(peg)) for peg in set(guess))
            state = player.step(black, (shared - black) * whites)
            if (state == mm.SOLVED) != (black == mm.PEGS) or state == mm.IMPOSSIBLE:
                return f"fault state secret {secrets} guess {guesses}"
        secrets += 1
        total += guesses
        most = max(most, guesses)
    return f"secrets {secrets} total {total} max {most} checksum {checksum:08x} possible {possible}"


def count_accepted(player: Any) -> int:
    """Return how many answers a player accepts; a rejected answer must not change the game."""
    count = 0
    before = dict(vars(player))
    for black, white in product(range(-1, mm.PEGS + 2), repeat=2):
        if player.step(black, white) != mm.IMPOSSIBLE:
            vars(player).update(before)
            count += 1
    return count


if __name__ == "__main__":
    mm = import_module("mm")
    print(main(*map(int, sys.argv[1:])))
