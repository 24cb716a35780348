"""Searches on real Dask processes that start late, end, send invalid answers or are killed.

Dask and the command run in separate processes, because pytest would fail on warnings of Dask.
Tests wait for events instead of a fixed time: a worker waits at a gate until the test opens it.
"""

import asyncio
import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from mmtree import ClusterError, load
from mmtree.search.cluster import connect
from mmtree.search.cluster.connect import await_start
from mmtree.tree.provenance import CLUSTER

from support.environment import TREES, linux, needed, needs_native

pytestmark = [linux, needs_native]
PYTHON = [sys.executable, "-P", "-m"]
RULES = "4p7c"
"""Rules whose search takes a fifth of a second and some dozens of batches."""

GATE = """
import os, time
from mmtree.search.cluster import worker_task
search_cell, calls = worker_task.search_cell, 0
class Unreadable: pass
def search_with_gate(task):
    global calls
    calls += 1
    while calls > 3 and not os.path.exists("open"):
        open("closed", "w").close()
        time.sleep(0.01)
    return search_cell(task) if calls <= 3 or open("open").read() != "lie" else Unreadable()
search_with_gate.__name__ = search_with_gate.__qualname__ = "search_cell"
worker_task.search_cell = search_with_gate
"""
"""A worker answers three batches and then waits for the file ``open``.

If this file says lie, the following answers are invalid.
"""
OTHER = "import mmtree; mmtree.__version__ = '0.0.1'"
FIRST_IS_KILLED = """
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from mmtree.search.cluster import connect
running, started = connect.running, []
@contextmanager
def killed(command, **more):
    with running(command, **more) as process:
        if not started:
            process.kill()
            process.wait()
        started.append(process)
        yield process
connect.running = killed
"""
SHORT_DEATH_TIMEOUT = """
from mmtree.search.cluster import connect
running = connect.running
def run_with_short_timeout(command, **more):
    at = command.index("--death-timeout") + 1
    return running([*command[:at], "2", *command[at + 1:]], **more)
connect.running = run_with_short_timeout
"""


@contextmanager
def processes(folder):
    """Yield a function that starts processes in a folder; at the end, kill all of them."""
    needed(importlib.util.find_spec("distributed"), "dask")
    started = []

    def start(*command, patch=""):
        """Start a Python process that runs ``patch`` before its command."""
        (folder / str(len(started))).mkdir()
        (folder / str(len(started)) / "sitecustomize.py").write_text(patch)
        process = subprocess.Popen(
            [*PYTHON, *map(str, command)],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={
                **os.environ,
                "DASK_TEMPORARY_DIRECTORY": str(folder),
                "PYTHONPATH": str(folder / str(len(started))),
            },
        )
        started.append(process)
        return process

    try:
        yield start
    finally:
        for process in started:
            process.kill()
            process.communicate()


@pytest.fixture
def run(tmp_path):
    with processes(tmp_path) as start:
        yield start


def start_scheduler(start, folder):
    """Start a scheduler; return its process and the file that it has written."""
    options = "--host 127.0.0.1 --port 0 --no-dashboard --scheduler-file scheduler"
    scheduler = start("distributed.cli.dask_scheduler", *options.split())
    file = folder / "scheduler"
    wait_for(lambda: file.exists() and file.read_text().endswith("}"), scheduler)
    return scheduler, file


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory):
    """The file of a scheduler that all tests use."""
    folder = tmp_path_factory.mktemp("scheduler")
    with processes(folder) as start:
        yield start_scheduler(start, folder)[1]


@pytest.fixture
def worker(run, scheduler):
    """Starts a worker and waits until the scheduler has registered it: worker(patch, file)."""

    def start(patch="", file=scheduler):
        options = "--nthreads 1 --no-nanny --no-dashboard --memory-limit 0"
        name = "distributed.cli.dask_worker"
        process = run(name, "--scheduler-file", file, *options.split(), patch=patch)
        while "Registered to" not in (line := process.stderr.readline()):
            assert line, process.communicate()
        return process

    return start


