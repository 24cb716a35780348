"""Computations that explain why a published figure does not hold.

Each function of ``EXPLANATIONS`` takes a claim and the average found. It returns the end of the
sentence that the claim's ``differs`` or ``tried`` begins, or an empty text if the computation does
not confirm the explanation.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np

from mmtree.check.claims import PUBLISHED, Published
from mmtree.game.code import parse_code
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import parse_rules
from mmtree.game.rules import Rules
from mmtree.game.symmetry import Symmetry
from mmtree.search.partition import Ranks, cell_sizes, split
from mmtree.search.prices import Prices
from mmtree.strategies.builder import build_tree
from mmtree.strategies.exact_search import exact_search
from mmtree.strategies.interface import History, Task, grow_tree
from mmtree.strategies.one_step import Scores, Sizes, expected_size, largest_cell, one_step
from mmtree.tree.provenance import Strategy
from mmtree.tree.tree import StrategyTree

Explanation = Callable[[Published, Fraction], str]


def _game(claim: Published) -> tuple[Rules, CodeTable, int]:
    """Return the rules of a claim, their codes, and the rank of its opening."""
    rules = parse_rules(claim.rules)
    table = CodeTable(rules)
    return rules, table, table.rank(parse_code(claim.opening, rules))


def _like(average: Fraction, printed: str) -> str:
    """Return an average with as many decimals as a printed one."""
    return f"{float(average):.{len(printed.partition('.')[2])}f}"


def exchanged_digits(claim: Published, average: Fraction) -> str:
    """Check whether the printed average becomes right when two digits are exchanged."""
    units, _, decimals = claim.average.partition(".")
    right = _like(average, claim.average)
    for first, second in combinations(sorted(set(decimals)), 2):
        exchanged = decimals.translate(str.maketrans(first + second, second + first))
        if right == f"{units}.{exchanged}":
            secrets = parse_rules(claim.rules).secrets
            return f": {first} and {second}, for {average * secrets}/{secrets} is {right}"
    return ""


def own_histogram(claim: Published, average: Fraction) -> str:
    """Check whether a histogram published for the same tree has the average found."""
    for other in PUBLISHED:
        same = (other.rules, other.strategy, other.opening)
        if other.histogram and same == (claim.rules, claim.strategy, claim.opening):
            total = sum(guesses * count for guesses, count in enumerate(other.histogram, 1))
            if Fraction(total, sum(other.histogram)) == average:
                return f": {' '.join(map(str, other.histogram))} is {total} in all"
    return ""


def exchanged_rows(claim: Published, average: Fraction) -> str:
    """Check whether the same source prints this average for another tree of these rules."""
    for other in PUBLISHED:
        same = other != claim and (other.source, other.rules) == (claim.source, claim.rules)
        if same and _like(average, other.average) == other.average:
            return f": {other.average} is printed of the tree of max {other.max}"
    return ""


def ties_to_the_last_code(claim: Published, average: Fraction) -> str:
    """Compute the totals if ties are broken by the last code instead of the first.

    The strategy breaks ties by the first code. Reversing the order of the colours turns one into
    the other, so the openings are reversed instead.
    """
    rules = parse_rules(claim.rules)
    totals = {}
    for colors in ("ABC", "FED"):
        for pair in colors:
            for code in sorted(set(permutations(colors + pair))):
                digits = rules.digits(parse_code("".join(code), rules))
                mirrored = rules.number(tuple(rules.colors - 1 - digit for digit in digits))
                totals["".join(code)] = build_tree(claim.strategy, rules, opening=mirrored).total
    if claim.total in totals.values():
        return ""
    examples = ", ".join(f"{totals[code]} opened {code}" for code in ("AABC", "FFED"))
    return f": from {min(totals.values())} to {max(totals.values())}, {examples}"


def first_of_equals(claim: Published, average: Fraction) -> str:
    """Build the tree that takes the first guess of the least score, consistent or not."""
    rules, table, opening = _game(claim)

    def choose(secrets: Ranks, history: History) -> int:
        scores = largest_cell(cell_sizes(table, secrets, table.guesses))
        return int(secrets[0] if len(secrets) == 1 else scores.argmin())

    nodes = grow_tree(table, choose, opening, None)
    tree = StrategyTree(rules, Strategy("first"), *nodes)
    same = (tree.total, tree.max) == (claim.total, claim.max)
    return f": so chosen, the total is {tree.total}" if same else ""


def colors_in_another_order(claim: Published, average: Fraction) -> str:
    """Find a first guess of the same colours whose tree has the printed average."""
    for code in sorted({"".join(order) for order in permutations(claim.opening)}):
        tree = build_tree(claim.strategy, claim.rules, opening=code)
        if _like(tree.average, claim.average) == claim.average:
            return f": {tree.total} opened {code}"
    return ""


def equivalent_opening(claim: Published, average: Fraction) -> str:
    """Find the total of the equivalent opening in the same source, and the opening of this total.

    Permuted places and renamed colours turn one opening into the other, and each tree of one into
    a tree of the other with the same total.
    """
    rules = parse_rules(claim.rules)
    table = CodeTable(rules)
    pattern = sorted(Counter(claim.opening).values())
    for other in PUBLISHED:
        same = (other.source, other.rules, other.strategy)
        if (
            same == (claim.source, claim.rules, claim.strategy)
            and sorted(Counter(other.opening).values()) == pattern
            and other.total == average * rules.secrets
        ):
            openings = table.numbers[Symmetry(table).representatives(table.guesses)]
            trees = [build_tree(claim.strategy, rules, opening=int(code)) for code in openings]
            totals = {tree.total: tree for tree in trees}
            text = f": {other.total} opened {other.opening}"
            if claim.total in totals:
                text += f"; {claim.total} is the least opened {totals[claim.total].root.guess}"
            return text
    return ""


def single_precision(claim: Published, average: Fraction) -> str:
    """Build the tree with expected sizes in single precision, as a graphics card may add them.

    It multiplies by a reciprocal, rounds after each feedback, and compares six decimals.
    """
    rules, table, opening = _game(claim)

    def rounded_size(sizes: Sizes) -> Scores:
        reciprocal = np.float32(1) / np.float32(sizes[:, 0].sum())
        sums = np.zeros(sizes.shape[1], np.float32)
        for size in sizes:
            sums = (np.square(size, dtype=np.float64) * reciprocal + sums).astype(np.float32)
        return np.rint(sums.astype(np.float64) * 1e6).astype(np.int64)

    nodes = grow_tree(table, one_step(rounded_size)(Task(table)), opening, None)
    found = StrategyTree(rules, Strategy("rounded"), *nodes).total
    return f": rounded so, the total is {found}" if found == claim.total else ""


def second_guesses(claim: Published, average: Fraction) -> str:
    """Compute the range of totals over all second guesses of the least expected size."""
    rules, table, opening = _game(claim)
    max_guesses = claim.options.get("max_guesses")
    last = None if max_guesses is None else int(max_guesses)
    search = exact_search(Task(table), Prices(last=last))
    reps = Symmetry(table).after(opening).representatives(table.guesses)

    def total(secrets: Ranks, guesses: tuple[int, ...]) -> int:
        """Return the least total of the secrets, including the guesses made so far."""
        if len(secrets) <= 2:
            return len(secrets) * len(guesses) + (0, 1, 3)[len(secrets)]
        return int(search.solve(secrets, guesses).price)

    least = most = 0
    for answer, cell in split(table, table.secrets, opening):
        if answer == rules.all_right or len(cell) <= 2:
            costs = [1 if answer == rules.all_right else total(cell, (opening,))]
        else:
            scores = expected_size(cell_sizes(table, cell, reps))
            costs = [
                sum(
                    2 if reply == rules.all_right else total(left, (opening, guess))
                    for reply, left in split(table, cell, guess)
                )
                for guess in map(int, reps[scores == scores.min()])
            ]
        least, most = least + min(costs), most + max(costs)
    assert claim.total is not None
    return "" if least <= claim.total <= most else f": from {least} to {most}"


def find_rank_difference(claim: Published) -> str:
    """Find a position where standard deviation and Σ size² of the cells rank guesses differently.

    Compares the ranks of all guesses at every position of the tree of the strategy that uses the
    sum. Returns a description of the position, empty if the ranks always agree. For n secrets in k
    cells, including empty ones, the standard deviation grows with Σ (k·size − n)².
    """
    tree = build_tree(claim.like, claim.rules)
    table = CodeTable(tree.rules)
    waiting = [(tree.root, table.secrets)]
    while waiting:
        node, secrets = waiting.pop()
        sizes = cell_sizes(table, secrets, table.guesses)
        deviations = np.square(len(sizes) * sizes.astype(np.int64) - len(secrets)).sum(axis=0)
        _, deviation_ranks = np.unique(deviations, return_inverse=True)
        _, square_ranks = np.unique(expected_size(sizes), return_inverse=True)
        if (deviation_ranks != square_ranks).any():
            return f"otherwise with {len(secrets)} secrets left"
        for answer, cell in split(table, secrets, table.rank(node.guess)):
            if answer != tree.rules.all_right and len(cell) > 2:
                waiting.append((node.child(answer), cell))
    return ""


EXPLANATIONS: dict[str, Explanation] = {
    function.__name__: function
    for function in (
        colors_in_another_order,
        equivalent_opening,
        exchanged_digits,
        exchanged_rows,
        first_of_equals,
        own_histogram,
        ties_to_the_last_code,
        second_guesses,
        single_precision,
    )
}
"""The functions by the names that ``claims.toml`` uses for them."""
