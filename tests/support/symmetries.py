"""The symmetries of small rules, by all permutations of pegs and all renamings of colours."""

from functools import cache
from itertools import permutations, product

import numpy as np

from mmtree.check.game import codes


@cache
def moves(rules, separate=None):
    """Return the order of the pegs and the colours of each peg, for each symmetry.

    Args:
        rules: small rules.
        separate: whether each peg has its own renaming; None for black pegs of repeated colours only.
    """
    each = list(permutations(range(rules.colors)))
    if separate is None:
        separate = not rules.whites and not rules.distinct
    colors = product(each, repeat=rules.pegs) if separate else ((one,) * rules.pegs for one in each)
    return [(order, names) for names in colors for order in permutations(range(rules.pegs))]


@cache
def images(rules, separate=None):
    """Return the images of all codes, by rank: uint32[symmetries, codes]."""
    digits = np.array(list(codes(rules))).T
    weights = rules.colors ** np.arange(rules.pegs - 1, -1, -1)
    found = [
        weights @ np.take_along_axis(np.array(colors), digits[list(order)], axis=1)
        for order, colors in moves(rules, separate)
    ]
    return np.searchsorted(weights @ digits, np.array(found)).astype(np.uint32)


def keeping(rules, history, separate=None):
    """Return the images of all codes under the symmetries that keep these guesses."""
    every = images(rules, separate)
    return every[(every[:, list(history)] == np.array(history, int)).all(axis=1)]


def lowest(rules, history, separate=None):
    """Return the codes that no symmetry that keeps these guesses maps to a lower one."""
    least = keeping(rules, history, separate).min(axis=0)
    return np.flatnonzero(least == np.arange(len(least))).tolist()
