"""Enumerates all strategy trees for small rules, by their total on each pattern of secrets."""

from collections import Counter
from functools import cache
from itertools import product
from operator import le

from mmtree.check.feedback import answer
from mmtree.game.rules import Rules


def pattern_totals(rules: Rules, openings=None) -> tuple[list[int], set[tuple[int, ...]]]:
    """Return the number of codes of each pattern, and the totals of every tree on the patterns.

    Totals that are dominated by others are left out.

    Args:
        rules: small rules.
        openings: codes as tuples of colours; None for all.
    """
    codes = list(product(range(rules.colors), repeat=rules.pegs))
    shapes = [tuple(sorted(Counter(code).values(), reverse=True)) for code in codes]
    kinds = sorted(set(shapes), reverse=True)
    kind_of = [kinds.index(shape) for shape in shapes]
    feedback = [[answer(guess, code, rules.whites) for code in codes] for guess in codes]

    def trees(secrets, guesses):
        once = tuple(
            sum(kind_of[secret] == kind for secret in secrets) for kind in range(len(kinds))
        )
        found = set()
        for guess in guesses:
            cells = {}
            for secret in secrets:
                cells.setdefault(feedback[guess][secret], []).append(secret)
            if len(cells) == 1 and rules.all_right not in cells:
                continue
            cells.pop(rules.all_right, None)
            made = {once}
            for cell in cells.values():
                made = pareto(add(left, right) for left in made for right in all_trees(tuple(cell)))
            found |= made
        return pareto(found)

    @cache
    def all_trees(secrets):
        return trees(secrets, range(len(codes)))

    first = range(len(codes)) if openings is None else [codes.index(code) for code in openings]
    return [kind_of.count(kind) for kind in range(len(kinds))], trees(range(len(codes)), first)


def add(left, right):
    return tuple(map(sum, zip(left, right, strict=True)))


def pareto(rows):
    """Return the rows that no other row dominates."""
    front = []
    for row in sorted(set(rows)):
        if not any(all(map(le, low, row)) for low in front):
            front.append(row)
    return set(front)
