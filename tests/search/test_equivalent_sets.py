"""Canonical forms of sets: sets that differ only in positions and colours are searched once."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import parse_rules
from mmtree.search.native_game import as_uint32, native_game

from support.environment import needs_native
from support.random_searches import agreeing
from support.symmetries import images

SMALL = ["2p4c", "3p3c", "4p2c", "3p4c-distinct", "3p3c-black", "3p4c-distinct-black"]
LARGE = ["4p6c", "3p8c", "4p7c-distinct", "5p4c", "4p5c-black", "4p6c-distinct-black"]


def codes(rules):
    """Return all codes of the rules: int64[secrets, pegs]."""
    return np.array(CodeTable(rules).digits, np.int64).T


def numbers(rules, codes):
    """Return the codes as ascending numbers to base `colors`; the first peg is the lowest digit."""
    return tuple(sorted((codes * rules.colors ** np.arange(rules.pegs)).sum(axis=1).tolist()))


def renamed(rules, codes, renaming):
    pegs, names = renaming
    return names[np.arange(rules.pegs), codes[:, pegs]]


def form(rules, codes):
    """Return the canonical form of a set of codes."""
    ranks = np.flatnonzero(np.isin(all_numbers(rules), numbers(rules, codes)))
    found = native_game(rules).canonical_form(as_uint32(ranks))
    return tuple(np.frombuffer(found, np.uint32).tolist())


@cache
def all_numbers(rules):
    return (codes(rules) * rules.colors ** np.arange(rules.pegs)).sum(axis=1)


@pytest.mark.slow
@needs_native
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(SMALL), st.integers(1, 12), st.integers(0, 10**6))
def test_canonical_form_is_equivalent_to_the_set(name, size, seed):
    """A form is an image of its set, so sets with equal forms are equivalent.

    A set with one code changed is compared, too.
    """
    rules = parse_rules(name)
    everything = codes(rules)
    random = np.random.default_rng(seed)
    order = random.permutation(len(everything))
    alike = set()
    for chosen in (order[:size], np.append(order[1:size], order[size])):
        secrets = everything[chosen]
        numbered = np.sort(all_numbers(rules)[images(rules)[:, chosen]], axis=1)
        moved = set(map(tuple, numbered.tolist()))
        found = form(rules, secrets)
        assert found in moved
        assert not alike or (found in alike) == bool(alike & moved)
        alike = moved


@needs_native
@pytest.mark.parametrize("name", LARGE)
def test_equivalent_sets_have_same_canonical_form(name):
    """Misleading equal signatures give another form to at most one set in twenty."""
    rules = parse_rules(name)
    table, everything = CodeTable(rules), codes(rules)
    by_peg = not rules.whites and not rules.distinct
    random = np.random.default_rng(1)
    asked = missed = 0
    for guesses in [1, 2] * 30:
        history = random.integers(len(everything), size=guesses)
        secrets = everything[agreeing(table, history, random)]
        pegs = list(random.permutation(rules.pegs))
        names = [random.permutation(rules.colors) for _ in range(rules.pegs)]
        names = np.array(names if by_peg else names[:1] * rules.pegs)
        other = renamed(rules, secrets, (pegs, names))
        asked += 1
        missed += form(rules, other) != form(rules, secrets)
    assert missed <= asked // 20
