"""Tree files with false claims: no command prints them as facts."""

import re

import pytest

from mmtree import build_tree
from mmtree.show.sheets.sheet import Sheet

from support.changed_files import parts_of
from support.environment import SMALL

READERS = [
    ["info"],
    ["info", "--json"],
    ["play", "--secret", "AAA"],
    ["sheet", "--format", "txt", "-o", "-"],
    ["dot", "-o", "-"],
    ["export", "--to", "c"],
    ["export", "--to", "packed"],
    ["compare", "koyama-lai-3p2c"],
    ["hardest"],
]

CLAIMS = {
    "false": {"secrets": 8, "total": 8, "max": 1, "histogram": [8]},
    "empty": {"secrets": 0, "total": 0, "max": 0, "histogram": []},
}


def changed(path, key, **values):
    """Write the small tree with some values of a key replaced; return the path."""
    with parts_of(SMALL, path) as parts:
        parts[key] |= values
    return path


@pytest.mark.parametrize("command", READERS, ids=" ".join)
@pytest.mark.parametrize(("claim", "said"), [("false", "total 8"), ("empty", "secrets 0")])
def test_commands_that_show_figures_refuse_a_false_claim(refused, tmp_path, command, claim, said):
    path = changed(tmp_path / "false.mmtree", "claim", **CLAIMS[claim])
    counted = {"false": 18, "empty": 8}[claim]
    assert refused(*command, path) == f"mmtree: {path}: claims {said}, but has {counted}\n"


def test_verify_reports_a_false_claim(mmtree, tmp_path):
    result = mmtree("verify", changed(tmp_path / "a", "claim", **CLAIMS["false"]))
    assert (result.status, result.err) == (1, "")
    assert "! total     18; the file says 8" in result.out
    result = mmtree("verify", changed(tmp_path / "a", "claim", **CLAIMS["empty"]))
    assert (result.status, result.err) == (1, "")
    assert "! secrets   8 of 8 found; the file says 0" in result.out


def fact(mmtree, path):
    """Return the description of the strategy at the foot of a sheet."""
    foot = mmtree("sheet", "--format", "txt", "-o", "-", path).out.rpartition("\nmmtree · ")[2]
    return re.fullmatch(r"\S+ · (.*) · average \S+ · SHA-256 \w{8}", " ".join(foot.split()))[1]


def test_unverified_proof_is_attributed_to_the_file(mmtree):
    """Nothing is published for 3p3c, and lexicographic is far from optimal."""
    mmtree("build", "--strategy", "lexicographic", "--rules", "3p3c", "-o", "a")
    with parts_of("a") as parts:
        total = parts["claim"]["total"]
        parts["proof"] = {"objective": "expected", "lower_bound": total, "upper_bound": total}
    source = "naive strategy; Palm 2017"
    assert fact(mmtree, "a") == (
        f"lexicographic ({source}) · Proved: best on average, says the tree file"
    )
    info = mmtree("info", "a").out
    assert "\nproof     proved optimal (expected), says the file\n" in info
    assert "\nstrategy  lexicographic, says the file\n" in info
    assert "ready-made" not in info


def test_unverified_strategy_name_is_attributed_to_the_file(mmtree, tmp_path):
    path = changed(tmp_path / "a", "strategy", name="knuth")
    assert fact(mmtree, path) == "knuth (Knuth 1976) · Proved: best on average, says the tree file"


def test_ready_made_and_newly_built_trees_are_trusted(mmtree):
    assert fact(mmtree, SMALL) == "koyama-lai (Koyama and Lai 1993) · Proved: best on average"
    tree = build_tree("koyama-lai", "3p3c")
    assert " · koyama-lai · Proved: best on average · average" in Sheet(tree, "card").foot
    mmtree("build", "--strategy", "knuth", "-o", "again")  # has the bytes of the ready-made tree
    assert fact(mmtree, "again") == "knuth (Knuth 1976)"
    mmtree("build", "--strategy", "knuth", "--rules", "3p3c", "-o", "other")
    assert fact(mmtree, "other") == "knuth (Knuth 1976), says the tree file"
