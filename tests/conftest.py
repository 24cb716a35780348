"""Fixtures for all tests: the command in this process, ready-made trees, external programs."""

from __future__ import annotations

import io
import os
import shutil
import signal
import subprocess
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from mmtree import StrategyTree, load
from mmtree.cli import progress
from mmtree.cli.main import main

from support.environment import KNUTH, TREES, needed

# The time of an example depends on the load of the machine.
settings.register_profile(
    "unhurried",
    settings.default,
    deadline=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("unhurried")

# The variable would hide errors in writing buffered output when the command ends.
os.environ.pop("PYTHONUNBUFFERED", None)

# Tests in the background, or under nohup, ignore signals; the commands that they start must not.
for name in ("SIGINT", "SIGTERM", "SIGHUP"):
    number = getattr(signal, name, None)
    if number and signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)

LEFT_OUT = pytest.StashKey[int]()
"""The number of slow tests that this run leaves out."""


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="run the slow tests, too")


@pytest.hookimpl(optionalhook=True, tryfirst=True)
def pytest_xdist_auto_num_workers(config):
    """Start no workers for a single file, nor for a wrong path: workers hide that error."""
    paths = [Path(arg.partition("::")[0]) for arg in config.args]
    if not all(path.exists() for path in paths) or [path.suffix for path in paths] == [".py"]:
        return 0
    return None


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """Let every second worker import the tests in reverse, so that each file is compiled only once."""
    report = yield
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    if isinstance(collector, pytest.Dir) and int(worker.removeprefix("gw")) % 2:
        report.result.reverse()
    return report


def pytest_collection_modifyitems(config, items):
    """Without --all, leave out slow tests, except the first N cases of one marked slow(after=N)."""
    cases, quick = Counter(), {}
    for item in items:
        marker, test = item.get_closest_marker("slow"), item.nodeid.partition("[")[0]
        cases[test] += 1
        quick[item] = marker is None or cases[test] <= marker.kwargs.get("after", 0)
    left_out = [] if config.getoption("all") else [item for item in items if not quick[item]]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = filter(quick.get, items)
    # The longest tests are first: if one began last, other processes would wait for it.
    items.sort(key=lambda item: (quick[item], "tests/stories/" not in item.nodeid, item.path))
    config.stash[LEFT_OUT] = len(left_out)


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["left out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    """Take the number from any worker: all workers leave out the same tests."""
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left out", 0)


def pytest_terminal_summary(terminalreporter, config):
    """Print the number of skipped tests by reason, and of slow tests left out."""
    skipped = terminalreporter.getreports("skipped")
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in skipped)
    for reason, tests in sorted(reasons.items()):
        terminalreporter.line(f"skipped {tests}: {reason}")
    if left_out := config.stash.get(LEFT_OUT, 0):
        terminalreporter.line(
            f"left out {left_out} slow tests: .venv/bin/pytest --all runs them, too"
        )


@dataclass
class Result:
    status: int
    out: str
    err: str


@pytest.fixture
def mmtree(capfd, monkeypatch, tmp_path):
    """Runs the command in an empty folder: mmtree("build", "--strategy", "knuth", input="…")."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(progress, "LINE", 3600)
    monkeypatch.setattr(progress, "PATIENCE", 3600)  # the same output on slow machines

    def run(*args: object, input: str = "") -> Result:
        monkeypatch.setattr("sys.stdin", io.StringIO(input))
        with pytest.raises(SystemExit) as ended:
            main([str(arg) for arg in args])
        out, err = capfd.readouterr()
        return Result(ended.value.code, out, err)

    return run


@pytest.fixture
def refused(mmtree, tmp_path):
    """Runs a command that refuses its input, and returns the message: refused("info", "none").

    The message is a single line. The command prints nothing else, and changes no file.
    """

    def files() -> dict[Path, bytes | None]:
        return {path: path.read_bytes() if path.is_file() else None for path in tmp_path.rglob("*")}

    def run(*args: object, input: str = "") -> str:
        before = files()
        result = mmtree(*args, input=input)
        assert (result.status, result.out, result.err.count("\n")) == (2, "", 1), result
        assert files() == before
        return result.err

    return run


@pytest.fixture
def spawn():
    """Starts processes with pipes, which are killed at the end of the test: spawn(command)."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    started = []

    def start(command, **options):
        started.append(subprocess.Popen(command, **{**pipes, **options}))
        return started[-1]

    yield start
    for process in started:
        process.kill()
        with suppress(ValueError):  # raised if its pipes are closed
            process.communicate()


@pytest.fixture(scope="session")
def knuth() -> StrategyTree:
    return load(KNUTH)


@pytest.fixture(scope="session")
def koyama_lai() -> StrategyTree:
    return load(TREES / "koyama-lai-4p6c.mmtree")


@pytest.fixture
def program():
    """Returns the path of a program; without it the test is skipped, or fails under CI."""

    def find(name: str) -> str:
        path = shutil.which(name)
        needed(path, name)
        return path

    return find


@pytest.fixture
def node(program):
    """Runs Node.js: node(script, *arguments) returns the printed lines."""
    path = program("node")

    def run(*args: object, **options: object) -> list[str]:
        ended = subprocess.run(
            [path, *map(str, args)], capture_output=True, text=True, timeout=300, **options
        )
        assert not ended.returncode, ended.stderr
        return ended.stdout.splitlines()

    return run


@pytest.fixture(scope="session")
def browser():
    """Debian's headless Chromium, driven by Playwright; one for each process of tests."""
    needed(find_spec("playwright"), "playwright")
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    needed(chromium, "chromium-headless-shell")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--disable-gpu"])
        yield started
        started.close()
