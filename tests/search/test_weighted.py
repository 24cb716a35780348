"""The cheapest tree for weighted secrets, compared with all trees."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import parse_rules
from mmtree.play.codemaker import pattern_of, patterns
from mmtree.research.value import MAX_WEIGHT, best_reply
from mmtree.search.exact import Search
from mmtree.search.prices import Prices

from support.all_trees import pattern_totals

SMALL = ("2p3c", "2p4c", "3p2c", "3p3c", "4p2c")


@cache
def totals(rules):
    return pattern_totals(parse_rules(rules))


def weighted(rules, each):
    """Return a search, and the weights of all codes, given the weight of each pattern."""
    table = CodeTable(parse_rules(rules))
    names = patterns(table.rules)
    of = [names.index(pattern_of(code, table.rules)) for code in table.numbers.tolist()]
    return Search(table, Prices()), np.array(each, np.int64)[of]


def cheapest(rules, each):
    """Return the least price of all trees."""
    return min(sum(w * t for w, t in zip(each, row, strict=True)) for row in totals(rules)[1])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_no_tree_is_cheaper(data):
    rules = data.draw(st.sampled_from(SMALL))
    count = len(totals(rules)[0])
    each = data.draw(st.lists(st.integers(0, 9), min_size=count, max_size=count).filter(any))
    price, plan = best_reply(*weighted(rules, each))
    weights = weighted(rules, each)[1]
    assert price == cheapest(rules, each) == priced(weights, plan)


def priced(weights, plan, depth=1):
    """Return the price of a plan, computed from its guesses."""
    guess, after = plan
    return int(weights[guess]) * depth + sum(priced(weights, one, depth + 1) for _, one in after)


def test_limit_excludes_its_own_price():
    search, weights = weighted("3p3c", [5, 2, 7])
    price, plan = best_reply(search, weights)
    assert best_reply(search, weights, price) == (price, None)
    assert best_reply(search, weights, price + 1) == (price, plan)


@pytest.mark.parametrize("secrets", [[3], [2, 5]])
def test_secrets_without_weight_cost_nothing(secrets):
    """Of two secrets with weights, the heavier one is guessed first."""
    search = Search(CodeTable(parse_rules("3p2c")), Prices())
    weights = np.zeros(8, np.int64)
    weights[secrets] = np.arange(1, len(secrets) + 1)
    price, plan = best_reply(search, weights)
    assert (price, plan[0]) == ({1: 1, 2: 4}[len(secrets)], secrets[-1])


def test_large_weights_are_counted_exactly():
    most = MAX_WEIGHT // 27
    search, weights = weighted("3p3c", [most, most, most])
    assert best_reply(search, weights)[0] == 73 * most
