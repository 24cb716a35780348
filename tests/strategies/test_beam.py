"""Beam search: more effort never gives a worse tree, and an improved tree is never worse."""

import threading
from random import Random
from unittest.mock import Mock

import numpy as np
import pytest

from mmtree import (
    NoTreeError,
    StrategyError,
    StrategyTree,
    build_tree,
    load,
    save,
    table_rules,
    verify,
)
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import PegRules, parse_rules
from mmtree.search.partition import split
from mmtree.search.prices import Prices
from mmtree.strategies import beam, search_pool
from mmtree.strategies.builder import BuildInterrupted
from mmtree.strategies.catalogue import MAX_EFFORT
from mmtree.strategies.interface import grow_tree
from mmtree.strategies.search_pool import StoppedError, search_set
from mmtree.tree.file import encode
from mmtree.tree.provenance import IMPROVED, Strategy

from support.environment import needs_native


def test_tree_within_too_few_guesses_for_some_questions(kernel):
    """Within two questions, all bounds of some sets are infinite."""
    rows = ["abbb", "baba", "bacc"]
    rules = table_rules(["q0", "q1", "q2"], ["s0", "s1", "s2", "s3"], [[*row] for row in rows])
    tree = build_tree("beam", rules, max_guesses=2)
    assert (tree.total, tree.max) == (6, 2)


@pytest.mark.slow(after=5)
@pytest.mark.parametrize(
    "rules",
    ["3p3c-distinct-secrets-consistent", "1p2c", "1p9c", "2p2c", "2p2c-distinct", "2p5c", "3p3c"]
    + ["3p3c-distinct", "3p2c-black", "3p5c", "4p2c", "4p3c", "5p2c"],
)
def test_beam_finds_least_total_of_small_rules(rules):
    """An exact search proves the least total."""
    assert build_tree("beam", rules, effort=9).total == build_tree("koyama-lai", rules).total


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"max_guesses": 6}, {"opening": "AAAA"}], ids=str)
def test_more_effort_is_never_worse(options):
    totals = [
        build_tree("beam", "4p4c", effort=effort, **options).total
        for effort in (1, 3, 5, 7, MAX_EFFORT)
    ]
    assert totals == sorted(totals, reverse=True)
    assert totals[0] > totals[-1] == build_tree("koyama-lai", "4p4c", **options).total


def test_every_listed_effort_is_accepted():
    assert len(beam.EFFORTS) == MAX_EFFORT
    for number in (0, MAX_EFFORT + 1):
        with pytest.raises(
            StrategyError, match=f"effort must be a whole number from 1 to 9, got {number}"
        ):
            build_tree("beam", "2p2c", effort=number)


@pytest.mark.parametrize("name", ["knuth-4p6c", "koyama-lai-4p6c", "koyama-lai-max5-4p6c"])
def test_ready_made_tree_is_improved_if_possible(name):
    worse = load(name)
    better = build_tree("beam", "4p6c", improves=worse, effort=1, max_guesses=worse.max)
    assert better.total <= worse.total
    assert better.max <= worse.max
    if name != "knuth-4p6c":
        assert (better.guess, better.feedback) == (worse.guess, worse.feedback)
    else:
        assert better.total < worse.total


def careless(rules, seed):
    """Return a tree of random guesses, each of which splits the secrets left."""
    random, table = np.random.default_rng(seed), CodeTable(parse_rules(rules))

    def choose(secrets, history):
        while True:
            guess = int(random.integers(len(table.numbers)))
            if len(split(table, secrets, guess)) > 1:
                return guess

    grown = grow_tree(table, choose, None, None)
    return StrategyTree(table.rules, Strategy("careless", {}), *grown)


@pytest.mark.slow(after=12)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", ["1p5c", "2p3c", "3p3c", "3p5c-distinct", "4p2c", "3p3c-black"])
def test_trees_of_random_guesses_are_improved(rules, seed, tmp_path):
    """If two secrets are left, such a tree may guess neither of them."""
    worse = careless(rules, seed)
    better = build_tree("beam", rules, improves=worse, effort=1)
    assert better.total <= worse.total
    assert better.max <= worse.max or better.total < worse.total
    kept = build_tree(
        "beam", rules, improves=worse, effort=1, opening=worse.root.guess, max_guesses=worse.max
    )
    assert kept.root.guess == worse.root.guess
    assert kept.total <= worse.total
    assert kept.max <= worse.max
    save(kept, tmp_path / "kept.mmtree")
    assert verify(tmp_path / "kept.mmtree").holds


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"rules": "3p3c"}, StrategyError, "improves: the tree is for 4p6c, not for 3p3c"),
        ({"opening": "ABCD"}, StrategyError, "improves: the tree opens AABB, not ABCD"),
        ({"max_guesses": 4}, StrategyError, "improves: the tree takes 5 guesses, not 4"),
        ({"improves": "knuth-4p6c"}, TypeError, "improves 'knuth-4p6c': give a tree, as mmtree.lo"),
        ({"seconds": "5"}, TypeError, "seconds '5': give a number"),
        ({"seconds": 0}, StrategyError, "seconds must be more than 0, got 0"),
        ({"seconds": float("nan")}, StrategyError, "seconds must be more than 0, got nan"),
    ],
)
def test_unsuitable_tree_or_time_is_refused(knuth, asked, error, said):
    with pytest.raises(error, match=said):
        build_tree("beam", **{"rules": "4p6c", "improves": knuth, **asked})


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("rules", ["3p4c", "4p3c"])
def test_max_guesses_is_respected(kernel, rules):
    least = build_tree("koyama-lai", rules, worst_first=True).max
    tree = build_tree("beam", rules, max_guesses=least)
    assert tree.max == least
    assert tree.proof.objective == f"expected, at most {least}"
    with pytest.raises(NoTreeError, match=f"within {least - 1} guesses .* proves nothing"):
        build_tree("beam", rules, max_guesses=least - 1)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", ["koyama-lai-4p6c", "koyama-lai-5p5c", "koyama-lai-4p7c"])
