"""``mmtree bounds`` prints lower bounds for all strategies, next to the best known trees."""

import json

import pytest

from mmtree import PegRules, parse_rules
from mmtree.research import bounds as room
from mmtree.research.bounds import compute_bounds, find_best_known
from mmtree.tree import ready_made


def test_bounds_of_4p6c_equal_the_published_ones():
    """The README shows the whole output of the command."""
    found = compute_bounds(PegRules())
    averages = [f"{least.total / 1296:.3f}" for least in (found.formula, found.least_after_one)]
    assert (found.formula.max, averages[0]) == (4, "3.847")  # Viaud 1979
    assert (found.least_after_one.max, averages[1]) == (5, "4.009")  # Neuwirth 1982


def test_bound_that_a_known_tree_reaches_is_the_least(mmtree):
    assert mmtree("bounds", "3p2c").out.endswith(
        "no strategy has max below 3 (reached), or average below 2.250 (total 18, reached)\n"
    )


def test_json_holds_all_bounds(mmtree):
    report = json.loads(mmtree("bounds", "3p2c", "--json").out)
    two = {"max": 4, "total": 21, "average": 21 / 8}
    assert report["openings"][0] == {
        "opening": "AAA",
        "codes": 2,
        "cells": 4,
        "largest": 3,
        "after_one_guess": {"max": 3, "total": 19, "average": 19 / 8},
        "after_two_guesses": two,
    }
    assert report["least_after_two_guesses"] == {"max": 3, "total": 18, "average": 18 / 8}
    best = report["best_known"]["least total"]
    assert (best["tree"], best["total"], best["proved_optimal"]) == (
        *("koyama-lai-3p2c", 18, "expected"),
    )


def test_no_ready_made_tree_is_below_the_bounds():
    """Only small rules are tested, whose second bound is quick with both kernels."""
    rules = {parse_rules(text) for text in ("3p2c", "4p5c", "4p6c-distinct", "8p2c")}
    for game in rules:
        found = compute_bounds(game)
        for _, head in find_best_known(game).values():
            assert found.formula.total <= found.least_after_one.total <= found.least_after_two.total
            assert found.least_after_two.total <= head.claim.total
            assert found.least_after_two.max <= head.claim.max


def test_black_pegs_only_have_one_kind_of_opening(mmtree):
    out = mmtree("bounds", "3p4c-black").out.splitlines()
    assert [row.split()[:2] for row in out[5:7]] == [["AAA", "64"], ["least", "5"]]
    assert "best known: no ready-made tree is of 3p4c-black" in out


@pytest.mark.parametrize("text", ["1p2c", "2p2c-distinct", "2p2c-distinct-black", "9p2c", "1p36c"])
def test_bounds_of_smallest_and_largest_rules(mmtree, text):
    result = mmtree("bounds", text)
    assert (result.status, result.err) == (0, "")
    assert "no strategy has max below" in result.out


@pytest.mark.slow
def test_largest_rules_give_reason_for_no_second_bound(mmtree, refused):
    out = mmtree("bounds", "9p36c").out
    assert "after two guesses: 9p36c has 101559956668416 codes" in out
    assert out.endswith(
        "no strategy has max below 10, or average below 9.851 (total 1000448317706873)\n"
    )
    assert "AAAAAAAAA" in out
    assert "ABCDEFGHI" in out
    assert "at most 3000000 are supported" in refused("bounds", "9p36c", "--second")


def test_slow_bounds_are_computed_on_request(mmtree, monkeypatch):
    monkeypatch.setattr(room, "MAX_SECRETS", 100)
    out = mmtree("bounds", "4p5c").out
    assert "not counted after two guesses: 4p5c has 625 secrets, more than 100 (--second)" in out
    assert "after two guesses" in mmtree("bounds", "4p5c", "--second").out.splitlines()[3]


def test_table_too_large_is_reported(mmtree, monkeypatch):
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    monkeypatch.setattr("mmtree.game.code_table._memory", lambda: 1000)
    assert "not counted after two guesses: the feedback table of" in mmtree("bounds", "4p5c").out


def test_best_known_prefers_the_proved_tree(monkeypatch):
    assert {what: name for what, (name, _) in find_best_known(parse_rules("4p5c")).items()} == {
        "least total": "koyama-lai-4p5c",
        "least max": "koyama-lai-worst-first-4p5c",
    }
    monkeypatch.setattr(ready_made, "_paths", dict)
    assert find_best_known(PegRules()) == {}
