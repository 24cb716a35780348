"""Hard play: each guess uses all hints of the marks before it."""

from itertools import product
from random import Random

import pytest

from mmtree import RulesError, build_tree, parse_rules, save, word_rules
from mmtree.game.hints import list_hints
from mmtree.game.rules import Rules

from support.environment import needs_native
from support.restricted_guesses import (
    STRATEGIES,
    check_both_kernels,
    check_guesses,
    check_least_total,
    check_refusal,
    check_suggestions,
)

PEGS = [
    "3p3c-places",
    "3p3c-right",
    "3p4c-places-distinct",
    "2p4c-holes-places",
    "3p3c-nozero-right",
]
PEGS += ["3p3c-distinct-secrets-places", "3p3c-places-identified"]


def random_game(seed, hard=True) -> Rules:
    """Return a small game of pegs, or of two lists of words that often have letters in common."""
    random = Random(seed)
    if seed < len(PEGS):
        return parse_rules(PEGS[seed] + "-hard" * hard)
    ends = random.choice([["aa", "ee", "oo"], ["aeo", "eoa"], ["a", "e", "aa"], ["ab", "be"]])
    every = [first + end for first in "bcdfghkl" for end in ends if len(end) == len(ends[0])]
    others = random.choices(
        ["".join(row) for row in product("bcdfghkl", repeat=len(every[0]))], k=8
    )
    others += ["".join(random.choices("aeobcd", k=len(every[0]))) for _ in range(4)]
    identified = random.random() < 0.2
    return word_rules(
        random.sample(every, min(12, len(every))), others, hard=hard, identified=identified
    )


@pytest.mark.parametrize(
    ("code", "allowed"),
    [("slate", True), ("stale", True), ("least", False), ("shade", False), ("latte", False)],
)
def test_right_letters_stay_and_found_letters_are_used(code, allowed):
    words = ["slate", "stale", "least", "shade", "latte", "scale"]
    rules = word_rules(words, hard=True)
    given = rules.answer(*(rules.prepare(rules.named(word)) for word in ("stale", "slate")))
    assert rules.allows(rules.named(code), rules.named("stale"), given) == allowed


def test_letter_that_is_found_twice_is_used_twice():
    hints = list_hints((0, 1, 0), (2, 0, 1))
    codes = {(0, 1, 1): False, (0, 0, 1): True, (0, 1, 0): True, (1, 0, 0): False}
    for code, allowed in codes.items():
        assert all(hint.is_used(code) for hint in hints) == allowed


@pytest.mark.slow(after=10)
@pytest.mark.parametrize("seed", range(20))
def test_least_total_is_that_of_all_trees(seed):
    check_least_total(random_game(seed))


@pytest.mark.slow
def test_hard_play_costs_more_than_free_play():
    """Else the tests above would not notice if all guesses were allowed."""
    totals = [
        [build_tree("koyama-lai", random_game(seed, hard)).total for seed in range(40)]
        for hard in (False, True)
    ]
    assert all(free <= hard for free, hard in zip(*totals, strict=True))
    assert sum(free < hard for free, hard in zip(*totals, strict=True)) >= 5


@needs_native
@pytest.mark.slow(after=2 * len(STRATEGIES))
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("seed", [0, 8, 5, 11])
def test_strategies_build_the_same_tree_with_both_kernels(strategy, seed, monkeypatch, tmp_path):
    check_both_kernels(strategy, random_game(seed), monkeypatch, tmp_path)


@needs_native
@pytest.mark.slow(after=4)
@pytest.mark.parametrize("seed", range(12))
def test_native_search_finds_the_same_tree_with_any_threads(seed, monkeypatch):
    random = Random(seed)
    words = ["".join(row) for row in product("bcdlst", "aei", "lnrst", "ae", "ds")]
    guesses = random.sample(words, random.choice([60, 200, 360]))
    rules = word_rules(guesses[: random.choice([30, 60, 100])], guesses, hard=True)
    options = random.choice([{}, {"max_guesses": 6}, {"opening": guesses[-1]}])
    trees = []
    for kernel, jobs in (("numpy", 1), ("native", 1), ("native", 3)):
        monkeypatch.setenv("MMTREE_KERNEL", kernel)
        trees.append(build_tree("koyama-lai", rules, jobs=jobs, **options))
    assert trees[0] == trees[1] == trees[2]
    check_guesses(trees[0])


@needs_native
def test_checkpoint_gives_the_same_tree(tmp_path):
    words = ["".join(row) for row in product("bcdlst", "ae", "nrst", "ae")]
    rules = word_rules(words[::2], words, hard=True)
    tree = build_tree("koyama-lai", rules)
    for _ in range(2):
        assert build_tree("koyama-lai", rules, checkpoint=tmp_path / "a") == tree


@pytest.mark.parametrize("seed", [0, 1, 7, 9, 12])
def test_suggestions_off_the_tree_use_all_hints(seed):
    check_suggestions(random_game(seed))


def test_tree_with_a_guess_that_ignores_a_hint_is_refused(tmp_path):
    seed = next(
        seed
        for seed in range(7, 40)
        if build_tree("koyama-lai", random_game(seed, False)).total
        < build_tree("koyama-lai", random_game(seed)).total
    )
    free, rules = build_tree("koyama-lai", random_game(seed, False)), random_game(seed)
    check_refusal(free, rules, "hard", "does not use all hints", tmp_path / "a")


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("4p6c-hard", "4p6c-hard: hard play needs an answer for each place: places or right"),
        ("4p6c-common-hard", "hard play needs an answer for each place"),
        ("3p3c-places-consistent-hard", "consistent guesses use all hints: leave out hard"),
    ],
)
def test_rules_without_hints_refuse_hard_play(rules, message):
    with pytest.raises(RulesError, match=message):
        parse_rules(rules)
    with pytest.raises(RulesError, match="hard play needs an answer for each place"):
        word_rules(["ab", "ba"], answers="pegs", hard=True)


@pytest.mark.parametrize(
    ("guess", "message"),
    [
        ("shade", "SHADE needs T in hard play, by guess 1: STALE got +~+~+"),
        ("latte", "LATTE needs S in place 1 in hard play, by guess 1: STALE got +~+~+"),
    ],
)
def test_play_names_the_hint_that_a_guess_ignores(guess, message, mmtree, tmp_path):
    words = ["slate", "stale", "least", "shade", "latte", "scale"]
    save(build_tree("entropy", word_rules(words, hard=True)), tmp_path / "a")
    typed = ["stale", guess, "slate"]
    said = mmtree("play", "--break", tmp_path / "a", "--secret", "slate", input="\n".join(typed))
    assert message in " ".join(said.out.split())


@pytest.mark.parametrize("rules", ["3p3c-places", "3p3c-places-hard"])
def test_option_makes_rules_hard(rules, mmtree):
    built = mmtree("build", "--rules", rules, "--hard", "--strategy", "entropy")
    assert built.out.startswith("entropy for 3p3c-hard-places, ")
