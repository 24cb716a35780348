"""Searches on real Dask processes that start late, end, send invalid answers or are killed.

Dask and the command run in separate processes, because pytest would fail on warnings of Dask.
Tests wait for events instead of a fixed time: a worker waits at a gate until the test opens it.
"""

import importlib.util
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from mmtree import load
from mmtree.search.cluster.cluster import Cluster
from mmtree.tree.provenance import CLUSTER

from support.environment import TREES, linux, needed, needs_native

pytestmark = [linux, needs_native]
PYTHON = [sys.executable, "-P", "-m"]
RULES = "4p7c"
"""Rules whose search takes a fifth of a second and some dozens of tasks."""

GATE = """
import os, time
from mmtree.search.cluster import worker_task
search_cell, calls = worker_task.search_cell, 0
class Unreadable: pass
def search_with_gate(*given):
    global calls
    calls += 1
    while calls > 3 and not os.path.exists("open"):
        open("closed", "w").close()
        time.sleep(0.01)
    return search_cell(*given) if calls <= 3 or open("open").read() != "lie" else Unreadable()
search_with_gate.__name__ = search_with_gate.__qualname__ = "search_cell"
search_with_gate.__module__ = worker_task.__name__
worker_task.search_cell = search_with_gate
"""
"""A worker answers three tasks and then waits for the file ``open``.

If this file says lie, the following answers are invalid.
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


def descendants(process):
    """Return the processes that the threads of a process have started, directly or indirectly."""
    children = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        children += map(int, (thread / "children").read_text().split())
    return [*children, *(each for child in children for each in descendants(child))]


def wait_for_end(processes):
    while any(os.path.exists(f"/proc/{process}") for process in processes):
        time.sleep(0.05)


def test_cluster_without_workers_counts_one_thread():
    """Its last answer may arrive after its last worker has gone; more workers may come."""

    class Client:
        def nthreads(self):
            return {}

    assert Cluster(Client(), None).threads == 1


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
    lying = worker(patch=GATE)
    building = build("--checkpoint", "kept")
    wait_for((tmp_path / "closed").exists, building)
    (tmp_path / "open").write_text("lie")
    _, err = ended(building, 2)
    assert "mmtree: a worker" in err
    assert err.endswith(": the same command resumes from kept\n")
    lying.kill()
    worker()
    ended(build("--checkpoint", "kept"), 0)
    assert is_ready_made_tree(tmp_path)
    assert not (tmp_path / "kept").exists()


@pytest.mark.slow
def test_end_of_the_scheduler_keeps_the_checkpoint(tmp_path, run, worker, build):
    scheduler, file = start_scheduler(run, tmp_path)
    worker(patch=GATE, file=file)
    building = build("--checkpoint", "kept", where=file)
    wait_for((tmp_path / "kept").exists, building)
    wait_for((tmp_path / "closed").exists, building)
    scheduler.kill()
    _, err = ended(building, 2)
    lost = "the connection to the cluster is lost: the same command resumes from kept\n"
    assert err.endswith(lost)


@pytest.mark.slow
def test_local_processes_end_after_the_command_is_killed(tmp_path, build):
    building = build(where="local:1", patch=GATE)
    wait_for((tmp_path / "closed").exists, building)
    ours = descendants(building.pid)
    assert len(ours) >= 2
    building.kill()
    building.communicate()
    wait_for_end(ours)


@pytest.mark.slow
def test_ctrl_c_ends_local_processes_and_keeps_the_checkpoint(tmp_path, build):
    building = build("--checkpoint", "kept", where="local:1", patch=GATE)
    wait_for((tmp_path / "kept").exists, building)
    ours = descendants(building.pid)
    building.send_signal(signal.SIGINT)
    _, err = ended(building, 130)
    assert err.endswith("interrupted: the same command resumes from kept\n")
    wait_for_end(ours)


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
