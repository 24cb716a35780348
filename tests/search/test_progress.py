"""Progress of a search: bounds that are always true, and the estimate of the time left."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import build_tree
from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import parse_rules
from mmtree.search.exact import Search
from mmtree.search.exact_native import NativeSearch
from mmtree.search.kernel import native
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.progress import SearchProgress

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


@pytest.mark.slow
@needs_native
def test_command_reports_bounds_and_time():
    words = []
    build_tree(
        "koyama-lai", "3p12c", jobs=1, progress=lambda now: words.append(", ".join(now.parts))
    )
    assert any("opening 2 of 3" in word and " to 10076, gap " in word for word in words)
    bounds = [
        re.search(r"total (?:at least )?(\d{4,})", word) for word in words if "opening" in word
    ]
    least = [int(bound[1]) for bound in bounds]
    assert least == sorted(least)
