"""Weights of secrets, as a part of the rules."""

import pytest

from mmtree import PegRules, RulesError
from mmtree.game.code_table import CodeTable
from mmtree.game.make_table import table_rules
from mmtree.game.read_rules import from_map
from mmtree.game.rules import MAX_PRICE
from mmtree.game.symmetry import Symmetry
from mmtree.game.word_rules import word_rules

GAMES = [
    PegRules(2, 2),
    PegRules(2, 3, distinct=True),
    PegRules(2, 3, nozero=True),
    word_rules(["tea", "ate", "eat"], ["tee"], name="drinks"),
    table_rules(["fever"], ["flu", "cold"], [["yes", "no"]], name="ills"),
]


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_weighted_rules_are_read_back_from_a_map(rules):
    weights = tuple(range(1, rules.secrets + 1))
    weighted = rules.weighted(weights)
    assert str(weighted) == f"{rules}-weighted"
    assert not weighted.defined_by_text
    assert not weighted.classic
    assert weighted.to_map()["weights"] == [*weights]
    assert from_map(weighted.to_map()) == weighted != rules
    assert weighted.weighted(()) == rules
    assert CodeTable(weighted).weights.tolist() == [*weights]
    assert weighted.for_player(list(rules.codes()))[0].weights == ()


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_rules_without_weights_have_equal_ones_and_no_key(rules):
    assert "weights" not in rules.to_map()
    assert set(CodeTable(rules).weights) == {1}


@pytest.mark.parametrize(
    "wrong", [[1], [1, 2, 0, 1], [1, 2, -3, 1], [1, 1, True, 1], [1, 1, 1, 1.0], [], {}, "1111", 5]
)
def test_wrong_weights_of_a_file_are_refused(wrong):
    value = PegRules(2, 2, consistent=True).to_map() | {"weights": wrong}
    with pytest.raises(RulesError):
        from_map(value)


def test_weights_whose_prices_do_not_fit_are_refused():
    rules = PegRules(2, 2)
    most = MAX_PRICE // 4
    assert rules.weighted([1, 1, 1, most - 3]).weights[3] == most - 3
    with pytest.raises(RulesError, match="divide all weights"):
        rules.weighted([1, 1, 1, most - 2])


def test_only_different_weights_leave_no_symmetry():
    for rules in GAMES:
        plain, equal, other = (
            Symmetry(CodeTable(rules.weighted(weights))).trivial
            for weights in ([], [7] * rules.secrets, [*range(1, rules.secrets + 1)])
        )
        assert (equal, other) == (plain, True)
