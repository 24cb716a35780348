"""The schedule of a cluster: any order of answers gives the tree of an ordinary search.

The workers are simulated, so that Dask is not needed; test_cluster.py uses real ones.
"""

import sys
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree.game.code_table import CodeTable
from mmtree.game.read_rules import parse_rules
from mmtree.game.rules import PegRules
from mmtree.search.cluster import openings, search, workers
from mmtree.search.cluster.openings import GuessOrder
from mmtree.search.cluster.schedule import Schedule, SearchSpec
from mmtree.search.cluster.search import ClusterSearch
from mmtree.search.cluster.worker_task import CellTask, search_cell
from mmtree.search.cluster.workers import Workers
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import split
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.solved_parts import SolvedParts

from support.environment import needs_native
from support.simulated_dask import SimulatedClient

pytestmark = needs_native


@pytest.fixture(scope="module", autouse=True)
def many_batches():
    """Divides searches of small rules into many batches, and shortens waiting times."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "_WAIT", 0.001)
        patch.setattr(openings, "_SMALL", 1 << 8)
        patch.setattr(workers, "_LOOK", 0)
        yield


def test_progress_reports_workers_without_work():
    """Workers that connect after the start of the command are reported, too."""
    reports = []

    def report(progress):
        reports.append(", ".join(progress.also))
        client.nthreads.return_value = {"tcp://b:2": 1}
        if len(reports) > 1:
            raise KeyboardInterrupt

    client = Mock(status="running")
    client.nthreads.return_value = {}
    client.run.return_value = {"tcp://b:2": ("0.0.1", "native", sys.byteorder)}
    table = CodeTable(PegRules(3, 5))
    search = ClusterSearch(table, Prices(), Workers(client, "tcp://a:1", None))
    with pytest.raises(KeyboardInterrupt):
        search.solve(everything(table), report=report)
    assert reports == [
        "waiting for workers",
        "waiting for workers; the worker at tcp://b:2 has mmtree 0.0.1, not 0.1.0; install "
        "the same version there",
    ]


def simulated(client):
    """Return the workers of a client, and the list of messages about workers without work."""
    lines = []
    return Workers(client, "tcp://a:1", None, lines.append), lines


def everything(table):
    return np.arange(len(table.numbers))


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(
        ["3p5c", "3p7c", "4p4c", "4p5c", "3p6c-black", "4p6c-distinct", "2p9c", "1p5c"]
    ),
    st.builds(Prices, last=st.none() | st.integers(3, 6)) | st.just(Prices(1000, 5, 1)),
    st.integers(-1, 1) | st.just(10**6),
    st.booleans(),
    st.integers(1, 9),
    st.integers(0, 10**6),
)
def test_any_order_of_answers_gives_same_tree(rules, prices, above, given, threads, seed):
    """Rules, prices, opening and limit are random, and some workers are lost."""
    table = CodeTable(parse_rules(rules))
    first = np.array([seed % len(table.numbers)]) if given else None
    alone = NativeSearch(table, prices)
    found = alone.solve(everything(table), (), first)
    limit = INFINITE if found.price >= INFINITE else found.price + above
    alone = alone.solve(everything(table), (), first, None, limit)
    client = SimulatedClient(seed, threads, deaths=0.02)
    shuffled, refused = simulated(client)
    kept = []
    search = ClusterSearch(table, prices, shuffled, keep=kept.append)
    shared = search.solve(everything(table), (), first, None, limit)
    assert (shared.price, shared.most, shared.guesses) == (alone.price, alone.most, alone.guesses)
    # A search that resumes from some of the parts gives the tree, with or without a cluster.
    some = [part for part in kept if client.random.random() < 0.5]
    known = b"".join(part[0] for part in some), b"".join(part[1] for part in some)
    again = ClusterSearch(table, prices, shuffled, known=known)
    assert again.solve(everything(table), (), first, None, limit).guesses == alone.guesses
    ordinary = NativeSearch(table, prices, 1, known, lambda parts: None)
    assert ordinary.solve(everything(table), (), first, None, limit).guesses == alone.guesses
    assert not refused  # no valid answer is refused


def test_guess_order_equals_that_of_the_kernel():
    """Guesses are ordered by bound, then by rank, because the first of the cheapest is chosen."""
    table = CodeTable(PegRules(4, 5))
    listed, bounds = GuessOrder(table, Prices()).list_guesses(everything(table), ())
    seen = []
    search = NativeSearch(table, Prices(), keep=seen.append)
    search.solve(everything(table), report=lambda progress: seen.append(progress.openings))
    tried = [opening for opening in seen if opening and isinstance(opening[0], tuple)]
    for these in tried:
        assert set(these) <= set(zip(listed.tolist(), bounds.tolist(), strict=True))
    assert (np.diff(bounds) >= 0).all()


def test_part_of_cell_holds_its_path():
    table = CodeTable(PegRules(4, 4))
    opening, rules = 6, PegRules(4, 4)
    cells = split(table, everything(table), opening)
    value, cell = max(cells, key=lambda one: len(one[1]))
    guesses, bounds = GuessOrder(table, Prices()).list_guesses(cell, (opening,))
    assert (np.diff(bounds) >= 0).all()
    ranks = np.sort(guesses[:5]).astype(np.uint32)
    index = rules.feedbacks.index(value)
    task = CellTask(rules, Prices(), opening, index, ranks.tobytes(), INFINITE)
    answer = search_cell(task)
    parts = SolvedParts.unpack(answer.parts)
    parts.check(rules)
    assert set(parts.records["guess"]) == {opening}
    assert set(parts.records["feedback"]) == {index}
    assert set(parts.records["second"]) <= set(ranks)
    whole = (parts.records["length"] > 0) & (parts.records["answer"] < 0)
    best = parts.records["price"][whole].min()
    assert best == NativeSearch(table, Prices()).solve(cell, (opening,), ranks).price


def test_batches_never_overlap():
    table = CodeTable(PegRules(4, 6))
    schedule = Schedule(SearchSpec(table, Prices()), None, (b"", b""), lambda parts: None)
    taken = set()
    while batch := schedule.batch(None, 4):
        for guess in batch.guesses.tolist():
            way = batch.cell.opening, batch.cell.feedback, guess
            assert way not in taken
            taken.add(way)
    assert taken
    assert not schedule.is_done


def test_search_of_a_subset_raises():
    table = CodeTable(PegRules(3, 4))
    search = ClusterSearch(table, Prices(), simulated(SimulatedClient())[0])
    with pytest.raises(ValueError, match="all secrets"):
        search.solve(np.arange(9))
