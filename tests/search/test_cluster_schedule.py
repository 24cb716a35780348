"""Searches with simulated workers: any order of answers gives the tree of an ordinary search.

Dask is not needed; test_cluster.py uses it.
"""

import json
import os
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import __version__, build_tree, load
from mmtree.errors import ClusterError
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import parse_rules
from mmtree.search.cluster import cluster as cluster_module
from mmtree.search.cluster.cluster import run_task
from mmtree.search.cluster.search import ClusterSearch
from mmtree.search.exact_native import NativeSearch
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.solved_parts import SolvedParts
from mmtree.tree.provenance import CLUSTER

from support.environment import needs_native
from support.simulated_cluster import SimulatedClient, simulated

pytestmark = needs_native
BUILD = ("build", "--strategy", "koyama-lai", "--rules", "4p5c")


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(["3p5c", "3p7c", "4p5c", "3p6c-black", "4p6c-distinct", "2p9c", "1p5c"]),
    st.builds(Prices, last=st.none() | st.integers(3, 6)) | st.just(Prices(1000, 5, 1)),
    st.integers(-1, 1) | st.just(10**6),
    st.booleans(),
    st.integers(1, 9),
    st.integers(0, 10**6),
)
def test_any_order_of_answers_gives_same_tree(rules, prices, above, given, workers, seed):
    """Rules, prices, opening, limit and the times of the tasks are random."""
    table = CodeTable(parse_rules(rules))
    first = np.array([seed % len(table.numbers)]) if given else None
    alone = NativeSearch(table, prices)
    found = alone.solve(table.secrets, (), first)
    limit = INFINITE if found.price >= INFINITE else found.price + above
    alone = alone.solve(table.secrets, (), first, None, limit)
    client = SimulatedClient(workers, seed)
    kept = []
    search = ClusterSearch(simulated(client), table, prices, keep=kept.append)
    shared = search.solve(table.secrets, (), first, None, limit)
    assert (shared.price, shared.most, shared.guesses) == (alone.price, alone.most, alone.guesses)
    # A search that resumes from some of the parts gives the tree, with or without a cluster.
    some = [part for part in kept if client.random.random() < 0.5]
    known = SolvedParts.unpack(*some).packed
    again = ClusterSearch(simulated(client), table, prices, known=known)
    assert again.solve(table.secrets, (), first, None, limit).guesses == alone.guesses
    ordinary = NativeSearch(table, prices, 1, known, lambda parts: None)
    assert ordinary.solve(table.secrets, (), first, None, limit).guesses == alone.guesses


def test_search_resumes_from_parts_of_an_ordinary_search():
    table, kept = CodeTable(parse_rules("4p5c")), []
    alone = NativeSearch(table, Prices(), 1, (b"", b""), kept.append).solve(table.secrets)
    client, known = SimulatedClient(), SolvedParts.unpack(*kept).compact().packed
    search = ClusterSearch(simulated(client), table, Prices(), known=known)
    assert search.solve(table.secrets).guesses == alone.guesses
    assert not client.tasks


def test_progress_reports_workers_and_bounds():
    table, reports = CodeTable(parse_rules("4p5c")), []
    search = ClusterSearch(simulated(SimulatedClient(3)), table, Prices())
    total = search.solve(table.secrets, report=reports.append).price
    assert {report.also for report in reports} == {("3 workers",)}
    lowers = [report.lower for report in reports]
    assert lowers == sorted(lowers)
    assert reports[0].best is None
    assert reports[-1].lower <= total <= reports[-1].best
    # The last answer may arrive after the last worker has gone; more workers may come.
    assert simulated(SimulatedClient(workers=0)).threads == 1


def changed(**fields):
    return lambda answer: answer._replace(**fields) if answer.guesses else answer


NONSENSE = {
    "an int": lambda answer: 7,
    "no price": changed(price=INFINITE),
    "no tree": changed(guesses=()),
    "a float": lambda answer: answer._replace(scanned=1.0),
    "a negative number": lambda answer: answer._replace(most=-1),
    "a list": lambda answer: answer._replace(guesses=[*answer.guesses]),
    "a guess out of range": changed(guesses=(10**6,)),
    "too cheap": lambda answer: answer._replace(price=answer.price - 1),
    "too many guesses": lambda answer: answer._replace(guesses=(*answer.guesses, 0)),
    "too few guesses": lambda answer: answer._replace(guesses=answer.guesses[:1]),
    "another tree": lambda answer: answer._replace(guesses=answer.guesses[::-1]),
}


