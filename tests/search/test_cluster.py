"""Searches on real Dask processes that start late, end or are killed.

Dask and the command run in separate processes, because pytest would fail on warnings of Dask.
Tests wait for events instead of a fixed time: a worker waits at a gate until the test opens it.
"""

import importlib.util
import os
import signal
import sys
import time

import pytest

from mmtree import load
from mmtree.tree.provenance import CLUSTER

from support.environment import TREES, linux, needed, needs_native

pytestmark = [linux, needs_native]
RULES = "4p7c"
"""Rules whose search takes a fifth of a second and some dozens of tasks."""

GATE = """
import contextlib, functools, os, time
from mmtree.search.cluster import search
search_on_worker, calls = search.search_on_worker, 0
@functools.wraps(search_on_worker)
def search_with_gate(*given):
    global calls
    calls += 1
    if calls == 4:
        with contextlib.suppress(FileExistsError):  # another worker is at the gate
            os.symlink(str(os.getpid()), "closed")
    while calls > 3 and not os.path.exists("open"):
        time.sleep(0.01)
    return search_on_worker(*given)
search.search_on_worker = search_with_gate
"""
"""A worker does three tasks, links ``closed`` to its number and waits for the file ``open``."""


@pytest.fixture
def run(tmp_path, spawn):
    """Starts Python processes in a folder, which are killed in the end: run(module, option, …)."""
    needed(importlib.util.find_spec("distributed"), "dask")
    (tmp_path / "sitecustomize.py").write_text(GATE)
    names = {"DASK_TEMPORARY_DIRECTORY": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    options = {"cwd": tmp_path, "env": {**os.environ, **names}, "text": True}
    return lambda *command: spawn([sys.executable, "-P", "-m", *command], **options)


@pytest.fixture
def build(run):
    """Starts a build on a cluster, with a checkpoint: build(address)."""
    command = f"mmtree build --strategy koyama-lai --checkpoint kept -o a --rules {RULES}"
    return lambda where: run(*command.split(), "--cluster", where)


def wait_for(event, process=None):
    """Wait for an event; fail if the process ends before it."""
    while not event():
        assert process is None or process.poll() is None, process.communicate()
        time.sleep(0.01)


def gated_worker(folder, building):
    """Wait until a worker of a build comes to its gate; return the worker's number."""
    closed = folder / "closed"
    wait_for(closed.is_symlink, building)
    number = int(os.readlink(closed))
    closed.unlink()
    return number


def ended(process, status):
    out, err = process.communicate()
    assert process.returncode == status, err
    return out, err


@pytest.mark.slow
def test_search_survives_the_end_of_a_worker_and_resumes_after_that_of_the_scheduler(
    tmp_path, run, build
):
    options = "--host 127.0.0.1 --port 0 --no-dashboard --scheduler-file scheduler"
    scheduler = run("distributed.cli.dask_scheduler", *options.split())
    file = tmp_path / "scheduler"
    wait_for(lambda: file.exists() and file.read_text().endswith("}"), scheduler)
    building = build("scheduler")
    options = "--nthreads 1 --no-nanny --no-dashboard --memory-limit 0 --scheduler-file scheduler"
    for number in range(2):
        worker = run("distributed.cli.dask_worker", *options.split())
        gated_worker(tmp_path, building)
        if number == 0:
            worker.kill()
    wait_for((tmp_path / "kept").exists, building)
    scheduler.kill()
    lost = "the connection to the cluster is lost: the same command resumes from kept\n"
    assert ended(building, 2)[1].endswith(lost)
    (tmp_path / "open").touch()
    assert "; proved optimal by a cluster's search (expected)\n" in ended(build("local:1"), 0)[0]
    tree, alone = load(tmp_path / "a"), load(TREES / f"koyama-lai-{RULES}.mmtree")
    assert tree.proof.searched_by == CLUSTER
    assert (tree.guess, tree.feedback, tree.extent) == (alone.guess, alone.feedback, alone.extent)
    assert not (tmp_path / "kept").exists()


@pytest.mark.slow
def test_local_processes_start_again_and_end_with_the_command(tmp_path, build):
    building = build("local:1")
    first = gated_worker(tmp_path, building)
    os.kill(first, signal.SIGKILL)
    second = gated_worker(tmp_path, building)
    assert second != first
    wait_for((tmp_path / "kept").exists, building)
    building.send_signal(signal.SIGINT)
    assert ended(building, 130)[1].endswith("interrupted: the same command resumes from kept\n")
    third = gated_worker(tmp_path, killed := build("local:1"))
    killed.kill()
    wait_for(lambda: not any(os.path.exists(f"/proc/{number}") for number in (second, third)))


WRONG = {
    "local:0": "the number of processes must be 1 to 1024",
    __file__: "not a file written by a Dask scheduler",
} | dict.fromkeys(
    ["local:", "nobody", "", ".", "tcp://127.0.0.1", "http://127.0.0.1:8787"],
    "expected tcp://HOST:8786, tls://HOST:8786, a scheduler's file, or local:N for N processes on "
    "this machine",
)


@pytest.mark.parametrize("where", WRONG)
def test_invalid_cluster_address_is_refused(mmtree, where):
    result = mmtree("build", "--strategy", "koyama-lai", "--cluster", where, "-o", "a")
    message = f"mmtree: cluster {where!r}: {WRONG[where]}\n"
    assert (result.status, result.out, result.err) == (2, "", message)
    assert not os.path.exists("a")


def test_missing_support_for_clusters_is_reported(mmtree, monkeypatch):
    """The strategy, Dask or the kernel cannot use a cluster."""

    def error(strategy):
        result = mmtree("build", "--strategy", strategy, "--cluster", "local:2")
        assert result.status == 2
        return result.err

    assert error("knuth").startswith("mmtree: strategy knuth does not take --cluster: it takes ")
    monkeypatch.setitem(sys.modules, "distributed", None)
    dask = "pip install 'mmtree[cluster]', or in a clone pip install '.[cluster]'"
    assert error("koyama-lai") == f"mmtree: a cluster needs Dask: {dask}\n"
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    kernel = "a cluster needs the native kernel, but the NumPy kernel is in use"
    assert error("koyama-lai") == f"mmtree: {kernel}\n"


@pytest.mark.slow
def test_missing_scheduler_is_reported(build):
    assert ended(build("tcp://127.0.0.1:1"), 2)[1] == (
        "mmtree: no scheduler answers at tcp://127.0.0.1:1; start one with 'dask scheduler'\n"
    )
