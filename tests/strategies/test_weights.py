"""Trees of weighted secrets, compared with all trees of random small games."""

from collections import defaultdict
from fractions import Fraction
from math import log
from random import Random

import pytest

from mmtree import PegRules, RulesError, StrategyError, build_tree, load, parse_rules, save
from mmtree.check.verify import verify
from mmtree.game.make_table import table_rules
from mmtree.game.peg_answers import KINDS
from mmtree.game.word_rules import WORD_ANSWERS, word_rules
from mmtree.search.kernel import kernel as kernel_in_use
from mmtree.tree.file import encode

from support.environment import needs_native
from support.least_total import least_total

DEFAULT_KERNEL = kernel_in_use()
COUNT = 100  # games of a part
PARTS = 8


def pegs(random):
    shape = random.choice([(1, 3), (2, 2), (2, 3), (3, 2), (2, 4)])
    names = ("distinct", "distinct_secrets", "holes", "consistent", "nozero", "identified")
    switches = {name: random.random() < 0.2 for name in names}
    colors = shape[1] + switches["holes"]
    return PegRules(shape[0], colors, answers=random.choice([*KINDS]), **switches)


def words(random):
    letters, length = "abcd"[: random.randint(2, 4)], random.randint(2, 3)
    made = ["".join(random.choices(letters, k=length)) for _ in range(random.randint(4, 10))]
    some = {name: random.random() < 0.3 for name in ("consistent", "identified", "hard")}
    secrets = dict.fromkeys(made[:-3])
    return word_rules(secrets, made[-3:], answers=random.choice(WORD_ANSWERS), **some)


def table(random):
    rows, columns, kinds = random.randint(1, 5), random.randint(2, 8), random.randint(2, 4)
    cells = [[str(random.randrange(kinds)) for _ in range(columns)] for _ in range(rows)]
    names = [f"s{place}" for place in range(columns)]
    questions = [f"q{place}" for place in range(rows)]
    questions[0] = random.choice([questions[0], "s0"])
    return table_rules(questions, names, cells, end=random.choice(["identified", "guessed"]))


def by_kind(rules, random, most):
    """Return a random weight for each secret, the same where the same numbers of pegs have a colour."""
    weight_of = defaultdict(lambda: random.randint(1, most))
    codes = map(rules.digits, rules.secret_codes())
    return [weight_of[(*sorted(map(code.count, {*code})),)] for code in codes]


def games(part):
    random = Random(part)
    found = 0
    while found < COUNT:
        try:
            rules = random.choice([pegs, words, table])(random)
        except RulesError:
            continue
        if rules.secrets <= 10:
            found += 1
            most = random.choice([1, 3, 10, 10**6])
            some = random.choices(range(1, most + 1), k=random.choice([1, 2, rules.secrets]))
            weights = [random.choice(some) for _ in range(rules.secrets)]
            if isinstance(rules, PegRules) and random.random() < 0.5:
                weights = by_kind(rules, random, most)
            yield rules, rules.weighted(weights)


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("part", range(PARTS))
def test_no_tree_has_a_lower_weighted_total(part, tmp_path, monkeypatch):
    for number, (plain, rules) in enumerate(games(part)):
        monkeypatch.setenv("MMTREE_KERNEL", "numpy" if number % 2 else DEFAULT_KERNEL)
        tree, least = build_tree("koyama-lai", rules), least_total(rules)
        assert tree.total == least, rules.to_map()
        if number % 5:
            continue
        beam = build_tree("beam", rules)
        assert beam.proof.lower_bound <= least <= beam.total == beam.proof.upper_bound
        save(beam, tmp_path / "beam.mmtree")
        assert verify(tmp_path / "beam.mmtree").holds
        if len({*rules.weights}) == 1:
            same = build_tree("koyama-lai", plain)
            assert (tree.guess, tree.feedback) == (same.guess, same.feedback)
            assert tree.total == same.total * rules.weights[0]
        save(tree, tmp_path / "tree.mmtree")
        assert load(tmp_path / "tree.mmtree") == tree
        assert verify(tmp_path / "tree.mmtree").holds


