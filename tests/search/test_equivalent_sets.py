"""Equivalent sets, which differ only in positions and colours, are searched once."""

import numpy as np
import pytest

from mmtree.game.code_table import CodeTable
from mmtree.game.codes import Codes
from mmtree.game.peg_rules import parse_rules
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import Prices

from support.environment import needs_native
from support.random_searches import agreeing

GAMES = ["5p8c-distinct", "4p4c-black", "4p6c-distinct-black"]
"""Games whose sets of 150 secrets have many sets of 24 or more, which the cache stores."""


def search(rules):
    return NativeSearch(Codes(rules), Prices(), remember=True)


def renamed(table, ranks, random):
    """Return a set with its positions exchanged and its colours renamed, by a random symmetry."""
    rules = table.rules
    codes = np.array(table.digits, np.int64).T
    weights = rules.colors ** np.arange(rules.pegs)
    separate = not rules.whites and not rules.distinct
    names = [random.permutation(rules.colors) for _ in range(rules.pegs)]
    names = np.array(names if separate else names[:1] * rules.pegs)
    moved = names[np.arange(rules.pegs), codes[ranks][:, random.permutation(rules.pegs)]]
    return np.flatnonzero(np.isin(codes @ weights, moved @ weights))


@needs_native
@pytest.mark.parametrize("name", GAMES)
def test_equivalent_sets_are_searched_once(name):
    """A search with the cache of an equivalent set saves as much as with that of the set itself."""
    rules = parse_rules(name)
    table, random = CodeTable(rules), np.random.default_rng(1)
    alone = same = equivalent = 0
    for _ in range(6):
        secrets = agreeing(table, random.integers(rules.secrets, size=1), random)[:150]
        first = search(rules).solve(secrets)
        alone += first.scanned
        cached = search(rules)
        cached.solve(secrets)
        same += cached.solve(secrets).scanned
        cached = search(rules)
        cached.solve(renamed(table, secrets, random))
        found = cached.solve(secrets)
        equivalent += found.scanned
        assert found == first._replace(scanned=found.scanned)
    assert same < 0.9 * alone
    assert alone - equivalent > 0.75 * (alone - same)


@needs_native
@pytest.mark.parametrize("name", GAMES)
def test_sets_that_differ_in_a_secret_are_not_equivalent(name):
    """One cache for many similar sets changes no tree."""
    rules = parse_rules(name)
    table, random = CodeTable(rules), np.random.default_rng(2)
    cached = search(rules)
    for _ in range(3):
        secrets = agreeing(table, random.integers(rules.secrets, size=1), random)[:150]
        for each in range(3):
            fewer = np.delete(renamed(table, secrets, random), each)
            found = cached.solve(fewer)
            assert found == search(rules).solve(fewer)._replace(scanned=found.scanned)
