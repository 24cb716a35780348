"""Invalid answers: the search reports each in a message and goes on without the worker."""

import json
import signal
from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from mmtree import PegRules, build_tree, load, parse_rules
from mmtree.errors import ClusterError
from mmtree.game.code_table import CodeTable
from mmtree.search.cluster import connect, openings, search, workers
from mmtree.search.cluster.search import ClusterSearch
from mmtree.search.cluster.workers import Failure, Workers
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.solved_parts import PART, SolvedParts
from mmtree.strategies import search_pool
from mmtree.tree.provenance import CLUSTER

from support.environment import linux, needs_native
from support.simulated_dask import Future as SimulatedFuture
from support.simulated_dask import Late, SimulatedClient, Unreadable

pytestmark = needs_native
GOOD, LIAR = "tcp://good:1", "tcp://liar:1"


@pytest.fixture(autouse=True)
def many_batches(monkeypatch):
    monkeypatch.setattr(search, "_WAIT", 0.001)
    monkeypatch.setattr(search_pool, "_WAIT", 0.001)
    monkeypatch.setattr(openings, "_SMALL", 1 << 8)
    monkeypatch.setattr(workers, "_LOOK", 0)


def changed(**fields):
    """Return a function that sets fields in all records of an answer."""

    def lie(answer):
        records = np.frombuffer(answer.parts[0], PART).copy()
        for name, value in fields.items():
            records[name] = value
        return replace(answer, parts=(records.tobytes(), answer.parts[1]))

    return lie


def cheaper(answer):
    """Return an answer in which every tree costs one less."""
    parts = SolvedParts.unpack(answer.parts)
    records = parts.records.copy()
    records["price"][records["length"] > 0] -= 1
    return replace(answer, parts=(records.tobytes(), answer.parts[1]))


def other_trees(answer):
    plans = np.frombuffer(answer.parts[1], np.uint32).copy()
    plans[:] = plans[::-1].copy()
    return replace(answer, parts=(answer.parts[0], plans.tobytes()))


def useless(answer):
    """Return an answer with the opening as the second guess."""
    records = np.frombuffer(answer.parts[0], PART).copy()
    records["second"] = records["guess"]
    return replace(answer, parts=(records.tobytes(), answer.parts[1]))


class Ansi(Exception):  # noqa: N818
    pass


class Mute(Exception):  # noqa: N818
    def __str__(self):
        raise ValueError


def raises(error):
    def lie(answer):
        raise error

    return lie


NONSENSE = {
    "an int": (lambda answer: 7, "it answers 7 instead of prices"),
    "nothing": (lambda answer: None, "it answers a NoneType instead of prices"),
    "garbage": (lambda answer: b"\x80\x05", "it answers a bytes instead of prices"),
    "empty": (
        lambda answer: replace(answer, parts=(b"", b"")),
        "its answer leaves guesses of the task unsolved",
    ),
    "odd records": (
        lambda answer: replace(answer, parts=(answer.parts[0][:-1], answer.parts[1])),
        "invalid parts: ",
    ),
    "odd plans": (
        lambda answer: replace(answer, parts=(answer.parts[0], b"abc")),
        "invalid parts: ",
    ),
    "long plans": (
        lambda answer: replace(answer, parts=(answer.parts[0], answer.parts[1] + bytes(4))),
        "its parts are out of range for this search",
    ),
    "a list": (lambda answer: replace(answer, parts=[b"", b""]), "invalid parts: a list"),
    "no time": (lambda answer: replace(answer, seconds=float("nan")), "invalid time: nan seconds"),
    "whole seconds": (lambda answer: replace(answer, seconds=-1), "invalid time: -1 seconds"),
    "no sets": (lambda answer: replace(answer, scanned=None), "invalid number of sets: a NoneType"),
    "a guess out of range": (changed(second=10**6), "its parts are out of range for this search"),
    "another guess": (useless, "its answer has guesses of another task"),
    "another opening": (changed(guess=0), "its answer has guesses of another task"),
    "plans of none": (
        changed(price=INFINITE, length=0),
        "its parts are out of range for this search",
    ),
    "infinite bounds": (
        lambda answer: replace(answer, parts=bounds(answer)),
        f"its price {INFINITE} is too high: at most ",
    ),
    "too cheap": (cheaper, "its price is "),
    "other trees": (other_trees, ""),
    "failed": (lambda answer: Failure("OSError: \x1b[31mno disk\n"), "OSError: \\x1b[31mno disk"),
    "an exception": (raises(Ansi("\x1b]0;title\x07\n")), "Ansi: \\x1b]0;title\\x07\\n"),
    "a long exception": (raises(Ansi("x" * 10**6)), "Ansi: xxxxxx"),
    "an exception without text": (raises(Mute()), "Mute"),
    "unreadable": (
        lambda answer: Unreadable(),
        "its answer cannot be received: ModuleNotFoundError: No module named 'elsewhere'",
    ),
}


def bounds(answer):
    """Return the parts of an answer with infinite bounds and without trees."""
    records = np.frombuffer(answer.parts[0], PART).copy()
    records["price"], records["length"] = INFINITE, 0
    return records.tobytes(), b""


