"""Strategies: known answers, options and errors. test_readme_figures.py compares all totals."""

from statistics import fmean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import (
    CodeError,
    NoTreeError,
    PegRules,
    RulesError,
    StrategyError,
    build_tree,
    format_code,
    parse_code,
    parse_rules,
    save,
    verify,
)
from mmtree.check.verify import check_rebuilt
from mmtree.game.code_table import CodeTable
from mmtree.strategies.builder import rebuild
from mmtree.strategies.catalogue import ROWS, find
from mmtree.strategies.interface import grow_tree
from mmtree.strategies.one_step import _best_of, entropy, most_cells, palm_scan
from mmtree.tree.file import encode
from mmtree.tree.provenance import Strategy
from mmtree.tree.tree import Node, StrategyTree


def test_knuth_has_the_published_histogram():
    assert build_tree("knuth").histogram == (1, 6, 62, 533, 694)


def test_counting_up_from_first_code_is_lexicographic():
    up = build_tree("counting", direction="up")
    assert up.histogram == build_tree("lexicographic").histogram
    down = build_tree("counting", direction="down")
    assert format_code(down.root.guess, down.rules) == "FFFF"
    assert down.histogram == up.histogram  # the trees differ in names: A is F, B is E …


def test_counting_continues_from_last_guess():
    tree = build_tree("counting", opening="DDDD", direction="up")
    after = tree.root.child(0)  # the first code after DDDD without D, not AAAA
    assert format_code(after.guess, tree.rules) == "EAAA"
    assert format_code(after.child(0).guess, tree.rules) == "FBBB"
    wrapped = build_tree("counting", opening="FFFF", direction="up").root.child(0)
    assert format_code(wrapped.guess, tree.rules) == "AAAA"


@pytest.mark.slow
def test_random_reaches_its_expected_average():
    """4.6435 guesses is the exact expectation; one tree deviates by about 0.05."""
    averages = [float(build_tree("random", seed=seed).average) for seed in range(60)]
    assert abs(fmean(averages) - 4.6435) < 0.02
    assert len(set(averages)) > 20


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", ["random", "niedermayer"])
def test_equal_seeds_give_equal_trees(name):
    first, again, other = (encode(build_tree(name, seed=seed)) for seed in (7, 7, 8))
    assert first == again != other


@pytest.mark.slow
def test_niedermayer_with_all_guesses_is_entropy():
    sampled, full = build_tree("niedermayer", samples=1296), build_tree("entropy")
    assert (sampled.guess, sampled.histogram) == (full.guess, full.histogram)
    assert build_tree("niedermayer", samples=1).total > build_tree("niedermayer").total


def test_samples_that_split_nothing_are_ignored():
    tree = build_tree("niedermayer", samples=1)
    assert all(
        len(Node(tree, index).possible_feedbacks) > 1
        for index, extent in enumerate(tree.extent)
        if extent > 1
    )


def test_kooi_with_ties_to_the_last_code_is_not_5667():
    """Kooi 2005 prints 5667 for lexicographically last guesses; README and claims contradict it."""

    def last(scores, consistent):
        best = np.flatnonzero(scores == scores.min())
        return int(best[-1 - int(consistent[best][::-1].argmax())])

    totals = {}
    table = CodeTable(PegRules())

    def choose(secrets, history):
        if len(secrets) <= 2:
            return int(secrets[-1])
        return _best_of(table, secrets, np.arange(1296), most_cells, last)

    for opening in ("FFED", "AABC"):
        grown = grow_tree(table, choose, parse_code(opening, PegRules()), None)
        totals[opening] = StrategyTree(PegRules(), Strategy("kooi"), *grown).total
    assert totals == {"FFED": 5668, "AABC": 5692}


def test_numpy_integers_are_accepted():
    plain = build_tree("niedermayer", PegRules(2, 3), opening="AB", samples=5)
    other = build_tree(
        "niedermayer", PegRules(np.int64(2), np.uint8(3)), opening=np.int64(1), samples=np.int32(5)
    )
    assert encode(plain) == encode(other)


WHOLE = "must be a whole number of at least"


@pytest.mark.parametrize(
    ("strategy", "options", "error", "reason"),
    [
        ("koyama", {}, StrategyError, "did you mean 'koyama-lai'"),
        ("zzz", {}, StrategyError, "there are lexicographic, counting"),
        ("knuth", {"seed": 1}, StrategyError, "does not take seed: it takes opening"),
        ("knuth", {"sede": 1}, StrategyError, r"does not take sede: it takes opening$"),
        (
            "knuth",
            {"below": 9},
            StrategyError,
            r"does not take below: .*\(below is for koyama-lai\)$",
        ),
        ("niedermayer", {"checkpoints": "a"}, StrategyError, r"takes opening, seed, samples$"),
        ("koyama-lai", {"gap": -0.1}, StrategyError, "gap must be from 0 to below 1, got"),
        ("koyama-lai", {"gap": 1}, StrategyError, "gap must be from 0 to below 1, got"),
        ("koyama-lai", {"gap": float("nan")}, StrategyError, "gap must be from 0 to below 1, got"),
        ("koyama-lai", {"gap": "1%"}, TypeError, r"gap '1%': give a number such as 0.005"),
        ("koyama-lai", {"gap": 0.1, "worst_first": True}, StrategyError, "gap: only searches for"),
        ("koyama-lai", {"gap": 0.1, "most_within": 2}, StrategyError, "gap: only searches for"),
        ("least-max", {"tries": 0}, StrategyError, f"tries {WHOLE} 1, got 0"),
        ("niedermayer", {"samples": 0}, StrategyError, f"samples {WHOLE} 1, got 0"),
        (
            "counting",
            {"direction": "left"},
            StrategyError,
            "direction must be up or down, got 'left'",
        ),
        ("knuth", {"opening": "ABC"}, CodeError, "has 3 pegs"),
        ("knuth", {"opening": 1296}, CodeError, "1296 is not the number of a code"),
        ("knuth", {"rules": "4x6"}, RulesError, "unknown rules"),
        ("knuth", {"opening": 1.0}, StrategyError, f"opening {WHOLE} 0, got 1.0"),
    ],
)
def test_invalid_arguments_raise_explained_errors(strategy, options, error, reason):
    with pytest.raises(error, match=reason):
        build_tree(strategy, **options)


