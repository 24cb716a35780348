"""Exact search: known optima, and comparison with the definition by brute force."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import NoTreeError, Rules, StrategyError, build_tree, word_rules
from mmtree.game.feedback import feedback
from mmtree.game.objective import Objective
from mmtree.game.table import CodeTable
from mmtree.search.exact import Search
from mmtree.search.prices import INFINITE, Bounds, Prices

from support.random_searches import beam_of_slack

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


@pytest.mark.slow(after=6)
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


@pytest.mark.parametrize("opening", ["AAA", "BBB"])
def test_given_opening_gives_known_total(opening):
    tree = build_tree("koyama-lai", "3p2c", opening=opening)
    assert (tree.total, tree.max) == (21, 4)
    assert tree.proof.objective == f"expected, opened {opening}"


@pytest.mark.parametrize("opening", ["AAB", "ABB", "BAB", "BBA"])
def test_openings_that_are_images_of_each_other_give_the_same_total(opening):
    tree = build_tree("koyama-lai", "3p2c", opening=opening)
    assert (tree.total, tree.max) == (18, 3)


def test_four_guesses_are_impossible():
    with pytest.raises(
        NoTreeError, match="4p6c finds every secret within 4 guesses: that is proved"
    ):
        build_tree("koyama-lai", objective=Objective(max_guesses=4))
    with pytest.raises(NoTreeError, match="within 4 guesses with that opening"):
        build_tree("koyama-lai", opening="ABCD", objective=Objective(True, 4))
    with pytest.raises(StrategyError, match="max_guesses must be at least 1, got 0"):
        Objective(max_guesses=0)


class BruteForce:
    """A search by definition: of the cheapest guesses, the least bound, then the lowest code."""

    def __init__(self, rules, prices):
        self.rules, self.prices = rules, prices
        self.codes = tuple(rules.codes())
        self.answers = {(a, b): feedback(a, b, rules) for a in self.codes for b in self.codes}
        self.bounds = Bounds(prices, len(rules.feedbacks), len(self.codes))
        self.best = cache(self._best)

    def _best(self, secrets, depth):
        """Return the price and the plan of the tree by definition."""
        found = []
        for guess in self.codes:
            cells = {}
            for secret in secrets:
                cells.setdefault(self.answers[guess, secret], []).append(secret)
            if len(cells) == 1 and self.rules.all_right not in cells:
                continue
            bound = price = 0
            plan = []
            for value in sorted(cells):
                if value == self.rules.all_right:
                    cost = least = self.prices(depth + 1)
                else:
                    least = int(self.bounds.after(depth + 1)[len(cells[value])])
                    cost = least
                    if least < INFINITE:
                        cost, after = self.best(tuple(cells[value]), depth + 1)
                        plan.append((value, after))
                bound, price = bound + least, price + cost
            found.append((min(price, INFINITE), bound, guess, tuple(plan)))
        price, _, guess, plan = min(found, default=(INFINITE, 0, 0, ()))
        return price, (guess, plan)


def plan_of(node):
    return node.guess, tuple((value, plan_of(child)) for value, child in node.children.items())


SMALL = ["2p2c", "2p3c", "2p4c", "3p2c", "3p3c", "2p4c-distinct", "3p4c-distinct", "1p5c"] + [
    "3p2c-black",
    "2p3c-black",
    "3p3c-black",
    "3p4c-distinct-black",
    "4p2c",
]


@pytest.mark.slow(after=6)
@pytest.mark.parametrize("rules", SMALL)
def test_search_finds_tree_of_definition(rules):
    rules = Rules.parse(rules)
    tree = build_tree("koyama-lai", rules)
    brute = BruteForce(rules, Prices())
    assert (tree.total, plan_of(tree.root)) == brute.best(brute.codes, 0)


@pytest.mark.slow(after=18)
@pytest.mark.parametrize("rules", ["3p3c", "2p4c", "3p2c-black", "3p4c-distinct", "4p2c"])
@pytest.mark.parametrize("most", [1, 2, 3, 4, 5, 6])
def test_search_with_max_guesses_finds_tree_of_definition(rules, most):
    rules = Rules.parse(rules)
    brute = BruteForce(rules, Prices(last=most))
    price, plan = brute.best(brute.codes, 0)
    objective = Objective(max_guesses=most)
    if price == INFINITE:
        with pytest.raises(NoTreeError):
            build_tree("koyama-lai", rules, objective=objective)
        return
    tree = build_tree("koyama-lai", rules, objective=objective)
    assert (tree.total, plan_of(tree.root)) == (price, plan)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("rules", ["3p3c", "2p4c", "2p5c", "3p2c-black", "3p4c-distinct"])
def test_search_with_fewest_at_max_finds_tree_of_definition(rules):
    rules = Rules.parse(rules)
    plain = BruteForce(rules, Prices()).best(tuple(rules.codes()), 0)[0]
    most = next(
        most
        for most in range(1, 10)
        if BruteForce(rules, Prices(last=most)).best(tuple(rules.codes()), 0)[0] == plain
    )
    prices = Prices(rules.secrets + 1, most, surcharge=1)
    price, plan = BruteForce(rules, prices).best(tuple(rules.codes()), 0)
    objective = Objective(fewest_at_max=True)
    tree = build_tree("koyama-lai", rules, objective=objective)
    assert plan_of(tree.root) == plan
    assert price == tree.total * (rules.secrets + 1) + tree.histogram[most - 1]
    assert tree.proof.upper_bound == tree.proof.lower_bound
    assert tree.proof.upper_bound == objective.price(
        rules.secrets, tree.total, most, tree.histogram[-1]
    )


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["3p2c", "2p3c", "2p4c-distinct", "3p2c-black"]), st.integers(0, 30))
def test_no_strategy_beats_the_optimum(rules, seed):
    best = build_tree("koyama-lai", rules)
    assert build_tree("random", rules, seed=seed).total >= best.total


def test_bounds_fill_the_cheapest_levels_first():
    """Viaud 1979: 1, 13, 169 and 1113 secrets of 4p6c take 1 to 4 guesses, 4986 in total."""
    bounds = Bounds(Prices(), 14, 1296)
    assert bounds.after(0)[[1, 2, 14, 15, 183, 1296]].tolist() == [1, 3, 27, 30, 534, 4986]
    assert bounds.after(2)[[0, 1, 2]].tolist() == [0, 3, 7]
    assert Bounds(Prices(last=4), 14, 1296).after(1)[184] >= INFINITE


def test_history_longer_than_price_list_has_no_price():
    search = Search(CodeTable(Rules(2, 3)), Prices(last=1))
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
    table = CodeTable(Rules.parse(rules))
    everything = np.arange(len(table.numbers))
    beam = beam_of_slack(table, Prices(), len(everything), 0)
    found = Search(table, Prices(), beam).solve(everything)
    assert found.price == price
    assert found.scanned < most