def searched(client, rules="3p5c"):
    """Return the guesses that a search with these workers finds, and the messages about workers."""
    table, lines = CodeTable(parse_rules(rules)), []
    search = ClusterSearch(table, Prices(), Workers(client, "tcp://a:1", None, lines.append))
    return search.solve(np.arange(len(table.numbers))).guesses, lines


@pytest.mark.slow(after=5)
@pytest.mark.parametrize("kind", NONSENSE)
def test_worker_with_invalid_answer_is_left_out(kind):
    lie, reason = NONSENSE[kind]
    client = SimulatedClient(1, [GOOD, LIAR], lies={LIAR: lie})
    found, lines = searched(client)
    table = CodeTable(PegRules(3, 5))
    assert found == NativeSearch(table, Prices()).solve(np.arange(125)).guesses
    [line] = lines
    assert line.startswith(f"the worker at {LIAR} is left out: {reason}")
    assert line.isprintable()
    assert len(line) < 400


@pytest.mark.slow(after=12)
@pytest.mark.parametrize("kind", NONSENSE)
def test_search_ends_if_all_answers_are_invalid(kind):
    lie, _ = NONSENSE[kind]
    client = SimulatedClient(1, [GOOD, LIAR], lies={GOOD: lie, LIAR: lie})
    with pytest.raises(ClusterError, match=r"^no worker is left: the worker at tcp://") as ended:
        searched(client)
    assert str(ended.value).isprintable()
    assert not client.waiting  # no task is left with the workers


@pytest.mark.parametrize(
    "build_info", [3, None, ("0.1.0",), ("0.1.0", 1, "little"), ["a", "b", "c"]]
)
def test_worker_with_an_invalid_build_info_gets_no_work(build_info):
    client = SimulatedClient(1, [GOOD, LIAR])
    client.build_infos[LIAR] = build_info
    _, [line] = searched(client)
    assert line.startswith(f"the worker at {LIAR} cannot use mmtree there: its version is ")
    assert not any(future.where == LIAR for future in client.waiting)


class Exiting(SimulatedClient):
    """A client whose workers end at each task; with a nanny, another process replaces each."""

    def __init__(self, nanny):
        super().__init__(1, [LIAR])
        self.nanny, self.ended = nanny, 0

    def submit(self, function, *arguments, workers, pure):
        if workers[0] in self.threads:
            self.end(workers[0])
            self.ended += 1
            if self.nanny:
                self.threads[f"{LIAR}{self.ended}"] = 1
        return SimulatedFuture(self, workers[0], None)


@pytest.mark.parametrize(("nanny", "count"), [(False, 1), (True, 3)])
def test_workers_that_exit_on_every_task_end_the_search(nanny, count):
    client = Exiting(nanny)
    with pytest.raises(ClusterError, match="ended without an answer"):
        searched(client)
    assert client.ended == count


@linux
def test_interruption_waits_until_a_task_is_submitted():
    """Otherwise, the destructor of an incomplete future would print a traceback."""
    submitted = []

    class Interrupted(SimulatedClient):
        def submit(self, *arguments, **options):
            signal.raise_signal(signal.SIGINT)
            submitted.append(super().submit(*arguments, **options))

    with pytest.raises(KeyboardInterrupt):
        Workers(Interrupted(), "tcp://somewhere", None).submit("worker 0", print)
    assert len(submitted) == 1


def test_search_ends_with_the_last_local_process():
    client = SimulatedClient(1, [])
    with pytest.raises(ClusterError, match="all processes of the cluster have ended"):
        Workers(client, "tcp://a:1", None, alive=lambda: False)


@pytest.fixture
def cluster(monkeypatch):
    """Makes the command use simulated workers: cluster(client)."""

    def use(client):
        @contextmanager
        def opened(where, report):
            yield Workers(client, where, None, report)

        monkeypatch.setattr(connect, "open_workers", opened)

    return use


@pytest.mark.parametrize("strategy", ["koyama-lai", "beam"])
def test_command_reports_cluster_error_in_one_line(mmtree, cluster, strategy):
    build = ("build", "--strategy", strategy, "--rules", "3p6c", "--cluster", "simulated")
    cluster(SimulatedClient(1, [GOOD, LIAR], lies={LIAR: raises(Ansi("\x1b[31m"))}))
    result = mmtree(*build, "-o", "a.mmtree")
    assert result.status == 0
    assert result.err == f"mmtree: the worker at {LIAR} is left out: Ansi: \\x1b[31m\n"
    cluster(SimulatedClient(1, [LIAR], lies={LIAR: lambda answer: 7}))
    result = mmtree(*build, "-o", "b.mmtree")
    assert result.status == 2
    instead = "a solution" if strategy == "beam" else "prices"
    line = f"the worker at {LIAR} is left out: it answers 7 instead of {instead}"
    assert result.err == f"mmtree: {line}\nmmtree: no worker is left: {line}\n"