@pytest.fixture
def build(run, scheduler):
    """Starts a build on a cluster: build(option, …, where=address, patch=code)."""

    def start(*more, where=scheduler, patch=""):
        command = ["mmtree", "build", "--strategy", "koyama-lai", "--rules", RULES, "-o", "a"]
        return run(*command, "--cluster", where, *more, patch=patch)

    return start


def wait_for(event, process):
    """Wait for an event; fail if the process ends before it."""
    while not event():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def ended(process, status):
    out, err = process.communicate()
    assert process.returncode == status, err
    return out, err


def is_ready_made_tree(tmp_path):
    """Return whether the tree is the ready-made one; fail if its file does not name the cluster."""
    tree, alone = load(tmp_path / "a"), load(TREES / f"koyama-lai-{RULES}.mmtree")
    assert tree.proof.searched_by == CLUSTER
    return (tree.guess, tree.feedback, tree.extent) == (alone.guess, alone.feedback, alone.extent)


def children(process):
    with open(f"/proc/{process}/task/{process}/children") as file:
        return [int(word) for word in file.read().split()]


@pytest.mark.slow
def test_search_waits_for_workers_and_survives_the_end_of_one(tmp_path, worker, build):
    building = build()
    first = worker(patch=GATE)
    wait_for((tmp_path / "closed").exists, building)
    first.kill()
    worker()
    out, _ = ended(building, 0)
    assert "; proved optimal by a cluster's search (expected)\n" in out
    assert is_ready_made_tree(tmp_path)


@pytest.mark.slow
def test_search_keeps_earlier_answers_of_a_worker_that_lies_later(tmp_path, worker, build):
    """A worker of another version is connected, too; it gets no work."""
    worker(patch=OTHER)
    worker(patch=GATE)
    building = build("--checkpoint", "kept")
    wait_for((tmp_path / "closed").exists, building)
    (tmp_path / "open").write_text("lie")
    _, err = ended(building, 2)
    assert " has mmtree 0.0.1, not 0.1.0; install the same version there\n" in err
    assert "mmtree: no worker is left: the worker at tcp://127.0.0.1:" in err
    assert " is left out: its answer cannot be received: " in err
    assert err.endswith(": the same command resumes from kept\n")
    worker()
    (tmp_path / "open").write_text("")
    ended(build("--checkpoint", "kept"), 0)
    assert is_ready_made_tree(tmp_path)
    assert not (tmp_path / "kept").exists()


@pytest.mark.slow
def test_end_of_the_scheduler_keeps_the_checkpoint(tmp_path, run, worker, build):
    scheduler, file = start_scheduler(run, tmp_path)
    worker(patch=GATE, file=file)
    building = build("--checkpoint", "kept", where=file)
    wait_for((tmp_path / "kept").exists, building)
    scheduler.kill()
    _, err = ended(building, 2)
    address = json.loads(file.read_text())["address"]
    assert err.endswith(
        f"mmtree: the scheduler at {address} is gone: the same command resumes from kept\n"
    )


@pytest.mark.slow
def test_local_processes_end_after_the_command_is_killed(build):
    """The patch reduces the time until workers without a scheduler end from 10 seconds to 2."""
    building = build(where="local:1", patch=GATE + SHORT_DEATH_TIMEOUT)
    wait_for(lambda: children(building.pid), building)
    ours = children(building.pid)
    building.kill()
    building.communicate()
    while any(os.path.exists(f"/proc/{process}") for process in ours):
        time.sleep(0.05)


@pytest.mark.slow
def test_ctrl_c_ends_local_processes_and_keeps_the_checkpoint(tmp_path, build):
    building = build("--checkpoint", "kept", where="local:1", patch=GATE)
    wait_for((tmp_path / "kept").exists, building)
    [ours] = children(building.pid)
    building.send_signal(signal.SIGINT)
    _, err = ended(building, 130)
    assert err.endswith("interrupted: the same command resumes from kept\n")
    assert not os.path.exists(f"/proc/{ours}")


