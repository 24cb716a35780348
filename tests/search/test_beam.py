"""Beam search: both kernels try the same few guesses on large sets."""

from dataclasses import replace

import numpy as np
import pytest

from mmtree.game.code_table import CodeTable
from mmtree.search.beam import SIXTEENTHS, Beam
from mmtree.search.exact import Search
from mmtree.search.exact_native import NativeSearch
from mmtree.search.kernel import kernel
from mmtree.search.prices import INFINITE, Prices

from support.environment import needs_native
from support.random_searches import agreeing, beam_of_slack, instruction_sets, table_of, vectors


def some_beam(table, prices, size, random):
    """Return a beam with random estimates and widths."""
    count = int(random.integers(1, 6))
    rows = np.full((count, size + 1), INFINITE, np.int64)
    for guesses, row in enumerate(rows):
        row[0] = 0
        most = int(random.integers(1, size + 2)) if random.integers(4) == 0 else size + 1
        steps = np.full(size, min(prices(guesses + 2), INFINITE))
        steps[0] = prices(guesses + 1)
        more = random.integers(0, random.choice([2, 40, 2000]), size)
        row[1:most] = np.minimum(np.cumsum(SIXTEENTHS * steps.astype(float) + more), INFINITE)[
            : most - 1
        ]
    widths = tuple(random.integers(1, 9, random.integers(1, 4)).tolist())
    more = size if random.integers(4) == 0 else int(random.integers(12))
    slack = int(random.integers(4))
    return Beam(len(table.rules.feedbacks) + more, widths, rows, slack)


def weighted_table(rules, random, heaviest):
    """Return the codes of some rules, with random weights up to the heaviest."""
    table = table_of(rules)
    weights = random.integers(1, heaviest, table.rules.secrets, endpoint=True)
    return CodeTable(table.rules.weighted(weights.tolist())) if heaviest > 1 else table


def some_search(rules, random, heaviest):
    """Return the random arguments of a search, with a beam for its set of secrets."""
    table = weighted_table(rules, random, heaviest)
    history = tuple(random.integers(0, len(table.numbers), random.integers(3)).tolist())
    secrets = agreeing(table, history, random)
    if random.integers(3) == 0:
        secrets = np.sort(random.permutation(secrets)[: random.integers(1, len(secrets) + 1)])
    prices = [Prices(), Prices(last=int(random.integers(3, 8))), Prices(500, 6, 1)][
        random.integers(3)
    ]
    openings = None
    if random.integers(4) == 0:
        openings = np.unique(random.integers(0, len(table.numbers), random.integers(1, 80)))
    beam = some_beam(table, prices, len(secrets), random)
    return table, secrets, history, openings, prices, beam


@pytest.mark.parametrize("rules", ["3p3c", "3p3c-black", "2p6c"])
@pytest.mark.parametrize("heaviest", [1, 40])
def test_beam_of_all_guesses_finds_the_least_price(rules, heaviest):
    table = weighted_table(rules, np.random.default_rng(1), heaviest)
    beam = beam_of_slack(table, Prices(), table.rules.secrets, INFINITE)
    wide = replace(beam, above=len(table.rules.feedbacks), widths=(table.rules.secrets,))
    least = Search(table, Prices()).solve(table.secrets).price
    assert Search(table, Prices(), wide).solve(table.secrets).price == least
    if kernel() == "native":
        assert NativeSearch(table, Prices(), beam=wide).solve(table.secrets).price == least


@pytest.mark.slow(after=4)
@needs_native
@pytest.mark.parametrize(("seed", "heaviest"), [(0, 1), (1, 1), (2, 2), (3, 10**6)])
@pytest.mark.parametrize(
    "rules",
    ["4p4c", "4p5c", "5p3c", "3p8c", "6p2c", "4p6c-distinct", "4p4c-black", "4p4c-distinct-black"],
)
def test_both_kernels_try_same_guesses(rules, seed, heaviest):
    random = np.random.default_rng([seed, len(rules), ord(rules[0]), ord(rules[2])])
    table, secrets, history, openings, prices, beam = some_search(rules, random, heaviest)
    expected = Search(table, prices, beam).solve(secrets, history, openings)
    for jobs, name in zip([1, 2, 3], 3 * instruction_sets(), strict=False):
        with vectors(name):
            fast = NativeSearch(table, prices, jobs, beam=beam)
            found = fast.solve(secrets, history, openings)
            assert (found.price, found.guesses) == (expected.price, expected.guesses), (jobs, name)
            if expected.price < INFINITE:
                assert (
                    fast.solve(secrets, history, openings, limit=expected.price).price == INFINITE
                )
                assert (
                    fast.solve(secrets, history, openings, limit=expected.price + 1).guesses
                    == expected.guesses
                )
