"""The slow tests that pytest leaves out, and its summary."""

import os
import subprocess
import sys

import pytest

from support.environment import ROOT

SAMPLE = """
import pytest
from support.environment import needed

@pytest.mark.slow
def test_slow():
    pass

@pytest.mark.slow(after=2)
@pytest.mark.parametrize("row", range(5))
def test_rows(row):
    pass

def test_drawing():
    needed(None, "dot")
"""
SKIPPED = "skipped 1: dot is not installed: apt-get install graphviz fonts-liberation2"
LEFT_OUT = "left out 4 slow tests: .venv/bin/pytest --all runs them, too"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "passed", "last_lines"), [([], 2, [SKIPPED, LEFT_OUT]), (["--all"], 6, [SKIPPED])]
)
def test_all_runs_the_slow_tests(tmp_path, options, passed, last_lines):
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    settings = [
        "-c",
        ROOT / "pyproject.toml",
        "-p",
        "conftest",
        "-p",
        "no:cacheprovider",
        "-q",
        "-n0",
    ]
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    environment["PYTHONPATH"] = str(ROOT / "tests")
    environment.pop("PYTEST_ADDOPTS", None)
    command = [sys.executable, "-m", "pytest", *settings, *options, tmp_path]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True)
    *_, summary = lines = ended.stdout.splitlines()
    assert f"{passed} passed, 1 skipped" in summary
    assert lines[-1 - len(last_lines) : -1] == last_lines
