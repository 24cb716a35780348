"""``mmtree compare`` shows where trees of equal rules differ, and for which secrets."""

import json
from array import array
from random import Random

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import PegRules, StrategyTree, build_tree, format_code, load, save
from mmtree.research.compare import (
    find_difference,
    find_gain,
    find_renaming,
)
from mmtree.research.games import Games
from mmtree.tree import ready_made

from support.environment import KNUTH, SMALL

ALL = ready_made.names()


def renamed(tree, places, colors, **claim):
    """Return the tree with its places and colours renamed."""
    rules = tree.rules
    codes = map(rules.digits, tree.guess)
    moved = (tuple(colors[at][code[place]] for at, place in enumerate(places)) for code in codes)
    guess = array("Q", map(rules.number, moved))
    return StrategyTree(rules, tree.strategy, guess, tree.feedback, tree.extent, **claim)


def test_gains_are_counted_by_secret(knuth, koyama_lai):
    """The gains and losses add up to the difference of the totals."""
    one, other = Games(knuth), Games(koyama_lai)
    gains = [other.guesses[secret] - one.guesses[secret] for secret in range(1296)]
    assert sum(gains) == koyama_lai.total - knuth.total
    found, back = find_gain(one, other), find_gain(other, one)
    assert (found.secrets, found.most) == (sum(gain > 0 for gain in gains), max(gains))
    assert (back.secrets, back.most) == (sum(gain < 0 for gain in gains), -min(gains))
    assert gains[found.example] == found.most
    assert max(gains[: found.example], default=0) < found.most


def test_first_difference_is_first_different_node(koyama_lai):
    other = load("koyama-lai-max5-4p6c")
    found = find_difference(Games(koyama_lai), Games(other))
    for tree, guess in ((koyama_lai, found.first), (other, found.second)):
        node = tree.node([feedback for _, feedback in found.before])
        assert node.guess == guess
        assert tree.guess[: node.index] == koyama_lai.guess[: node.index]
    assert [format_code(guess, PegRules()) for guess, _ in found.before] == ["AABC", "ADDE"]


def test_equal_trees_are_reported_as_equal(mmtree):
    out = mmtree("compare", "knuth-4p6c", KNUTH).out.splitlines()
    assert out[-1] == "  the same tree, guess by guess"
    report = json.loads(mmtree("compare", "knuth-4p6c", "knuth-4p6c", "--json").out)
    assert report["pairs"][0]["same"]
    assert report["pairs"][0]["first_better"] == {
        "secrets": 0,
        "by_up_to": 0,
        "example_games": None,
    }


TREE_OF = {text: build_tree("irving", text) for text in ("3p3c", "3p4c-distinct", "3p3c-black")}


@pytest.mark.slow
@given(st.sampled_from(list(TREE_OF)), st.randoms())
def test_renamed_tree_is_recognised(text, random):
    tree = TREE_OF[text]
    rules = tree.rules
    places = random.sample(range(rules.pegs), rules.pegs)
    colors = [random.sample(range(rules.colors), rules.colors)] * rules.pegs
    if text.endswith("black"):
        colors = [random.sample(range(rules.colors), rules.colors) for _ in places]
    other = renamed(tree, places, colors)
    assert other.figures == tree.figures
    how = find_renaming(tree, other)
    names = [[named.get(color, color) for color in range(rules.colors)] for named in how.colors]
    assert renamed(tree, how.places, names).guess == other.guess
    assert find_renaming(tree, other, by_branch=True)


def test_renaming_is_described(mmtree, tmp_path, koyama_lai):
    save(renamed(koyama_lai, [1, 0, 2, 3], [[3, 1, 2, 0, 5, 4]] * 4), tmp_path / "a")
    out = mmtree("compare", "koyama-lai-4p6c", "a").out
    assert (
        "  the same tree up to renaming: places 2 1 3 4 of the first are 1 to 4 of the second; "
        "colours A D E F become D A F E\n"
    ) in out
    report = json.loads(mmtree("compare", "koyama-lai-4p6c", "a", "--json").out)["pairs"][0]
    assert (report["same"], report["same_up_to_renaming"]) == (False, True)


def test_no_renaming_if_one_branch_differs(koyama_lai):
    assert find_renaming(koyama_lai, load("least-bits-4p6c")) is None
    assert find_renaming(koyama_lai, koyama_lai) is not None
    guess = array("Q", koyama_lai.guess)
    last = next(i for i, extent in enumerate(koyama_lai.extent) if extent == 3)
    guess[last], guess[last + 1] = guess[last + 1], guess[last]
    other = StrategyTree.__new__(StrategyTree)
    vars(other).update(vars(koyama_lai), guess=guess)
    assert find_renaming(koyama_lai, other) is None
    assert not find_renaming(koyama_lai, other, by_branch=True)


