"""Progress of a search: bounds that are always true, and the estimate of the time left."""

import math
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import build_tree
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import PegRules, parse_rules
from mmtree.search.exact import Search
from mmtree.search.exact_native import NativeSearch
from mmtree.search.kernel import native
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import Estimate, SearchProgress

from support.environment import needs_native

KERNELS = ["numpy", "native"] if native else ["numpy"]


@pytest.mark.slow
@pytest.mark.parametrize("kernel", KERNELS)
@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(["3p4c", "3p6c", "4p4c", "3p5c-black", "4p3c-black", "4p6c-distinct", "4p5c"]),
    st.sampled_from([Prices(), Prices(last=5), Prices(last=4), Prices(100, 5, 1)]),
    st.none() | st.integers(-20, 20),
    st.integers(1, 2),
)
def test_reported_bounds_are_true_at_every_moment(kernel, rules, prices, above, jobs):
    """In every report, no tree within the limit is cheaper than the bound or the best price."""
    table = CodeTable(parse_rules(rules))
    everything = np.arange(len(table.numbers))

    def search():
        return Search(table, prices) if kernel == "numpy" else NativeSearch(table, prices, jobs)

    price = search().solve(everything).price
    limit = INFINITE if above is None else min(INFINITE, price + above)
    reports = []
    search().solve(everything, report=reports.append, limit=limit)
    for latest in reports:
        assert latest.lower <= price or latest.lower >= limit
        assert latest.best is None or price <= latest.best < limit
        assert 0 <= latest.share <= 1
        assert list(latest.cells) == sorted(latest.cells)
    if kernel == "native":  # its last report is the end of the search
        assert min(price, limit) <= reports[-1].lower <= price


@pytest.mark.slow
@needs_native
def test_bounds_of_a_long_search_are_true():
    table = CodeTable(parse_rules("3p12c"))
    reports = []
    NativeSearch(table, Prices(), 2).solve(np.arange(1728), report=reports.append)
    lower = [latest.lower for latest in reports]
    assert lower == sorted(lower)
    assert lower[-1] == reports[-1].best == 10076
    for latest in reports[:-1]:  # the bound is at most that of the next opening
        if latest.openings_of and latest.openings_done < 2:
            assert latest.lower <= latest.openings[1][1]
    assert {latest.openings_of for latest in reports} <= {0, 3}
    assert len({latest.openings_done for latest in reports}) > 1
    assert len({latest.share for latest in reports}) > 3


def test_progress_text_describes_the_search():
    latest = SearchProgress(None, 100, 3, (5, 9, 9), 0.5, 1, 7, ((4, 90), (9, 95)))
    assert latest.place == ("opening 2 of 7", "cell 4 of 6")
    assert latest.lower == 95
    assert SearchProgress(93, 100, 3, (5,), 0.5, 1, 7, ((4, 90), (9, 95))).lower == 93
    assert SearchProgress(None, 100, 3, (5,), 0.5, 6, 7, ((4, 90),)).lower == 100
    assert SearchProgress(None, 100, 0, (5,)).place == ()


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def run():
    """Reports a step of a search of 4p6c to an estimate, and returns the estimate."""
    clock = Clock()
    estimate = Estimate(CodeTable(PegRules()), Prices(), clock=clock)

    def step(opening, cells, at, share, seconds, bound=5300):
        clock.now += seconds
        sizes = tuple(cells[at:])
        openings = ((8, 5200), (7, 5210))[opening:]
        estimate.note(SearchProgress(None, bound, at, sizes, share, opening, 2, openings))
        return estimate

    return step


def test_time_law_is_fitted_to_measured_cells(run):
    """Times of cells of 40, 80 and 160 secrets, which grow with n³, predict that of 320 secrets."""
    cells = [40, 80, 160, 320]
    run(0, cells, 0, 0.0, 0)
    for at, n in enumerate(cells[:3]):
        estimate = run(0, cells, at + 1, 0.0, n**3 / 1e6 * 10, 5300 + at)
    assert [(n, rise) for n, rise, _ in estimate.taken] == [(40, 0), (80, 1), (160, 1)]
    to_come = 320**3 / 1e6 * 10
    left = estimate.left
    assert to_come < left < 20 * to_come  # and the second opening, which is not yet refused
    later = run(0, cells, 3, 0.5, to_come / 2).left
    assert left - to_come * 0.6 < later < left - to_come * 0.4


def test_no_estimate_without_measured_cells(run):
    assert run(0, [40, 80], 0, 0.0, 0).left is None
    assert run(0, [40, 80], 0, 0.0, 5).left is None
    assert math.isfinite(run(0, [40, 80], 0, 0.5, 5).left)


def test_small_cells_give_no_estimate_for_much_larger_ones(run):
    run(0, [10, 1000], 0, 0.0, 0)
    assert run(0, [10, 1000], 1, 0.0, 1).left is None


def test_resumed_search_uses_earlier_measurements():
    clock = Clock()
    first = Estimate(CodeTable(PegRules()), Prices(), clock=clock)
    for now, at, share in ((0, 0, 0.0), (10, 1, 0.0), (90, 2, 0.0), (200, 2, 0.3)):
        clock.now = now
        first.note(
            SearchProgress(None, 5300 + at, at, (40, 80, 160)[at:], share, 0, 1, ((8, 5200),))
        )
    again = Estimate(CodeTable(PegRules()), Prices(), taken=first.taken, clock=clock)
    again.spent, again.earlier = first.spent, first.running
    assert first.spent == 200
    assert first.running == (160, 110)
    again.note(SearchProgress(None, 5300, 0, (40, 80, 160), 0.0, 0, 1, ((8, 5200),)))
    again.note(SearchProgress(None, 5302, 2, (160,), 0.3, 0, 1, ((8, 5200),)))
    assert len(again.taken) == 2  # cells read from the checkpoint take no time
    assert again.left == pytest.approx(first.left)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(3, 1296), st.floats(0, 1), st.floats(0, 1e6)), max_size=20))
def test_estimate_is_always_a_number(steps):
    clock = Clock()
    estimate = Estimate(CodeTable(PegRules()), Prices(), limit=5600, clock=clock)
    for done, (n, share, seconds) in enumerate(steps):
        clock.now += seconds
        opening, at = divmod(done, 3)
        cells = tuple(sorted([n] * (3 - at)))
        estimate.note(
            SearchProgress(None, 5000 + done, at, cells, share, opening, 7, ((8, 4900), (7, 5000)))
        )
        assert estimate.left is None or 0 <= estimate.left < math.inf


@pytest.mark.slow
@needs_native
def test_command_reports_bounds_and_time():
    words = []
    build_tree(
        "koyama-lai", "3p12c", jobs=1, progress=lambda now: words.append(", ".join(now.parts))
    )
    assert any(" opening 2 of 3, " in word and "best so far 10076" in word for word in words)
    assert all(re.search(r"at least \d{4}", word) for word in words if "opening" in word)
    least = [int(word.split("at least ")[1].split(",")[0]) for word in words if "at least" in word]
    assert least == sorted(least)
