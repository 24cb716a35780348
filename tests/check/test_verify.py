"""The checker accepts correct tree files, and reports each false figure."""

from fractions import Fraction

import pytest

from mmtree import (
    ExpectationError,
    Objective,
    PegRules,
    TreeFileError,
    build_tree,
    save,
    verify,
)
from mmtree.check.game import answer

from support.changed_files import change, parts_of, wrong
from support.environment import KNUTH, SMALL


def test_knuths_guarantee():
    report = verify(KNUTH, max=5, total=5801, average="4.476")
    assert report.holds
    found = {finding.topic: finding.text for finding in report.findings}
    assert found["max"].endswith("agrees with the file, Knuth 1976; Kooi 2005, Klimoš 2014, --max")
    assert found["bounds"] == (
        "by counting, max 5 is the least possible and average at least 4.009 "
        "(4 and 3.847 whatever is guessed)"
    )


@pytest.mark.slow(after=6)
@pytest.mark.parametrize(
    ("expectation", "holds"),
    [
        ({"max": 5}, True),
        ({"max": 6}, True),
        ({"max": 4}, False),
        ({"total": 5801}, True),
        ({"total": 5800}, False),
        ({"total": 5802}, False),
        ({"average": "4.476"}, True),
        ({"average": "4.5"}, True),
        ({"average": "4"}, True),
        ({"average": "5"}, False),
        ({"average": "4.48"}, True),
        ({"average": "4.47607"}, False),
        ({"average": "4.478"}, False),
        ({"average": "5801/1296"}, True),
        ({"average": "5800/1296"}, False),
        ({"average": 4.476}, True),
        ({"average": Fraction(5801, 1296)}, True),
    ],
)
def test_expected_figures_are_checked(expectation, holds):
    assert verify(KNUTH, **expectation).holds == holds


@pytest.mark.parametrize("average", ["", "x", "4,5", "1/0", "nan", "1e5", "-4"])
def test_invalid_average_raises(average):
    with pytest.raises(ExpectationError, match=r"such as 4\.476 or 5801/1296"):
        verify(KNUTH, average=average)


@pytest.mark.parametrize("name", ["max", "total"])
def test_expected_figure_below_1_is_refused(name):
    with pytest.raises(ValueError, match=f"^{name} must be a whole number of at least 1, got 0$"):
        verify(KNUTH, **{name: 0})


def changed(tmp_path, change, tree=SMALL):
    """Write a copy of a ready-made tree with changed parts, and return its path."""
    with parts_of(tree, tmp_path / "changed.mmtree") as parts:
        change(parts)
    return tmp_path / "changed.mmtree"


def last_branch(node):
    """Return the innermost last array of a node."""
    while isinstance(node[-1], list):
        node = node[-1]
    return node


def test_cluster_proof_is_named(tmp_path, mmtree):
    """An exact search without a cluster confirms the price."""
    path = changed(tmp_path, change("proof", searched_by="cluster"))
    result = mmtree("verify", path)
    assert result.status == 0
    least = "price 18, claimed to be least by a cluster's search, whose workers are believed"
    assert f"  proof     expected: {least}; agrees with the proof" in result.out
    assert "  proved    an exact search reaches the same price 18\n" in result.out


def spoil_last(parts):
    last_branch(parts["tree"])[-1] = 0


FALSE = {
    "total": (change("claim", total=17), "total", "the file says 17"),
    "max": (change("claim", max=4), "max", "the file says 4"),
    "secrets": (change("claim", secrets=9), "secrets", "the file says 9"),
    "histogram": (change("claim", histogram=[2, 3, 3]), "histogram", "2 3 3"),
    "proof": (change("proof", lower_bound=17, upper_bound=17), "proof", "the proof says 17"),
    "objective": (change("proof", objective="fun"), "proof", "'fun' is unknown"),
    "at most": (
        change("proof", objective="expected, at most 2"),
        "proof",
        "the objective says at most 2",
    ),
    "opening": (
        change("strategy", "options", opening=0),
        "opening",
        "AAB, but the strategy was asked for code number 0",
    ),
    "proof of another opening": (
        change("proof", objective="expected, opened ABA"),
        "proof",
        "the objective says opened ABA",
    ),
    "endless number": (
        change("proof", objective="expected, at most " + "9" * 5000),
        "proof",
        "is unknown",
    ),
    "max guesses": (
        change("strategy", "options", max_guesses=2),
        "options",
        "the strategy was asked for at most 2 guesses",
    ),
    "order": (
        lambda p: p["tree"].extend([p["tree"].pop(1), p["tree"].pop(1)]),
        "order",
        "branch 2 of node 0 follows 20",
    ),
    "lost secret": (
        change(tree=[1, 2, [6, 0, [7, 0, [7, 0, 7]]], 10, 7, 12, [2, 12, 4]]),
        "secrets",
        "AAA is never found: guess 1, AAB, gets 2b0w, and the tree has no branch for it",
    ),
    "wrong last guess": (spoil_last, "secrets", "is never found"),
    "unreachable": (
        lambda p: p["tree"].__setitem__(slice(1, 1), [0, 7]),
        "nodes",
        "guess BBB, is reached by no secret",
    ),
    "useless guess": (
        change(tree=[1, 2, [1, 2, [6, 0, 7]], 10, 7, 12, [2, 12, 4], 20, 0]),
        "nodes",
        "node 1, guess AAB, splits nothing",
    ),
    "repeated branch": (
        lambda p: p["tree"].extend(p["tree"][-2:]),
        "order",
        "branch 20 of node 0 follows 20",
    ),
}


