"""Solutions of games with two pegs equal those of exact search and brute force."""

from itertools import product

import pytest

from mmtree import NoTreeError, RulesError, build_tree, parse_rules
from mmtree.check.game import answer
from mmtree.research.two_pegs import least_of_two_pegs

from support.least_total import least_total
from support.small_games import code_game, least_max


@pytest.mark.parametrize("distinct", [False, True])
def test_two_pegs_agree_with_exact_search(distinct):
    for colors in range(2, 9 if distinct else 7):
        rules = f"2p{colors}c{'-distinct' * distinct}"
        total, most = least_of_two_pegs(colors, distinct)
        assert build_tree("koyama-lai", rules).total == total
        assert build_tree("koyama-lai", rules, max_guesses=most).max <= most
        with pytest.raises(NoTreeError):
            build_tree("koyama-lai", rules, max_guesses=most - 1)


@pytest.mark.parametrize(
    ("colors", "distinct"), [(2, False), (3, False), (4, False), (3, True), (4, True), (5, True)]
)
def test_two_pegs_agree_with_brute_force(colors, distinct):
    rules = parse_rules(f"2p{colors}c{'-distinct' * distinct}")
    most = least_max(code_game(2, colors, distinct))
    assert least_of_two_pegs(colors, distinct) == (least_total(rules), most)


def test_two_colours_need_more_than_the_formula_says():
    codes = list(product(range(2), repeat=2))
    assert all(len({answer(guess, secret, True) for secret in codes}) < 4 for guess in codes)
    assert least_of_two_pegs(2, False) == (8, 3)


@pytest.mark.parametrize("colors", [1, 37])
def test_invalid_number_of_colours_raises(colors):
    with pytest.raises(RulesError, match="must be from 2 to 36"):
        least_of_two_pegs(colors, True)
