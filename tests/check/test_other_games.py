"""The checker accepts correct trees of house rules, words and tables, and reports false ones."""

import re
from collections import Counter
from math import inf
from random import Random

import pytest

from mmtree import TreeFileError, build_tree, load, save, verify
from mmtree.check.bounds import after_real_opening, formula, opening_cells, openings
from mmtree.check.game import game_of
from mmtree.check.proof.checker import check_certificate
from mmtree.errors import ProofError, StrategyError
from mmtree.game.feedback import feedback
from mmtree.game.make_table import table_rules
from mmtree.game.peg_rules import parse_rules
from mmtree.game.word_rules import word_rules
from mmtree.search.prices import Prices
from mmtree.search.size_bounds import Bounds

from support.changed_files import parts_of, wrong
from support.least_total import least_total
from support.other_games import OTHER_GAMES

STRATEGIES = ("entropy", "knuth", "koyama-lai", "beam", "least-max", "lexicographic")


@pytest.mark.slow(after=20)
@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("rules", OTHER_GAMES.values(), ids=OTHER_GAMES)
def test_correct_tree_holds(mmtree, tmp_path, rules, strategy):
    try:
        tree = build_tree(strategy, rules)
    except StrategyError:
        assert rules.identified
        assert strategy == "lexicographic"
        return
    save(tree, tmp_path / "a")
    result = mmtree("verify", tmp_path / "a", "--rebuild")
    assert (result.status, result.err) == (0, "")
    assert (
        f"  secrets   {rules.secrets} of {rules.secrets} found; agrees with the file\n"
        in result.out
    )
    assert f"  strategy  {strategy}: built again, it is the same tree node by node\n" in result.out
    assert ("  proof " in result.out) == bool(tree.proof)


@pytest.mark.parametrize("answers", ["places", "pegs"])
def test_tree_of_many_letters_holds(mmtree, tmp_path, check_in_c, answers):
    """From 257 letters on, each takes two bytes, of which one does not suffice."""
    words = ["".join(chr(0x4E00 + 4 * n + at) for at in range(4)) for n in range(80)]
    rules = word_rules([words[0], words[1], words[0][:2] + words[1][2:]], words, answers=answers)
    game, others = game_of(rules), [*rules.codes()]
    assert rules.colors == 320
    for code in others:  # the second of two ways
        row, prepared = game.row(code), rules.prepare(code)
        for secret in rules.secret_codes():
            value = rules.answer(prepared, rules.prepare(secret))
            assert game.answer(row, game.row(secret)) == value
    save(build_tree("koyama-lai", rules), tmp_path / "a")
    assert load(tmp_path / "a").rules == rules
    assert verify(tmp_path / "a").holds
    mmtree("prove", tmp_path / "a", "-o", tmp_path / "proof")
    (statement,) = check_certificate(tmp_path / "proof").statements
    result = check_in_c((tmp_path / "proof").read_bytes())
    assert (result.returncode, result.stdout.endswith(f" ({statement.size})\n")) == (0, True)


def test_words_of_identified_tree_fit(tmp_path):
    save(build_tree("koyama-lai", OTHER_GAMES["table"]), tmp_path / "a")
    found = {finding.topic: finding.text for finding in verify(tmp_path / "a").findings}
    assert found["bounds"].endswith("(3 and 2.778 whatever is asked)")
    assert found["max"].startswith("3, needed first for secret ")


@pytest.mark.parametrize("name", ["words", "table", "holes"])
def test_proof_names_any_opening(tmp_path, name):
    rules = OTHER_GAMES[name]
    opening = next(code for code in rules.codes() if not rules.is_secret(code))
    save(build_tree("koyama-lai", rules, opening=opening), tmp_path / "a")
    assert verify(tmp_path / "a").holds
    assert f"opened {load(tmp_path / 'a').root.guess}" in load(tmp_path / "a").proof.objective


def tampered(tmp_path, rules, change, strategy="koyama-lai"):
    """Write the tree of a game with changed parts, and return its path."""
    save(build_tree(strategy, rules), tmp_path / "a")
    with parts_of(tmp_path / "a") as parts:
        change(parts)
    return tmp_path / "a"


def parents(node):
    """Yield the nodes that have only leaves below them."""
    branches = node[2::2] if isinstance(node, list) else []
    if branches and not any(isinstance(branch, list) for branch in branches):
        yield node
    for branch in branches:
        yield from parents(branch)


def leaves(node):
    """Yield the leaves below a node, each as a list and the place in it."""
    for at in range(2, len(node), 2):
        if isinstance(node[at], list):
            yield from leaves(node[at])
        else:
            yield node, at


def swap_leaves(parts):
    (one, at), (other, place), *_ = leaves(parts["tree"])
    one[at], other[place] = other[place], one[at]


def claim_histogram(parts):
    *rest, last = parts["claim"]["histogram"]
    parts["claim"]["histogram"] = [*rest[:-1], rest[-1] + 1, last - 1]


