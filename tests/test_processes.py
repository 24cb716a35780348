"""Programs run by mmtree are killed with their children on a timeout or interruption."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from mmtree.processes import end_programs, process_pool, run_program

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")

FAMILY = ["sh", "-c", 'sleep 1000 & echo $! > "$0"; sleep 1000; true']
"""A program that writes the process ID of a child to a file, and waits."""


def is_running(pid):
    """Return whether a process runs; a zombie does not."""
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for(condition):
    deadline = time.monotonic() + 300
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def number_in(path):
    wait_for(lambda: path.exists() and path.read_text().endswith("\n"))
    return int(path.read_text())


def test_program_reads_input_and_returns_output(tmp_path):
    ended = run_program(["sh", "-c", "cat; echo no >&2; exit 3"], b"text\n")
    assert (ended.returncode, ended.stdout, ended.stderr) == (3, b"text\n", b"no\n")
    assert run_program(["sh", "-c", "echo $A"], environment={"A": "b"}).stdout == b"b\n"
    with pytest.raises(FileNotFoundError):
        run_program([str(tmp_path / "none")])


@pytest.fixture
def interruption():
    """Makes SIGUSR1 raise KeyboardInterrupt; returns the handler."""

    def handler(number, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGUSR1, handler)
    yield handler
    signal.signal(signal.SIGUSR1, before)


def test_interruption_kills_program_and_children(tmp_path, interruption):
    def interrupt():
        number_in(tmp_path / "pid")
        os.kill(os.getpid(), signal.SIGUSR1)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        run_program([*FAMILY, str(tmp_path / "pid")])
    wait_for(lambda: not is_running(number_in(tmp_path / "pid")))


def test_interruption_during_start_kills_program(monkeypatch, interruption):
    started = []

    class Popen(subprocess.Popen):
        def __init__(self, *args, **keywords):
            super().__init__(*args, **keywords)
            started.append(self)
            os.kill(os.getpid(), signal.SIGUSR1)

    monkeypatch.setattr(subprocess, "Popen", Popen)
    with pytest.raises(KeyboardInterrupt):
        run_program(["sleep", "1000"])
    assert signal.getsignal(signal.SIGUSR1) is interruption
    assert started[0].returncode == -signal.SIGKILL


def test_programs_of_other_threads_can_be_ended(tmp_path, monkeypatch):
    """A program that is still being started is ended, too."""
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
    assert begun.wait(300)
    end_programs()
    thread.join(300)
    assert ended[0].returncode == -signal.SIGKILL
    wait_for(lambda: not is_running(number_in(tmp_path / "pid")))


def wait_in_pool(pool, path):
    """Let a process of a pool write its number to a file, and wait."""
    script = (
        f"import os, time; open({str(path)!r}, 'w').write(f'{{os.getpid()}}\\n'); time.sleep(1000)"
    )
    return pool.submit(exec, script)


def test_interruption_ends_processes_of_a_pool(tmp_path):
    pool = process_pool(2)
    wait_in_pool(pool.__enter__(), tmp_path / "pid")
    number = number_in(tmp_path / "pid")
    assert not pool.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    assert not is_running(number)


def test_ctrl_c_in_a_terminal_reaches_only_the_parent(tmp_path):
    """A terminal sends the signal to all processes."""
    with process_pool(1) as pool:
        waiting = pool.submit(exec, "import os, signal; os.kill(os.getpid(), signal.SIGINT)")
        assert waiting.result(300) is None


def test_processes_end_with_a_killed_parent(tmp_path):
    code = f"""
from mmtree.processes import process_pool
from test_processes import wait_in_pool
if __name__ == "__main__":
    with process_pool(1) as pool:
        wait_in_pool(pool, {str(tmp_path / "pid")!r}).result()
"""
    (tmp_path / "main.py").write_text(code)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen(
        [sys.executable, tmp_path / "main.py"], env=environment, stderr=subprocess.DEVNULL
    )
    number = number_in(tmp_path / "pid")
    parent.kill()
    parent.wait()
    wait_for(lambda: not is_running(number))
