"""All trees there are for small rules, by what they cost on each pattern: no search, no bounds."""

from collections import Counter
from functools import cache
from itertools import product

from mmtree.check.feedback import answer
from mmtree.game.rules import Rules


def pattern_totals(rules: Rules, openings=None) -> tuple[list[int], set[tuple[int, ...]]]:
    """The number of codes of each pattern, and of every tree the totals on them.

    Of the totals, those that others are nowhere above are left out. Openings are rows of colours.
    """
    codes = list(product(range(rules.colors), repeat=rules.pegs))
    shapes = [tuple(sorted(Counter(code).values(), reverse=True)) for code in codes]
    kinds = sorted(set(shapes), reverse=True)
    of = [kinds.index(shape) for shape in shapes]
    feedback = [[answer(guess, code, rules.whites) for code in codes] for guess in codes]

    def trees(secrets, guesses):
        once = tuple(sum(of[secret] == kind for secret in secrets) for kind in range(len(kinds)))
        found = set()
        for guess in guesses:
            cells = {}
            for secret in secrets:
                cells.setdefault(feedback[guess][secret], []).append(secret)
            if len(cells) == 1 and rules.all_black not in cells:
                continue
            cells.pop(rules.all_black, None)
            made = {once}
            for cell in cells.values():
                made = least(added(one, other) for one in made for other in all_trees(tuple(cell)))
            found |= made
        return least(found)

    @cache
    def all_trees(secrets):
        return trees(secrets, range(len(codes)))

    first = range(len(codes)) if openings is None else [codes.index(code) for code in openings]
    return [of.count(kind) for kind in range(len(kinds))], trees(range(len(codes)), first)


def added(one, other):
    return tuple(left + right for left, right in zip(one, other, strict=True))


def least(rows):
    """The rows that no other one is nowhere above."""
    kept = []
    for row in sorted(set(rows)):
        if not any(
            all(left <= right for left, right in zip(low, row, strict=True)) for low in kept
        ):
            kept.append(row)
    return set(kept)
