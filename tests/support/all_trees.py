"""Enumerates all strategy trees for small rules, by the sums of the costs of their nodes."""

from collections import Counter
from functools import cache
from operator import le

from mmtree.check.game import answer, codes
from mmtree.game.rules import Rules


def all_trees(rules: Rules, cost, choices=None):
    """Return a function from secrets and first guesses to the costs of all trees.

    Costs that are dominated by others are left out.

    Args:
        rules: small rules; their codes are numbered from 0, in order.
        cost: returns the costs of a node as a tuple, given the secrets left and the guess.
        choices: returns the guesses that may be made, given the secrets left; None for all codes.
    """
    every = list(codes(rules))
    feedback = [[answer(guess, code, rules.whites) for code in every] for guess in every]

    def trees(secrets, guesses):
        found = set()
        for guess in guesses:
            cells = {}
            for secret in secrets:
                cells.setdefault(feedback[guess][secret], []).append(secret)
            if len(cells) == 1 and rules.all_right not in cells:
                continue
            cells.pop(rules.all_right, None)
            made = {cost(secrets, guess)}
            for cell in cells.values():
                made = pareto(add(left, right) for left in made for right in best(tuple(cell)))
            found |= made
        return pareto(found)

    @cache
    def best(secrets):
        return trees(secrets, choices(secrets) if choices else range(len(every)))

    return trees


def add(left, right):
    return tuple(map(sum, zip(left, right, strict=True)))


def pareto(rows):
    """Return the rows that no other row dominates."""
    front = []
    for row in sorted(set(rows)):
        if not any(all(map(le, low, row)) for low in front):
            front.append(row)
    return set(front)


def pattern_totals(rules: Rules, openings=None) -> tuple[list[int], set[tuple[int, ...]]]:
    """Return the number of codes of each pattern, and the totals of every tree on the patterns.

    Args:
        rules: small rules.
        openings: codes as tuples of colours; None for all.
    """
    every = list(codes(rules))
    shapes = [tuple(sorted(Counter(code).values(), reverse=True)) for code in every]
    kinds = sorted(set(shapes), reverse=True)

    def count(secrets, guess=None):
        found = Counter(shapes[secret] for secret in secrets)
        return tuple(found[kind] for kind in kinds)

    everything = tuple(range(len(every)))
    first = everything if openings is None else [every.index(code) for code in openings]
    return [*count(everything)], all_trees(rules, count)(everything, first)