def test_valid_answers_stay_in_checkpoint_after_an_invalid_one(mmtree, cluster):
    """The only worker gives five valid answers, and then invalid ones."""
    answers = []

    def later(answer):
        answers.append(answer)
        return answer if len(answers) < 6 else None

    cluster(SimulatedClient(1, [LIAR], lies={LIAR: later}))
    build = ("build", "--strategy", "koyama-lai", "--rules", "4p5c", "-o", "a", "--checkpoint", "c")
    result = mmtree(*build, "--cluster", "simulated")
    assert result.status == 2
    assert result.err.endswith("instead of prices: the same command resumes from c\n")
    assert mmtree(*build).status == 0


BUILD = ("build", "--strategy", "koyama-lai", "--rules", "4p5c")


def test_tree_and_checkpoint_stay_marked_by_cluster(mmtree, cluster):
    """A search without a cluster trusts the parts of a cluster in its checkpoint."""
    assert mmtree(*BUILD, "-o", "alone").status == 0
    cluster(SimulatedClient(1, [GOOD]))
    report = mmtree(*BUILD, "--cluster", "simulated", "-o", "marked")
    assert "; proved optimal by a cluster's search (expected)\n" in report.out
    alone, marked = load("alone"), load("marked")
    assert marked.proof == replace(alone.proof, searched_by=CLUSTER)
    assert (marked.guess, marked.extent) == (alone.guess, alone.extent)
    assert not alone.proof.searched_by
    answers = []
    cluster(SimulatedClient(1, [GOOD], lies={GOOD: lambda answer: answers or answers.append(1)}))
    assert mmtree(*BUILD, "--cluster", "simulated", "--checkpoint", "c", "-o", "x").status == 2
    assert json.loads(mmtree("info", "c", "--json").out)["by_cluster"] is True
    assert "bytes, with results of a cluster's workers\n" in mmtree("info", "c").out
    report = mmtree(*BUILD, "--checkpoint", "c", "-o", "resumed")
    assert "; proved optimal by a cluster's search (expected)\n" in report.out
    with open("resumed", "rb") as resumed, open("marked", "rb") as again:
        assert resumed.read() == again.read()
    report = json.loads(mmtree("info", "resumed", "--json").out)
    assert (report["searched_by"], report["says_proved"]) == ("cluster", True)
    assert (
        "proved optimal by a cluster's search (expected), says the file"
        in mmtree("info", "resumed").out
    )


def test_proof_that_no_tree_exists_names_the_cluster(mmtree, cluster):
    cluster(SimulatedClient(1, [GOOD]))
    result = mmtree(*BUILD, "--max-guesses", "4", "--cluster", "simulated")
    assert (result.status, result.err) == (
        1,
        "mmtree: no strategy for 4p5c finds every secret within 4 guesses: that is proved by a "
        "cluster's search\n",
    )


def test_tree_proved_by_cluster_is_not_trusted():
    workers = Workers(SimulatedClient(1, [GOOD]), "tcp://a:1", None)
    assert build_tree("koyama-lai", "3p5c").provenance.verified
    assert not build_tree("koyama-lai", "3p5c", cluster=workers).provenance.verified


def test_answer_lost_with_its_worker_is_requested_again():
    """Dask itself would wait for the ended worker to compute the answer again."""
    answers = []

    def late(answer):
        answers.append(answer)
        return answer if len(answers) < 3 else Late()

    found, lines = searched(SimulatedClient(1, [GOOD, LIAR], lies={LIAR: late}))
    assert found == NativeSearch(CodeTable(PegRules(3, 5)), Prices()).solve(np.arange(125)).guesses
    assert not lines


class OneOfEach(SimulatedClient):
    """A client whose workers try one guess of a batch and report higher bounds for the others."""

    def submit(self, run_checked, build_info, function, task, *, workers, pure):
        def lie(task):
            guesses = np.frombuffer(task.guesses, np.uint32)
            answer = function(replace(task, guesses=guesses[-1:].tobytes()))
            parts = SolvedParts.unpack(answer.parts)
            others = np.zeros(len(guesses) - 1, PART)
            others["guess"], others["feedback"] = task.opening, task.feedback
            others["second"], others["answer"] = guesses[:-1], -1
            others["price"] = parts.records["price"].max() + 1
            records = np.concatenate([others, parts.records])
            return replace(answer, parts=SolvedParts(records, parts.plans).packed)

        return super().submit(run_checked, build_info, lie, task, workers=workers, pure=pure)


def test_too_high_bounds_are_believed_and_file_names_cluster(mmtree, cluster):
    """Trees are checked by a replay, but bounds could only be checked by another search."""
    cluster(OneOfEach(1, [LIAR]))
    result = mmtree(
        "build", "--strategy", "koyama-lai", "--rules", "4p5c", "--cluster", "simulated", "-o", "a"
    )
    assert (result.status, result.err) == (0, "")
    assert "; proved optimal by a cluster's search (expected)\n" in result.out
    assert (load("a").total, load("a").proof.searched_by) == (2646, CLUSTER)
    result = mmtree("verify", "a")
    assert result.status == 1
    assert "! average   2646/625 = 4.2336; Goddard 2004 says 3.941" in result.out
