"""Programs that are run end with what asked for them, and so do those that they start."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from mmtree.processes import end_programs, run_program

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

FAMILY = ["sh", "-c", 'sleep 1000 & echo $! > "$0"; sleep 1000; true']
"""A program that tells the number of one that it has started, and waits."""


def is_there(pid):
    """Whether a process runs; one that has ended may still wait to be counted."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for(condition):
    deadline = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def number_in(path):
    wait_for(lambda: path.exists() and path.read_text().endswith("\n"))
    return int(path.read_text())


def test_program_reads_input_and_returns_output(tmp_path):
    ended = run_program(["sh", "-c", "cat; pwd; echo no >&2; exit 3"], b"text\n", folder=tmp_path)
    assert (ended.returncode, ended.stderr) == (3, b"no\n")
    assert ended.stdout == b"text\n" + bytes(tmp_path) + b"\n"
    assert run_program(["sh", "-c", "echo $A"], environment={"A": "b"}).stdout == b"b\n"
    with pytest.raises(FileNotFoundError):
        run_program([str(tmp_path / "none")])


def test_one_that_takes_too_long_is_ended_with_its_children(tmp_path):
    with pytest.raises(subprocess.TimeoutExpired):
        run_program([*FAMILY, str(tmp_path / "pid")], seconds=0.5)
    wait_for(lambda: not is_there(number_in(tmp_path / "pid")))


def test_an_interruption_ends_it_with_its_children(tmp_path):
    def interrupt():
        number_in(tmp_path / "pid")
        os.kill(os.getpid(), signal.SIGUSR1)

    def hear(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGUSR1, hear)
    try:
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            run_program([*FAMILY, str(tmp_path / "pid")])
    finally:
        signal.signal(signal.SIGUSR1, before)
    wait_for(lambda: not is_there(number_in(tmp_path / "pid")))


def test_an_interruption_while_it_starts_ends_it_too(monkeypatch):
    started = []

    class Popen(subprocess.Popen):
        def __init__(self, *args, **keywords):
            super().__init__(*args, **keywords)
            started.append(self)
            os.kill(os.getpid(), signal.SIGUSR1)

    def hear(number, frame):
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess, "Popen", Popen)
    before = signal.signal(signal.SIGUSR1, hear)
    try:
        with pytest.raises(KeyboardInterrupt):
            run_program(["sleep", "1000"])
        assert signal.getsignal(signal.SIGUSR1) is hear
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert started[0].returncode == -signal.SIGKILL


def test_programs_of_other_threads_can_be_ended(tmp_path, monkeypatch):
    """Also one that has only just been started."""
    begun, ended = threading.Event(), []

    class Popen(subprocess.Popen):
        def __init__(self, *args, **keywords):
            super().__init__(*args, **keywords)
            number_in(tmp_path / "pid")
            begun.set()
            time.sleep(0.2)

    monkeypatch.setattr(subprocess, "Popen", Popen)
    command = [*FAMILY, str(tmp_path / "pid")]
    thread = threading.Thread(target=lambda: ended.append(run_program(command)))
    thread.start()
    assert begun.wait(20)
    end_programs()
    thread.join(20)
    assert ended[0].returncode == -signal.SIGKILL
    wait_for(lambda: not is_there(number_in(tmp_path / "pid")))
