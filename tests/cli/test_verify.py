"""``mmtree verify``: findings, exit statuses, ``--prove`` and ``--rebuild``."""

import json
import os
import threading
from itertools import count

import pytest

from mmtree.cli.signals import time_limit

from support.changed_files import parts_of
from support.environment import KNUTH, SMALL, TREES, linux


def test_several_files_and_one_that_does_not_hold(mmtree):
    result = mmtree("verify", KNUTH, TREES / "kooi-4p6c.mmtree", "--max", 5)
    assert result.status == 1
    assert f"{KNUTH}: holds" in result.out
    assert f"{TREES / 'kooi-4p6c.mmtree'}: DOES NOT HOLD" in result.out
    wrong = [line for line in result.out.splitlines() if line.startswith("!")]
    assert len(wrong) == 1
    assert wrong[0].startswith("! max       6, needed first for ")
    assert wrong[0].endswith("--max says 5")


def test_unusable_file_does_not_hide_other_findings(mmtree):
    result = mmtree("verify", KNUTH, "none.mmtree", TREES / "kooi-4p6c.mmtree")
    assert result.status == 2
    assert result.err == ("mmtree: none.mmtree: No such file or directory\n")
    assert result.out.count(": holds") == 2


def test_json_has_each_check(mmtree):
    result = mmtree("verify", KNUTH, "--json", "--total", 5800)
    assert result.status == 1
    (report,) = json.loads(result.out)
    assert (report["holds"], report["total"], report["max"]) == (False, 5801, 5)
    assert report["histogram"] == [1, 6, 62, 533, 694]
    wrong = [finding for finding in report["findings"] if not finding["holds"]]
    assert [finding["topic"] for finding in wrong] == ["total"]


def test_prove_finds_a_false_claim_of_optimality_out(mmtree):
    """A tree of total 146 claims to be optimal for 2p6c; the optimum is 132."""
    mmtree("build", "--strategy", "koyama-lai", "--rules", "2p6c", "--opening", "AA", "-o", "a")
    with parts_of("a") as parts:
        parts["proof"]["objective"] = "expected"
        parts["strategy"]["options"] = {}
    for arguments in ([], ["--prove"], ["--rebuild"]):
        result = mmtree("verify", "a", *arguments)
        assert result.status == 1
        assert (
            "! proved    an exact search reaches 132 (expected), the file claims 146" in result.out
        )
    with parts_of("a") as parts:
        parts["strategy"]["name"] = "mine"
    assert mmtree("verify", "a").status == 0  # a replay of the secrets cannot detect it


def test_prove_needs_a_claim(refused):
    assert (
        refused("verify", KNUTH, "--prove")
        == f"mmtree: {KNUTH}: claims no optimum, so --prove has nothing to prove\n"
    )


@pytest.mark.parametrize(
    ("proof", "options", "message"),
    [
        (
            {"objective": "expected, at most 3"},
            {},
            "! proved    an exact search reaches 18 (expected)",
        ),
        (
            {},
            {"max_guesses": "x"},
            "! strategy  --max-guesses must be a whole number of at least 1, got 'x'",
        ),
        ({}, {"max_guesses": 2}, "! options   the strategy was asked for at most 2 guesses"),
        ({}, {"depth": 2}, "! strategy  strategy koyama-lai does not take depth: it takes"),
        ({"lower_bound": 17}, {}, "claims no optimum, so --prove has nothing to prove"),
    ],
)
def test_prove_searches_for_what_the_file_says(mmtree, proof, options, message):
    with parts_of(SMALL, "a") as parts:
        parts["proof"].update(proof)
        parts["strategy"]["options"] = options
    result = mmtree("verify", "a", SMALL, "--prove")
    assert result.status in (1, 2)
    assert message in result.out + result.err
    assert f"{TREES / 'koyama-lai-3p2c.mmtree'}: holds" in result.out  # the other file is checked


def renamed(path, tree, **strategy):
    """Write a copy of a tree with other data on its strategy, and return its path."""
    with parts_of(tree, path) as parts:
        parts["strategy"].update(strategy)
    return path


def findings(result):
    """Return the texts of the findings by topic."""
    return dict(line.split(maxsplit=1) for line in result.out.replace("!", " ").splitlines()[1:])


def test_tree_agrees_with_its_strategy(mmtree):
    result = mmtree("verify", KNUTH)
    assert "  strategy  knuth: built again, it is the same tree node by node\n" in result.out
    assert "proved" not in findings(result)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", ["knuth", "palm-knuth", "entropy"])
def test_tree_under_a_wrong_name_is_reported(mmtree, tmp_path, name):
    """For opening AAAA, no figures of these strategies are published; only the rebuild fails."""
    path = renamed(tmp_path / "a", TREES / "lexicographic-4p6c.mmtree", name=name)
    result = mmtree("verify", path)
    assert result.status == 1
    assert f"! strategy  not the tree that {name} builds: node 0 asks AAAA" in result.out


