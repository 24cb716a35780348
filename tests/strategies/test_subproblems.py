"""The subproblems of a plan: the guesses, secrets and total of each."""

import numpy as np
import pytest

from mmtree import build_tree
from mmtree.game.code_table import CodeTable
from mmtree.game.feedback import feedback
from mmtree.game.peg_rules import parse_rules
from mmtree.strategies.subproblems import list_subproblems, plan_of, replace_guesses

CASES = ["1p2c", "1p5c", "2p3c", "3p3c", "3p4c", "4p3c", "4p4c-distinct", "3p4c-black"]


@pytest.fixture(params=CASES)
def planned(request):
    """A table, a tree, and the plan of the tree."""
    table = CodeTable(parse_rules(request.param))
    tree = build_tree("knuth", request.param)
    return table, tree, plan_of(tree, table)


def test_first_subproblem_is_whole_tree(planned):
    table, tree, plan = planned
    sets = list_subproblems(table, plan)
    assert (sets[0].history, sets[0].start, sets[0].end) == ((), 0, len(plan))
    assert sets[0].secrets.tolist() == list(range(len(table.numbers)))
    assert sets[0].total == tree.total
    assert [each.start for each in sets] == list(range(len(plan)))


def test_sets_follow_from_guesses_before(planned):
    table, _, plan = planned
    for each in list_subproblems(table, plan):
        codes = [int(table.numbers[rank]) for rank in each.history]

        def answers(secret, codes=codes):
            secret = int(table.numbers[secret])
            return [feedback(code, secret, table.rules) for code in codes]

        first = answers(int(each.secrets[0]))
        agree = [rank for rank in range(len(table.numbers)) if answers(rank) == first]
        assert each.secrets.tolist() == agree
        assert len(agree) > 2 or not each.history


def test_replacing_guesses_by_themselves_changes_nothing(planned):
    table, _, plan = planned
    sets = [each for each in list_subproblems(table, plan) if len(each.history) == 1]
    same = {each: plan[each.start : each.end] for each in sets[::2]}
    assert replace_guesses(plan, same) == list(plan)


def test_guesses_are_replaced_in_place():
    table = CodeTable(parse_rules("4p3c"))
    plan = plan_of(build_tree("lexicographic", "4p3c"), table)
    sets = [each for each in list_subproblems(table, plan) if len(each.history) == 1]
    marked = {each: [1000 + at, 2000 + at] for at, each in enumerate(sets)}
    new = replace_guesses(plan, dict(reversed(marked.items())))
    assert new == [plan[0], *np.ravel([*marked.values()]).tolist()]
    assert replace_guesses(plan, {}) == list(plan)


def test_lower_of_two_secrets_comes_first():
    """Other trees may take two guesses for each of the two secrets."""
    table = CodeTable(parse_rules("4p3c"))
    tree = build_tree("random", "4p3c", seed=5)
    assert list_subproblems(table, plan_of(tree, table))[0].total <= tree.total