def raise_price(parts):
    parts["proof"]["upper_bound"] += 1


TAMPERED = {
    "leaves": (swap_leaves, "", "is never found|cannot be the secret|while others are left"),
    "histogram": (claim_histogram, "histogram", "the file says"),
    "price": (raise_price, "proof", "the proof says"),
}


@pytest.mark.parametrize(("change", "topic", "text"), TAMPERED.values(), ids=TAMPERED)
@pytest.mark.parametrize("rules", OTHER_GAMES.values(), ids=OTHER_GAMES)
def test_tampered_tree_gets_one_line(mmtree, tmp_path, rules, change, topic, text):
    result = mmtree("verify", tampered(tmp_path, rules, change))
    assert (result.status, result.err) == (1, "")
    [line] = [line for line in result.out.splitlines() if line.startswith("!")]
    assert line.startswith(f"! {topic}")
    assert re.search(text, line)


def name_first(parts):
    node = next(node for node in parents(parts["tree"]) if len(node) == 5)
    node[:] = [node[2], 0, node[4]]


def end_with(code):
    """Return a change of the first leaf below a node with leaves only."""

    def change(parts):
        next(parents(parts["tree"]))[2] = code

    return change


IMPOSSIBLE = {
    "naming before identified": ("table", name_first, "^node .* while others are left$"),
    "a last question": (
        "table",
        end_with(0),
        "is never found: question .*and the tree has no branch for it$",
    ),
    # The last colour of 3p3c-holes is the hole, and 63 is three holes.
    "a secret with holes": ("holes", end_with(63), "is never found"),
}


