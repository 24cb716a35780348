"""Strategies play every kind of game, with the same tree by both kernels."""

import inspect
import sys

import pytest

from mmtree import SizeError, StrategyError, build_tree, load, save, table_rules, word_rules
from mmtree.errors import CodeError
from mmtree.tree.file import encode

from support.environment import needs_native
from support.other_games import OTHER_GAMES, twelve_coins
from support.readmes import Readme
from support.synthetic_words import synthetic_words

STRATEGIES = {
    "lexicographic": {},
    "counting": {"direction": "down"},
    "random": {"seed": 1},
    "knuth": {},
    "palm-t2": {},
    "irving": {},
    "irving-exact": {},
    "entropy": {},
    "niedermayer": {"seed": 1, "samples": 5},
    "kooi": {},
    "koyama-lai": {"fewest_at_max": True},
    "beam": {"effort": 4},
    "least-max": {},
}
NAMING = ("lexicographic", "counting", "random")

games = pytest.mark.parametrize("rules", OTHER_GAMES.values(), ids=OTHER_GAMES)


@pytest.mark.slow(after=5 * len(OTHER_GAMES))
@games
@needs_native
@pytest.mark.parametrize("strategy", STRATEGIES)
def test_kernels_build_the_same_tree_which_its_file_keeps(strategy, rules, monkeypatch, tmp_path):
    options = STRATEGIES[strategy]
    if strategy in NAMING and rules.only_asks:
        with pytest.raises(StrategyError, match="guesses secrets only, and table asks questions"):
            build_tree(strategy, rules, **options)
        return
    trees = []
    for kernel in ("native", "numpy"):
        monkeypatch.setenv("MMTREE_KERNEL", kernel)
        trees.append(build_tree(strategy, rules, **options))
    assert encode(trees[0]) == encode(trees[1])
    save(trees[0], tmp_path / "tree.mmtree")
    loaded = load(tmp_path / "tree.mmtree")
    assert loaded == trees[0]
    assert loaded.figures.secrets == rules.secrets


NAMES = [f"s{place}" for place in range(24)]
ALIKE = {  # secrets, which each guess distinguishes from one of the others only
    "words": word_rules([chr(0x4E00 + 2 * at) + chr(0x4E01 + 2 * at) for at in range(24)]),
    **{
        end: table_rules(
            [f"is it {name}?" for name in NAMES[1:]],
            NAMES,
            [["yes" if name == asked else "no" for name in NAMES] for asked in NAMES[1:]],
            end=end,
        )
        for end in ("guessed", "identified")
    },
}


@pytest.mark.parametrize("rules", ALIKE.values(), ids=ALIKE)
@pytest.mark.parametrize("strategy", ["koyama-lai", "least-max", "beam"])
def test_equivalent_secrets_are_not_searched_in_every_order(strategy, rules, kernel):
    """One after the other is the only way, but there are 24! orders."""
    tree = build_tree(strategy, rules)
    assert tree.histogram == ((1,) * 22 + (2,) if rules.identified else (1,) * 24)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_opening_that_splits_nothing_is_refused(strategy):
    rules = table_rules(["q", "same"], ["a", "b", "c"], [[*"xxy"], [*"zzz"]], end="guessed")
    for game, opening in (("2p3c-holes", ".."), (rules, "same"), ("2p3c-black-holes", "..")):
        with pytest.raises(StrategyError, match=r"opening (\.\.|same) splits nothing"):
            build_tree(strategy, game, opening=opening, **STRATEGIES[strategy])


def test_search_is_nested_as_deep_as_a_game_has_secrets():
    """A limit on nested calls is raised: here, each set is in another."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 60)
    try:
        assert build_tree("koyama-lai", ALIKE["identified"]).max == 23
    finally:
        sys.setrecursionlimit(limit)


@games
def test_exact_search_is_no_worse_than_any_strategy_and_bounds_are_below(rules):
    least = build_tree("koyama-lai", rules)
    quickest = build_tree("least-max", rules)
    for strategy in ("knuth", "entropy", "kooi", "beam"):
        tree = build_tree(strategy, rules)
        assert tree.total >= least.total
        assert tree.max >= quickest.max
        if tree.proof:
            assert tree.proof.lower_bound <= least.total


def test_guesses_of_consistent_rules_can_be_the_secret():
    for strategy in ("knuth", "koyama-lai", "beam", "least-max"):
        assert all(build_tree(strategy, OTHER_GAMES["consistent"]).consistent)


def test_holes_gain_most_where_colours_are_few():
    totals = {text: build_tree("koyama-lai", text).total for text in ("4p2c", "4p2c-holes")}
    assert totals == {"4p2c": 44, "4p2c-holes": 40}


@pytest.mark.slow
@needs_native
@pytest.mark.parametrize(
    "row", Readme("mmtree/game/README.md").table("-SUFFIX` proves:"), ids=lambda row: row["rules"]
)
def test_figures_of_the_readme_are_proved(row):
    tree = build_tree("koyama-lai", row["rules"].strip("`"))
    assert tree.proof.optimal
    assert [
        str(tree.rules.secrets),
        str(tree.total),
        f"{float(tree.average):.4f}",
        str(tree.max),
    ] == [*(row["secrets"], row["least total"], row["average"], row["max"])]


def test_opening_must_be_allowed():
    with pytest.raises(CodeError, match="only questions of table are asked"):
        build_tree("entropy", OTHER_GAMES["table"], opening="secret 1")
    rules = OTHER_GAMES["table"]
    assert str(build_tree("entropy", rules, opening="Question 2").root.guess) == "question 2"


def test_too_long_lists_are_refused_before_memory_is_allocated(monkeypatch):
    """The strategies that compare no partitions need no table of all answers."""
    rules = word_rules(*synthetic_words(300, 800))
    monkeypatch.setattr("mmtree.game.code_table._memory", lambda: 300 * 800 - 1)
    with pytest.raises(SizeError, match=r"the feedback table of words would take .*lexicographic"):
        build_tree("entropy", rules)
    assert build_tree("lexicographic", rules).total > 800


def test_seeds_are_for_classic_rules():
    with pytest.raises(StrategyError, match="does not know house rules such as 3p3c-places"):
        build_tree("least-bits", OTHER_GAMES["places"])


@pytest.mark.slow
def test_twelve_coins_take_three_weighings():
    """Of all weighings of equal numbers of coins, proved for the worst case and the average."""
    rules = twelve_coins(6)
    assert rules.guesses - rules.secrets == 36894
    for strategy in ("koyama-lai", "least-max", "entropy"):
        tree = build_tree(strategy, rules)
        assert (tree.total, tree.max) == (72, 3)
        assert tree.proof is None or tree.proof.optimal
    assert str(tree.root.guess) == "1 2 3 4 : 5 6 7 8"
