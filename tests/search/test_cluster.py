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
PYTHON = [sys.executable, "-P", "-m"]


@pytest.fixture
def run(tmp_path):
    """Starts a process in an empty folder; none is left behind."""
    needed(importlib.util.find_spec("distributed"), "dask")
    started = []

    def start(*command, **variables):
        process = subprocess.Popen(
            [*PYTHON, *map(str, command)],
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
    file = tmp_path / "scheduler"
    while not (file.exists() and file.read_text().endswith("}")):  # Dask writes it bit by bit
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


def registered(worker):
    """Waits until the scheduler knows it."""
    while "Registered to" not in (line := worker.stderr.readline()):
        assert line, worker.communicate()


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


USED = """
from mmtree import build_tree
from mmtree.game.rules import Rules
from mmtree.search.cluster.connect import open_workers
from mmtree.tree.file import encode

if __name__ == "__main__":
    with open_workers("scheduler") as workers:
        with workers.executor() as executor:
            assert executor.submit(Rules.parse, "4p6c").result() == Rules(4, 6)
            try:
                executor.submit(Rules.parse, "nothing").result()
            except ValueError as error:
                print(type(error).__name__)
        alone = build_tree("koyama-lai", "4p5c", max_guesses=5)
        assert encode(build_tree("koyama-lai", "4p5c", max_guesses=5, cluster=workers)) == encode(alone)
"""


def test_whoever_comes_and_goes(tmp_path, scheduler, worker, build, run):
    """A worker of another mmtree, one that is killed, one that is late, and a command that is killed."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "sitecustomize.py").write_text(
        "import mmtree; mmtree.__version__ = '0.0.1'"
    )
    wrong = worker(PYTHONPATH=str(tmp_path / "other"))
    registered(wrong)
    _, err = ended(build("3p12c"), 2)
    assert err.startswith("mmtree: the worker at tcp://127.0.0.1:")
    assert err.endswith(" has mmtree 0.0.1, and this is 0.1.0: install the same there\n")
    assert wrong.poll() is None
    first = worker()
    registered(first)
    building = build("3p12c", "scheduler", "--checkpoint", "kept")
    kept(tmp_path, building)
    first.kill()
    worker()
    time.sleep(0.5)
    building.kill()
    building.communicate()
    out, err = ended(build("3p12c", "scheduler", "--checkpoint", "kept"), 0)
    assert "proved optimal" in out
    assert " has mmtree 0.0.1, " in err
    assert same(tmp_path, "3p12c")
    assert not (tmp_path / "kept").exists()
    wrong.kill()
    (tmp_path / "used.py").write_text(USED)
    assert ended(run("used", PYTHONPATH=str(tmp_path)), 0) == ("RulesError\n", "")


@linux
def test_the_scheduler_goes_and_so_do_processes_here(tmp_path, scheduler, worker, build):
    """One line, and what is settled is kept; processes here end some seconds after the command."""
    killed = build("3p14c", "local:1")
    while not (ours := children(killed.pid)):
        assert killed.poll() is None
        time.sleep(0.05)
    killed.kill()
    killed.communicate()
    working = worker()
    building = build("3p14c", "scheduler", "--checkpoint", "kept")
    kept(tmp_path, building)
    scheduler.kill()
    _, err = ended(building, 2)
    working.kill()
    address = json.loads((tmp_path / "scheduler").read_text())["address"]
    assert err.endswith(
        f"mmtree: the scheduler at {address} is gone: the same command goes on from kept\n"
    )
    deadline = time.monotonic() + 90
    while any(os.path.exists(f"/proc/{process}") for process in ours):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@linux
def test_ctrl_c_leaves_everything_in_order(tmp_path, build):
    building = build("3p13c", "local:1", "--checkpoint", "kept")
    kept(tmp_path, building)
    [ours] = children(building.pid)
    building.send_signal(signal.SIGINT)
    _, err = ended(building, 130)
    assert err.endswith("interrupted: the same command goes on from kept\n")
    assert not os.path.exists(f"/proc/{ours}")


def children(process):
    with open(f"/proc/{process}/task/{process}/children") as file:
        return [int(word) for word in file.read().split()]


KINDS = "it is tcp://HOST:8786, tls://HOST:8786, the file of a scheduler, or local:N for N processes here"
WRONG = {
    "local:0": "it takes 1 to 1024 processes",
    "local:": KINDS,
    "nobody": KINDS,
    "": KINDS,
    ".": KINDS,
    "tcp://127.0.0.1": KINDS,
    "tcp://127.0.0.1:99999": KINDS,
    "http://127.0.0.1:8787": KINDS,
    "koyama-lai-4p6c.mmtree": "no file that a scheduler wrote",
}


@pytest.mark.parametrize("where", WRONG)
def test_what_is_no_cluster(mmtree, where):
    with open("koyama-lai-4p6c.mmtree", "wb") as file:
        file.write((TREES / "koyama-lai-4p6c.mmtree").read_bytes())
    told = mmtree("build", "--strategy", "koyama-lai", "--cluster", where, "-o", "a")
    assert (told.status, told.out, told.err) == (
        2,
        "",
        f"mmtree: cluster {where!r}: {WRONG[where]}\n",
    )
    assert not os.path.exists("a")


def test_what_takes_none(mmtree, monkeypatch):
    told = mmtree("build", "--strategy", "knuth", "--cluster", "local:2")
    assert told.status == 2
    assert told.err.startswith("mmtree: strategy knuth takes no --cluster: only ")
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    told = mmtree("build", "--strategy", "koyama-lai", "--cluster", "local:2")
    assert told.status == 2
    assert told.err == "mmtree: a cluster takes the native kernel: the NumPy one searches alone\n"


def test_without_dask(mmtree, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = mmtree("build", "--strategy", "koyama-lai", "--cluster", "local:2")
    assert told.status == 2
    assert told.err == (
        "mmtree: a cluster takes dask: pip install 'mmtree[cluster]', or in a clone pip install "
        "'.[cluster]'\n"
    )


def test_nobody_answers(build):
    assert ended(build("4p6c", "tcp://127.0.0.1:1"), 2)[1] == (
        "mmtree: nobody answers at tcp://127.0.0.1:1: a scheduler is started with 'dask scheduler'\n"
    )
