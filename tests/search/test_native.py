"""The native kernel gives exactly the results of the NumPy kernel."""

from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mmtree import PegRules, build_tree, parse_rules
from mmtree.game.code_table import CodeTable
from mmtree.game.objective import Objective
from mmtree.search import partition
from mmtree.search.exact import Search
from mmtree.search.exact_native import NativeSearch
from mmtree.search.partition import as_uint32, cell_sizes, native_game, split
from mmtree.search.prices import INFINITE, Prices
from mmtree.strategies import one_step
from mmtree.strategies.one_step import entropy, expected_size, largest_cell, most_cells
from mmtree.tree.file import encode

from support.environment import needs_native
from support.random_searches import Listed, agreeing, beam_of_slack, instruction_sets, outcome
from support.random_searches import vectors as use_vectors

RULES = ["1p5c", "2p3c", "2p5c", "3p3c", "3p4c", "4p2c", "4p3c", "3p6c", "5p2c"] + [
    "2p6c-distinct",
    "3p5c-distinct",
    "4p4c-distinct",
    "2p5c-black",
    "3p3c-black",
    "3p4c-distinct-black",
]
VECTORS = ["baseline", "avx2"]


@cache
def by_definition(rules):
    """Return a table, secrets and the NumPy solution, cached for all instruction sets."""
    table = CodeTable(parse_rules(rules))
    secrets = np.arange(len(table.numbers))
    return table, secrets, Search(table, Prices()).solve(secrets)


@cache
def by_definition_of_slack(rules, size, slack):
    table = CodeTable(parse_rules(rules))
    secrets = np.sort(np.random.default_rng(size).permutation(len(table.numbers))[:size])
    beam = beam_of_slack(table, Prices(), size, slack)
    return table, secrets, beam, Search(table, Prices(), beam).solve(secrets)


@pytest.fixture(params=VECTORS)
def vectors(request):
    """Selects an instruction set; skips the test if the machine lacks it."""
    if request.param not in instruction_sets():
        pytest.skip(f"this machine has no {request.param}")
    with use_vectors(request.param):
        yield


@pytest.fixture(autouse=True)
def numpy_kernel(monkeypatch):
    """Selects the NumPy kernel, so that native results are not compared with native ones."""
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")


prices = st.one_of(
    st.builds(Prices, last=st.none() | st.integers(1, 6)),
    st.builds(Prices, st.integers(2, 1000), st.integers(1, 6), st.integers(0, 1)),
    st.builds(Listed, st.sets(st.integers(0, 60), min_size=1, max_size=9).map(sorted).map(tuple)),
)


def some_secrets(table, history, size, seed):
    """Return the secrets that agree with a history, or ``size`` random ones of them, by rank."""
    random = np.random.default_rng(seed)
    left = agreeing(table, history, random)
    return left if size is None else np.sort(random.permutation(left)[:size])


@pytest.mark.slow
@needs_native
@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(RULES),
    st.lists(st.integers(0, 10**6), max_size=3),
    st.none() | st.integers(1, 40),
    st.integers(0, 10**6),
    prices,
    st.none() | st.lists(st.integers(0, 10**6), min_size=1, max_size=4),
    st.none() | st.integers(-40, 40),
    st.integers(1, 3),
)
def test_native_search_equals_definition(rules, history, size, seed, prices, openings, above, jobs):
    """Rules, secrets, history, prices, openings, limit and threads are random."""
    table = CodeTable(parse_rules(rules))
    count = len(table.numbers)
    history = tuple(guess % count for guess in history)
    secrets = some_secrets(table, history, size, seed)
    if openings is not None:
        openings = np.unique(np.array(openings) % count)
    asked = secrets, history, openings
    expected = Search(table, prices).solve(*asked)
    limit = INFINITE if above is None else max(0, expected.price + above)  # near the price
    found = NativeSearch(table, prices, jobs).solve(*asked, limit=limit)
    if limit <= expected.price:
        assert (found.price, found.guesses) == (INFINITE, ())
        return
    assert outcome(found) == outcome(expected)


