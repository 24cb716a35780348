"""Exact search: known optima, and comparison with the definition by brute force."""

from itertools import count, product

import numpy as np
import pytest

from mmtree import NoTreeError, PegRules, StrategyError, build_tree, parse_rules, word_rules
from mmtree.game.code_table import CodeTable
from mmtree.game.objective import Objective
from mmtree.search.exact import Search
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.size_bounds import Bounds
from mmtree.strategies.subproblems import plan_of

from support.random_searches import beam_of_slack
from support.small_games import BruteForce, code_game

KNOWN = [  # rules, objective, total, max, source
    ("2p3c", Objective(), 21, 3, "exhaustive search"),
    ("3p3c", Objective(), 73, 4, "exhaustive search"),
    ("3p2c", Objective(), 18, 3, "exhaustive search"),
    ("4p5c", Objective(), 2463, 5, "mmtree, proved"),
    ("4p6c-distinct", Objective(), 1446, 5, "mmtree, proved"),
    ("4p6c", Objective(), 5625, 6, "Koyama and Lai 1993"),
    ("4p6c", Objective(max_guesses=6), 5625, 6, "Koyama and Lai 1993"),
    ("4p6c", Objective(max_guesses=5), 5626, 5, "Koyama and Lai 1993"),
    ("4p6c", Objective(worst_first=True), 5626, 5, "Koyama and Lai 1993"),
]


@pytest.mark.slow(after=5)  # the README builds the next one
@pytest.mark.parametrize(("rules", "objective", "total", "most", "source"), KNOWN)
def test_known_optima(rules, objective, total, most, source):
    tree = build_tree("koyama-lai", rules, objective=objective)
    assert (tree.total, tree.max) == (total, most)
    assert (tree.proof.lower_bound, tree.proof.upper_bound) == (total, total)
    assert tree.proof.objective == str(objective)


@pytest.mark.slow
def test_fewest_secrets_at_the_max():
    """A total of 5625 needs a sixth guess for one secret, and for no more."""
    tree = build_tree("koyama-lai", objective=Objective(fewest_at_max=True))
    assert (tree.total, tree.max, tree.histogram[-1]) == (5625, 6, 1)
    assert tree.proof.upper_bound == (5625 * 1297 + 6) * 1297 + 1


def test_second_search_with_other_openings_is_not_the_first():
    table = CodeTable(word_rules(["aa", "ab", "bb", "cc", "cd"]))
    search = Search(table, Prices())
    prices = [search.solve(table.secrets, (), np.array([rank])).price for rank in range(5)]
    assert prices == [
        Search(table, Prices()).solve(table.secrets, (), np.array([rank])).price
        for rank in range(5)
    ]
    assert len({*prices}) > 1
    assert search.solve(table.secrets).price == min(prices)


OPENINGS = [  # openings of equal total and max
    ("3p2c", "AAA BBB", 21, 4),
    ("3p2c", "AAB ABB BAB BBA", 18, 3),
    ("3p4c", "AAB BAB CBB DDA", 206, 4),
    ("3p4c", "ABC", 208, 4),
]


@pytest.mark.parametrize(("rules", "openings", "total", "most"), OPENINGS)
def test_given_opening_gives_known_total(rules, openings, total, most):
    for opening in openings.split():
        tree = build_tree("koyama-lai", rules, opening=opening)
        assert (tree.total, tree.max) == (total, most)
        assert tree.proof.objective == f"expected, opened {opening}"


def test_four_guesses_are_impossible():
    with pytest.raises(
        NoTreeError, match="4p6c finds every secret within 4 guesses: that is proved"
    ):
        build_tree("koyama-lai", objective=Objective(max_guesses=4))
    with pytest.raises(NoTreeError, match="within 4 guesses with that opening"):
        build_tree("koyama-lai", opening="ABCD", objective=Objective(True, 4))
    with pytest.raises(StrategyError, match="max_guesses must be at least 1, got 0"):
        Objective(max_guesses=0)


SMALL = [
    *("2p2c", "2p3c", "2p4c", "3p2c", "3p3c", "2p4c-distinct", "3p4c-distinct", "1p5c", "4p2c"),
    *("3p2c-black", "2p3c-black", "3p3c-black", "3p4c-distinct-black"),
]
LIMITED = ["3p3c", "2p4c", "3p2c-black", "3p4c-distinct", "4p2c"]