@pytest.mark.parametrize(("change", "topic", "text"), FALSE.values(), ids=FALSE)
def test_false_file_is_reported(tmp_path, change, topic, text):
    [(found, said)] = wrong(changed(tmp_path, change)).items()
    assert found == topic
    assert text in said


def test_tree_is_compared_with_published_claims(tmp_path):
    """A tree of another strategy is named after Knuth's."""
    path = tmp_path / "fake.mmtree"
    save(build_tree("irving", opening="AABB"), path)
    with parts_of(path) as parts:
        parts["strategy"]["name"] = "knuth"
    assert any("Knuth 1976; Kooi 2005 says 5801" in text for text in wrong(path).values())


def test_unusable_file_is_refused(tmp_path):
    path = changed(tmp_path, lambda p: last_branch(p["tree"]).__setitem__(-1, 99))
    with pytest.raises(TreeFileError, match="99 is not the number of a code"):
        verify(path)


def test_least_possible_is_only_said_if_bound_is_met(tmp_path):
    """For 3p3c, the bound by counting is 3 guesses, but 4 guesses are needed."""
    save(build_tree("koyama-lai", "3p3c"), tmp_path / "a")
    found = {finding.topic: finding.text for finding in verify(tmp_path / "a").findings}
    assert found["bounds"].startswith("by counting, max is at least 3 and")


FLAGS = (False, True)


@pytest.mark.parametrize("opening", [None, "AAB"])
@pytest.mark.parametrize("most", [None, 5])
@pytest.mark.parametrize(
    "goal",
    [
        *({"worst_first": first, "fewest_at_max": few} for first in FLAGS for few in FLAGS),
        *({"fewest_first": True}, {"most_within": 3}),
    ],
    ids=str,
)
def test_price_of_every_objective_is_checked(tmp_path, opening, most, goal):
    objective = Objective(max_guesses=most, **goal)
    path = tmp_path / "a"
    save(build_tree("koyama-lai", "3p3c", opening=opening, objective=objective), path)
    assert verify(path).holds
    with parts_of(path) as parts:
        parts["proof"]["lower_bound"] += 1
        parts["proof"]["upper_bound"] += 1
    assert [*wrong(path)] == ["proof"]


@pytest.mark.parametrize(
    ("name", "objective", "topic", "said"),
    [
        ("koyama-lai", None, "total", "says 5625"),
        ("mine", "expected", "total", "says 5625"),
        ("knuth", "expected", "total", "says 5625"),
        ("knuth", "expected, at most 9", "proof", "says total 5625, max 6"),
        ("knuth", "worst, then expected", "proof", "says total 5626, max 5"),
        ("knuth", "expected, opened AABB", "proof", "says total 5766, max 5"),
        ("knuth", "most within 5, then expected", "proof", "says total 5626, max 5"),
    ],
)
def test_false_optimum_contradicts_published_trees(tmp_path, name, objective, topic, said):
    """Knuth's tree claims to be optimal, by its proof or by the name koyama-lai."""
    with parts_of(KNUTH, tmp_path / "a") as parts:
        parts["strategy"]["name"] = name
        if objective:
            parts["proof"] = {"objective": objective, "lower_bound": 5801, "upper_bound": 5801}
    assert said in wrong(tmp_path / "a")[topic]


def test_large_limit_is_accepted(tmp_path):
    tree = build_tree("koyama-lai", "2p2c", objective=Objective(max_guesses=2**63 - 1))
    save(tree, tmp_path / "a")
    assert verify(tmp_path / "a").holds


def test_leaf_of_largest_rules_is_refused_at_once(tmp_path):
    rules = {"pegs": 9, "colors": 36, "distinct": True, "whites": True}
    path = changed(tmp_path, change(rules=rules, tree=PegRules(9, 36).number(tuple(range(9)))))
    with pytest.raises(TreeFileError, match="too short for the 34162713446400 secrets"):
        verify(path)


def test_long_unary_branch_is_refused_at_once(tmp_path, monkeypatch):
    """Each branch repeats the opening 90 times; the check ends at the first repetition."""
    asked = []

    def counted(*codes):
        asked.append(codes)
        return answer(*codes)

    def again(parts):
        guess, *branches = parts["tree"]
        for at in range(1, len(branches), 2):
            for _ in range(90):
                branches[at] = [guess, branches[at - 1], branches[at]]
        parts["tree"] = [guess, *branches]

    monkeypatch.setattr("mmtree.check.game.answer", counted)
    assert wrong(changed(tmp_path, again, KNUTH)) == {"nodes": "node 1, guess AABB, splits nothing"}
    assert len(asked) < 2 * 1296
