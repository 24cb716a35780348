"""The search cache: it never changes results, and a different search cannot use it."""

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree.game.code_table import CodeTable
from mmtree.game.peg_rules import PegRules, parse_rules
from mmtree.search.candidates import CandidateGuesses
from mmtree.search.exact_native import NativeSearch
from mmtree.search.native_game import native_game
from mmtree.search.partition import split
from mmtree.search.prices import INFINITE, Prices

from support.environment import needs_native
from support.random_searches import beam_of_slack, outcome

pytestmark = needs_native


def cells_of(rules, opening):
    """Return the table, and the cells of an opening with more than 8 secrets."""
    table = CodeTable(parse_rules(rules))
    cells = [cell for _, cell in split(table, np.arange(len(table.numbers)), opening)]
    return table, [cell for cell in cells if len(cell) > 8]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from([("4p5c", 8), ("3p7c", 9), ("4p5c-black", 0), ("4p7c-distinct", 0)]),
    st.sampled_from([Prices(), Prices(last=6), Prices(700, 6, 1)]),
    st.sampled_from([None, 0, 2]),
    st.integers(0, 10**6),
)
def test_searches_with_cache_equal_those_without(game, prices, slack, seed):
    """Several cells are searched in random order, with random limits."""
    random = np.random.default_rng(seed)
    table, cells = cells_of(*game)
    useful = CandidateGuesses(table)
    beam = None if slack is None else beam_of_slack(table, prices, len(table.numbers), slack)
    kept = NativeSearch(table, prices, remember=True, beam=beam)
    for _ in range(8):
        cell = cells[random.integers(len(cells))]
        guesses = useful(cell, (game[1],))
        some = np.sort(random.permutation(guesses)[: random.integers(1, 20)])
        opening = (game[1],)
        fresh = NativeSearch(table, prices, beam=beam)
        found = fresh.solve(cell, opening, some)
        limit = INFINITE
        if found.price < INFINITE and random.integers(2):
            limit = found.price + int(random.integers(-1, 2))
        again = kept.solve(cell, opening, some, None, limit)
        if limit <= found.price:
            assert again.price == INFINITE
        else:
            assert outcome(again) == outcome(found)


def test_cache_of_another_search_raises():
    table = CodeTable(PegRules(3, 4))
    game, other = native_game(PegRules(3, 4)), native_game(PegRules(2, 4))
    secrets = np.arange(64, dtype=np.uint32)
    none = secrets[:0]
    memory = game.memory()

    def search(memory, last=None, openings=None, secrets=secrets, history=none, **more):
        longest = range(1, min(last or 99, len(secrets) + 1) + 1)
        listed = np.array(longest, np.int64)
        return game.search(secrets, history, openings, listed, 1, None, None, memory=memory, **more)

    first = search(memory)
    assert search(memory)[0] == first[0] == search(None)[0]
    assert search(memory, secrets=secrets[:9])[0] == search(None, secrets=secrets[:9])[0]
    beam = beam_of_slack(table, Prices(), len(secrets), 3).pack(len(secrets))
    useless = np.array([27], np.uint32)  # equivalent to a lower one: no secret has C or D
    for wrong in (
        lambda: search(memory, beam=beam),
        lambda: search(other.memory()),
        lambda: search(3),
        lambda: search(memory, openings=useless, secrets=secrets[:2], history=useless),
    ):
        with pytest.raises(ValueError, match=r"memory|use|nothing"):
            wrong()
    other_prices = np.arange(2, 9)
    with pytest.raises(ValueError, match="another price list"):
        game.search(secrets, none, None, other_prices, 1, None, None, memory=memory)
    assert search(memory)[0] == first[0]  # refused searches leave the cache unchanged
    assert len(table.numbers) == 64


def test_cache_in_use_by_another_search_raises():
    search = NativeSearch(
        CodeTable(PegRules(4, 6)), Prices(), remember=True, keep=lambda parts: None
    )
    everything = np.arange(1296)
    refused = []

    def ask(progress):
        try:
            search.solve(everything)
        except ValueError as error:
            refused.append(str(error))

    search.solve(everything, report=ask)
    assert set(refused) == {"this memory is in use"}
    thread = threading.Thread(target=search.solve, args=(everything,))  # another thread, later
    thread.start()
    thread.join()
