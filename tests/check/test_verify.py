"""The checker accepts correct tree files, and reports each false figure."""

from fractions import Fraction

import msgpack
import pytest

from mmtree import ExpectationError, Objective, Rules, TreeFileError, build_tree, save, verify
from mmtree.check.feedback import answer

from support.environment import KNUTH, TREES


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


def changed(tmp_path, change, name="koyama-lai-3p2c.mmtree"):
    """Write a copy of a ready-made tree with changed parts, and return its path."""
    parts = msgpack.unpackb((TREES / name).read_bytes())
    change(parts)
    path = tmp_path / "changed.mmtree"
    path.write_bytes(msgpack.packb(parts))
    return path


def last_branch(node):
    """Return the innermost last array of a node."""
    while isinstance(node[-1], list):
        node = node[-1]
    return node


def test_cluster_proof_is_named(tmp_path, mmtree):
    """An exact search without a cluster confirms the price."""
    path = changed(tmp_path, lambda p: p["proof"].update(searched_by="cluster"))
    result = mmtree("verify", path)
    assert result.status == 0
    least = "price 18, claimed to be least by a cluster's search, whose workers are believed"
    assert f"  proof     expected: {least}; agrees with the proof" in result.out
    assert "  proved    an exact search reaches the same price 18\n" in result.out


FALSE = {
    "total": (lambda p: p["claim"].update(total=17), "total", "the file says 17"),
    "max": (lambda p: p["claim"].update(max=4), "max", "the file says 4"),
    "secrets": (lambda p: p["claim"].update(secrets=9), "secrets", "the file says 9"),
    "histogram": (lambda p: p["claim"].update(histogram=[2, 3, 3]), "histogram", "2 3 3"),
    "proof": (
        lambda p: p["proof"].update(lower_bound=17, upper_bound=17),
        "proof",
        "the proof says 17",
    ),
    "objective": (lambda p: p["proof"].update(objective="fun"), "proof", "'fun' is unknown"),
    "at most": (
        lambda p: p["proof"].update(objective="expected, at most 2"),
        "proof",
        "the objective says at most 2",
    ),
    "opening": (
        lambda p: p["strategy"]["options"].update(opening=0),
        "opening",
        "AAB, but the strategy was asked for code number 0",
    ),
    "proof of another opening": (
        lambda p: p["proof"].update(objective="expected, opened ABA"),
        "proof",
        "the objective says opened ABA",
    ),
    "endless number": (
        lambda p: p["proof"].update(objective="expected, at most " + "9" * 5000),
        "proof",
        "is unknown",
    ),
    "order": (
        lambda p: p["tree"].extend([p["tree"].pop(1), p["tree"].pop(1)]),
        "order",
        "branch 2 of node 0 follows 20",
    ),
    "lost secret": (
        lambda p: p.update(tree=[1, 2, [6, 0, [7, 0, [7, 0, 7]]], 10, 7, 12, [2, 12, 4]]),
        "secrets",
        "AAA is never found: guess 1, AAB, gets 2b0w, and the tree has no branch for it",
    ),
    "wrong last guess": (
        lambda p: last_branch(p["tree"]).__setitem__(-1, 0),
        "secrets",
        "is never found",
    ),
    "unreachable": (
        lambda p: p["tree"].__setitem__(slice(1, 1), [0, 7]),
        "nodes",
        "guess BBB, is reached by no secret",
    ),
    "repeated branch": (
        lambda p: p["tree"].extend(p["tree"][-2:]),
        "order",
        "branch 20 of node 0 follows 20",
    ),
}


@pytest.mark.parametrize(("change", "topic", "text"), FALSE.values(), ids=FALSE)
def test_false_file_is_reported(tmp_path, change, topic, text):
    report = verify(changed(tmp_path, change))
    assert not report.holds
    wrong = {finding.topic: finding.text for finding in report.findings if not finding.holds}
    assert text in wrong[topic]


def test_tree_is_compared_with_published_claims(tmp_path):
    """A tree of another strategy is named after Knuth's."""
    path = tmp_path / "fake.mmtree"
    save(build_tree("irving", opening="AABB"), path)
    parts = msgpack.unpackb(path.read_bytes())
    parts["strategy"]["name"] = "knuth"
    path.write_bytes(msgpack.packb(parts))
    report = verify(path)
    wrong = [finding.text for finding in report.findings if not finding.holds]
    assert any("Knuth 1976; Kooi 2005 says 5801" in text for text in wrong)


