"""Invariants of trees, searches and the checker."""

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import StrategyTree, build_tree, save
from mmtree.check.rebuild import check_rebuilt
from mmtree.check.verify import verify
from mmtree.strategies.builder import rebuild
from mmtree.strategies.catalogue import ROWS
from mmtree.tree.provenance import Strategy


@settings(max_examples=20, deadline=None)
@given(st.randoms())
def test_permuted_positions_and_colors_keep_the_histogram(knuth, random):
    rules = knuth.rules
    order = random.sample(range(rules.pegs), rules.pegs)
    names = random.sample(range(rules.colors), rules.colors)
    guesses = array("Q")
    for code in knuth.guess:
        digits = rules.digits(code)
        guesses.append(rules.number(tuple(names[digits[position]] for position in order)))
    moved = StrategyTree(rules, Strategy("moved"), guesses, knuth.feedback, knuth.extent)
    assert moved.histogram == knuth.histogram


@pytest.mark.slow(after=15)
@pytest.mark.parametrize("name", [row.name for row in ROWS])
@pytest.mark.parametrize("rules", ["3p4c", "3p5c-distinct", "3p3c-black", "2p8c"])
def test_builder_and_checker_agree(tmp_path, name, rules):
    tree = build_tree(name, rules)
    save(tree, tmp_path / "a.mmtree")
    report = verify(tmp_path / "a.mmtree")
    assert report.holds, report.findings
    assert (report.total, report.histogram) == (tree.total, tree.histogram)
    check_rebuilt(report, rebuild(report.tree))
    assert report.holds, report.findings
    assert report.findings[-1].topic == ("proved" if tree.proof else "strategy")
