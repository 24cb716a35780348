"""The choice of solved parts to save."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree.game.peg_rules import PegRules
from mmtree.search.solved_parts import PART, SolvedParts, feedback_indices


def made(parts):
    records = np.array([(*way, price, len(plan)) for way, price, plan in parts], PART)
    plans = [guess for _, _, plan in parts for guess in plan]
    return SolvedParts(records, np.array(plans, np.uint32))


def listed(parts):
    plans = iter(parts.plans.tolist())
    return {
        tuple(way): (price, [next(plans) for _ in range(length)])
        for *way, price, length in parts.records.tolist()
    }


def test_a_part_takes_22_bytes_and_4_for_each_guess():
    assert PART.itemsize == 22
    assert made([((1, 2, -1, -1), 30, [5, 7]), ((1, 3, 17, 4), 8, [])]).bytes == 2 * 22 + 2 * 4


def test_compact_keeps_price_or_highest_bound_of_a_path():
    way = (1, 2, -1, -1)
    assert listed(made([(way, 7, []), (way, 9, []), (way, 8, [])]).compact()) == {way: (9, [])}
    assert listed(made([(way, 7, []), (way, 7, [5]), (way, 6, [])]).compact()) == {way: (7, [5])}


def test_compact_keeps_the_parts_within_a_bound():
    """A search with a higher limit needs them."""
    parts = {(1, -1, -1, -1): (90, []), (1, 2, -1, -1): (30, [5, 7]), (1, 3, 17, -1): (8, [])}
    assert listed(made([(way, *found) for way, found in parts.items()]).compact()) == parts
    parts[1, -1, -1, -1] = (95, [1, 5, 7])
    only = made([(way, *found) for way, found in parts.items()]).compact()
    assert listed(only) == {(1, -1, -1, -1): (95, [1, 5, 7])}


def test_compact_tells_any_two_of_255_answers_apart():
    """The last place has no cell, so that 254 of them are stored, those from 128 as negative."""
    ways = [(1, place - 256 if place > 127 else place, -1, -1) for place in range(254)]
    parts = made([(way, 9, [3]) for way in ways])
    assert listed(parts.compact()).keys() == {*ways}
    assert feedback_indices(parts.records, "feedback").tolist() == list(range(254))
    assert set(feedback_indices(parts.records, "answer")) == {-1}
    inner = made([((1, -56, 5, -56), 9, [3]), ((1, -56, -1, -1), 9, [3])])
    assert listed(inner.compact()).keys() == {(1, -56, -1, -1)}
    assert listed(inner.limit_bytes(30)).keys() == {(1, -56, -1, -1)}


ways = st.tuples(st.integers(0, 3), st.integers(-1, 2), st.integers(-1, 2), st.integers(-1, 2))
some = st.lists(
    st.tuples(
        ways.filter(lambda way: (way[1] >= 0 or way[2] < 0) and (way[2] >= 0 or way[3] < 0)),
        st.integers(0, 9),
        st.lists(st.integers(0, 63), max_size=3),
    ),
    max_size=40,
)


def outer(way):
    """Return the paths to the larger parts that contain a part."""
    return [way[:end] + (-1,) * (4 - end) for end in range(1, 4) if way[end] >= 0]


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(some)
def test_compact_drops_parts_in_others_and_plans_of_dearer_guesses(parts):
    before = made(parts)
    after = before.compact()
    kept = listed(after)
    after.check(PegRules(3, 4))
    assert len(kept) == len(after) <= len(before)
    assert listed(after.compact()) == kept
    paths, priced = {way for way, _, _ in parts}, {way for way, _, plan in parts if plan}
    assert kept.keys() == {way for way in paths if not any(up in priced for up in outer(way))}
    for way in {way for way, _, plan in parts if plan and way in kept}:
        rivals = [found for rival, found in kept.items() if outer(rival) == outer(way)]
        cheaper = any(plan and price < kept[way][0] for price, plan in rivals)
        is_guess = len(outer(way)) % 2 == 0  # of the guesses on a set, one is made
        assert bool(kept[way][1]) == (not (is_guess and cheaper))


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(some, st.integers(0, 1000))
def test_limit_bytes_keeps_shortest_paths_first(parts, room):
    before = made(parts).compact()
    after = before.limit_bytes(room)
    assert after.bytes <= room or len(after) == len(before)
    kept = listed(after)
    assert all(listed(before)[way] == found for way, found in kept.items())

    def depth(way):
        return sum(step >= 0 for step in way[1:])

    lost = listed(before).keys() - kept.keys()
    if lost and kept:
        assert max(map(depth, kept)) <= min(map(depth, lost))