@pytest.mark.parametrize("lie", NONSENSE.values(), ids=NONSENSE)
def test_invalid_answer_ends_the_search(lie):
    table, client = CodeTable(parse_rules("3p5c")), SimulatedClient(2, lie=lie)
    with pytest.raises(ClusterError, match=r"^a worker gave an invalid answer: "):
        ClusterSearch(simulated(client), table, Prices()).solve(table.secrets)
    assert not client.waiting  # all other tasks are cancelled


def test_task_on_a_worker_with_another_version_raises():
    with pytest.raises(ClusterError, match=f"^a worker has mmtree {__version__}, not 0.0.1$"):
        run_task("0.0.1", print)


@pytest.fixture
def use_client(monkeypatch):
    """Makes the command use simulated workers: use_client(client)."""

    return lambda client: monkeypatch.setattr(
        cluster_module, "open_cluster", lambda where: nullcontext(simulated(client))
    )


@pytest.mark.parametrize("strategy", ["koyama-lai", "beam"])
def test_command_reports_error_of_a_worker_in_one_line(mmtree, use_client, strategy):
    build = ("build", "--strategy", strategy, "--rules", "3p6c", "--cluster", "simulated")
    use_client(SimulatedClient(lie=lambda answer: 7))
    result = mmtree(*build, "-o", "b.mmtree")
    assert (result.status, result.err) == (2, "mmtree: a worker gave an invalid answer: 7\n")
    use_client(SimulatedClient(lie=lambda answer: getattr(answer, "\x1b[31m" + "x" * 10**6)))
    result = mmtree(*build, "-o", "b.mmtree")
    assert result.status == 2
    missing = "AttributeError: 'Solution' object has no attribute '\\x1b[31mxxx"
    assert result.err.startswith(f"mmtree: a worker failed: {missing}")
    assert len(result.err) < 400
    use_client(SimulatedClient(lie=lambda answer: os.stat("missing")))
    failed = "mmtree: a worker failed: FileNotFoundError: "
    assert mmtree(*build, "-o", "b.mmtree").err.startswith(failed)


def test_answers_before_an_invalid_one_stay_in_the_checkpoint(mmtree, use_client):
    """The file and the tree stay marked by the cluster, as a search without one trusts the parts."""
    assert mmtree(*BUILD, "-o", "alone").status == 0
    answers = []
    use_client(SimulatedClient(lie=lambda answer: answers.append(answer) or answers[5:] or answer))
    result = mmtree(*BUILD, "--cluster", "simulated", "--checkpoint", "c", "-o", "x")
    assert result.status == 2
    assert result.err.endswith("]: the same command resumes from c\n")
    assert json.loads(mmtree("info", "c", "--json").out)["by_cluster"] is True
    assert "bytes, with results of a cluster's workers\n" in mmtree("info", "c").out
    report = mmtree(*BUILD, "--checkpoint", "c", "-o", "resumed")
    assert "; proved optimal by a cluster's search (expected)\n" in report.out
    use_client(SimulatedClient())
    assert mmtree(*BUILD, "--cluster", "simulated", "-o", "marked").status == 0
    alone, marked = load("alone"), load("marked")
    assert marked.proof == replace(alone.proof, searched_by=CLUSTER)
    assert (marked.guess, marked.extent) == (alone.guess, alone.extent)
    assert Path("resumed").read_bytes() == Path("marked").read_bytes()


def test_proof_that_no_tree_exists_names_the_cluster(mmtree, use_client):
    use_client(SimulatedClient())
    result = mmtree(*BUILD, "--max-guesses", "4", "--cluster", "simulated")
    message = "no strategy for 4p5c finds every secret within 4 guesses: that is proved by a"
    assert (result.status, result.err) == (1, f"mmtree: {message} cluster's search\n")


def test_beam_ends_in_time_and_is_not_trusted():
    """With half a second of simulated time, the beam returns the best tree so far."""
    tree = build_tree("beam", "4p5c", cluster=simulated(SimulatedClient(seed=1)), seconds=0.5)
    alone = build_tree("koyama-lai", "4p5c")
    assert tree.total >= alone.total
    assert (tree.provenance.verified, alone.provenance.verified) == (False, True)