def test_unusable_file_is_refused(tmp_path):
    path = changed(tmp_path, lambda p: last_branch(p["tree"]).__setitem__(-1, 99))
    with pytest.raises(TreeFileError, match="99 is not the number of a code"):
        verify(path)


def test_least_possible_is_only_said_if_bound_is_met(tmp_path):
    """For 3p3c, the bound by counting is 3 guesses, but 4 guesses are needed."""
    save(build_tree("koyama-lai", "3p3c"), tmp_path / "a")
    found = {finding.topic: finding.text for finding in verify(tmp_path / "a").findings}
    assert found["bounds"].startswith("by counting, max is at least 3 and")


@pytest.mark.parametrize("opening", [None, "AAB"])
@pytest.mark.parametrize("worst_first", [False, True])
@pytest.mark.parametrize("most", [None, 5])
@pytest.mark.parametrize("fewest", [False, True])
def test_price_of_every_objective_is_checked(tmp_path, opening, worst_first, most, fewest):
    objective = Objective(worst_first, most, fewest)
    path = tmp_path / "a"
    save(build_tree("koyama-lai", "3p3c", opening=opening, objective=objective), path)
    assert verify(path).holds
    parts = msgpack.unpackb(path.read_bytes())
    parts["proof"] = {
        key: value if key == "objective" else value + 1 for key, value in parts["proof"].items()
    }
    path.write_bytes(msgpack.packb(parts))
    wrong = [finding.topic for finding in verify(path).findings if not finding.holds]
    assert wrong == ["proof"]


@pytest.mark.parametrize(
    ("name", "objective", "topic", "said"),
    [
        ("koyama-lai", None, "total", "says 5625"),
        ("mine", "expected", "total", "says 5625"),
        ("knuth", "expected", "total", "says 5625"),
        ("knuth", "expected, at most 9", "proof", "says total 5625, max 6"),
        ("knuth", "worst, then expected", "proof", "says total 5626, max 5"),
        ("knuth", "expected, opened AABB", "proof", "says total 5766, max 5"),
    ],
)
def test_false_optimum_contradicts_published_trees(tmp_path, name, objective, topic, said):
    """Knuth's tree claims to be optimal, by its proof or by the name koyama-lai."""
    parts = msgpack.unpackb(KNUTH.read_bytes())
    parts["strategy"]["name"] = name
    if objective:
        parts["proof"] = {"objective": objective, "lower_bound": 5801, "upper_bound": 5801}
    path = tmp_path / "a"
    path.write_bytes(msgpack.packb(parts))
    wrong = {finding.topic: finding.text for finding in verify(path).findings if not finding.holds}
    assert said in wrong[topic]


def test_useless_guess_is_reported(tmp_path):
    """The tree of 2p2c asks AA twice in a row."""
    claim = {"secrets": 4, "total": 10, "max": 4, "histogram": [1, 1, 1, 1]}
    rules = {"pegs": 2, "colors": 2, "distinct": False, "whites": True}
    tree = [0, 0, 3, 10, [0, 10, [1, 2, 2]]]
    report = verify(changed(tmp_path, lambda p: p.update(rules=rules, claim=claim, tree=tree)))
    assert "node 2, guess AA, splits nothing" in [finding.text for finding in report.findings]


def test_average_may_be_a_number():
    assert verify(KNUTH, average=4.476).holds
    assert verify(KNUTH, average=Fraction(5801, 1296)).holds


def test_max_guesses_of_strategy_is_checked(tmp_path):
    path = changed(tmp_path, lambda p: p["strategy"]["options"].update(max_guesses=2))
    wrong = {finding.topic: finding.text for finding in verify(path).findings if not finding.holds}
    assert wrong == {"options": "the strategy was asked for at most 2 guesses"}


def test_large_limit_is_accepted(tmp_path):
    tree = build_tree("koyama-lai", "2p2c", objective=Objective(max_guesses=2**63 - 1))
    save(tree, tmp_path / "a")
    assert verify(tmp_path / "a").holds


def test_leaf_of_largest_rules_is_refused_at_once(tmp_path):
    path = changed(
        tmp_path,
        lambda p: p.update(
            rules={"pegs": 9, "colors": 36, "distinct": True, "whites": True},
            tree=Rules(9, 36).number(tuple(range(9))),
        ),
    )
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
    path = changed(tmp_path, again, "knuth-4p6c.mmtree")
    wrong = [finding.text for finding in verify(path).findings if not finding.holds]
    assert wrong == ["node 1, guess AABB, splits nothing"]
    assert len(asked) < 2 * 1296
