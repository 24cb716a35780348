"""Folders of the repository, and the programs and systems that tests need."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mmtree.search.kernel import native
from mmtree.tree.ready_made import UNCHECKED

ROOT = Path(__file__).parent.parent.parent
TREES = ROOT / "trees"
KNUTH = TREES / "knuth-4p6c.mmtree"
SMALL = TREES / "koyama-lai-3p2c.mmtree"
FAMOUS = ["knuth-4p6c", "koyama-lai-4p6c", "koyama-lai-max5-4p6c"]
"""The trees of the ready-made sheets."""
CHECKED_CERTIFICATES = [
    path
    for path in sorted(TREES.glob("*.proof"), key=lambda path: path.stat().st_size)
    if path.stem not in UNCHECKED and path.with_suffix(".mmtree").exists()
]
"""The certificates of ready-made trees without those that take the checker in C most of a minute."""
LARGEST_TREES = {
    re.sub("^.*-(?=[0-9]p|bulls)", "", path.stem): path
    for path in sorted(TREES.glob("*.mmtree"), key=lambda path: (path.stat().st_size, path))
}
"""Of each rules, the ready-made tree whose file is the largest."""


def packages() -> dict[str, str]:
    """Return the Debian packages of each program that a test needs, as .ci/run installs them."""
    lines = (ROOT / ".ci" / "packages").read_text().splitlines()
    return dict(line.split(maxsplit=1) for line in lines if not line.startswith("#"))


def needed(there: object, what: str) -> None:
    """Skip the test if something is not installed, or fail under CI, which skips nothing."""
    if not there:
        package = packages().get(what)
        how = f": apt-get install {package}" if package else ""
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{what} is not installed{how}")


def python(*arguments: object, cwd: Path | None = None, input: str = "", **environment: str | None):
    """Run Python with more environment variables, or less if they are None; return its process."""
    env = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env={name: value for name, value in env.items() if value is not None},
        input=input,
        capture_output=True,
        text=True,
    )


SEARCH = """
from mmtree.cli.main import main
from mmtree.strategies import ladder

def begin(*arguments, **options):
    print("searching", flush=True)
    return search(*arguments, **options)

search, ladder.exact_search = ladder.exact_search, begin
main()
"""


def start_search(start: Callable[..., subprocess.Popen], *arguments: object, **options: object):
    """Start ``mmtree build`` with Popen, or a function like it, and wait until its exact search runs."""
    command = [sys.executable, "-c", SEARCH, "build", *map(str, arguments)]
    process = start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    assert process.stdout.readline().split() == [b"searching"]
    time.sleep(0.1)
    return process


linux = pytest.mark.skipif(
    sys.platform != "linux", reason="needs Linux: its signals, links, devices, limits or shells"
)
"""The mark of tests that need features of Linux; test_portability.py looks for tests without it."""

needs_native = pytest.mark.skipif(
    (native is None or os.environ.get("MMTREE_KERNEL") == "numpy") and "CI" not in os.environ,
    reason="MMTREE_KERNEL is numpy"
    if native
    else "the native kernel is not compiled: apt-get install gcc python3-dev",
)
