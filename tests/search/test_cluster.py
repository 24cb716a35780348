"""A search on Dask's own processes: whatever ends among them, the bytes are those of a search alone.

All of Dask runs in processes of its own, also that of the command: it warns where pytest would fail.
"""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time

import pytest

from places import TREES, linux, needed, needs_native

pytestmark = [linux, needs_native]
DASK = [sys.executable, "-P", "-m"]


@pytest.fixture
def run(tmp_path):
    """Starts a process in an empty folder; none is left behind."""
    needed(importlib.util.find_spec("distributed"), "dask")
    started = []

    def start(*command, **variables):
        process = subprocess.Popen(
            [*DASK, *map(str, command)],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "DASK_TEMPORARY_DIRECTORY": str(tmp_path), **variables},
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def scheduler(run, tmp_path):
    """The file of a scheduler."""
    options = "--host 127.0.0.1 --port 0 --no-dashboard --scheduler-file scheduler"
    scheduler = run("distributed.cli.dask_scheduler", *options.split())
    while not (tmp_path / "scheduler").exists():
        assert scheduler.poll() is None
        time.sleep(0.05)
    return scheduler


@pytest.fixture
def worker(run):
    """Starts one more worker."""

    def start(**variables):
        options = "--nthreads 1 --no-nanny --no-dashboard --memory-limit 0"
        file = ["--scheduler-file", "scheduler"]
        return run("distributed.cli.dask_worker", *file, *options.split(), **variables)

    return start


@pytest.fixture
def build(run):
    """Starts a build with a cluster."""

    def start(rules, where="scheduler", *more):
        command = ["mmtree", "build", "--strategy", "koyama-lai", "--rules", rules]
        return run(*command, "--cluster", where, "-o", f"{rules}.mmtree", *more)

    return start


def ended(process, status):
    out, err = process.communicate(timeout=120)
    assert process.returncode == status, err
    return out, err


def same(tmp_path, rules):
    ready_made = TREES / f"koyama-lai-{rules}.mmtree"
    return (tmp_path / f"{rules}.mmtree").read_bytes() == ready_made.read_bytes()


def kept(tmp_path, process, name="kept"):
    """Waits for a checkpoint."""
    while not (tmp_path / name).exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def test_whoever_comes_and_goes(tmp_path, scheduler, worker, build):
    """A worker is killed, another one comes late, the command is killed and begun again."""
    first, _ = worker(), worker()
    building = build("3p13c", "scheduler", "--checkpoint", "kept")
    kept(tmp_path, building)
    first.kill()
    worker()
    time.sleep(0.5)
    building.kill()
    building.communicate()
    assert (tmp_path / "kept").exists()
    out, err = ended(build("3p13c", "scheduler", "--checkpoint", "kept"), 0)
    assert "proved optimal" in out
    assert err == ""
    assert same(tmp_path, "3p13c")
    assert not (tmp_path / "kept").exists()


def test_the_scheduler_goes(tmp_path, scheduler, worker, build):
    """One line, and what is settled is kept; a cluster of another kind goes on from it."""
    worker()
    building = build("3p13c", "scheduler", "--checkpoint", "kept")
    kept(tmp_path, building)
    scheduler.kill()
    _, err = ended(building, 2)
    address = json.loads((tmp_path / "scheduler").read_text())["address"]
    assert err == (
        f"mmtree: the scheduler at {address} is gone: the same command goes on from kept\n"
    )
    ended(build("3p13c", "local:2", "--checkpoint", "kept"), 0)
    assert same(tmp_path, "3p13c")


def test_a_worker_of_another_version(tmp_path, scheduler, worker, build):
    """It gets no work; alone, it is told of."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "sitecustomize.py").write_text(
        "import mmtree; mmtree.__version__ = '0.0.1'"
    )
    wrong = worker(PYTHONPATH=str(tmp_path / "other"))
    building = build("4p5c")
    _, err = ended(building, 2)
    assert err.startswith("mmtree: the worker at tcp://127.0.0.1:")
    assert err.endswith(" has mmtree 0.0.1, and this is 0.1.0: install the same there\n")
    assert wrong.poll() is None


def test_ctrl_c_leaves_everything_in_order(tmp_path, build):
    building = build("3p13c", "local:2", "--checkpoint", "kept")
    kept(tmp_path, building)
    ours = children(building.pid)
    assert len(ours) == 2
    building.send_signal(signal.SIGINT)
    _, err = ended(building, 130)
    assert err == "interrupted: the same command goes on from kept\n"
    assert not any(os.path.exists(f"/proc/{process}") for process in ours)


def test_no_worker_outlives_a_command_that_is_killed(tmp_path, build):
    building = build("3p13c", "local:1", "--checkpoint", "kept")
    kept(tmp_path, building)
    [ours] = children(building.pid)
    building.kill()
    building.communicate()
    deadline = time.monotonic() + 60
    while os.path.exists(f"/proc/{ours}") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{ours}")


def children(process):
    with open(f"/proc/{process}/task/{process}/children") as file:
        return [int(word) for word in file.read().split()]


WRONG = {
    "local:0": "cluster 'local:0': it takes 1 to 1024 processes",
    "nobody": "cluster 'nobody': it is tcp://HOST:8786, tls://HOST:8786, the file of a scheduler, or local:N for N processes here",
    "tcp://127.0.0.1": "cluster 'tcp://127.0.0.1': it is tcp://HOST:8786, tls://HOST:8786, the file of a scheduler, or local:N for N processes here",
    "tcp://127.0.0.1:1": "nobody answers at tcp://127.0.0.1:1: a scheduler is started with 'dask scheduler'",
    "tls://127.0.0.1:1": "cluster tls://127.0.0.1:1: TLS takes keys: set distributed.comm.tls.ca-file, .client.cert and .client.key for Dask",
    ".": "cluster '.': it is tcp://HOST:8786, tls://HOST:8786, the file of a scheduler, or local:N for N processes here",
}


@pytest.mark.parametrize("where", WRONG)
def test_what_is_no_cluster(build, where):
    assert ended(build("4p6c", where), 2) == ("", f"mmtree: {WRONG[where]}\n")
