"""``mmtree hardest`` prints figures by pattern, and secrets that need the most guesses."""

import json
from itertools import zip_longest

import pytest

from mmtree import Codebreaker, PegRules, feedback, format_code, load, parse_code
from mmtree.play.codemaker import pattern_of, patterns
from mmtree.research.games import (
    Games,
    figures_by_pattern,
    hardest_secrets,
    positional_pattern,
)


def played(tree, secret):
    """Return the codebreaker's guesses for a secret."""
    player, guesses = Codebreaker(tree), []
    while not player.solved:
        guesses.append(player.guess)
        player.observe(feedback(player.guess, secret, tree.rules))
    return guesses


@pytest.mark.parametrize("name", ["koyama-lai-3p2c", "koyama-lai-4p6c", "koyama-lai-4p6c-distinct"])
def test_games_equal_those_of_the_codebreaker(name):
    tree = load(name)
    games = Games(tree)
    assert list(games.guesses) == list(tree.rules.codes())
    for secret, count in list(games.guesses.items())[::7]:
        guesses = played(tree, secret)
        expected = [(guess, feedback(guess, secret, tree.rules)) for guess in guesses]
        assert games.play(secret) == expected
        assert len(expected) == count


@pytest.mark.parametrize("places", [False, True])
def test_each_secret_has_one_pattern(koyama_lai, places):
    games = Games(koyama_lai)
    found = figures_by_pattern(games, places)
    assert len(found) == (15 if places else 5)  # partitions of four places, or of the number 4
    columns = zip_longest(*(claim.histogram for claim in found.values()), fillvalue=0)
    assert tuple(map(sum, columns)) == koyama_lai.histogram
    assert sum(claim.total for claim in found.values()) == 5625
    for shape, claim in found.items():
        secrets = [
            secret
            for secret in games.guesses
            if (positional_pattern if places else pattern_of)(secret, PegRules()) == shape
        ]
        assert claim.secrets == len(secrets)
        assert claim.total == sum(games.guesses[secret] for secret in secrets)


def test_patterns_are_sorted(koyama_lai):
    games = Games(koyama_lai)
    assert tuple(figures_by_pattern(games)) == patterns(PegRules())
    found = list(figures_by_pattern(games, places=True))
    assert found[:6] == ["AAAA", "AAAB", "AABA", "ABAA", "ABBB", "AABB"]
    assert found[-1] == "ABCD"


def test_distinct_colours_have_one_pattern(mmtree):
    out = mmtree("hardest", "koyama-lai-4p6c-distinct", "--places").out.splitlines()
    assert [line.split()[:2] for line in out[2:4]] == [["ABCD", "360"], ["all", "360"]]


def test_hardest_secrets_need_max_guesses(koyama_lai):
    games = Games(koyama_lai)
    found = hardest_secrets(games)
    assert len(found) == koyama_lai.histogram[-1] == 2
    assert all(games.guesses[secret] == 6 for secret in found)


def test_codes_are_printed_in_other_symbols(mmtree):
    tree = load("koyama-lai-3p2c")
    first = hardest_secrets(Games(tree))[0]
    for symbols, between in (("digits1", " "), ("names", ", ")):
        out = mmtree("hardest", "koyama-lai-3p2c", "--symbols", symbols, "--count", 1).out
        guesses = (format_code(code, tree.rules, symbols) for code in played(tree, first))
        assert out.splitlines()[-1] == between.join(guesses)


def test_json_holds_patterns_and_secrets(mmtree):
    report = json.loads(mmtree("hardest", "knuth-4p6c", "--count", 2, "--json").out)
    assert (report["rules"], report["strategy"]) == ("4p6c", "knuth")
    assert report["patterns"][0] == {
        "pattern": "AAAA",
        "secrets": 6,
        "total": 25,
        "average": 25 / 6,
        "max": 5,
        "histogram": [0, 0, 1, 3, 2],
    }
    assert report["all"]["total"] == 5801
    assert report["at_max"] == 694
    assert [one["secret"] for one in report["hardest"]] == ["AAAF", "AABF"]
    first = report["hardest"][0]["game"]
    assert [parse_code(guess, PegRules()) for guess, _ in first] == played(
        load("knuth-4p6c"), parse_code("AAAF", PegRules())
    )
    assert first[-1] == ["AAAF", 40]


@pytest.mark.parametrize(
    ("count", "end"), [(0, ""), (1, ", the first one:"), (9, ", the first 9:")]
)
def test_number_of_listed_secrets_can_be_set(mmtree, count, end):
    lines = mmtree("hardest", "knuth-4p6c", "--count", count).out.splitlines()
    assert lines[9] == f"694 secrets need 5 guesses{end}"
    assert [len(line.split()) for line in lines[10:]] == [5] * count