@pytest.mark.slow
@needs_native
@pytest.mark.parametrize("rules", ["4p6c", "3p9c", "5p4c", "3p6c-black", "4p6c-distinct", "7p2c"])
def test_search_of_all_secrets_equals_definition(rules):
    table, everything, expected = by_definition(rules)
    found = NativeSearch(table, Prices()).solve(everything)
    assert (found.price, found.guesses) == (expected.price, expected.guesses)
    assert expected.scanned > found.scanned


@pytest.mark.slow(after=2)
@needs_native
@pytest.mark.parametrize(
    ("rules", "size"), [("6p3c", 40), ("7p3c", 60), ("8p3c", 60), ("9p2c", 60), ("5p4c-black", 270)]
)
def test_native_search_with_many_feedbacks_equals_definition(vectors, rules, size):
    """The number of bit planes depends on the number of feedbacks: 27, 35, 44 and more."""
    table, secrets, beam, expected = by_definition_of_slack(rules, size, 1)
    found = NativeSearch(table, Prices(), beam=beam).solve(secrets)
    assert (found.price, found.guesses) == (expected.price, expected.guesses)


@needs_native
@pytest.mark.parametrize("seed", range(6))
def test_given_openings_are_tried_in_their_order(seed):
    table = CodeTable(parse_rules("4p4c"))
    random = np.random.default_rng(seed)
    two_colors = np.flatnonzero((table.digits < 2).all(axis=0))
    secrets = np.sort(random.permutation(two_colors)[:10])
    openings = np.sort(random.permutation(256)[:60])
    expected = Search(table, Prices()).solve(secrets, (), openings)
    found = NativeSearch(table, Prices()).solve(secrets, (), openings)
    assert (found.price, found.guesses) == (expected.price, expected.guesses)


@pytest.mark.slow
@needs_native
def test_native_search_of_large_set_equals_definition():
    """The set has 432 secrets, more than a byte can count."""
    table = CodeTable(parse_rules("4p6c"))
    secrets = np.arange(0, 1296, 3)
    beam = beam_of_slack(table, Prices(), len(secrets), 0)
    expected = Search(table, Prices(), beam).solve(secrets, (), np.array([0]))
    found = NativeSearch(table, Prices(), 2, beam=beam).solve(secrets, (), np.array([0]))
    assert (found.price, found.guesses) == (expected.price, expected.guesses)


@needs_native
@pytest.mark.parametrize("error", [RuntimeError, ValueError, KeyboardInterrupt])
def test_exception_of_progress_callback_propagates(error, monkeypatch):
    monkeypatch.setenv("MMTREE_KERNEL", "native")

    def progress(now):
        raise error("mine")

    with pytest.raises(error, match="mine"):
        build_tree("koyama-lai", "4p7c", progress=progress)


@needs_native
def test_arguments_cannot_change_during_a_search():
    table = CodeTable(parse_rules("4p5c"))
    secrets = np.arange(625, dtype=np.uint32)

    def spoil(*_):
        secrets[:] = 2**32 - 1

    found = native_game(table.rules).search(
        secrets, secrets[:0].copy(), None, np.arange(1, 630), 1, spoil, None
    )
    assert found[0] == 2463