@pytest.mark.slow
def test_local_process_killed_before_it_is_a_worker_is_not_waited_for(tmp_path, build):
    """The search begins with the other process."""
    ended(build(where="local:2", patch=FIRST_IS_KILLED), 0)
    assert is_ready_made_tree(tmp_path)


class Process:
    """A process that runs during this number of polls, and then has ended."""

    def __init__(self, looks):
        self.looks = looks

    def poll(self):
        self.looks -= 1
        return None if self.looks >= 0 else -9


def test_start_waits_only_for_running_processes():
    counts = iter([0, 1, 1, 1])

    class Client:
        def nthreads(self):
            return dict.fromkeys(range(next(counts)), 1)

    await_start(Client(), [Process(9), Process(2)])
    assert list(counts) == [1]  # the second process has ended at the third poll


KINDS = (
    "expected tcp://HOST:8786, tls://HOST:8786, a scheduler's file, or local:N for N processes on this "
    "machine"
)
WRONG = {
    "local:0": "the number of processes must be 1 to 1024",
    "local:": KINDS,
    "nobody": KINDS,
    "": KINDS,
    ".": KINDS,
    "tcp://127.0.0.1": KINDS,
    "tcp://127.0.0.1:99999": KINDS,
    "http://127.0.0.1:8787": KINDS,
    "koyama-lai-4p6c.mmtree": "not a file written by a Dask scheduler",
}


@pytest.mark.parametrize("where", WRONG)
def test_invalid_cluster_address_is_refused(mmtree, where):
    with open("koyama-lai-4p6c.mmtree", "wb") as file:
        file.write((TREES / "koyama-lai-4p6c.mmtree").read_bytes())
    result = mmtree("build", "--strategy", "koyama-lai", "--cluster", where, "-o", "a")
    assert (result.status, result.out, result.err) == (
        2,
        "",
        f"mmtree: cluster {where!r}: {WRONG[where]}\n",
    )
    assert not os.path.exists("a")


def test_strategy_or_kernel_without_cluster_support_raises(mmtree, monkeypatch):
    result = mmtree("build", "--strategy", "knuth", "--cluster", "local:2")
    assert result.status == 2
    assert result.err.startswith("mmtree: strategy knuth does not take --cluster: it takes ")
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    result = mmtree("build", "--strategy", "koyama-lai", "--cluster", "local:2")
    assert result.status == 2
    assert (
        result.err == "mmtree: a cluster needs the native kernel, but the NumPy kernel is in use\n"
    )


def test_missing_dask_is_reported(mmtree, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = mmtree("build", "--strategy", "koyama-lai", "--cluster", "local:2")
    assert result.status == 2
    assert result.err == (
        "mmtree: a cluster needs Dask: pip install 'mmtree[cluster]', or in a clone pip install "
        "'.[cluster]'\n"
    )


@pytest.mark.slow
def test_missing_scheduler_is_reported(build):
    assert ended(build(where="tcp://127.0.0.1:1"), 2)[1] == (
        "mmtree: no scheduler answers at tcp://127.0.0.1:1; start one with 'dask scheduler'\n"
    )


def in_thread(call, *arguments):
    """Call a function in a new thread, as a browser of another test may run a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(call, *arguments).result()


def test_cluster_is_found_from_a_thread_with_an_event_loop(monkeypatch):
    """A notebook runs an event loop, too. The socket does not answer as a scheduler does."""
    monkeypatch.setattr(connect, "PATIENCE", 0.3)

    async def connect_from_notebook(address):
        with connect.open_workers(address):
            pass

    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match=f"^no scheduler answers at {address}; "):
            in_thread(asyncio.run, connect_from_notebook(address))
