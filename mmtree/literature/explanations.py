"""Why a published figure does not hold, or what was tried to reproduce it, shown by computation.

Each function of ``REASONS`` takes a claim and the average found, and ends the sentence that the
claim begins; it returns an empty text where the computation does not show it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np

from mmtree.check.claims import PUBLISHED, Published
from mmtree.game.code import parse_code
from mmtree.game.rules import Rules
from mmtree.game.symmetry import Symmetry
from mmtree.game.table import CodeTable
from mmtree.search.partition import Ranks, cell_sizes, split
from mmtree.search.prices import Prices
from mmtree.strategies.builder import build_tree
from mmtree.strategies.exact import exact_search
from mmtree.strategies.interface import Task
from mmtree.strategies.one_step import expected_size

Reason = Callable[[Published, Fraction | None], str]


def exchanged_digits(claim: Published, average: Fraction | None) -> str:
    """The average has the decimals that are printed, but for one digit and another exchanged."""
    assert average is not None
    whole, _, decimals = claim.average.partition(".")
    right = f"{float(average):.{len(decimals)}f}"
    for one, other in combinations(sorted(set(decimals)), 2):
        exchanged = decimals.translate(str.maketrans(one + other, other + one))
        if right == f"{whole}.{exchanged}":
            secrets = Rules.parse(claim.rules).secrets
            return f": {one} and {other}, for {average * secrets}/{secrets} is {right}"
    return ""


def own_histogram(claim: Published, average: Fraction | None) -> str:
    """The histogram that is published of the same tree has the average that was found."""
    assert average is not None
    for other in PUBLISHED:
        if (other.rules, other.strategy, other.opening) == (
            claim.rules,
            claim.strategy,
            claim.opening,
        ) and other.histogram:
            total = sum(guesses * count for guesses, count in enumerate(other.histogram, 1))
            if Fraction(total, sum(other.histogram)) == average:
                return f": {' '.join(map(str, other.histogram))} is {total} in all"
    return ""


def exchanged_rows(claim: Published, average: Fraction | None) -> str:
    """The average is the one that the same source prints of another tree of these rules."""
    assert average is not None
    for other in PUBLISHED:
        if other != claim and (other.source, other.rules) == (claim.source, claim.rules):
            places = len(other.average.partition(".")[2])
            if f"{float(average):.{places}f}" == other.average:
                return f": {other.average} is printed of the tree of max {other.max}"
    return ""


def ties_to_the_last_code(claim: Published, average: Fraction | None) -> str:
    """The totals where equals are decided for the last code.

    Renaming the first colour to the last, the second to the last but one, and so on, turns that
    into deciding for the first code, which is what the strategy does; so the opening is renamed.
    """
    rules = Rules.parse(claim.rules)
    totals = {}
    for colors in ("ABC", "FED"):
        for pair in colors:
            for code in sorted(set(permutations(colors + pair))):
                digits = rules.digits(parse_code("".join(code), rules))
                mirrored = rules.number(tuple(rules.colors - 1 - digit for digit in digits))
                totals["".join(code)] = build_tree(claim.strategy, rules, opening=mirrored).total
    if claim.total in totals.values():
        return ""
    told = ", ".join(f"{totals[code]} opened {code}" for code in ("AABC", "FFED"))
    return f": from {min(totals.values())} to {max(totals.values())}, {told}"


def second_guesses(claim: Published, average: Fraction | None) -> str:
    """The totals that are reached when any second guess of the least expected size is taken."""
    rules = Rules.parse(claim.rules)
    table = CodeTable(rules)
    everything = np.arange(len(table.numbers))
    opening = table.rank(parse_code(claim.opening, rules))
    within = claim.options.get("max_guesses")
    search = exact_search(Task(table), Prices(last=None if within is None else int(within)), None)
    reps = Symmetry(table).after(opening).representatives(everything)

    def total(secrets: Ranks, guesses: tuple[int, ...]) -> int:
        """What the secrets cost, guesses made so far included."""
        if len(secrets) <= 2:
            return len(secrets) * len(guesses) + (0, 1, 3)[len(secrets)]
        return int(search.solve(secrets, guesses).price)

    least = most = 0
    for answer, cell in split(table, everything, opening):
        if answer == rules.all_black or len(cell) <= 2:
            costs = [1 if answer == rules.all_black else total(cell, (opening,))]
        else:
            scores = expected_size(cell_sizes(table, cell, reps))
            costs = [
                sum(
                    2 if reply == rules.all_black else total(left, (opening, guess))
                    for reply, left in split(table, cell, guess)
                )
                for guess in map(int, reps[scores == scores.min()])
            ]
        least, most = least + min(costs), most + max(costs)
    assert claim.total is not None
    return "" if least <= claim.total <= most else f": from {least} to {most}"


def equivalent_ranks(claim: Published) -> str:
    """Where the standard deviation of the cell sizes ranks guesses otherwise than Σ size² does.

    Held at all positions of the tree of the strategy that takes the sum, for all guesses; empty
    where they agree. Of n secrets in k cells, empty ones counted, the standard deviation grows
    with Σ (k·size − n)².
    """
    tree = build_tree(claim.like, claim.rules)
    table = CodeTable(tree.rules)
    everything = np.arange(len(table.numbers))
    waiting = [(tree.root, everything)]
    while waiting:
        node, secrets = waiting.pop()
        sizes = cell_sizes(table, secrets, everything)
        deviations = np.square(len(sizes) * sizes.astype(np.int64) - len(secrets)).sum(axis=0)
        _, one = np.unique(deviations, return_inverse=True)
        _, other = np.unique(expected_size(sizes), return_inverse=True)
        if (one != other).any():
            return f"otherwise with {len(secrets)} secrets left"
        for answer, cell in split(table, secrets, table.rank(node.guess)):
            if answer != tree.rules.all_black and len(cell) > 2:
                waiting.append((node.child(answer), cell))
    return ""


REASONS: dict[str, Reason] = {
    function.__name__: function
    for function in (
        exchanged_digits,
        exchanged_rows,
        own_histogram,
        ties_to_the_last_code,
        second_guesses,
    )
}
"""By the names that ``claims.toml`` gives them."""
