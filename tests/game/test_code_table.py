"""The table of codes: ranks, and sizes that are checked before memory is allocated."""

import os
import subprocess
import sys

import pytest

from mmtree import PegRules, SizeError, parse_rules
from mmtree.game import code_table
from mmtree.game.code_table import CodeTable

from support.environment import linux


def test_too_many_codes_are_refused_with_their_number():
    with pytest.raises(SizeError, match=r"9p36c has 101559956668416 codes"):
        CodeTable(PegRules(9, 36))


def test_too_large_table_is_refused_with_its_size(monkeypatch):
    monkeypatch.setattr(code_table, "_memory", lambda: 1_000_000_000)
    with pytest.raises(SizeError, match=r"5p8c would take 1\.1 GB, more than .*\(0\.5 GB\)"):
        _ = CodeTable(PegRules(5, 8)).by_secret


def test_ranks_follow_the_order_of_numbers():
    codes = CodeTable(parse_rules("4p6c-distinct"))
    assert codes.digits.shape == (4, 360)
    assert [codes.rank(int(number)) for number in codes.numbers] == list(range(360))


def test_memory_of_windows_is_assumed(monkeypatch):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "resource", None)
    assert code_table._memory() == 4_000_000_000


@linux
def test_memory_limit_of_the_process_is_respected():
    command = [sys.executable, "-m", "mmtree", "build", "--strategy", "knuth", "--rules", "4p12c"]
    limited = ["bash", "-c", 'ulimit -v 800000; exec "$@"', "bash", *command]
    ended = subprocess.run(
        limited, env={**os.environ, "MMTREE_KERNEL": "numpy"}, capture_output=True, text=True
    )
    assert ended.returncode == 2
    assert ended.stderr.startswith("mmtree: the feedback table of 4p12c would take 0.4 GB")
