"""The least max of all trees: compared with brute force and between the kernels."""

import os
import re
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import (
    NoTreeError,
    Objective,
    PegRules,
    build_tree,
    load,
    parse_rules,
    save,
    verify,
)
from mmtree.game.code_table import CodeTable
from mmtree.search.feasibility import Feasibility

from support.environment import needs_native
from support.random_searches import instruction_sets, vectors
from support.readmes import Readme
from support.small_games import code_game, least_max

TINY = [
    *("1p2c", "1p5c", "2p2c", "2p3c", "2p4c", "3p2c", "4p2c", "2p3c-distinct", "3p4c-distinct"),
    *("2p3c-black", "3p2c-black", "3p3c-distinct-black", "3p3c"),
]

RULES = ["4p3c", "4p4c", "4p5c", "4p6c", "4p7c", "3p8c", "5p4c", "8p2c", "6p3c"] + [
    "4p6c-distinct",
    "4p4c-black",
]


@pytest.mark.parametrize("rules", TINY)
def test_least_max_equals_that_of_brute_force(rules):
    tree = build_tree("least-max", rules)
    of = tree.rules
    assert tree.max == least_max(code_game(of.pegs, of.colors, of.distinct, of.whites))
    assert tree.proof.optimal
    assert tree.proof.upper_bound == tree.max


@pytest.mark.slow(after=2)
@needs_native
@pytest.mark.parametrize("rules", RULES)
def test_least_max_agrees_with_exact_search(tmp_path, monkeypatch, rules):
    """The exact search with worst_first proves the least max by another method."""
    monkeypatch.setenv("MMTREE_KERNEL", "native")
    least = build_tree("koyama-lai", rules, objective=Objective(worst_first=True)).max
    save(build_tree("least-max", rules), tmp_path / "tree")
    report = verify(tmp_path / "tree", max=least)
    assert report.holds, report
    assert report.max == least
    words = f"finds every secret within {least - 1} guesses: that is proved"
    with pytest.raises(NoTreeError, match=words):
        build_tree("least-max", rules, max_guesses=least - 1)


@pytest.mark.parametrize("opening", ["AAAA", "AABB", "ABCD"])
@needs_native
def test_opening_may_have_no_tree_within_limit(monkeypatch, opening):
    """In 4p6c, five guesses are enough after AABB or ABCD, but not after AAAA."""
    monkeypatch.setenv("MMTREE_KERNEL", "native")
    if opening == "AAAA":
        with pytest.raises(NoTreeError, match="within 5 guesses with that opening: that is proved"):
            build_tree("least-max", opening=opening, max_guesses=5)
    tree = build_tree("least-max", opening=opening)
    assert (tree.max, str(tree.proof)) == (
        6 if opening == "AAAA" else 5,
        f"proved optimal (max, opened {opening})",
    )


def test_few_tries_find_trees_but_prove_nothing():
    tree = build_tree("least-max", "5p2c", tries=1)
    assert (tree.max, build_tree("least-max", "5p2c").max) == (5, 4)
    assert tree.proof is None
    with pytest.raises(NoTreeError) as raised:
        build_tree("least-max", "5p2c", tries=1, max_guesses=4)
    assert str(raised.value) == (
        "no tree within 4 guesses was found with 1 try for each set of secrets: allow more, or all"
    )


def test_tree_that_reaches_counting_bound_is_a_proof():
    assert build_tree("least-max", "3p2c", tries=1).proof.optimal


def test_high_limit_is_decided_quickly():
    assert build_tree("least-max", "3p3c", max_guesses=10**18).max <= 5


def test_more_tries_than_codes_are_all_tries():
    """The native kernel counts tries with 32 bits."""
    table = CodeTable(PegRules(4, 6))
    assert Feasibility(table, 2**32 + 1).plan(5) == Feasibility(table, 1296).plan(5)


@pytest.mark.slow
@needs_native
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(
        ["3p4c", "4p3c", "3p6c", "4p5c", "3p5c-distinct", "3p4c-black", "6p2c", "2p7c"]
    ),
    st.integers(1, 60),
    st.integers(1, 6),
    st.sampled_from([None, None, 1, 2, 5]),
    st.integers(0, 10**6),
)
def test_native_kernel_equals_definition(rules, size, left, tries, seed):
    table = CodeTable(parse_rules(rules))
    codes = len(table.numbers)
    some = np.sort(np.random.default_rng(seed).permutation(codes)[:size])

    def find(kernel):
        with mock.patch.dict(os.environ, MMTREE_KERNEL=kernel):
            return Feasibility(table, tries).find(some, left, (0, codes - 1))

    expected = find("numpy")
    for name in instruction_sets():
        with vectors(name):
            assert find("native") == expected, name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "size", "left", "there"),
    [
        ("3p5c", 125, 4, False),
        ("3p6c", 140, 4, False),
        ("4p4c", 256, 4, True),
        ("4p5c", 300, 4, True),
        ("3p6c-black", 120, 5, False),
        ("4p5c-distinct", 120, 4, False),
    ],
)
@needs_native
def test_kernels_agree_on_large_sets_near_the_limit(monkeypatch, rules, size, left, there):
    """Here the native kernel refuses many guesses at a time; the NumPy kernel does not."""
    table = CodeTable(parse_rules(rules))
    secrets = np.sort(np.random.default_rng(1).permutation(len(table.numbers))[:size])
    found = []
    for kernel in ("native", "numpy"):
        monkeypatch.setenv("MMTREE_KERNEL", kernel)
        found.append(Feasibility(table).find(secrets, left, (0, 1)))
    assert found[0] == found[1]
    assert (found[0] is not None) == there


BOUNDS = {
    row["rules"]: [int(bound) for bound in row["least max"].split(" to ")]
    for row in Readme("mmtree/search/README.md").table("## What is proved")
}
"""The lower and upper bound of the least max, or its value, for each game of the README."""


@pytest.mark.slow(after=6)
@pytest.mark.parametrize("row", Readme("mmtree/search/README.md").table("## What is proved"))
def test_table_of_bounds_is_consistent(row):
    assert parse_rules(row["rules"]).secrets == int(row["secrets"])
    bounds = BOUNDS[row["rules"]]
    assert bounds == sorted(set(bounds))
    assert not row["max"] or bounds[0] <= int(row["max"])
    if found := re.fullmatch("max by (koyama-lai-.+)", row["source"]):
        assert load(found[1]).max == bounds[-1]


@pytest.mark.slow
@needs_native
@pytest.mark.parametrize("rules", ["3p16c", "4p12c-distinct"])
def test_quickest_proofs_of_the_bounds_table_hold(monkeypatch, rules):
    """The other proofs take longer than all of these tests."""
    monkeypatch.setenv("MMTREE_KERNEL", "native")
    with pytest.raises(NoTreeError, match="that is proved"):
        build_tree("least-max", rules, max_guesses=BOUNDS[rules][0] - 1)


@needs_native
def test_trees_of_the_bounds_table_are_found(monkeypatch):
    monkeypatch.setenv("MMTREE_KERNEL", "native")
    assert build_tree("least-max", "3p16c", max_guesses=9, tries=5).max == BOUNDS["3p16c"][-1]