def by_definition(rules, prices):
    """Return the price and the guesses of the cheapest tree, by brute force."""
    game = code_game(rules.pegs, rules.colors, rules.distinct, rules.whites)
    return BruteForce(game, prices).solve(game.everything)


@pytest.mark.slow(after=30)
@pytest.mark.parametrize(
    ("rules", "most"), [*product(SMALL, [None]), *product(LIMITED, range(1, 7))]
)
def test_search_finds_tree_of_definition(rules, most):
    table = CodeTable(parse_rules(rules))
    price, plan = by_definition(table.rules, Prices(last=most))
    objective = Objective(max_guesses=most)
    if price == INFINITE:
        with pytest.raises(NoTreeError):
            build_tree("koyama-lai", rules, objective=objective)
        return
    tree = build_tree("koyama-lai", rules, objective=objective)
    assert (tree.total, tuple(plan_of(tree, table))) == (price, plan)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("rules", ["3p3c", "2p4c", "2p5c", "3p2c-black", "3p4c-distinct"])
def test_search_with_fewest_at_max_finds_tree_of_definition(rules):
    table = CodeTable(parse_rules(rules))
    rules = table.rules
    plain = by_definition(rules, Prices())[0]
    most = next(most for most in count(1) if by_definition(rules, Prices(last=most))[0] == plain)
    price, plan = by_definition(rules, Prices(rules.secrets + 1, most, surcharge=1))
    objective = Objective(fewest_at_max=True)
    tree = build_tree("koyama-lai", rules, objective=objective)
    assert tuple(plan_of(tree, table)) == plan
    assert price == tree.total * (rules.secrets + 1) + tree.histogram[most - 1]
    assert tree.proof.upper_bound == tree.proof.lower_bound
    assert tree.proof.upper_bound == objective.price(tree.histogram)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("rules", ["3p3c", "2p4c", "3p2c-black", "3p4c-distinct"])
@pytest.mark.parametrize("within", [1, 2, 3])
def test_search_for_the_most_within_finds_tree_of_definition(rules, within):
    table = CodeTable(parse_rules(rules))
    objective = Objective(most_within=within)
    surcharge = objective.surcharge(table.rules.secrets, 0)
    tree = build_tree("koyama-lai", rules, objective=objective)
    found = tree.proof.upper_bound, tuple(plan_of(tree, table))
    assert found == by_definition(table.rules, Prices(1, None, surcharge, since=within + 1))


def test_bounds_fill_the_cheapest_levels_first():
    """Viaud 1979: 1, 13, 169 and 1113 secrets of 4p6c take 1 to 4 guesses, 4986 in total."""
    bounds = Bounds(Prices(), 14, 1296)
    assert bounds.after(0)[[1, 2, 14, 15, 183, 1296]].tolist() == [1, 3, 27, 30, 534, 4986]
    assert bounds.after(2)[[0, 1, 2]].tolist() == [0, 3, 7]
    assert Bounds(Prices(last=4), 14, 1296).after(1)[184] >= INFINITE


def test_history_longer_than_price_list_has_no_price():
    search = Search(CodeTable(PegRules(2, 3)), Prices(last=1))
    assert search.solve(np.arange(9), (0,)).price == INFINITE


def test_prices_have_surcharge_and_end():
    prices = Prices(10, last=3, surcharge=1)
    assert [prices(guesses) for guesses in (1, 2, 3, 4)] == [10, 20, 31, INFINITE]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("rules", "price", "most"),
    [("7p2c", 566, 1_000), ("8p2c", 1156, 2_000), ("9p2c", 2577, 5_000), ("4p8c", 20616, 2_000)],
)
def test_beam_of_no_slack_scans_few_sets(rules, price, most):
    """Without the symmetry of 7 to 9 pegs, the search would scan hundreds of thousands of sets."""
    table = CodeTable(parse_rules(rules))
    everything = np.arange(len(table.numbers))
    beam = beam_of_slack(table, Prices(), len(everything), 0)
    found = Search(table, Prices(), beam).solve(everything)
    assert found.price == price
    assert found.scanned < most
