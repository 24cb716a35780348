"""How pytest runs here: which tests it collects, deselects and skips, and its summary."""

import os
import re
import subprocess
import sys

import pytest

from support.environment import ROOT, packages

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

@pytest.mark.parametrize("row", range(3))
def test_drawing(row):
    needed(None, "dot")
"""
SKIPPED = "skipped 3: dot is not installed: apt-get install graphviz fonts-liberation2"
LEFT_OUT = "left out 4 slow tests: .venv/bin/pytest --all runs them, too"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "passed", "last_lines"),
    [
        (["-n0"], 2, [SKIPPED, LEFT_OUT]),
        (["-n2"], 2, [SKIPPED, LEFT_OUT]),
        (["-n0", "--all"], 6, [SKIPPED]),
    ],
    ids=["one process", "two processes", "all"],
)
def test_summary_counts_skipped_and_deselected_tests(tmp_path, options, passed, last_lines):
    (tmp_path / "test_sample.py").write_text(SAMPLE)
    *_, summary = lines = run(*options, tmp_path).stdout.splitlines()
    assert f"{passed} passed, 3 skipped" in summary
    assert lines[-1 - len(last_lines) : -1] == last_lines


@pytest.mark.slow
def test_wrong_path_is_reported(tmp_path):
    assert f"file or directory not found: {tmp_path / 'nothing.py'}" in (
        run("-nauto", tmp_path, tmp_path / "nothing.py").stderr
    )


def run(*arguments):
    """Run pytest with the settings and the conftest.py of this project."""
    settings = ["-c", ROOT / "pyproject.toml", "-p", "conftest", "-p", "no:cacheprovider", "-q"]
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    environment["PYTHONPATH"] = str(ROOT / "tests")
    environment.pop("PYTEST_ADDOPTS", None)
    return subprocess.run(
        [sys.executable, "-m", "pytest", *settings, *arguments],
        env=environment,
        capture_output=True,
        text=True,
    )


def test_gate_installs_every_program_of_the_tests():
    gate = (ROOT / ".ci" / "run").read_text()
    assert "done <.ci/packages" in gate
    assert "pytest --all" in gate
    assert {"dot", "gcc", "node", "chromium-headless-shell"} <= packages().keys()


def test_sanitizers_name_existing_tests():
    script = (ROOT / ".ci" / "sanitizers").read_text()
    named = re.findall(r"\b(tests/[\w/.]+)(?:::(\w+))?", script)
    assert len(named) > 2
    for path, name in named:
        assert (ROOT / path).exists(), path
        assert not name or f"def {name}(" in (ROOT / path).read_text(), (path, name)


@pytest.mark.slow
def test_pytest_collects_every_test_file(request):
    """Started as the README says; collected again if this run was given only some files."""
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py")}
    collected = {item.nodeid.split("::")[0] for item in request.session.items}
    all_given = request.config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if not all_given or collected != files:
        options = ["--all", "--collect-only", "-q", "-p", "no:cacheprovider"]
        command = [sys.executable, "-m", "pytest", *options]
        ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        collected = {line.split("::")[0] for line in ended.stdout.splitlines() if "::" in line}
    assert collected == files