@pytest.mark.parametrize(("name", "change", "text"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_leaf_is_reported(tmp_path, name, change, text):
    [found] = wrong(tampered(tmp_path, OTHER_GAMES[name], change)).values()
    assert re.search(text, found)


def test_inconsistent_guess_is_reported(tmp_path):
    """A tree of 3p4c claims that each of its guesses can be the secret."""
    tree = build_tree("koyama-lai", "3p4c")
    assert 0 in tree.consistent
    tree.rules = parse_rules("3p4c-consistent")
    save(tree, tmp_path / "a")
    [found] = wrong(tmp_path / "a").values()
    assert found.endswith("cannot be the secret, as 3p4c-consistent demands")


def test_word_off_the_lists_is_refused(tmp_path):
    rules = OTHER_GAMES["words"]
    missing = next(code for code in range(5**4) if code not in set(rules.codes()))
    with pytest.raises(TreeFileError, match=f"{missing} is not the number of a word of words$"):
        verify(tampered(tmp_path, rules, end_with(missing)))


@pytest.mark.parametrize("rules", OTHER_GAMES.values(), ids=OTHER_GAMES)
def test_both_routes_answer_and_write_the_same(rules):
    game, secrets = game_of(rules), list(rules.secret_codes())
    assert sorted(map(game.row, secrets)) == sorted(game.secrets())
    for guess in rules.codes():
        for secret in set(secrets) - {guess}:
            answer = feedback(guess, secret, rules)
            assert game.answer(game.row(guess), game.row(secret)) == answer
            assert game.answer_text(answer) == str(answer)


def random_game(seed):
    """Return a random list of words, or a random table that distinguishes its secrets."""
    random = Random(seed)
    if seed % 2:
        words = sorted({"".join(random.choices("abcñ", k=3)) for _ in range(24)})
        answers = random.choice(("places", "pegs"))
        consistent = seed % 4 == 3
        guesses = [] if consistent else words[1::2]
        return word_rules(words[::2], guesses, answers=answers, consistent=consistent)
    secrets = [f"s{place}" for place in range(random.randrange(5, 16))]
    rows = [random.choices("xyz", k=len(secrets)) for _ in range(12)]
    end = "identified" if seed % 4 else "guessed"
    return table_rules([f"q{place}" for place in range(12)], secrets, rows, end=end)


CLASSIC = ["2p3c", "3p3c", "3p2c-black", "3p4c-distinct", "2p5c"]
IDENTIFIED = ["1p5c", "2p4c", "3p3c", "3p2c-black", "3p3c-places", "3p4c-distinct", "2p3c-holes"]
IDENTIFIED += ["3p3c-right", "3p3c-consistent", "3p4c-distinct-secrets-black", "2p4c-black"]
IDENTIFIED = [f"{text}-identified" for text in IDENTIFIED]
NOZERO = ["2p4c", "3p3c", "3p4c-distinct", "2p4c-black", "3p3c-places", "3p3c-right", "2p3c-holes"]
NOZERO += ["3p4c-distinct-secrets", "3p3c-consistent", "4p4c-distinct", "3p4c-distinct-identified"]
NOZERO = [f"{text}-nozero" for text in NOZERO]
LISTED = {name: rules for name, rules in OTHER_GAMES.items() if name != "wide-table-guessed"}
"""Without the game whose trees are too many to try; test_wide_games.py has smaller ones."""


@pytest.mark.slow(after=10)
@pytest.mark.parametrize(
    "rules",
    [
        *(*LISTED.values(), *map(random_game, range(12))),
        *map(parse_rules, CLASSIC + IDENTIFIED + NOZERO),
    ],
    ids=[*LISTED, *(f"random {seed}" for seed in range(12)), *CLASSIC, *IDENTIFIED, *NOZERO],
)
def test_least_total_has_two_routes(rules):
    tree = build_tree("koyama-lai", rules)
    assert tree.proof.optimal
    assert tree.total == least_total(rules)
    ends = rules.identified, rules.only_asks
    real, plain = after_real_opening(rules), formula(rules.secrets, len(rules.feedbacks), *ends)
    assert plain.total <= real.total <= tree.total
    assert plain.max <= real.max <= tree.max


@pytest.mark.parametrize("right", [False, True])
@pytest.mark.parametrize("branches", [2, 3, 5])
def test_most_even_tree_costs_least(branches, right):
    """Each question splits the secrets in up to so many parts; the least is found by trying.

    If a guess can be right, it has one more part, which is one secret.
    """
    cost, depth = [inf, 0], [inf, 0]
    for secrets in range(2, 40):
        best = {(0, 0): (0, 0)} | ({(1, 0): (0, 0)} if right else {})
        for used in range(branches):
            for (total, count), (sum_, most) in list(best.items()):
                if count == used:
                    for size in range(1, min(secrets - total, secrets - 1) + 1):
                        key = (total + size, used + 1)
                        old = best.get(key, (inf, inf))
                        best[key] = (
                            min(old[0], sum_ + cost[size]),
                            min(old[1], max(most, depth[size])),
                        )
        found = [value for (total, _), value in best.items() if total == secrets]
        cost.append(secrets + min(value[0] for value in found))
        depth.append(1 + min(value[1] for value in found))
        bound = formula(secrets, branches + 1, identified=True, only_asks=not right)
        bounds = Bounds(Prices(free=1), branches + 1, secrets, only_asks=not right)
        assert (bounds.after(0)[-1], bounds.levels()[-1] - 1) == (bound.total, bound.max)
        assert (bound.total, bound.max) == (cost[-1], depth[-1])


COUNTED = [
    *(
        "1p2c",
        "1p5c",
        "2p2c-distinct",
        "2p2c-distinct-black",
        "3p4c",
        "4p6c-distinct",
        "3p4c-black",
    ),
    *("3p3c-distinct-black", "3p5c-distinct-black", "2p6c-black", "5p3c", "6p2c", "2p12c"),
    *("3p3c-holes", "3p4c-distinct-secrets", "2p4c-holes-distinct-secrets", "3p2c-holes-black"),
    *("3p3c-places", "3p3c-right", "3p4c-places-distinct-secrets", "3p4c-right-distinct-secrets"),
    *("2p3c-holes-right", "2p3c-holes-places", "3p3c-consistent", "3p4c-black-distinct-secrets"),
    *("3p3c-common", "3p4c-common-distinct", "2p3c-holes-common"),
]


@pytest.mark.parametrize("text", COUNTED)
def test_first_guesses_are_counted(text):
    """Exactly ``equivalent`` codes have the cell sizes of an opening, in any order."""
    rules = parse_rules(text)
    game, kinds = game_of(rules), Counter()
    for code in rules.codes():
        row = game.row(code)
        cells = Counter(
            rules.all_right if row == secret else game.answer(row, secret)
            for secret in game.secrets()
        )
        if rules.answers == "pegs":
            assert opening_cells(rules, tuple(row)) == cells
        if len(cells) > 1:
            kinds[tuple(sorted(cells.values()))] += 1
    counted = Counter()
    for kind in openings(rules):
        counted[tuple(sorted(kind.cells.values()))] += kind.equivalent
        assert [*kind.cells] == sorted(kind.cells)
    assert counted == kinds


def test_lower_bound_above_the_total_is_refused(tmp_path):
    def exceed(parts):
        parts["proof"]["lower_bound"] += 1

    with pytest.raises(TreeFileError, match="the lower one must be first"):
        verify(tampered(tmp_path, OTHER_GAMES["words"], exceed))


def test_certificate_of_house_rules_is_refused(tmp_path):
    (tmp_path / "a.proof").write_bytes(b"mmtree proof 1\n3p3c-places\n")
    with pytest.raises(ProofError, match="3p3c-places is another game"):
        check_certificate(tmp_path / "a.proof")


def test_many_first_guesses_are_not_counted(tmp_path, monkeypatch):
    monkeypatch.setattr("mmtree.check.bounds.MAX_ANSWERS", 1000)
    save(build_tree("knuth", OTHER_GAMES["words"]), tmp_path / "a")
    found = {finding.topic: finding.text for finding in verify(tmp_path / "a").findings}
    assert found["bounds"].endswith("average at least 1.967, whatever is guessed")