def test_branches_may_have_their_own_renamings(mmtree, tmp_path, koyama_lai):
    """After AABC 0b0w, the colours D, E and F are equivalent; only this branch renames them."""
    branch = koyama_lai.root.child(0)
    guess = array("Q", koyama_lai.guess)
    turned = renamed(koyama_lai, range(4), [[0, 1, 2, 5, 3, 4]] * 4)
    inside = slice(branch.index, branch.index + koyama_lai.extent[branch.index])
    guess[inside] = turned.guess[inside]
    nodes = (guess, koyama_lai.feedback, koyama_lai.extent)
    other = StrategyTree(koyama_lai.rules, koyama_lai.strategy, *nodes)
    assert other.figures == koyama_lai.figures
    assert find_renaming(koyama_lai, other) is None
    assert find_renaming(koyama_lai, other, by_branch=True)
    assert not find_renaming(koyama_lai, load("koyama-lai-max5-4p6c"), by_branch=True)
    save(other, tmp_path / "a")
    out = mmtree("compare", "koyama-lai-4p6c", "a").out
    assert "  the same tree up to renaming, which differs from branch to branch\n" in out
    report = json.loads(mmtree("compare", "koyama-lai-4p6c", "a", "--json").out)["pairs"][0]
    assert (report["same_up_to_renaming"], report["same_up_to_renaming_in_branches"]) == (
        False,
        True,
    )


def test_three_trees_are_compared_in_pairs_and_more_with_the_first(mmtree):
    three = ["knuth-4p6c", "kooi-4p6c", "irving-4p6c"]
    lines = mmtree("compare", *three).out.splitlines()
    assert "  first difference: opened AABB, there AABC" in lines
    assert [line for line in lines if " and " in line and line[0] != " "] == [
        "knuth-4p6c and kooi-4p6c",
        "knuth-4p6c and irving-4p6c",
        "kooi-4p6c and irving-4p6c",
    ]
    report = json.loads(mmtree("compare", *three, "entropy-4p6c", "--json").out)
    assert [one["tree"] for one in report["trees"]] == [*three, "entropy-4p6c"]
    assert {pair["first"] for pair in report["pairs"]} == {"knuth-4p6c"}
    assert len(report["pairs"]) == 3


def test_json_holds_the_comparison(mmtree):
    report = json.loads(mmtree("compare", "koyama-lai-4p6c", "koyama-lai-max5-4p6c", "--json").out)
    assert report["rules"] == "4p6c"
    assert report["trees"][1] == {
        "tree": "koyama-lai-max5-4p6c",
        "strategy": "koyama-lai",
        "ready_made": True,
        "total": 5626,
        "average": 5626 / 1296,
        "max": 5,
        "histogram": [1, 8, 91, 644, 552],
    }
    [pair] = report["pairs"]
    assert pair["first_difference"] == {
        "before": [["AABC", 10], ["ADDE", 11]],
        "first_guesses": "FAFE",
        "second_guesses": "AEFF",
    }
    assert (pair["first_better"]["secrets"], pair["second_better"]["secrets"]) == (14, 13)
    assert pair["equal"] == 1296 - 14 - 13
    here, there = pair["first_better"]["example_games"]
    assert here[-1] == there[-1] == ["CAEE", 40]


def test_tree_that_is_never_better_has_no_gain(mmtree, tmp_path):
    """With ABA and BAA left, the other tree of 3p2c guesses ABB, which is neither."""
    parts = msgpack.unpackb(SMALL.read_bytes())
    branch = parts["tree"].index([2, 12, 4])
    parts["tree"][branch] = [3, 2, 4, 20, 2]
    claim = {"secrets": 8, "total": 19, "max": 3, "histogram": [1, 3, 4]}
    (tmp_path / "a").write_bytes(msgpack.packb({**parts, "claim": claim, "proof": None}))
    out = mmtree("compare", "koyama-lai-3p2c", "a").out.splitlines()
    assert [line.split()[1:4] for line in out[2:4]] == [
        ["koyama-lai", "18", "2.2500"],
        ["koyama-lai,", "says", "the"],
    ]
    assert out[6:] == [
        "  first difference: after AAB 1b2w ABA, there ABB",
        "  koyama-lai-3p2c is better for 1 secret, by up to 1 guess:",
        "    AAB ABA",
        "    AAB ABB ABA there",
        "  a is better for no secret",
        "  both are equal for 7 secrets",
    ]


def test_damaged_files_give_one_line(mmtree, tmp_path):
    whole = SMALL.read_bytes()
    random = Random(1)
    for _ in range(60):
        data = bytearray(whole)
        data[random.randrange(len(data))] = random.randrange(256)
        (tmp_path / "a").write_bytes(
            data[: random.choice([len(data), random.randrange(len(data))])]
        )
        result = mmtree("compare", "koyama-lai-3p2c", "a")
        assert result.status in (0, 2)
        assert result.err.count("\n") == (result.status == 2)
