"""A tree as one module for MicroPython, played in CPython and in MicroPython's build for WebAssembly."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from mmtree import build_tree, load
from mmtree.export.pack import pack
from mmtree.export.targets import export
from mmtree.game.code import format_code
from mmtree.game.feedback import feedback
from mmtree.tree.tree import Node

from places import ROOT, TREES

SCRIPTS = Path(__file__).parent / "micropython"
MICROPYTHON = ROOT / "node_modules/@micropython/micropython-webassembly-pyscript"
LAYOUTS = ("dense", "words")


def module(tree, layout="dense"):
    """The text of the exported module."""
    return export(tree, "micropython", "mm", layout)["mm.py"].decode("ascii")


def imported(source):
    """What "import mm" gives in CPython."""
    names = {}
    exec(compile(source, "mm.py", "exec"), names)
    return SimpleNamespace(**names)


def replay(name, mm, *flags, capsys):
    """What the script prints that plays with a module."""
    names = {}
    exec(compile((SCRIPTS / "replay.py").read_text("utf-8"), "replay.py", "exec"), names)
    names[name](mm, *flags)
    return capsys.readouterr().out.splitlines()


def flags(tree):
    return tree.rules.distinct, tree.rules.whites


@pytest.fixture
def micropython(program, tmp_path):
    """Runs a script in MicroPython beside files that it can import; its lines."""
    node = program("node")
    if not MICROPYTHON.exists():
        missing = "npm install --no-save @micropython/micropython-webassembly-pyscript"
        pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)

    def run(script, heap=1 << 20, **files):
        for name, data in files.items():
            (tmp_path / name.replace("_", ".")).write_bytes(data)
        done = subprocess.run(
            [node, SCRIPTS / "run.mjs", tmp_path, str(heap)],
            input=script.encode(),
            capture_output=True,
            timeout=60,
        )
        assert not done.returncode, done.stderr.decode()
        return done.stdout.decode().splitlines()

    return run


SMALL = (
    ("lexicographic", "1p2c"),
    ("knuth", "3p2c"),
    ("kooi", "2p36c"),  # letters A to Z, then digits
    ("lexicographic", "9p2c"),  # a mask of more than 31 bits
    ("knuth", "3p4c-black"),
    ("irving", "3p5c-distinct"),
    ("lexicographic", "3p3c-distinct-black"),
)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("strategy", "rules"), SMALL)
def test_every_game_and_every_position_are_those_of_the_tree(
    strategy, rules, layout, games, positions, capsys
):
    tree = build_tree(strategy, rules)
    mm = imported(module(tree, layout))
    assert replay("games", mm, *flags(tree), capsys=capsys) == games(tree)
    assert sorted(replay("positions", mm, capsys=capsys)) == positions(tree)