@pytest.mark.slow(after=5)
@needs_native
@pytest.mark.parametrize("rules", ["3p5c", "4p4c", "4p3c-black", "3p6c-distinct", "5p3c", "6p2c"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_search_with_each_instruction_set_is_equal(vectors, rules, jobs):
    table, everything, expected = by_definition(rules)
    found = NativeSearch(table, Prices(), jobs).solve(everything)
    assert (found.price, found.guesses) == (expected.price, expected.guesses)


BUILDS = [  # strategy, rules and options
    ("koyama-lai", "4p5c", {}),
    ("koyama-lai", "4p6c", {"objective": Objective(max_guesses=5)}),
    ("koyama-lai", "4p4c", {"objective": Objective(fewest_at_max=True)}),
    ("koyama-lai", "4p4c", {"objective": Objective(worst_first=True)}),
    ("beam", "4p6c-distinct", {"effort": 2}),
    ("beam", "8p2c", {"effort": 1}),
    *(("beam", "4p4c", options) for options in ({}, {"max_guesses": 5}, {"opening": "AABB"})),
    ("beam", "7p2c-black", {"effort": 1}),
    ("koyama-lai", "6p2c", {}),
    ("koyama-lai", "5p3c-black", {}),
    ("koyama-lai", "3p4c", {"opening": "AAA"}),
    ("irving-exact", "4p6c", {}),
    ("irving-exact", "3p8c", {}),
    ("knuth", "5p4c", {}),
    ("kooi", "4p5c-black", {}),
    ("irving", "3p7c-distinct", {}),
    ("entropy", "7p2c", {}),
    ("entropy", "4p6c", {"opening": "AABB"}),
    ("palm-t2", "4p5c", {}),
    ("niedermayer", "4p5c", {"seed": 3}),
    ("lexicographic", "5p3c", {}),
]


@pytest.mark.slow(after=1)
@needs_native
@pytest.mark.parametrize(
    ("strategy", "rules", "options"), BUILDS, ids=[" ".join(map(str, row)) for row in BUILDS]
)
def test_native_kernel_gives_same_bytes(monkeypatch, strategy, rules, options):
    expected = encode(build_tree(strategy, rules, **options))
    monkeypatch.setenv("MMTREE_KERNEL", "native")
    for jobs in (1, 2, 3):
        assert encode(build_tree(strategy, rules, jobs=jobs, **options)) == expected


@pytest.mark.slow
@needs_native
@settings(max_examples=100, deadline=None)
@given(
    st.sampled_from(RULES + ["9p2c", "4p10c-distinct"]),
    st.lists(st.integers(0, 10**6), min_size=1, max_size=300),
    st.lists(st.integers(0, 10**6), max_size=200),
)
def test_native_cells_equal_those_of_numpy(rules, secrets, guesses):
    """The sets have up to 300 secrets, more than a byte can count."""
    table = CodeTable(parse_rules(rules))
    secrets = np.unique(np.array(secrets) % len(table.numbers))
    guesses = np.unique(np.array(guesses, np.intp) % len(table.numbers))
    game = native_game(table.rules)
    sizes = np.empty((len(table.rules.feedbacks), len(guesses)), np.int32)
    game.cell_sizes(as_uint32(secrets), as_uint32(guesses), sizes)
    assert np.array_equal(sizes, cell_sizes(table, secrets, guesses))
    for guess in guesses[:5]:
        cells = np.empty(len(secrets), np.uint32)
        found = game.split(as_uint32(secrets), int(guess), cells)
        expected = split(table, secrets, int(guess))
        assert found == [(value, len(cell)) for value, cell in expected]
        assert np.array_equal(cells, np.concatenate([cell for _, cell in expected]))


@needs_native
@pytest.mark.parametrize("rules", ["4p6c", "9p2c", "5p4c-black", "4p7c-distinct"])
def test_cell_sizes_with_each_instruction_set_are_equal(vectors, rules):
    """All guesses are compared with all secrets; some cells have more than 255 secrets."""
    table = CodeTable(parse_rules(rules))
    everything = np.arange(len(table.numbers))
    sizes = np.empty((len(table.rules.feedbacks), len(everything)), np.int32)
    native_game(table.rules).cell_sizes(as_uint32(everything), as_uint32(everything), sizes)
    assert np.array_equal(sizes, cell_sizes(table, everything, everything))


@pytest.mark.slow
@needs_native
@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(RULES),
    st.lists(st.integers(0, 10**6), max_size=3),
    st.none() | st.integers(3, 40),
    st.integers(0, 10**6),
    st.sampled_from([largest_cell, expected_size, most_cells, entropy]),
)
def test_native_choice_equals_that_of_numpy(rules, history, size, seed, score):
    table = CodeTable(parse_rules(rules))
    history = tuple(guess % len(table.numbers) for guess in history)
    secrets = some_secrets(table, history, size, seed)
    assume(len(secrets) > 2)
    everything = np.arange(len(table.numbers))
    expected = one_step._best_of(table, secrets, everything, score, one_step.consistent_first)
    choose = one_step._choose_natively(table, score)
    assert choose(secrets, tuple((guess, 0) for guess in history)) == expected


def test_numpy_kernel_never_calls_native_code(monkeypatch):
    """So NumPy's results are independent of the native kernel."""
    monkeypatch.setattr(partition, "native", None)
    table = CodeTable(PegRules(3, 3))
    assert Search(table, Prices()).solve(np.arange(27)).price == 73
