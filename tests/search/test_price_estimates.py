"""Estimated costs of sets: integers that both kernels accept."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree.game.peg_rules import parse_rules
from mmtree.search.beam import SIXTEENTHS, default_estimates, fit_estimates, rows
from mmtree.search.kernel import native
from mmtree.search.native_game import native_game
from mmtree.search.prices import INFINITE, Prices
from mmtree.search.size_bounds import Bounds

from support.environment import needs_native

samples = st.lists(
    st.integers(3, 3000).flatmap(
        lambda secrets: st.tuples(st.just(secrets), st.integers(2 * secrets - 1, 9 * secrets))
    ),
    max_size=30,
)


@pytest.mark.slow
@given(costs=st.dictionaries(st.integers(3, 15), st.integers(1, 200), min_size=1))
def test_equal_samples_of_a_size_give_their_price(costs):
    asked = [(secrets, cost) for secrets, cost in costs.items() for _ in range(3)]
    found = fit_estimates(asked, 15)
    assert found[:3].tolist() == [0, SIXTEENTHS, 3 * SIXTEENTHS]
    assert {secrets: found[secrets] for secrets in costs} == {
        secrets: SIXTEENTHS * cost for secrets, cost in costs.items()
    }


@given(st.integers(3, 15), st.lists(st.integers(5, 100), min_size=1))
def test_estimate_of_a_size_is_the_mean_of_its_samples(secrets, costs):
    found = fit_estimates([(secrets, cost) for cost in costs], secrets)
    assert found[secrets] == SIXTEENTHS * sum(costs) // len(costs)


def test_estimates_between_sizes_are_interpolated():
    found = fit_estimates([(4, 10), (12, 42)], 12)
    assert np.diff(found[4:]).tolist() == [4 * SIXTEENTHS] * 8


def test_estimates_beyond_the_largest_size_rise_by_mean_plus_half():
    found = fit_estimates([(100, 400)], 103)
    assert np.diff(found[100:]).tolist() == [4 * SIXTEENTHS + SIXTEENTHS // 2] * 3


@pytest.mark.slow
@given(samples, st.integers(0, 4000))
def test_order_of_samples_does_not_matter(asked, size):
    found = fit_estimates(asked, size)
    assert found.dtype == np.int64
    assert found.shape == (size + 1,)
    assert fit_estimates(reversed(asked), size).tolist() == found.tolist()
    if size:
        assert fit_estimates(asked, size - 1).tolist() == found[:-1].tolist()


@pytest.mark.slow
@given(
    samples,
    st.integers(1, 1500),
    st.sampled_from([Prices(), *(Prices(last=last) for last in range(1, 12))]),
    st.integers(2, 40),
)
def test_each_further_secret_costs_at_least_its_least_price(asked, size, prices, feedbacks):
    for costs in (fit_estimates(asked, size), default_estimates(feedbacks, size)):
        bounds = Bounds(prices, feedbacks, size)
        made = rows(costs, bounds)
        assert made.shape[1] == size + 1
        for guesses, row in enumerate(made):
            impossible = bounds.after(guesses) >= INFINITE
            assert (row[impossible] == INFINITE).all()
            assert row[0] == 0
            possible = row[: int(impossible.argmax()) if impossible.any() else size + 1]
            steps = np.diff(possible)
            if (possible < INFINITE).all() and len(steps):
                assert steps[0] >= SIXTEENTHS * prices(guesses + 1)
                assert (steps[1:] >= SIXTEENTHS * min(prices(guesses + 2), INFINITE >> 20)).all()


@needs_native
@pytest.mark.parametrize("last", [None, 1, 2, 3, 5, 8, 20])
@pytest.mark.parametrize("name", ["1p5c", "3p4c", "4p6c", "4p4c-black", "4p5c-distinct"])
def test_native_kernel_accepts_the_estimates(name, last):
    rules, prices = parse_rules(name), Prices(last=last)
    feedbacks, size = len(rules.feedbacks), 5
    listed = np.array([min(prices(k), INFINITE) for k in range(1, 40)])
    for costs in (default_estimates(feedbacks, size), fit_estimates([(3, 5), (5, 30)], size)):
        estimates = rows(costs, Bounds(prices, feedbacks, size))
        beam = feedbacks, np.ones(2, np.uint32), estimates, 0
        secrets, finite = np.arange(size, dtype=np.uint32), listed[listed < INFINITE]
        native_game(rules).search(secrets, secrets[:0], None, finite, 1, None, None, beam=beam)
    assert native is not None
