"""Ctrl-C, SIGTERM and SIGHUP end a command with a status, at most one line, and no files."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from support.environment import KNUTH, ROOT, SMALL, TREES, needs_native, start_search

if sys.platform != "linux":
    pytest.skip("reads /proc, and takes signals that Windows has not", allow_module_level=True)

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.fixture
def start_mmtree(spawn):
    """Starts ``mmtree`` with some arguments, as the fixture spawn does."""
    command = [sys.executable, "-m", "mmtree"]
    return lambda *arguments, **keywords: spawn([*command, *map(str, arguments)], **keywords)


def family(mark):
    """Return the processes that have a text in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            marked = mark.encode() in (folder / "environ").read_bytes()
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if marked and state not in "ZX":
            found.append(int(folder.name))
    return found


def wait_for(condition, seconds=300):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


AT_AN_IMPORT = """
import os, signal, sys
from mmtree.__main__ import main
sys.argv[0] = "mmtree"
left = int(sys.argv.pop(1))
def hook(event, arguments):
    global left
    left -= event == "import"
    if event == "import" and not left:
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(hook)
main()
"""
"""The program is interrupted at some import; before the first, mmtree does not run."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [["info", SMALL], ["build", "--strategy", "knuth", "--rules", "2p2c"]],
    ids=lambda arguments: arguments[0],
)
def test_an_interruption_at_any_import_prints_no_traceback(spawn, arguments, tmp_path):
    statuses = []
    for place in (1, 2, 5, *range(10, 150, 28)):
        process = spawn([sys.executable, "-c", AT_AN_IMPORT, str(place), *arguments], cwd=tmp_path)
        err = process.communicate()[1]
        statuses.append(process.returncode)
        assert (process.returncode, err) in [(0, b""), (130, b""), (130, b"interrupted\n")], place
    assert statuses[0] == 130


def test_an_interruption_while_python_shuts_down_prints_nothing(spawn, tmp_path):
    code = """
import atexit, os, signal
from mmtree.__main__ import main
atexit.register(os.kill, os.getpid(), signal.SIGINT)
main()
"""
    process = spawn([sys.executable, "-c", code, "info", SMALL])
    out, err = process.communicate()
    assert (process.returncode, err) == (130, b"")
    assert out.count(b"\n") > 8


def test_interruption_in_a_destructor_is_not_lost(spawn):
    code = """
import os, signal, time
from mmtree.cli.signals import Interruption

class Last:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0)

with Interruption() as interruption:
    try:
        interruption.listen()
        last = Last()
        del last
        time.sleep(1000)
    except KeyboardInterrupt:
        print("heard", interruption.number)
"""
    process = spawn([sys.executable, "-c", code])
    assert process.communicate(timeout=300)[:2] == (b"heard 15\n", b"")


CLEARING = """
import sys, time
from mmtree.cli import signals

signals._REPEATED = float(sys.argv[2])
with signals.Interruption() as interruption:
    try:
        interruption.listen()
        print("ready", flush=True)
        time.sleep(1000)
    except KeyboardInterrupt:
        print("clearing", flush=True)
        time.sleep(float(sys.argv[1]))
        print("cleared", flush=True)
"""


@pytest.mark.slow
def test_repeated_signal_does_not_disturb_cleanup(spawn):
    process = spawn([sys.executable, "-c", CLEARING, "0.5", "3600"])
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.SIGHUP)
    assert process.stdout.readline() == b"clearing\n"
    for number in SIGNALS:
        process.send_signal(number)
    assert process.communicate()[:2] == (b"cleared\n", b"")
    assert process.returncode == 0


@pytest.mark.slow
def test_later_second_signal_ends_it_at_once(spawn):
    process = spawn([sys.executable, "-c", CLEARING, "1000", "1"])
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(signal.SIGTERM)
    assert process.stdout.readline() == b"clearing\n"
    time.sleep(1.2)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=300)[:2] == (b"", b"")
    assert process.returncode == 143


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "kernel"),
    [
        (signal.SIGTERM, "numpy"),
        pytest.param(signal.SIGTERM, "native", marks=needs_native),
        pytest.param(signal.SIGHUP, "native, two threads", marks=needs_native),
    ],
)
def test_signal_ends_a_search(spawn, number, kernel, tmp_path):
    process = start_search(
        *(spawn, "--strategy", "koyama-lai"),
        *("--rules", "5p6c" if kernel == "numpy" else "5p7c"),
        *("--jobs", 2 if "two" in kernel else 1),
        cwd=tmp_path,
        env={**os.environ, "MMTREE_KERNEL": kernel.partition(",")[0]},
    )
    process.send_signal(number)
    lines = process.communicate(timeout=300)[1].splitlines()
    # The NumPy kernel may have printed that it is slow; it writes no checkpoints.
    kept = b"" if kernel == "numpy" else b": --checkpoint FILE would save the work"
    assert (process.returncode, lines[-1]) == (128 + number, b"interrupted" + kept)
    assert os.listdir(tmp_path) == []


LARGE = str(TREES / "koyama-lai-4p8c.mmtree")
RUNNING = {
    "sheet": (signal.SIGTERM, ["sheet", LARGE], []),
    "dot": (signal.SIGTERM, ["dot", LARGE, "--format", "svg"], ["dot"]),
    "bench": (signal.SIGTERM, ["bench", "4p8c"], []),
    "openings": (
        signal.SIGINT,
        ["openings", "palm-t2", "--all", "--jobs", "2", "-o", "all.json"],
        [],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("number", "arguments", "programs"), RUNNING.values(), ids=RUNNING)
def test_other_programs_end_with_it_and_leave_nothing(
    start_mmtree, number, arguments, programs, program, tmp_path
):
    for name in programs:
        program(name)
    if arguments[0] == "sheet":
        pytest.importorskip("typst")
    temporary, here = tmp_path / "temporary", tmp_path / "here"
    temporary.mkdir()
    here.mkdir()
    mark = f"MMTREE_MARK={tmp_path}"
    process = start_mmtree(
        *arguments,
        cwd=here,
        env={**os.environ, **dict([mark.split("=")]), "TMPDIR": str(temporary)},
    )
    wait_for(lambda: len(family(mark)) > 1)
    time.sleep(0.8 if len(programs) > 1 else 0.3)  # after the checks for headers
    assert process.poll() is None
    process.send_signal(number)
    _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (128 + number, b"interrupted\n")
    wait_for(lambda: not family(mark))
    assert os.listdir(temporary) == []
    assert os.listdir(here) == []


def test_ignored_hangup_stays_ignored(start_mmtree):
    """nohup starts a command with SIGHUP ignored."""

    def nohup():
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    process = start_mmtree("play", KNUTH, preexec_fn=nohup)
    assert b"Answer with" in process.stdout.readline()
    process.send_signal(signal.SIGHUP)
    out, err = process.communicate(b"40\n")
    assert (process.returncode, err) == (0, b"")
    assert b"the secret is" in out


def test_signal_handlers_are_installed_before_imports():
    """The installed command starts in ``__main__``, which handles SIGINT before other imports."""
    assert 'mmtree = "mmtree.__main__:main"' in (ROOT / "pyproject.toml").read_text()