def sizes(*partitions):
    """Return int32[feedbacks, guesses] of partitions given as rows of cell sizes."""
    widest = max(map(len, partitions))
    return np.array([[*row, *[0] * (widest - len(row))] for row in partitions], np.int32).T


def test_partitions_of_equal_entropy_score_equal():
    # Scores are equal, as 4^4 = 2^2 · 2^2 · 2^2 · 2^2; sums of logarithms would differ slightly.
    scores = entropy(sizes([4, 1, 1, 1, 1], [2, 2, 2, 2], [3, 2, 1, 1, 1], [8]))
    assert scores[0] == scores[1] > scores[2]
    assert scores[3] > scores[0]


@pytest.mark.slow
@given(st.permutations([7, 5, 3, 3, 1, 0, 0]))
def test_entropy_does_not_depend_on_order_of_cells(order):
    scores = entropy(sizes([7, 5, 3, 3, 1, 0, 0], order))
    assert scores[0] == scores[1]


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=12))
def test_palm_scan_by_definition(row):
    best, chosen, taken = None, None, False
    for at, (score, consistent) in enumerate(row):
        if best is None or score < best or (score == best and consistent and not taken):
            best, chosen = score, at
            taken = taken or consistent
    scores = np.array([score for score, _ in row])
    assert palm_scan(scores, np.array([consistent for _, consistent in row])) == chosen


QUICK = [  # strategy, rules that it rebuilds within seconds, and others
    ("lexicographic", "4p6c 5p6c 9p2c 2p36c 4p6c-black", "5p7c 5p8c 9p36c"),
    ("knuth", "4p6c 5p6c 9p2c 2p36c 4p6c-black", "5p7c 5p8c 9p36c"),
    ("koyama-lai", "3p2c 2p8c 1p16c 4p5c 4p6c 4p6c-distinct 5p4c", "3p10c 4p7c 5p5c 9p36c"),
    ("koyama-lai", "6p2c 6p3c 4p7c-distinct", "4p6c-black 2p36c 9p2c 2p8c-black 1p36c"),
    ("irving-exact", "4p6c 3p4c", "4p7c 2p20c"),
    ("least-bits", "3p4c 4p4c 5p3c", "4p5c 4p6c 7p2c 2p11c"),
]


@pytest.mark.parametrize(("name", "quick", "others"), QUICK)
def test_quick_depends_on_codes_and_feedbacks(name, quick, others):
    row = find(name)
    assert [text for text in quick.split() if not row.quick(parse_rules(text))] == []
    assert [text for text in others.split() if row.quick(parse_rules(text))] == []


def test_irving_exact_within_max_guesses():
    """With at most 5 guesses the total is 5658, which Knuth 2010 attributes to Neuwirth (1982)."""
    tree = build_tree("irving-exact", max_guesses=5)
    assert (tree.total, tree.max, tree.proof) == (5658, 5, None)
    for most in range(1, 5):
        with pytest.raises(NoTreeError, match=f"within {most} guess(es)?, the first two by "):
            build_tree("irving-exact", max_guesses=most)
    assert build_tree("irving-exact", "3p3c", max_guesses=4).max == 4
    for most in range(1, 4):
        with pytest.raises(NoTreeError):
            build_tree("irving-exact", "3p3c", max_guesses=most)


GAMES = ["3p4c", "3p5c-distinct", "3p3c-black", "2p8c", "3p4c-distinct-black", "1p5c", "5p2c"]


@pytest.mark.slow(after=15)
@pytest.mark.parametrize("name", [row.name for row in ROWS])
@pytest.mark.parametrize("rules", GAMES)
def test_builder_and_checker_agree(tmp_path, name, rules):
    """Also with the last code as the opening."""
    for opening in (None, max(parse_rules(rules).codes())):
        tree = build_tree(name, rules, opening=opening)
        assert opening in (None, tree.root.guess)
        save(tree, tmp_path / "a.mmtree")
        report = verify(tmp_path / "a.mmtree")
        assert report.holds, report.findings
        assert (report.total, report.histogram) == (tree.total, tree.histogram)
        check_rebuilt(report, rebuild(report.tree))
        assert report.holds, report.findings
        assert report.findings[-1].topic == ("proved" if tree.proof else "strategy")
