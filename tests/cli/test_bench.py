"""``mmtree bench`` compares totals with the known ones, and reports failed builds."""

import subprocess
import sys

import pytest

from mmtree import MmtreeError
from mmtree.cli import bench
from mmtree.search.kernel import kernel


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
    wrong = bench.Case("3p3c", "koyama-lai", 72, 4)
    monkeypatch.setattr(bench, "CASES", (wrong,))
    result = mmtree("bench", "--repeat", "2")
    assert "| 73 (max 4), WRONG: 72 |" in result.out
    assert result.status == 1


def test_unknown_memory_gives_empty_cell(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "resource", None)
    assert bench._build("knuth", "3p3c", {}, 1)["megabytes"] is None
    case = bench.Case("3p3c", "knuth", 76, 4)
    run = {"total": 76, "max": 4, "seconds": 1.0, "process": 2.0, "sets": 3, "megabytes": None}
    line, right = bench.row(case, [run], 1)
    assert (line.split(" | ")[7:10], right) == (["3", "", kernel()], True)


def test_unknown_kernel_is_refused(refused, monkeypatch):
    monkeypatch.setenv("MMTREE_KERNEL", "fast")
    assert "MMTREE_KERNEL must be native or numpy, got 'fast'" in refused("bench")


@pytest.mark.parametrize(("said", "reason"), [("one\ntwo\n", "two"), ("", "status -9")])
def test_failed_build_is_reported(monkeypatch, said, reason):
    ended = subprocess.CompletedProcess([], -9, b"", said.encode())
    monkeypatch.setattr(bench, "run_program", lambda command: ended)
    with pytest.raises(MmtreeError, match=f"knuth for 4p6c failed: {reason}"):
        bench._run(bench.Case("4p6c", "knuth", 5801, 5), 1)
