"""The value of the game: compared with brute force over all trees, and with VALUES.md."""

import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import SizeError, build_tree, parse_rules
from mmtree.game.code_table import CodeTable
from mmtree.research.matrix_game import equilibrium
from mmtree.research.value import best_reply, game_value
from mmtree.search.exact import Search
from mmtree.search.prices import Prices

from support.all_trees import pattern_totals
from support.readmes import Readme

payoffs = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(
            st.fractions(Fraction(1, 9), 9, max_denominator=9), min_size=width, max_size=width
        ),
        min_size=1,
        max_size=4,
    )
)


def columns(rows):
    return list(map(list, zip(*rows, strict=True)))


def mean(chances, amounts):
    return sum(chance * amount for chance, amount in zip(chances, amounts, strict=True))


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(payoffs)
def test_no_strategy_improves_on_the_value(rows):
    """This property defines the value, so the way of finding it need not be tested."""
    found = equilibrium(rows)
    for chances in (found.rows, found.columns):
        assert sum(chances) == 1
        assert min(chances) >= 0
    assert all(mean(found.columns, row) <= found.value for row in rows)
    assert all(mean(found.rows, column) >= found.value for column in columns(rows))


KNOWN = {
    "2p2c": "2",
    "2p3c": "29/12",
    "2p4c": "45/16",
    "3p2c": "23/10",
    "3p3c": "73/27",
    "4p2c": "39/14",
}
"""Values found from all trees of each game; a test below finds them again."""


def solve_over_all_trees(rules):
    """Return the equilibrium over all trees."""
    sizes, totals = pattern_totals(parse_rules(rules))
    rows = columns(sorted(totals))
    return equilibrium(
        [[Fraction(total, size) for total in row] for row, size in zip(rows, sizes, strict=True)]
    )


@pytest.mark.parametrize("rules", KNOWN)
def test_value_equals_that_over_all_trees(rules):
    found = game_value(parse_rules(rules))
    assert found.value == solve_over_all_trees(rules).value == Fraction(KNOWN[rules])


def test_value_of_3p2c_needs_a_third_tree():
    """The best trees of both openings, totals 21 and 18, give 51/22; one of 19 is cheaper."""
    sizes, totals = pattern_totals(parse_rules("3p2c"))
    assert (sizes, totals) == ([2, 6], {(3, 18), (4, 15), (5, 13)})
    assert pattern_totals(parse_rules("3p2c"), [(0, 0, 0)])[1] == {(3, 18)}
    two = equilibrium([[Fraction(3, 2), Fraction(5, 2)], [Fraction(18, 6), Fraction(13, 6)]])
    assert two.value == Fraction(51, 22)
    chances = two.rows
    assert mean(chances, (Fraction(4, 2), Fraction(15, 6))) < two.value


@pytest.mark.parametrize("rules", ["3p4c-distinct", "3p3c-black", "4p4c-distinct", "1p5c"])
def test_value_of_one_pattern_is_the_least_average(rules):
    """The weighted search finds this average, too."""
    game = parse_rules(rules)
    found = game_value(game)
    total, _ = best_reply(Search(CodeTable(game), Prices()), np.ones(game.secrets, np.int64))
    assert found.value == found.uniform == Fraction(total, game.secrets)
    assert [*found.codemaker.values()] == [1]


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("rules", ["3p4c", "4p3c", "5p2c", "2p7c"])
def test_both_strategies_reach_the_value(rules):
    bounds = []
    found = game_value(parse_rules(rules), lambda *reported: bounds.append(reported))
    assert sum(found.codemaker.values()) == sum(one.weight for one in found.codebreaker) == 1
    assert min(found.codemaker.values()) >= 0
    assert found.uniform == build_tree("koyama-lai", rules).average <= found.value
    for at, chance in enumerate(found.codemaker.values()):
        average = sum(one.weight * one.averages[at] for one in found.codebreaker)
        assert average == found.value if chance else average <= found.value
    for one in found.codebreaker:
        assert mean(found.sizes.values(), one.averages) == one.tree.total
    lower, upper, _ = zip(*bounds, strict=True)
    assert list(lower) == sorted(lower)
    assert list(upper) == sorted(upper, reverse=True)
    assert lower[-1] == upper[-1] == found.value


def test_too_large_rules_raise():
    with pytest.raises(SizeError, match="5p8c has 32768 codes: values are found for at most 10000"):
        game_value(parse_rules("5p8c"))


PAGE = Readme("mmtree/research/VALUES.md").text
ROWS = re.findall(r"^\| (\dp\d+c) \| (\S+) \| ([\d.]+) \| (\d+)/\d+ = ([\d.]+) \|.*$", PAGE, re.M)
SLOW = {
    *("2p9c", "2p10c", "3p7c", "3p8c", "4p4c", "4p5c", "4p6c"),
    *("5p3c", "5p4c", "6p2c", "6p3c", "7p2c", "8p2c"),
}


@pytest.mark.slow
def test_table_of_values_equals_computed_ones(mmtree):
    """Only quick values are computed; tests/check verifies the certificate of 4p6c."""
    quick = [rules for rules, *_ in ROWS if rules not in SLOW]
    lines = mmtree("value", *quick).out.splitlines()
    assert len(lines) == 2 + len(quick) >= 15
    assert [line for line in lines if line not in PAGE] == []


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_rows_of_the_table_are_consistent(row):
    rules, value, decimal, total, alike = row
    secrets = parse_rules(rules).secrets
    assert f"{float(Fraction(value)):.4f}" == decimal
    assert f"{int(total) / secrets:.4f}" == alike
    assert Fraction(value) >= Fraction(int(total), secrets)