def test_tree_with_one_other_node_is_reported(mmtree):
    """Exchanging two last guesses of Knuth's tree changes the tree, but not its figures."""
    with parts_of(KNUTH, "a") as parts:
        node = parts["tree"][2][4][10]
        assert node == [1073, 22, 1253]
        node[:] = [1253, 22, 1073]
    result = mmtree("verify", "a", "--total", 5801, "--max", 5)
    assert result.status == 1
    wrong = [line for line in result.out.splitlines() if line.startswith("!")]
    assert wrong == [
        "! strategy  not the tree that knuth builds: node 11 asks FEEF, there it asks EFEF"
    ]


@pytest.mark.parametrize("name", ["mine", "perfect-2030"])
def test_unknown_strategy_is_not_rebuilt(mmtree, tmp_path, name):
    path = renamed(tmp_path / "a", TREES / "kooi-4p6c.mmtree", name=name)
    result = mmtree("verify", path)
    assert result.status == 0
    assert f"  strategy  {name}: not a strategy of mmtree, so not rebuilt\n" in result.out


def test_false_proof_of_strategy_without_proof_is_reported(mmtree):
    """No published total of 3p6c contradicts the proof, but lexicographic proves no optimum."""
    mmtree("build", "--strategy", "lexicographic", "--rules", "3p6c", "-o", "a")
    with parts_of("a") as parts:
        total = parts["claim"]["total"]
        parts["proof"] = {"objective": "expected", "lower_bound": total, "upper_bound": total}
    result = mmtree("verify", "a")
    assert result.status == 1
    assert "! proved    strategy lexicographic searches for no optimum\n" in result.out


def test_weaker_bound_than_proved_holds(mmtree):
    with parts_of(SMALL, "a") as parts:
        parts["proof"]["lower_bound"] = 17
    result = mmtree("verify", "a")
    assert result.status == 0
    assert findings(result)["proved"] == (
        "an exact search reaches 18 (expected) and at least 18, more than the file claims"
    )


@pytest.mark.slow
def test_slow_trees_are_rebuilt_only_on_request(mmtree, tmp_path):
    mmtree("build", "--strategy", "koyama-lai", "--rules", "3p6c", "-o", "a")
    found = findings(mmtree("verify", "a"))
    assert found["strategy"] == (
        "koyama-lai, says the file: not rebuilt, which can take long (--rebuild)"
    )
    assert "proved" not in found
    for option in ("--rebuild", "--prove"):
        result = mmtree("verify", "a", option)
        assert result.status == 0
        assert findings(result)["strategy"].endswith("it is the same tree node by node")
        assert findings(result)["proved"].startswith("an exact search reaches the same price")
    renamed(tmp_path / "b", tmp_path / "a", name="least-bits")
    assert mmtree("verify", "b").status == 0
    result = mmtree("verify", "b", "--rebuild")
    assert result.status == 1
    assert "! strategy  not the tree that least-bits builds: node" in result.out


@linux
def test_long_rebuilding_is_given_up(mmtree, monkeypatch, tmp_path):
    path = tmp_path / "tree.mmtree"
    mmtree("build", "--strategy", "koyama-lai", "--rules", "3p4c", "-o", path)
    monkeypatch.setattr("mmtree.cli.verify.SECONDS", 1e-6)
    result = mmtree("verify", path)
    assert result.status == 0
    assert "  strategy  koyama-lai: not rebuilt within 0 s (--rebuild)" in result.out
    assert "built again" in mmtree("verify", path, "--rebuild").out


def test_time_limit_ends_a_rebuild_that_reports_nothing():
    with pytest.raises(TimeoutError), time_limit(0.01):
        sum(0 for _ in count())


def test_ready_made_trees_are_known_though_not_built_again(mmtree):
    found = findings(mmtree("verify", TREES / "koyama-lai-5p7c.mmtree"))
    assert found["strategy"] == (
        "koyama-lai, a ready-made tree: not rebuilt, which can take long (--rebuild)"
    )


def test_incomplete_tree_is_not_rebuilt(mmtree):
    with parts_of(KNUTH, "a") as parts:
        del parts["tree"][-1][-2:]
    result = mmtree("verify", "a", "--rebuild")
    assert result.status == 1
    assert "strategy" not in findings(result)


@linux
def test_a_file_is_read_once(mmtree, tmp_path):
    """A named pipe can be read only once."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no named pipes here")
    os.mkfifo(tmp_path / "pipe")
    threading.Thread(target=(tmp_path / "pipe").write_bytes, args=[KNUTH.read_bytes()]).start()
    result = mmtree("verify", tmp_path / "pipe", "--rebuild")
    assert (result.status, result.err) == (0, "")


def test_tree_of_unknown_option_is_not_rebuilt(mmtree):
    """Earlier versions built trees with --slack."""
    with parts_of(KNUTH, "a") as parts:
        parts["strategy"] = {"name": "koyama-lai", "options": {"slack": 0}}
        parts["proof"] = {"objective": "expected", "lower_bound": 5429, "upper_bound": 5801}
    result = mmtree("verify", "a")
    assert result.status == 0
    assert findings(result)["strategy"] == (
        "koyama-lai with --slack: not an option of mmtree, so not rebuilt"
    )
    result = mmtree("verify", "a", "--rebuild")
    assert result.status == 1
    assert findings(result)["strategy"] == (
        "strategy koyama-lai does not take slack: it takes --opening, --objective, --max-guesses, "
        "--fewest-at-max"
    )
    assert "koyama-lai (slack 0), says the file" in mmtree("info", "a").out