def test_bound_is_at_most_least_total(name):
    tree = build_tree("beam", str(load(name).rules), effort=1)
    assert tree.proof.lower_bound <= load(name).total <= tree.total
    assert not tree.proof.optimal


def test_total_equal_to_bound_is_proved():
    assert build_tree("beam", "3p3c").proof.optimal


def test_opening_is_respected():
    tree = build_tree("beam", "4p4c", opening="ABBA", effort=3)
    assert tree.root.guess == 0b00010100
    assert tree.proof.objective == "expected, opened ABBA"
    assert tree.strategy.options == {"opening": 0b00010100, "effort": 3}


def test_shortest_time_gives_tree(kernel):
    tree = build_tree("beam", "4p4c", seconds=1e-9)
    assert dict(tree.strategy.options) == {"of": "beam", "effort": 0}
    assert tree.figures.secrets == 256
    with pytest.raises(NoTreeError, match="proves nothing"):
        build_tree("beam", "4p4c", seconds=1e-9, max_guesses=5)


@pytest.mark.parametrize("end", ["identified", "guessed"])
def test_time_ends_search_without_a_good_question(kernel, end):
    """Each question distinguishes three of 60 secrets from the others, and no two secrets are alike."""
    random = Random(0)
    asked = [random.sample(range(60), 3) for _ in range(90)]
    asked += [[place] for place in range(60)]
    names = [f"s{place}" for place in range(60)]
    answers = [["no" if place not in some else "yes" for place in range(60)] for some in asked]
    rules = table_rules([f"q{at}" for at in range(len(asked))], names, answers, end=end)
    tree = build_tree("beam", rules, seconds=1.0, effort=9)
    assert tree.strategy.name == "improved"
    assert 12 < tree.max < 45


def test_sufficient_time_changes_nothing():
    assert encode(build_tree("beam", "3p4c", seconds=3600)) == encode(build_tree("beam", "3p4c"))


@pytest.fixture
def interrupted(monkeypatch):
    """Simulates Ctrl-C in a run of the pool: interrupted(number)."""

    def at(number):
        run, wait, runs = search_pool.SearchPool.run, search_pool.wait, 0

        def counted(*arguments):
            nonlocal runs
            runs += 1
            return run(*arguments)

        def waited(*arguments):
            if runs == number:
                raise KeyboardInterrupt
            return wait(*arguments)

        monkeypatch.setattr(search_pool.SearchPool, "run", counted)
        monkeypatch.setattr(search_pool, "wait", waited)

    return at


@pytest.mark.parametrize("number", [2, 3, 6])
def test_interruption_returns_best_tree_so_far(interrupted, number, tmp_path):
    interrupted(number)
    with pytest.raises(BuildInterrupted) as stopped:
        build_tree("beam", "4p4c")
    tree = stopped.value.tree
    assert tree.strategy.name == IMPROVED
    save(tree, tmp_path / "x.mmtree")
    assert verify(tmp_path / "x.mmtree").holds


def test_interruption_between_searches_returns_best_tree(monkeypatch):
    list_subproblems, calls = beam.list_subproblems, 0

    def once(*arguments):
        nonlocal calls
        calls += 1
        if calls == 4:
            raise KeyboardInterrupt
        return list_subproblems(*arguments)

    monkeypatch.setattr(beam, "list_subproblems", once)
    with pytest.raises(BuildInterrupted) as stopped:
        build_tree("beam", "4p4c")
    assert stopped.value.tree.total >= build_tree("beam", "4p4c").total


def test_interruption_before_first_tree_has_no_result(interrupted):
    interrupted(1)
    with pytest.raises(KeyboardInterrupt) as stopped:
        build_tree("beam", "4p4c")
    assert not isinstance(stopped.value, BuildInterrupted)
    assert not any("ThreadPool" in thread.name for thread in threading.enumerate())


@pytest.fixture
def set_search(monkeypatch):
    """The largest set that a beam searches, with its arguments."""
    run, searches = search_pool.SearchPool.run, []

    def recorded(self, several, *arguments):
        searches.extend(several)
        return run(self, several, *arguments)

    monkeypatch.setattr(search_pool.SearchPool, "run", recorded)
    build_tree("beam", "4p4c", effort=1)
    assert all(beam.estimates.shape[1] == len(each.secrets) + 1 for each, beam in searches)
    return max(searches, key=lambda search: len(search[0].secrets))


@needs_native
@pytest.mark.parametrize("times", [0, 1])
def test_search_of_a_set_stops(set_search, times):
    """The search is stopped before its start, or while it runs."""
    left = [True] * times
    stop = Mock(is_set=lambda: not (left and left.pop()))
    with pytest.raises(StoppedError):
        search_set(PegRules(4, 4), Prices(), set_search, stop)


def test_interruption_returns_at_least_tree_to_improve(interrupted, knuth):
    interrupted(1)
    with pytest.raises(BuildInterrupted) as stopped:
        build_tree("beam", "4p6c", improves=knuth)
    assert stopped.value.tree.total <= knuth.total
    assert dict(stopped.value.tree.strategy.options) == {"of": "knuth", "effort": 0}
