"""Games with weights from the command line: built, verified, printed, or refused in one line."""

import json
from collections import Counter

import msgpack
import pytest

from mmtree import TreeFileError, load, parse_rules
from mmtree.play.codemaker import random_secret

WEIGHTS = "AA,5\nBB,9\n*,1\n"


@pytest.fixture
def built(mmtree, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chances.csv").write_text(WEIGHTS)
    mmtree("build", "--strategy", "koyama-lai", "--rules", "2p2c", "--weights", "chances.csv")
    return "koyama-lai-2p2c-weighted.mmtree"


def test_tree_of_weighted_secrets_is_least_and_verified(mmtree, built):
    tree = load(built)
    assert tree.rules.weights == (5, 1, 1, 9)
    assert tree.total == 9 * 1 + 5 * 2 + 1 * 2 + 1 * 3
    out = mmtree("verify", built).out
    assert "weighted 24/16 = 1.5000" in out
    assert "histogram 9 6 1; agrees with the file" in out
    assert "it is the same tree node by node" in out


def test_info_has_both_histograms(mmtree, built):
    found = json.loads(mmtree("info", built, "--json").out)
    assert (found["histogram"], found["weighted"]) == ([1, 2, 1], [9, 6, 1])
    assert "weights by number of guesses:" in mmtree("info", built).out


def test_card_says_that_secrets_are_not_equally_likely(mmtree, built):
    card = mmtree("sheet", built, "--style", "card", "--format", "txt", "-o", "-").out
    assert "not all equally likely" in card
    assert "average 24/16" in card


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("sheet TREE --style short --format txt -o -", "pegs without weights"),
        ("sheet TREE --style worksheet --format txt -o -", "without house rules"),
        ("prove TREE", "no certificates"),
        (
            "build --strategy koyama-lai --rules 2p2c --weights chances.csv --fewest-at-max",
            "not with weights",
        ),
        ("build --strategy knuth --weight-column x", "for a table"),
    ],
)
def test_what_has_no_weights_is_refused(refused, built, command, reason):
    assert reason in refused(*command.replace("TREE", built).split())


@pytest.mark.parametrize(
    ("part", "value"),
    [
        (("claim", "weighted"), [9, 7, 0]),
        (("claim", "weighted"), None),
        (("claim", "total"), 23),
        (("proof", "upper_bound"), 25),
        (("rules", "weights"), [5, 1, 1]),
        (("rules", "weights"), [5, 1, 1, 0]),
        (("rules", "weights"), [5, 1, True, 9]),
        (("rules", "weights"), [5, 1, 1, 1 << 60]),
        (("rules", "weights"), []),
    ],
)
def test_false_weights_and_claims_of_a_file_are_refused(built, part, value):
    with open(built, "rb") as file:
        parts = msgpack.unpackb(file.read())
    parts[part[0]][part[1]] = value
    with open(built, "wb") as file:
        file.write(msgpack.packb(parts))
    with pytest.raises(TreeFileError):
        load(built)


def test_secrets_are_drawn_by_weight():
    rules = parse_rules("2p3c").weighted([1, 1, 1, 1, 1, 5, 60, 40, 90])
    drawn = Counter(int(random_secret(rules, seed=seed)) for seed in range(2000))
    for code, weight in zip(rules.secret_codes(), rules.weights, strict=True):
        assert abs(drawn[code] - 10 * weight) < 40 + 60 * (weight > 9)
    doubles = {int(random_secret(rules, "AA", seed)) for seed in range(99)}
    assert 8 in doubles
    assert doubles <= {0, 4, 8}
