"""The benchmark: right totals, a wrong one told, whatever the time it takes."""

import subprocess
import sys

import pytest

from mmtree import MmtreeError
from mmtree.search.kernel import kernel
from mmtree.strategies import benchmark


def test_a_row(mmtree):
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


def test_a_wrong_total_is_told(mmtree, monkeypatch):
    wrong = benchmark.Case("3p3c", "koyama-lai", 72, 4)
    monkeypatch.setattr(benchmark, "CASES", (wrong,))
    result = mmtree("bench", "--repeat", "2")
    assert "| 73 (max 4), WRONG: 72 |" in result.out
    assert result.status == 1


def test_where_the_system_does_not_tell_the_memory_its_cell_is_empty(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "resource", None)
    assert benchmark._build("knuth", "3p3c", None, 1)["megabytes"] is None
    case = benchmark.Case("3p3c", "knuth", 76, 4)
    measured = benchmark.Measured(case, [(76, 4)], 1.0, 2.0, 3, None)
    assert benchmark.row(measured, 1).split(" | ")[7:10] == ["3", "", kernel()]


def test_wrong_input_gets_one_line(mmtree, monkeypatch):
    assert "no build for 2p2c is known: there are 4p6c" in mmtree("bench", "2p2c").err
    assert "unknown rules 'x'" in mmtree("bench", "x").err
    monkeypatch.setenv("MMTREE_KERNEL", "fast")
    result = mmtree("bench")
    assert (result.status, result.out) == (2, "")
    assert "MMTREE_KERNEL 'fast': it is native or numpy" in result.err


@pytest.mark.parametrize(("said", "told"), [("one\ntwo\n", "two"), ("", "status -9")])
def test_a_build_that_fails_is_told(monkeypatch, said, told):
    ended = subprocess.CompletedProcess([], -9, b"", said.encode())
    monkeypatch.setattr("mmtree.strategies.benchmark.run_program", lambda command: ended)
    with pytest.raises(MmtreeError, match=f"knuth for 4p6c failed: {told}"):
        benchmark.measure(benchmark.Case("4p6c", "knuth", 5801, 5), 1, 1)
