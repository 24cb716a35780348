"""The nodes of a tree, made from the guesses of a search."""

import pytest

from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import parse_rules
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import Prices
from mmtree.strategies.interface import expand_tree

from support.environment import needs_native

GAMES = (
    "4p6c",
    "3p6c-distinct",
    "3p4c-black",
    "3p4c-holes",
    "3p4c-distinct-secrets",
    "3p4c-places",
)


@needs_native
@pytest.mark.parametrize("rules", GAMES)
def test_kernels_make_the_same_nodes_of_all_secrets(rules, monkeypatch):
    table = CodeTable(parse_rules(rules))
    guesses = NativeSearch(table, Prices()).solve(table.secrets).guesses
    found = expand_tree(table, guesses, None)
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    assert expand_tree(table, guesses, None) == found
