"""Averages of random strategies over all games, compared with brute force."""

from fractions import Fraction

import pytest

from mmtree import build_tree, parse_rules
from mmtree.check.game import answer, codes
from mmtree.research import averages
from mmtree.research.averages import counting, random

GAMES = ["1p5c", "2p4c", "3p3c", "2p5c-distinct", "3p4c-distinct", "3p3c-black"]


def of_random(rules, secret, left):
    """Return the expected guesses for one secret; all codes left are equally likely."""
    total = Fraction(0)
    for guess in left:
        total += 1
        if guess != secret:
            said = answer(guess, secret, rules.whites)
            after = [code for code in left if answer(guess, code, rules.whites) == said]
            total += of_random(rules, secret, after)
    return total / len(left)


@pytest.mark.parametrize("game", ["1p4c", "2p3c", "3p2c", "2p4c-distinct", "2p3c-black"])
def test_average_of_random_guesses_equals_brute_force(game):
    rules = parse_rules(game)
    every = list(codes(rules))
    exact = sum(of_random(rules, secret, every) for secret in every) / len(every)
    assert float(random(rules)) == pytest.approx(float(exact), abs=1e-12)


@pytest.mark.parametrize("game", GAMES)
def test_equivalent_guesses_have_the_same_price(game, monkeypatch):
    rules = parse_rules(game)
    random.cache_clear()
    plain = random(rules)
    monkeypatch.setattr(averages, "_MAX_ENUMERATED", 2)
    random.cache_clear()
    assert float(random(rules)) == pytest.approx(float(plain), abs=1e-12)
    random.cache_clear()


@pytest.mark.parametrize("game", GAMES)
def test_average_of_counting_equals_that_of_its_trees(game):
    rules = parse_rules(game)
    totals = [build_tree("counting", rules, opening=code).total for code in rules.codes()]
    assert counting(rules) == Fraction(sum(totals), rules.secrets**2)
