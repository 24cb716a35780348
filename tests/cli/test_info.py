"""``mmtree info`` and ``mmtree strategies``."""

import hashlib
import json

import pytest

from mmtree import build_tree
from mmtree.check.claims import PUBLISHED
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import PegRules
from mmtree.search.checkpoint import Checkpoint
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import Prices
from mmtree.search.progress import SearchStatus
from mmtree.strategies.catalogue import ROWS

from support.environment import KNUTH, TREES, needs_native


def test_info_prints_all_figures(mmtree):
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


def test_info_json_has_all_figures(mmtree):
    report = json.loads(mmtree("info", KNUTH, "--json").out)
    assert report == {
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
        "lower_bound": None,
        "objective": None,
        "searched_by": None,
        "bytes": 5681,
        "sha256": hashlib.sha256(KNUTH.read_bytes()).hexdigest(),
        "ready_made": True,
        "certified": False,
    }


def test_info_shows_the_options(mmtree):
    mmtree("build", "--strategy", "niedermayer", "--rules", "3p3c", "--opening", "ABC", "-o", "a")
    out = mmtree("info", "a").out
    assert "strategy  niedermayer (opening ABC, samples 100, seed 0), says the file" in out
    assert "proof     not proved optimal" in out


def test_strategies_lists_every_rule_source_and_claim(mmtree):
    out = mmtree("strategies").out
    for row in ROWS:
        assert f"{row.name}  [--opening" in out
        assert f"rule    {row.rule}" in out
        assert f"source  {row.source}" in out
    for claim in PUBLISHED:
        if claim.strategy:
            line = f"    claim   {claim.case}: {claim.figures} ({claim.source})"
            known = "" if claim.verdict == "holds" else f": {claim.verdict}"
            assert f"{line}{known}\n" in out


def test_strategies_prints_those_named(mmtree):
    result = mmtree("strategies", "Knuth", "kooi", "knuth")
    heads = [line for line in result.out.splitlines() if not line.startswith(" ")]
    assert heads == ["knuth  [--opening]", "kooi  [--opening]"]
    assert mmtree("strategies", "knut").err == (
        "mmtree: unknown strategy 'knut': did you mean 'knuth'?\n"
    )


MISSING = "{name}: No such file or directory"
UNKNOWN = "no file or ready-made tree called {name}. `mmtree trees` lists them"


@pytest.mark.parametrize(
    ("name", "message", "build"),
    [
        ("Knuth.mmtree", MISSING, "--strategy knuth"),
        ("trees/knuth-5p8c.mmtree", MISSING, "--strategy knuth --rules 5p8c"),
        ("irving-exact-4p6c-black.mmtree", MISSING, "--strategy irving-exact --rules 4p6c-black"),
        ("knut-4p6c.mmtree", MISSING, "--strategy knuth"),
        ("what.mmtree", MISSING, None),
        ("", MISSING, None),
        ("knuth-5p8c", UNKNOWN, "--strategy knuth --rules 5p8c"),
        ("none", UNKNOWN, None),
    ],
)
def test_missing_tree_is_answered_with_build_command(refused, name, message, build):
    for command in ("info", "play", "verify", "dot", "sheet"):
        assert refused(command, name) == (
            f"mmtree: {message.format(name=name or repr(name))}"
            + (f"; `mmtree build {build}` builds this tree" if build else "")
            + "\n"
        )


@pytest.fixture(scope="module")
def stopped_search(tmp_path_factory):
    """The checkpoint of a search of 3p11c that was stopped while it tried its second opening."""
    path = tmp_path_factory.mktemp("stopped") / "a"

    class Stop(Exception):  # noqa: N818
        pass

    def stop(progress):
        if "opening 2 of 3" in progress.parts and any("cell" in part for part in progress.parts):
            raise Stop

    with pytest.raises(Stop):
        build_tree("koyama-lai", "3p11c", jobs=1, below=7400, progress=stop, checkpoint=path)
    return path.read_bytes()


@pytest.fixture
def stopped(tmp_path, stopped_search):
    (tmp_path / "a").write_bytes(stopped_search)
    return tmp_path / "a"


