"""The native kernel's object for a game, which needs NumPy only where a table gives the answers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from mmtree.game.answers import BYTE_ANSWERS
from mmtree.game.codes import Codes
from mmtree.game.rules import Rules
from mmtree.search.kernel import kernel, native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mmtree.search.native.kernel import Game


def counts_natively(rules: Rules) -> bool:
    """Whether the native kernel is in use, and the places of all answers to a guess fit its bytes.

    Raises:
        SizeError: the game is wide, and the table of its answers would not fit.
    """
    if kernel() == "native" and rules.wide:
        from mmtree.game.code_table import CodeTable

        return CodeTable(rules).width <= BYTE_ANSWERS
    return kernel() == "native"


def has_native_search(rules: Rules) -> bool:
    """Whether the native kernel knows games like this one, whatever their size."""
    other = rules.needs_history and not rules.hard
    return not (rules.identified or rules.nozero or other)


def searches_natively(rules: Rules) -> bool:
    """Whether the native kernel is in use and can search trees for these rules.

    Raises:
        SizeError: as of :func:`counts_natively`.
    """
    return has_native_search(rules) and counts_natively(rules)


def chooses_natively(rules: Rules) -> bool:
    """Whether the native kernel is in use and can choose single guesses for these rules.

    Raises:
        SizeError: as of :func:`counts_natively`.
    """
    return not (rules.only_asks or rules.needs_history) and counts_natively(rules)


def native_weights(codes: Codes, unit: int = 1) -> array[int] | None:
    """Return the weight of each code that can be the secret, in units; None if all are 1."""
    if not any(weight > unit for weight in codes.rules.weights):
        return None
    weights = array("q", bytes(8 * codes.rules.guesses))
    for rank, weight in zip(codes.secret_ranks, codes.rules.weights, strict=True):
        weights[rank] = weight // unit
    return weights


def by_weight(secrets: Iterable[int], weights: array[int]) -> array[int]:
    """Return the secrets by falling weight, of equal weights the lower one first."""
    return array("I", sorted(secrets, key=weights.__getitem__, reverse=True))


@lru_cache(maxsize=2)
def native_game(rules: Rules) -> Game:
    """Return the native kernel's object for some rules, without their weights.

    Raises:
        SizeError: the rules need a table of answers, and it would not fit.
    """
    rules = rules.weighted(()) if rules.weights else rules
    values = bytes(() if rules.wide else rules.feedbacks)
    codes = rules.pegs, rules.colors, rules.distinct, rules.whites, values
    if rules.classic:
        return native.Game(*codes)
    if are_compared(rules):
        return native.Game(
            *codes,
            secrets=Codes(rules).secret_ranks,
            holes=rules.holes,
            consistent=rules.consistent,
            by_place=rules.kind.name == "right",
        )
    from mmtree.search.answer_table import game_of_table

    return game_of_table(rules)


def are_compared(rules: Rules) -> bool:
    """Whether the native kernel compares codes peg by peg; otherwise it looks answers up."""
    if rules.uses_pegs and rules.kind.name == "right":
        return rules.renaming == "separately" and not (rules.hard or rules.wide)
    separate = not rules.whites and rules.distinct_secrets  # colours of such secrets go together
    return rules.counts_pegs and rules.renaming != "never" and not separate


def as_uint32(ranks: NDArray[np.intp] | array[int]) -> Any:
    """Convert ranks to the native kernel's type, which arrays of the standard library have."""
    return ranks if isinstance(ranks, array) else ranks.astype("uint32", "C", copy=False)


def split_natively(game: Game, secrets: array[int], guess: int) -> list[tuple[int, array[int]]]:
    """Return the cells of a guess as :func:`mmtree.search.partition.split`, in arrays of uint32."""
    cells = array("I", bytes(4 * len(secrets)))
    sizes = game.split(secrets, guess, cells)
    ends = accumulate(size for _, size in sizes)
    return [
        (value, cells[end - size : end]) for (value, size), end in zip(sizes, ends, strict=True)
    ]
