"""mmtree info, mmtree strategies"""

import hashlib
import json

import pytest

from mmtree.check.claims import PUBLISHED
from mmtree.strategies.rows import ROWS

from places import TREES


def test_info(mmtree):
    result = mmtree("info", TREES / "koyama-lai-4p6c.mmtree")
    assert result.status == 0
    assert result.out.splitlines()[:7] == [
        "rules     4p6c: 1296 secrets",
        "strategy  koyama-lai",
        "opening   AABC",
        "nodes     1331 in 5590 bytes",
        "checksum  99c11988, as sheets print it: that of a ready-made tree",
        "figures   total 5625, average 5625/1296 = 4.3403, max 6",
        "proof     proved optimal (expected)",
    ]
    bars = result.out.splitlines()[8:]
    assert [line.split()[1] for line in bars] == ["1", "8", "91", "647", "547", "2"]
    assert [line.count("#") for line in bars] == [1, 1, 6, 40, 34, 1]


def test_info_in_a_narrow_window(mmtree, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    out = mmtree("info", TREES / "koyama-lai-fewest-at-max-4p6c.mmtree").out.splitlines()
    assert max(map(len, out)) < 40
    assert " ".join(" ".join(out[6:11]).split()) == (
        "figures total 5625, average 5625/1296 = 4.3403, max 6 "
        "proof proved optimal (expected, then least max, then fewest at it)"
    )
    assert max(line.count("#") for line in out) == 21


def test_info_as_json(mmtree):
    told = json.loads(mmtree("info", TREES / "knuth-4p6c.mmtree", "--json").out)
    assert told == {
        "rules": "4p6c",
        "strategy": "knuth",
        "options": {},
        "opening": "AABB",
        "secrets": 1296,
        "nodes": 1378,
        "total": 5801,
        "average": 5801 / 1296,
        "max": 5,
        "histogram": [1, 6, 62, 533, 694],
        "says_proved": False,
        "objective": None,
        "bytes": 5681,
        "sha256": hashlib.sha256((TREES / "knuth-4p6c.mmtree").read_bytes()).hexdigest(),
        "ready_made": True,
    }


def test_info_shows_the_options(mmtree):
    mmtree("build", "--strategy", "niedermayer", "--rules", "3p3c", "--opening", "ABC", "-o", "a")
    out = mmtree("info", "a").out
    assert "strategy  niedermayer (opening ABC, samples 100, seed 0), says the file" in out
    assert "proof     not proved optimal" in out


@pytest.mark.parametrize("arguments", [[], ["none"], ["."], ["a", "b"]])
def test_wrong_input(mmtree, arguments):
    result = mmtree("info", *arguments)
    assert (result.status, result.err.count("\n")) == (2, 1)


def test_strategies_lists_every_rule_source_and_claim(mmtree):
    out = mmtree("strategies").out
    for row in ROWS:
        assert f"{row.name}  [--opening" in out
        assert f"rule    {row.rule}" in out
        assert f"source  {row.source}" in out
    for claim in PUBLISHED:
        assert f"total {claim.total}" in out
        assert claim.not_reproduced in out


def test_one_strategy(mmtree):
    result = mmtree("strategies", "Knuth", "kooi", "knuth")
    heads = [line for line in result.out.splitlines() if not line.startswith(" ")]
    assert heads == ["knuth  [--opening]", "kooi  [--opening]"]
    assert mmtree("strategies", "knut").err == (
        "mmtree: unknown strategy 'knut': did you mean 'knuth'?\n"
    )


@pytest.mark.parametrize(
    ("name", "build"),
    [
        ("knuth", "--strategy knuth"),
        ("Knuth.mmtree", "--strategy knuth"),
        ("trees/knuth-5p8c.mmtree", "--strategy knuth --rules 5p8c"),
        ("irving-exact-4p6c-black.mmtree", "--strategy irving-exact --rules 4p6c-black"),
        ("knut-4p6c.mmtree", "--strategy knuth"),
        ("super", "--strategy koyama-lai --rules 5p8c"),
        ("what.mmtree", "--strategy koyama-lai"),
        ("", "--strategy koyama-lai"),
    ],
)
def test_a_tree_that_is_not_there_can_be_made(mmtree, name, build):
    for command in ("info", "play", "verify", "dot", "sheet", "footprint"):
        result = mmtree(command, name)
        assert (result.status, result.out) == (2, "")
        assert result.err == (
            f"mmtree: {name}: No such file or directory; mmtree build {build} makes a tree\n"
        )
