"""Canonical forms of sets: sets that differ only in positions and colours are searched once."""

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


def numbers(rules, codes):
    """Return codes as numbers to base `colors`; the first peg is the lowest digit."""
    return codes @ rules.colors ** np.arange(rules.pegs)


def form(rules, secrets):
    """Return the canonical form of a set of ranks."""
    found = native_game(rules).canonical_form(as_uint32(np.sort(secrets)))
    return tuple(np.frombuffer(found, np.uint32).tolist())


@pytest.mark.slow
@needs_native
@settings(max_examples=50, deadline=None)
@given(st.sampled_from(SMALL), st.integers(1, 12), st.integers(0, 10**6))
def test_canonical_form_is_equivalent_to_the_set(name, size, seed):
    """A form is an image of its set, so only equivalent sets, one code changed or not, share it."""
    rules = parse_rules(name)
    numbered = numbers(rules, np.array(CodeTable(rules).digits, np.int64).T)
    order = np.random.default_rng(seed).permutation(rules.secrets)
    alike = set()
    for chosen in (order[:size], np.append(order[1:size], order[size])):
        moved = np.sort(numbered[images(rules)[:, chosen]], axis=1)
        moved = set(map(tuple, moved.tolist()))
        found = form(rules, chosen)
        assert found in moved
        assert not alike or (found in alike) == bool(alike & moved)
        alike = moved


@needs_native
@pytest.mark.parametrize("name", LARGE)
def test_equivalent_sets_have_same_canonical_form(name):
    """Misleading equal signatures give another form to at most one set in twenty."""
    rules = parse_rules(name)
    table = CodeTable(rules)
    everything = np.array(table.digits, np.int64).T
    by_peg = not rules.whites and not rules.distinct
    random = np.random.default_rng(1)
    asked, missed = [1, 2] * 30, 0
    for guesses in asked:
        history = random.integers(len(everything), size=guesses)
        secrets = agreeing(table, history, random)
        pegs = random.permutation(rules.pegs)
        names = [random.permutation(rules.colors) for _ in range(rules.pegs)]
        names = np.array(names if by_peg else names[:1] * rules.pegs)
        renamed = names[np.arange(rules.pegs), everything[secrets][:, pegs]]
        other = np.isin(numbers(rules, everything), numbers(rules, renamed))
        missed += form(rules, np.flatnonzero(other)) != form(rules, secrets)
    assert missed <= len(asked) // 20
