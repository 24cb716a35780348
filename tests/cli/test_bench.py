"""``mmtree bench`` compares totals with the known ones, and reports failed builds."""

import subprocess
import sys

import pytest

from mmtree import MmtreeError, build_tree, parse_rules
from mmtree.search.kernel import kernel
from mmtree.strategies import beam_benchmark, benchmark
from mmtree.strategies.catalogue import find


@pytest.mark.slow
def test_row_has_total_and_times(mmtree):
    result = mmtree("bench", "mastermind", "--repeat", "1", "--jobs", "1")
    head, rule, *rows = result.out.splitlines()
    assert head.startswith("| rules | strategy | total | max | seconds |")
    assert len(head.split("|")) == len(rule.split("|")) == len(rows[0].split("|"))
    assert rows[0].startswith("| 4p6c | koyama-lai | 5625 | 6 | ")
    assert rows[0].endswith(f" | {kernel()} | 1 |")
    assert [row.split(" | ")[1] for row in rows] == [
        "koyama-lai",
        "koyama-lai, at most 5",
        "irving-exact",
        "knuth",
    ]
    assert result.status == 0


def test_wrong_total_is_reported(mmtree, monkeypatch):
    wrong = benchmark.Case("3p3c", "koyama-lai", 72, 4)
    monkeypatch.setattr(benchmark, "CASES", (wrong,))
    result = mmtree("bench", "--repeat", "2")
    assert "| 73 (max 4), WRONG: 72 |" in result.out
    assert result.status == 1


def test_unknown_memory_gives_empty_cell(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "resource", None)
    assert benchmark._build("knuth", "3p3c", {}, 1)["megabytes"] is None
    case = benchmark.Case("3p3c", "knuth", 76, 4)
    measured = benchmark.Measured(case, [(76, 4)], 1.0, 2.0, 3, None)
    assert benchmark.row(measured, 1).split(" | ")[7:10] == ["3", "", kernel()]


def test_wrong_input_gets_one_line(refused, monkeypatch):
    assert "no total of 2p2c is known; RULES can be 4p6c" in refused("bench", "2p2c")
    assert "unknown rules 'x'" in refused("bench", "x")
    monkeypatch.setenv("MMTREE_KERNEL", "fast")
    assert "MMTREE_KERNEL must be native or numpy, got 'fast'" in refused("bench")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--beyond", "--beside-proof"], "--beyond and --beside-proof cannot be used together"),
        (["--time", "9s"], "--effort and --time need --beyond or --beside-proof"),
        (["--effort", "2"], "--effort and --time need --beyond or --beside-proof"),
        (["--beyond", "--all"], "--all cannot be used with --beyond: it has no slower builds"),
        (["--beyond", "--repeat", "2"], "--repeat cannot be used with --beyond"),
        (["--beyond", "--effort", "10"], "must be a whole number from 1 to 9, got '10'"),
        (["--beyond", "3p4c", "7p12c"], "7p12c has 35831808 codes"),
    ],
)
def test_wrong_arguments_are_reported_before_the_table(refused, arguments, said):
    assert said in refused("bench", *arguments)


def cells(text):
    """Return the rows of a table as dictionaries; check that all rows have as many cells."""
    head, rule, *rows = [line.strip("|").split("|") for line in text.splitlines()]
    assert {*rule} == {"---"}
    assert {len(row) for row in rows} == {len(head)} == {len(rule)}
    names = [cell.strip() for cell in head]
    return [dict(zip(names, map(str.strip, row), strict=True)) for row in rows]


@pytest.mark.slow
def test_beyond_compares_beam_with_one_step_strategies(mmtree, monkeypatch):
    """The trees are built in this process; the test of --beside-proof starts real processes."""

    def build_once(*arguments, patience=None):
        return {**benchmark._build(*arguments), "process": 1.0}

    monkeypatch.setattr(beam_benchmark, "build_once", build_once)
    result = mmtree("bench", "--beyond", "3p4c", "--time", "1h", "--jobs", "1")
    assert result.status == 0
    (row,) = cells(result.out)
    tree = build_tree("beam", "3p4c", effort=9)
    assert [row[name] for name in ("rules", "secrets", "effort")] == ["3p4c", "64", "9"]
    assert (row["beam"], row["max"]) == (str(tree.total), str(tree.max))
    assert (row["average"], row["at least"]) == (
        f"{float(tree.average):.4f}",
        str(tree.proof.lower_bound),
    )
    for name in beam_benchmark.ONE_STEP:
        assert row[name] == str(build_tree(name, "3p4c").total)


def test_strategy_slower_than_beam_has_no_total(monkeypatch):
    def build_once(strategy, *arguments, patience=None):
        if patience:
            raise subprocess.TimeoutExpired(strategy, patience)
        figures = {"total": 9, "max": 3, "least": 8, "megabytes": None}
        return figures | {"seconds": 1.0, "process": 2.0, "options": {"effort": 5}}

    monkeypatch.setattr(beam_benchmark, "build_once", build_once)
    row, holds = beam_benchmark.beyond(parse_rules("2p2c"), beam_benchmark.Settings(None, None, 1))
    assert row == "| 2p2c | 4 | 5 | 1 | 9 | 2.2500 | 3 | 8 | 1.0 |  | - | - | - | - |"
    assert holds


@pytest.mark.slow
def test_beside_proof_reports_the_excess_over_the_optimum(mmtree):
    result = mmtree("bench", "--beside-proof", "3p5c", "--effort", "1", "--jobs", "1")
    assert result.status == 0
    (row,) = cells(result.out)
    found, least = build_tree("beam", "3p5c", effort=1), build_tree("koyama-lai", "3p5c")
    assert (row["effort"], row["threads"]) == ("1", "1")
    assert (row["beam"], row["proved least"]) == (str(found.total), str(least.total))
    assert row["more, ‰"] == f"{1000 * (found.total / least.total - 1):.2f}"
    assert float(row["share, %"]) > 0


def test_beam_below_proved_total_is_wrong(mmtree, monkeypatch):
    def build_once(strategy, *arguments, patience=None):
        total, least = {"beam": (88, 89)}.get(strategy, (89, 89))
        figures = {"total": total, "max": 4, "least": least, "megabytes": 9.0}
        return figures | {"seconds": 1.0, "process": 2.0, "options": {"effort": 5}}

    monkeypatch.setattr(beam_benchmark, "build_once", build_once)
    for table in ("--beside-proof", "--beyond"):
        assert mmtree("bench", table, "2p2c").status == 1


def test_rules_of_the_tables_can_be_built():
    rules = beam_benchmark.BEYOND + beam_benchmark.PROVED + beam_benchmark.SLOW
    assert len({parse_rules(name) for name in rules}) == len(rules)
    assert all(find(name).function.startswith("one_step:") for name in beam_benchmark.ONE_STEP)


@pytest.mark.parametrize(("said", "reason"), [("one\ntwo\n", "two"), ("", "status -9")])
def test_failed_build_is_reported(monkeypatch, said, reason):
    ended = subprocess.CompletedProcess([], -9, b"", said.encode())
    monkeypatch.setattr(benchmark, "run_program", lambda command, seconds: ended)
    with pytest.raises(MmtreeError, match=f"knuth for 4p6c failed: {reason}"):
        benchmark.measure(benchmark.Case("4p6c", "knuth", 5801, 5), 1, 1)
