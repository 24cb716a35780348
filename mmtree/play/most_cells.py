"""Finds the guess with the most cells, for games that have left the tree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from mmtree.game.feedback import compare, pegs
from mmtree.game.rules import Rules

MAX_COMPARISONS = 1 << 17
"""Pairs of codes compared among the secrets at most, and as many more with all codes."""


def most_cells(secrets: Sequence[int], tree_guess: int, rules: Rules) -> int:
    """Return the guess that splits some secrets into the most cells (Kooi 2005).

    Of equal guesses, one of the secrets comes first, then the lowest code number. If the guess
    separates all secrets, no other guess has a lower total or maximum.

    The candidates are all codes. If that takes more than :data:`MAX_COMPARISONS`, they are the
    secrets and the tree's guess, and if that is still too many, only the tree's guess.

    Args:
        secrets: the code numbers of the secrets left, at least one, in any order.
        tree_guess: a code number that splits them, or the last of them.
        rules: the rules of the game.

    Raises:
        RulesError: a secret or the tree's guess is not a code of the rules.
    """
    count = len(secrets)
    if count * count > MAX_COMPARISONS:
        return tree_guess
    others: Iterable[int] = rules.codes()
    if count * rules.secrets > MAX_COMPARISONS:
        others = [tree_guess]
    prepared = [pegs(secret, rules) for secret in secrets]
    best, most = tree_guess, 0
    for guess in chain(sorted(secrets), others):
        ready = pegs(guess, rules)
        cells = len({compare(ready, secret, rules.whites) for secret in prepared})
        if cells > most:
            best, most = guess, cells
        if cells == count:
            break
    return best