def weighted_cells(rules, guess):
    weights, prepared = defaultdict(int), rules.prepare(guess)
    for secret, weight in zip(rules.secret_codes(), rules.weights, strict=True):
        weights[rules.answer(prepared, rules.prepare(secret))] += weight
    return weights.values()


@needs_native
@pytest.mark.parametrize(
    "text",
    ["3p4c", "4p3c", "3p3c-holes", "3p4c-distinct-secrets", "3p3c-places", "4p2c-consistent"],
)
@pytest.mark.parametrize("strategy", ["koyama-lai", "beam", "irving"])
def test_symmetries_that_keep_weights_change_no_tree(strategy, text, monkeypatch):
    rules = parse_rules(text)
    rules = rules.weighted(by_kind(rules, Random(text), 100))
    assert not rules.uneven
    tree = encode(build_tree(strategy, rules, jobs=2))
    with monkeypatch.context() as patch:
        patch.setenv("MMTREE_KERNEL", "numpy")
        assert encode(build_tree(strategy, rules)) == tree
    if strategy == "koyama-lai":
        monkeypatch.setattr(PegRules, "uneven", True)
        assert encode(build_tree(strategy, rules)) == tree


SCORES = {
    "irving": lambda cells: sum(weight * weight for weight in cells),
    "entropy": lambda cells: sum(weight * log(weight) for weight in cells),
}


@pytest.mark.parametrize("strategy", SCORES)
def test_opening_is_best_by_weight(strategy):
    random = Random(1)
    for text in ("2p4c", "3p3c", "3p2c-places", "3p3c-black"):
        plain = parse_rules(text)
        rules = plain.weighted([random.randint(1, 50) for _ in range(plain.secrets)])
        opening = build_tree(strategy, rules).guess[0]
        scores = {code: SCORES[strategy](weighted_cells(rules, code)) for code in rules.codes()}
        assert scores[opening] == pytest.approx(min(scores.values()), rel=1e-9)


@pytest.mark.parametrize("strategy", ["irving", "entropy", "knuth", "kooi", "beam"])
def test_equal_weights_change_no_choice(kernel, strategy):
    rules = parse_rules("3p4c")
    tree, weighted = build_tree(strategy, rules), build_tree(strategy, rules.weighted([7] * 64))
    assert (tree.guess, tree.feedback) == (weighted.guess, weighted.feedback)
    assert weighted.total == 7 * tree.total
    assert weighted.average == tree.average


@pytest.mark.parametrize("strategy", ["knuth", "kooi"])
def test_strategies_by_number_keep_their_tree(strategy):
    rules = parse_rules("3p3c")
    weighted = build_tree(strategy, rules.weighted([*range(1, 28)]))
    assert weighted.guess == build_tree(strategy, rules).guess
    assert weighted.average == Fraction(weighted.total, 27 * 14)


def test_most_weight_within_some_guesses():
    rules = parse_rules("2p3c").weighted([1, 1, 1, 1, 1, 5, 60, 40, 90])
    tree = build_tree("koyama-lai", rules, most_within=2, max_guesses=5)
    best = build_tree("koyama-lai", rules)
    assert sum(tree.figures.weighted[:2]) >= sum(best.figures.weighted[:2])
    assert tree.proof.optimal


@pytest.mark.parametrize("rules", ["3p4c", "4p3c", "3p3c-black", "3p3c-places-hard"])
def test_beam_by_weight_is_close_to_the_least_total(rules, tmp_path):
    rules = parse_rules(rules)
    rules = rules.weighted([1 + place * place % 50 for place in range(rules.secrets)])
    least, tree = build_tree("koyama-lai", rules).total, build_tree("beam", rules, jobs=2)
    assert tree.proof.lower_bound <= least <= tree.total <= 1.03 * least
    assert encode(tree) == encode(build_tree("beam", rules, jobs=1))
    better = build_tree("beam", rules, improves=build_tree("irving", rules))
    assert least <= better.total <= build_tree("irving", rules).total


def test_ties_of_a_weighted_total_are_not_broken_by_number():
    rules = parse_rules("2p3c").weighted([*range(1, 10)])
    with pytest.raises(StrategyError, match="not with weights"):
        build_tree("koyama-lai", rules, fewest_at_max=True)
