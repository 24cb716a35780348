"""mmtree verify"""

import json

import msgpack
import pytest

from places import TREES

KNUTH = TREES / "knuth-4p6c.mmtree"


def test_knuths_guarantee(mmtree):
    result = mmtree("verify", KNUTH, "--max", 5)
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0] == f"{KNUTH}: holds"
    assert lines[1] == "  secrets   1296 of 1296 found; agrees with the file"
    assert all(line.startswith("  ") for line in lines[1:])


def test_several_files_and_one_that_does_not_hold(mmtree):
    result = mmtree("verify", KNUTH, TREES / "kooi-4p6c.mmtree", "--max", 5)
    assert result.status == 1
    assert f"{KNUTH}: holds" in result.out
    assert f"{TREES / 'kooi-4p6c.mmtree'}: DOES NOT HOLD" in result.out
    wrong = [line for line in result.out.splitlines() if line.startswith("!")]
    assert len(wrong) == 1
    assert wrong[0].startswith("! max       6, needed first for ")
    assert wrong[0].endswith("--max says 5")


@pytest.mark.parametrize(
    "arguments",
    [[], ["none.mmtree"], [KNUTH, "--average", "x"], [KNUTH, "--max", "0"], ["."], [__file__]],
)
def test_unusable_input_has_status_2_and_one_line(mmtree, arguments):
    result = mmtree("verify", *arguments)
    assert result.status == 2
    assert result.err.count("\n") == 1


def test_an_unusable_file_among_others_does_not_hide_their_findings(mmtree):
    result = mmtree("verify", KNUTH, "none.mmtree", TREES / "kooi-4p6c.mmtree")
    assert result.status == 2
    assert result.err == "mmtree: none.mmtree: No such file or directory\n"
    assert result.out.count(": holds") == 2


def test_json(mmtree):
    result = mmtree("verify", KNUTH, "--json", "--total", 5800)
    assert result.status == 1
    (told,) = json.loads(result.out)
    assert (told["holds"], told["total"], told["max"]) == (False, 5801, 5)
    assert told["histogram"] == [1, 6, 62, 533, 694]
    wrong = [finding for finding in told["findings"] if not finding["holds"]]
    assert [finding["topic"] for finding in wrong] == ["total"]


@pytest.mark.parametrize("name", ["koyama-lai-4p6c", "koyama-lai-max5-4p6c", "koyama-lai-3p2c"])
def test_prove_confirms_a_claim_of_optimality(mmtree, name):
    result = mmtree("verify", TREES / f"{name}.mmtree", "--prove")
    assert result.status == 0
    assert "proved    an exact search reaches the same price" in result.out


def test_prove_finds_a_false_claim_of_optimality_out(mmtree, tmp_path):
    """A tree of 21 that claims to be the best for 3p2c; 18 is."""
    mmtree("build", "--strategy", "koyama-lai", "--rules", "3p2c", "--opening", "AAA", "-o", "a")
    parts = msgpack.unpackb((tmp_path / "a").read_bytes())
    parts["proof"]["objective"] = "expected"
    parts["strategy"]["options"] = {}
    (tmp_path / "a").write_bytes(msgpack.packb(parts))
    assert mmtree("verify", "a").status == 0  # replaying its secrets cannot tell, but …
    result = mmtree("verify", "a", "--prove")
    assert result.status == 1
    assert "! proved    an exact search reaches 18 (expected), the file claims 21" in result.out


def test_prove_needs_a_claim(mmtree):
    result = mmtree("verify", KNUTH, "--prove")
    assert result.status == 2
    assert result.err == f"mmtree: {KNUTH}: claims no optimum, so there is none to prove\n"


@pytest.mark.parametrize(
    ("proof", "options", "told"),
    [
        (
            {"objective": "expected, at most 3"},
            {},
            "! proved    an exact search reaches 18 (expected)",
        ),
        ({}, {"max_guesses": "x"}, "mmtree: max_guesses 'x': it is a whole number"),
        ({}, {"max_guesses": 2}, "! options   the strategy was asked for at most 2 guesses"),
        ({}, {"depth": 2}, "mmtree: strategy koyama-lai does not take depth: it takes"),
    ],
)
def test_prove_searches_for_what_the_file_says(mmtree, tmp_path, proof, options, told):
    parts = msgpack.unpackb((TREES / "koyama-lai-3p2c.mmtree").read_bytes())
    parts["proof"].update(proof)
    parts["strategy"]["options"] = options
    (tmp_path / "a").write_bytes(msgpack.packb(parts))
    result = mmtree("verify", "a", TREES / "koyama-lai-3p2c.mmtree", "--prove")
    assert result.status in (1, 2)
    assert told in result.out + result.err
    assert f"{TREES / 'koyama-lai-3p2c.mmtree'}: holds" in result.out  # the others are checked, too
