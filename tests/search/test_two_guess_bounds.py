"""Lower bounds after two real guesses, compared with those of the checker."""

import numpy as np
import pytest

from mmtree import build_tree, parse_rules
from mmtree.check.bounds import formula, openings
from mmtree.check.game import answer, codes
from mmtree.game.code_table import CodeTable
from mmtree.game.symmetry import Symmetry
from mmtree.search import two_guess_bounds
from mmtree.search.prices import Prices
from mmtree.search.size_bounds import Bounds
from mmtree.search.two_guess_bounds import after_one_guess, after_two_guesses, lower_bound

RULES = [
    *("1p2c", "1p4c", "2p2c", "2p3c", "2p5c", "3p2c", "3p3c", "2p2c-distinct", "4p2c"),
    *("3p4c-distinct", "3p3c-distinct-black", "3p3c-black", "2p4c-black", "5p2c", "4p3c"),
]


def least(rules):
    """Yield the bounds of max and total of each opening, as the search computes them."""
    table = CodeTable(rules)
    symmetry = Symmetry(table)
    for opening in openings(rules):
        yield after_two_guesses(table, symmetry, table.rank(rules.number(opening.code)))


def dealt(rules, guess, secrets):
    cells = {}
    for secret in secrets:
        cells.setdefault(answer(guess, secret, rules.whites), []).append(secret)
    return cells


def counted(rules, opening):
    """Return the bounds of an opening by trying every second guess with the checker's feedback."""
    everything = list(codes(rules))
    total, most = 0, 1
    for value, cell in dealt(rules, opening, everything).items():
        total += len(cell)  # the first guess
        if value == rules.all_right:
            continue
        totals, depths = [], []
        for second in everything:
            parts = dealt(rules, second, cell)
            found = parts.pop(rules.all_right, [])
            left = [formula(len(part), len(rules.feedbacks)) for part in parts.values()]
            totals.append(len(found) + sum(map(len, parts.values())) + sum(b.total for b in left))
            depths.append(max((b.max for b in left), default=0))
        total += min(totals)
        most = max(most, 2 + min(depths))
    return most, total


@pytest.mark.parametrize("text", RULES)
def test_bounds_after_two_guesses_equal_the_checkers(text):
    rules = parse_rules(text)
    expected = [counted(rules, opening.code) for opening in openings(rules)]
    assert list(least(rules)) == expected


@pytest.mark.parametrize("text", RULES)
def test_bounds_after_one_guess_equal_the_checkers(text, monkeypatch):
    table = CodeTable(parse_rules(text))
    rules, expected = table.rules, list(openings(table.rules))
    ranks = [table.rank(rules.number(each.code)) for each in expected]
    found = after_one_guess(table, np.array(ranks)).tolist()
    assert found == [each.bound.total for each in expected]
    closer = lower_bound(table, None)
    monkeypatch.setattr(two_guess_bounds, "MANY_SECRETS", 0)
    assert lower_bound(table, None) == min(found) <= closer


@pytest.mark.parametrize("text", ["2p3c", "3p3c", "3p2c-black", "3p4c-distinct", "4p3c"])
def test_bounds_lie_between_one_guess_bound_and_optimum(text):
    rules = parse_rules(text)
    found = list(least(rules))
    for opening, (most, total) in zip(openings(rules), found, strict=True):
        assert opening.bound.max <= most
        assert opening.bound.total <= total
    assert min(total for _, total in found) <= build_tree("koyama-lai", rules).total
    worst_first = build_tree("koyama-lai", rules, worst_first=True)
    assert min(most for most, _ in found) <= worst_first.max


@pytest.mark.parametrize("feedbacks", [2, 3, 14])
def test_levels_equal_those_of_the_formula(feedbacks):
    levels = Bounds(Prices(), feedbacks, 300).levels()
    assert levels.tolist() == [formula(n, feedbacks).max for n in range(301)]
