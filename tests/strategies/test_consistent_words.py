"""Consistent play of two lists of words: a guess of either list agrees with all answers so far."""

from dataclasses import replace
from random import Random

import pytest

from mmtree import Codebreaker, Codemaker, build_tree, word_rules
from mmtree.errors import KernelError

from support.environment import needs_native
from support.least_total import least_total
from support.restricted_guesses import (
    STRATEGIES,
    check_both_kernels,
    check_least_total,
    check_refusal,
    check_suggestions,
)

LIGHTS = ["light", "might", "night", "sight", "tight", "right", "fight", "eight"]
OTHERS = ["minth", "srtfe", "nrmst", "lingt"]
LIGHT_GAME = word_rules(LIGHTS, OTHERS, consistent=True)


def random_game(seed):
    """Return a small game of two lists: of any words, or of secrets that only others split."""
    random = Random(seed)
    length = random.choice([2, 3, 4, 4])
    end, letters = random.choice([("", "abcdé"), *[("a" * (length - 1), "bcdefghi")] * 3])
    every = ["".join(random.choices(letters + end, k=length)) for _ in range(40)]
    secrets = sorted({word[: length - len(end)] + end for word in every[:20]})[:12]
    others = random.sample(every, random.choice([3, 3, 4, 30]))
    answers = random.choice(["places", "places", "pegs", "common", *["black"] * (not end)])
    return word_rules(secrets, {*others}, consistent=True, answers=answers)


@needs_native
@pytest.mark.parametrize("kernel", ["native", "numpy"])
def test_other_words_halve_a_list_that_secrets_do_not_split(kernel, monkeypatch):
    monkeypatch.setenv("MMTREE_KERNEL", kernel)
    tree = build_tree("koyama-lai", LIGHT_GAME)
    assert (tree.total, tree.max, str(tree.root.guess)) == (21, 4, "SRTFE")
    assert least_total(LIGHT_GAME) == 21
    assert build_tree("koyama-lai", replace(LIGHT_GAME, other_words=())).total == 36


@pytest.mark.slow(after=6)
@pytest.mark.parametrize("seed", range(12))
def test_least_total_is_that_of_all_trees(seed):
    check_least_total(random_game(seed))


@pytest.mark.slow
def test_consistent_play_costs_more_than_free_play_but_less_than_secrets_only():
    """Else the tests above would not notice if all guesses were allowed, or none but secrets."""
    games = [random_game(seed) for seed in range(24)]
    free = [replace(rules, consistent=False) for rules in games]
    bare = [replace(rules, other_words=()) for rules in games]
    least, middle, most = (
        [build_tree("koyama-lai", one).total for one in each] for each in (free, games, bare)
    )
    assert all(a <= b <= c for a, b, c in zip(least, middle, most, strict=True))
    assert sum(least) < sum(middle) < sum(most)


@needs_native
@pytest.mark.slow(after=2 * len(STRATEGIES))
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("seed", [3, 7, None])
def test_strategies_build_the_same_tree_with_both_kernels(strategy, seed, monkeypatch, tmp_path):
    rules = LIGHT_GAME if seed is None else random_game(seed)
    tree = check_both_kernels(strategy, rules, monkeypatch, tmp_path)
    for secret in rules.secret_codes():
        player, codemaker = Codebreaker(tree), Codemaker(secret, rules)
        while not player.solved:
            player.observe(codemaker.answer(player.guess))
        assert player.guess == secret


@pytest.mark.parametrize("seed", range(6))
def test_suggestions_off_the_tree_agree_with_all_answers(seed):
    check_suggestions(random_game(seed))


def test_tree_with_a_guess_that_contradicts_an_answer_is_refused(tmp_path):
    free = next(
        tree
        for seed in range(24)
        if (tree := build_tree("koyama-lai", replace(random_game(seed), consistent=False))).total
        < build_tree("koyama-lai", random_game(seed)).total
    )
    rules, message = replace(free.rules, consistent=True), "cannot agree with all answers"
    check_refusal(free, rules, "consistent", message, tmp_path / "a")


def test_rooms_that_do_not_serve_it_say_so(tmp_path):
    from mmtree.strategies.prove import prove, statements_of

    tree = build_tree("koyama-lai", LIGHT_GAME)
    with pytest.raises(KernelError, match="no certificates of games such as words-consistent"):
        prove(statements_of(tree))
    with pytest.raises(KernelError, match="a checkpoint needs the native search"):
        build_tree("koyama-lai", LIGHT_GAME, checkpoint=tmp_path / "a")