@needs_native
def test_info_of_a_stopped_search_as_json(mmtree, stopped):
    report = json.loads(mmtree("info", stopped, "--json").out)
    [search] = report.pop("searches")
    size = stopped.stat().st_size
    assert report == {"rules": "3p11c", "secrets": 1331, "bytes": size, "by_cluster": False}
    assert 6426 <= search["at_least"] <= 6860
    assert search["best"] == 7361
    assert search["place"].startswith("below 7400, opening 2 of 3")
    assert search["seconds"] > 0
    assert search["bytes"] >= 22 * search["parts"] + 4 * search["priced"] > 0


@needs_native
@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("expected", "best so far 2463, gap 2.63 %"),
        ("expected; below 2500", "best so far 2463, gap 2.63 %"),
        ("expected, opened AABC", "best so far 2463, gap 2.63 %"),
        ("expected, opened ABCD", "no tree found yet"),
        ("of another version", "no tree found yet"),
    ],
)
def test_info_finds_the_best_tree_of_the_parts(mmtree, tmp_path, words, found):
    rules, prices = PegRules(4, 5), Prices()
    checkpoint = Checkpoint(tmp_path / "a", rules)
    table = CodeTable(rules)
    NativeSearch(table, prices, keep=checkpoint.keep(str(prices))).solve(table.secrets)
    checkpoint.set_status_source(str(prices), lambda: SearchStatus(words, lower=2400))
    checkpoint.write()
    assert f"total at least 2400, {found}\n" in mmtree("info", "a").out


def test_info_of_a_search_of_hours(mmtree, tmp_path):
    """The report depends only on the file, not on the machine."""
    place = "below 172000, opening 2 of 7, cell 15 of 19"
    steps = ((166000, 500.0), (168123, 1500.0))
    report = SearchStatus("expected", place, 178900, 168123, 30000.0, steps)
    kept = Checkpoint(tmp_path / "a", PegRules(5, 8))
    kept.set_status_source("one", lambda: report)
    dear = SearchStatus("most within 4, then expected", lower=999, spent=50.0)
    kept.set_status_source(str(Prices(1, None, 500, since=5)), lambda: dear)
    kept.keep("one")((bytes(22), b""))
    out = mmtree("info", "a").out.splitlines()
    assert out[2:] == [
        "search    expected",
        f"place     {place}",
        "bounds    total at least 168123, best so far 178900, gap 6.42 %",
        "time      8 h 20 min of processors; the step below 168123 took 25 min",
        "parts     1 in 22 bytes, 0 with a price",
        "search    most within 4, then expected",
        "place     unknown",
        "bounds    price at least 999, no tree found yet",
        "time      50 s of processors",
        "parts     0 in 0 bytes, 0 with a price",
    ]
    report = json.loads(mmtree("info", "a", "--json").out)["searches"]
    assert report[0] == {
        "search": "expected",
        "place": place,
        "at_least": 168123,
        "best": 178900,
        "seconds": 30000.0,
        "steps": [[166000, 500.0], [168123, 1500.0]],
        "parts": 1,
        "priced": 0,
        "bytes": 22,
    }


@needs_native
def test_info_of_searches_that_ended(mmtree, tmp_path):
    """No tree is possible within 1, 2 or 3 guesses; the search within 4 guesses finds one."""
    build_tree("koyama-lai", "3p4c", worst_first=True, checkpoint=tmp_path / "a")
    lines = mmtree("info", "a").out.splitlines()
    assert [line.split(None, 1)[1] for line in lines if line.startswith("search")] == [
        f"worst, then expected; within {guesses}"
        for guesses in ("1 guess", "2 guesses", "3 guesses", "4 guesses")
    ]
    assert [line for line in lines if line.startswith("place")] == 4 * ["place     solved"]
    assert lines[-3].startswith("bounds    total at least 2")
    assert "found 2" in lines[-3]


@needs_native
@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:-1], "a: not a checkpoint of an exact search"),
        (lambda data: data[:-1] + b"?", "a: damaged; remove it to start again"),
        (
            lambda data: data.replace(b"\x05", b"\x01", 1),
            "a: checkpoint version 1 is not supported, ",
        ),
        (lambda data: data.replace(b"3p11c", b"3p99c", 1), "a: a checkpoint for rules '3p99c'"),
        (lambda data: b"mmtree checkpoint", "a: not a checkpoint of an exact search"),
    ],
)
def test_info_of_a_damaged_checkpoint(refused, stopped, damage, message):
    stopped.write_bytes(damage(stopped.read_bytes()))
    assert refused("info", "a").startswith(f"mmtree: {message}")
