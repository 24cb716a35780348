"""The native kernel gives exactly the results of the NumPy kernel."""

from itertools import product

import numpy as np
import pytest

from mmtree import PegRules, build_tree, parse_rules
from mmtree.game.code_table import CodeTable
from mmtree.game.objective import Objective
from mmtree.search.exact import Search
from mmtree.search.exact_native import NativeSearch
from mmtree.search.native_game import as_uint32, native_game
from mmtree.search.partition import cell_sizes
from mmtree.search.prices import Prices
from mmtree.tree.file import encode

from support.environment import needs_native
from support.random_searches import beam_of_slack, instruction_sets
from support.random_searches import vectors as use_vectors

VECTORS = ["baseline", "avx2", "avx512"]


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


@pytest.mark.slow(after=2)
@needs_native
@pytest.mark.parametrize(
    ("rules", "size"),
    [
        *((each, None) for each in ("3p5c", "4p4c", "4p3c-black", "3p6c-distinct", "5p3c")),
        *((each, None) for each in ("6p2c", "3p7c", "4p6c")),
        *(("6p3c", 40), ("7p3c", 60), ("8p3c", 60), ("9p2c", 60), ("5p4c-black", 270)),
    ],
)
def test_search_with_each_instruction_set_equals_definition(rules, size):
    """The number of bit planes depends on the number of feedbacks: up to 27, 35, 44 and more.

    Of a size, some secrets are searched, with a beam that limits the search to the likeliest guesses.
    """
    table = CodeTable(parse_rules(rules))
    secrets, beam = np.arange(len(table.numbers)), None
    if size is not None:
        secrets = np.sort(np.random.default_rng(size).permutation(secrets)[:size])
        beam = beam_of_slack(table, Prices(), size, 1)
    expected = Search(table, Prices(), beam).solve(secrets)
    for name, jobs in product(instruction_sets(), [1, 2]):
        with use_vectors(name):
            found = NativeSearch(table, Prices(), jobs, beam=beam).solve(secrets)
        assert (found.price, found.guesses) == (expected.price, expected.guesses), (name, jobs)


BUILDS = [  # strategy, rules and options
    ("koyama-lai", "4p5c", {}),
    ("koyama-lai", "4p6c", {"objective": Objective(max_guesses=5)}),
    ("koyama-lai", "4p4c", {"objective": Objective(fewest_at_max=True)}),
    ("koyama-lai", "4p4c", {"objective": Objective(worst_first=True)}),
    ("koyama-lai", "4p4c", {"objective": Objective(fewest_first=True)}),
    ("koyama-lai", "4p4c", {"objective": Objective(most_within=4)}),
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
    *(("least-max", "4p5c-distinct", {"tries": tries}) for tries in (None, 3)),
    *(("least-max", rules, {}) for rules in ("4p4c", "3p6c", "4p3c-black")),
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


@needs_native
@pytest.mark.parametrize("rules", ["2p24c-black", "3p12c-black", "4p7c"])
def test_beam_with_each_instruction_set_is_equal(monkeypatch, rules):
    """Estimates depend on the size of every cell, also of cells with more than 127 or 255 secrets."""
    monkeypatch.setenv("MMTREE_KERNEL", "native")
    trees = {}
    for name in instruction_sets():
        with use_vectors(name):
            trees[name] = encode(build_tree("beam", rules, effort=1))
    assert len(set(trees.values())) == 1


@needs_native
@pytest.mark.parametrize("rules", ["4p6c", "9p2c", "5p4c-black", "4p7c-distinct"])
def test_cell_sizes_with_each_instruction_set_are_equal(vectors, rules):
    """All guesses are compared with all secrets; some cells have more than 255 secrets."""
    table = CodeTable(parse_rules(rules))
    everything = np.arange(len(table.numbers))
    sizes = np.empty((len(table.rules.feedbacks), len(everything)), np.int32)
    native_game(table.rules).cell_sizes(as_uint32(everything), as_uint32(everything), sizes)
    assert np.array_equal(sizes, cell_sizes(table, everything, everything))


def test_numpy_kernel_never_calls_native_code(monkeypatch):
    """So NumPy's results are independent of the native kernel."""
    monkeypatch.setattr("mmtree.search.native_game.native", None)
    table = CodeTable(PegRules(3, 3))
    assert Search(table, Prices()).solve(np.arange(27)).price == 73
