"""The room's README: a strategy is added by its recipe, in a copy of the package, and works."""

import doctest
import os
import re
import shutil
import subprocess
import sys

import pytest

from places import ROOT

PACKAGE = ROOT / "mmtree"
README = (PACKAGE / "strategies" / "README.md").read_text()
SECTION = re.search(r"^## Adding a strategy\n(.*?)(?=^## |\Z)", README, re.M | re.S)[1]
FUNCTION, ROW = re.findall(r"```python\n(.*?)```", SECTION, re.S)


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """Runs Python with a copy of mmtree to which the strategy was added, in an empty folder."""
    place = tmp_path_factory.mktemp("copy")
    shutil.copytree(PACKAGE, place / "mmtree", ignore=shutil.ignore_patterns("__pycache__"))
    room = place / "mmtree" / "strategies"
    with (room / "consistent.py").open("a") as consistent:
        consistent.write(f"\n\n{FUNCTION}")
    rows = (room / "rows.py").read_text()
    (room / "rows.py").write_text(rows.replace("\nROWS = (\n", f"\nROWS = (\n{ROW.rstrip()},\n"))
    folder = tmp_path_factory.mktemp("empty")
    environment = {**os.environ, "PYTHONPATH": str(place)}

    def run(*arguments):
        command = [sys.executable, *arguments]
        return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)

    return run


def test_the_command_knows_it(python):
    block = re.search(r"```console\n(.*?)```", SECTION, re.S)[1]
    asked = re.findall(r"^\$ mmtree (.*)\n((?:(?!\$ ).*\n)*)", block, re.M)
    assert len(asked) == 3
    for arguments, output in asked:
        result = python("-m", "mmtree", *arguments.split())
        assert result.stdout + result.stderr == output


def test_help_and_list_tell_of_it(python):
    told = " ".join(python("-m", "mmtree", "build", "--help").stdout.split())
    assert "--percent N middle: how far down to guess. [50]" in told
    assert "middle  [--opening --percent]\n" in python("-m", "mmtree", "strategies").stdout


def test_python_knows_it(python):
    block = re.search(r"```pycon\n(.*?)```", SECTION, re.S)[1]
    examples = doctest.DocTestParser().get_examples(block)
    assert len(examples) == 4
    told = python("-c", f"import doctest; doctest.run_docstring_examples({block!r}, {{}})")
    assert (told.stdout, told.stderr) == ("", "")


def test_it_is_what_it_says(python):
    """From the first of the list it is lexicographic; its tree is rebuilt from its file."""
    code = """
from mmtree import build_tree, load, save, verify
from mmtree.strategies.builder import rebuild
first = build_tree("middle", "3p4c", percent=0)
assert first.guess == build_tree("lexicographic", "3p4c").guess
save(build_tree("middle", "3p4c", percent=30), "a")
assert verify("a").holds
assert rebuild(load("a")).guess == load("a").guess != first.guess
"""
    result = python("-c", code)
    assert (result.returncode, result.stderr) == (0, "")
