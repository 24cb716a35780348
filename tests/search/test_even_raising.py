"""Even raising: the cells of large sets are searched in another order, with the same answers."""

import numpy as np
import pytest

from mmtree import load, parse_rules
from mmtree.game.code_table import CodeTable
from mmtree.search.exact import Search
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import INFINITE, Prices

from support.environment import needs_native
from support.random_searches import outcome


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("rules", ["4p7c", "7p3c"])
def test_limit_near_the_least_total_changes_no_answer(rules, jobs):
    """The least total is that of the ready-made tree; all openings fail at that limit."""
    table = CodeTable(parse_rules(rules))
    secrets = np.arange(len(table.numbers))
    total = load(f"koyama-lai-{rules}").total
    found = NativeSearch(table, Prices(), jobs).solve(secrets)
    assert found.price == total
    for above in 1, 40:
        again = NativeSearch(table, Prices(), jobs).solve(secrets, limit=total + above)
        assert again.guesses == found.guesses
    for below in 0, 30:
        limit = total - below
        assert NativeSearch(table, Prices(), jobs).solve(secrets, limit=limit).price == INFINITE


@needs_native
@pytest.mark.slow
def test_search_of_large_sets_equals_definition(monkeypatch):
    """The 1680 secrets of 4p8c-distinct are searched with an objective that limits the guesses."""
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    table = CodeTable(parse_rules("4p8c-distinct"))
    secrets = np.arange(len(table.numbers))
    prices = Prices(1000, 7, 1)
    found = NativeSearch(table, prices).solve(secrets)
    expected = Search(table, prices).solve(secrets)
    assert outcome(found) == outcome(expected)
