"""The native kernel solves games of all kinds as brute force does."""

from itertools import permutations

import numpy as np
import pytest

from mmtree.game.code_table import CodeTable, exchangeable_secrets
from mmtree.game.make_table import table_rules
from mmtree.game.word_rules import word_rules
from mmtree.search.beam import SIXTEENTHS, Beam
from mmtree.search.exact import Search
from mmtree.search.exact_native import NativeSearch
from mmtree.search.kernel import native
from mmtree.search.prices import INFINITE, Prices

from support.environment import needs_native
from support.random_searches import instruction_sets, some_prices, vectors
from support.small_games import (
    BruteForce,
    SmallGame,
    capacities,
    code_game,
    find_within,
    table_game,
)

pytestmark = needs_native

CODES = {
    "secrets without a colour twice": lambda **more: code_game(
        3, 4, chosen=lambda code: len({*code}) == 3, **more
    ),
    "two pegs with holes": lambda **more: code_game(2, 4, holes=True, **more),
    "three pegs with holes": lambda **more: code_game(3, 3, holes=True, **more),
    "three pegs of one colour with holes": lambda **more: code_game(3, 2, holes=True, **more),
    "two pegs with holes, black": lambda **more: code_game(2, 4, False, False, holes=True, **more),
    "three pegs with holes, black": lambda **more: code_game(
        3, 3, False, False, holes=True, **more
    ),
    "distinct with holes": lambda **more: code_game(2, 5, True, holes=True, **more),
    "secrets of odd sum": lambda **more: code_game(
        3, 3, chosen=lambda code: sum(code) % 2, symmetric=False, **more
    ),
    "secrets of odd sum, black": lambda **more: code_game(
        3, 3, False, False, chosen=lambda code: sum(code) % 2, symmetric=False, **more
    ),
    "right places": lambda **more: code_game(3, 3, by_place=True, **more),
    "right places with holes": lambda **more: code_game(2, 5, holes=True, by_place=True, **more),
    "right places, odd sum": lambda **more: code_game(
        3, 3, chosen=lambda code: sum(code) % 2, symmetric=False, by_place=True, **more
    ),
    "all codes": lambda **more: code_game(2, 4, chosen=lambda code: True, **more),
}


def some_table(seed, consistent=False):
    """Return a small game with a random table of 3 to 6 or 60 to 250 answers."""
    random = np.random.default_rng(seed)
    secrets = int(random.integers(1, 12))
    guesses = secrets + int(random.integers(0, 8))
    used = int(random.integers(1, 4))
    feedbacks = int(random.integers(60, 256)) if seed % 2 else int(random.integers(3, 7))
    return table_game(random, guesses, secrets, feedbacks, used, consistent)


def search(game: SmallGame, members, prices, history=(), **more):
    """Search natively; return price and guesses as brute force does."""
    secrets = game.ranks(members)
    finite = range(1, min(prices.last or 10**6, len(history) + len(members) + 16) + 1)
    asked = {"jobs": 1, "openings": None, "report": None, "parts": None} | more
    price, _, plan, _ = game.native.search(
        secrets=secrets,
        history=np.array(history, np.uint32),
        prices=np.array([prices(guesses) for guesses in finite], np.int64),
        **asked,
    )
    return INFINITE if price is None else price, tuple(np.frombuffer(plan, np.uint32).tolist())


def check_search(game, members, prices, history=()):
    """Compare the searches of a set with brute force, with each instruction set."""
    expected = BruteForce(game, prices).solve(members, len(history))
    for name in instruction_sets():
        with vectors(name):
            for more in ({}, {"jobs": 2}, {"memory": game.native.memory()}):
                assert search(game, members, prices, history, **more) == expected, (name, more)
    if expected[0] < INFINITE:
        assert search(game, members, prices, history, limit=expected[0]) == (INFINITE, ())


@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_search_of_table_equals_brute_force(seed, consistent):
    game = some_table(seed, consistent)
    check_search(game, game.everything, some_prices(np.random.default_rng(seed)))


@pytest.mark.slow(after=8)
@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_search_of_exchangeable_secrets_equals_brute_force(seed, consistent):
    """Answers depend on the classes of guess and secret, and each question has all its images."""
    random = np.random.default_rng(seed)
    classes = np.repeat(np.arange(4), random.permutation([1, 2, 2, 3]))
    size = len(classes)
    images = {
        tuple(order)
        for order in permutations(range(size))
        if (classes[list(order)] == classes).all()
    }
    answers = random.integers(0, 2, (4, 4))[classes][:, classes]
    np.fill_diagonal(answers, 2)
    for question in random.integers(0, 2, (2, size)):
        rows = {tuple(question[list(order)].tolist()) for order in images}
        answers = np.concatenate([answers, np.array(sorted(rows))])
    answers = answers.astype(np.uint8)
    lowest = exchangeable_secrets(answers)
    assert (lowest <= np.searchsorted(classes, classes)).all()
    game = SmallGame(
        answers, np.arange(size, dtype=np.uint32), np.array([3, 5, 8], np.uint8), consistent
    )
    check_search(game, game.everything, some_prices(random))
    some = np.sort(random.permutation(size)[:6])
    check_search(game, tuple(some.tolist()), some_prices(random))
    check_within(game, tuple(some.tolist()))


@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("kind", CODES)
def test_search_of_codes_equals_brute_force(kind, consistent):
    """All secrets, the cells of some guesses, and any secrets are searched."""
    game = CODES[kind](consistent=consistent)
    random = np.random.default_rng(len(kind))
    if consistent or len(game.secrets) < 17:
        check_search(game, game.everything, Prices())
    for _ in range(4):
        guess = int(random.integers(len(game.answers)))
        for cell in game.split(game.everything, guess).values():
            if len(cell) <= 14:
                check_search(game, cell, Prices(), (guess,))
        some = np.sort(random.permutation(len(game.secrets))[: random.integers(1, 10)])
        check_search(game, tuple(some.tolist()), some_prices(random))


def random_table(random, secrets, answers, rare=0.0):
    """Return the rules of a table in which a proportion of the cells has any of 200 answers."""
    shape = secrets + 20, secrets
    often, any_other = random.integers(0, answers, shape), random.integers(0, 200, shape)
    cells = np.where(random.random(shape) < rare, any_other, often).astype(str).tolist()
    questions, names = ([f"{kind} {i}" for i in range(secrets + 20)] for kind in "qs")
    return table_rules(questions, names[:secrets], cells, end="guessed")


def random_words(random, secrets, length, letters, consistent):
    """Return the rules of a list of words; to 4 and 5 letters there are 77 and 238 answers."""
    numbers = random.permutation(letters**length)[: secrets + 20].tolist()
    words = ["".join("abcd"[n // letters**i % letters] for i in range(length)) for n in numbers]
    others = () if consistent else words[secrets:]
    return word_rules(words[:secrets], others, consistent=consistent)


@pytest.mark.slow(after=7)
@pytest.mark.parametrize(
    ("make", "secrets", "more", "searched"),
    [
        (random_table, 130, (3,), 14),
        (random_table, 60, (5,), 40),
        (random_table, 130, (8, 0.3), None),
        *((random_words, 200, (5, 3, consistent), None) for consistent in (False, True)),
        *((random_words, 140, (4, 4, consistent), None) for consistent in (False, True)),
        (random_table, 90, (5, 0.1), None),
    ],
)
def test_search_of_many_secrets_equals_definition(monkeypatch, make, secrets, more, searched):
    """Sets of more than 120 secrets are never small, whatever the number of answers."""
    monkeypatch.setenv("MMTREE_KERNEL", "numpy")
    table = CodeTable(make(np.random.default_rng(secrets), secrets, *more))
    some = table.secrets[:searched]
    expected = Search(table, Prices()).solve(some)
    assert expected.price < INFINITE
    for jobs, name in enumerate(instruction_sets(), 1):
        with vectors(name):
            found = NativeSearch(table, Prices(), jobs).solve(some)
            assert (found.price, found.guesses) == (expected.price, expected.guesses)


def some_beam(game, prices, above, random):
    """Return a beam with random estimates and widths."""
    size = len(game.secrets)
    rows = []
    for depth in range(1, int(random.integers(2, 5))):
        steps = SIXTEENTHS * np.array([0, prices(depth), *[prices(depth + 1)] * (size - 1)])
        more = random.integers(0, random.choice([2, 40]), size + 1)
        rows.append(np.cumsum(steps + np.where(steps, more, 0)))
    widths = tuple(random.integers(1, 4, 3).tolist())
    return Beam(above, widths, np.array(rows), int(random.integers(2)))


@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize(
    ("secrets", "feedbacks", "used", "above"),
    [(150, 250, 20, 10), (140, 80, 25, 8), (40, 5, None, 6), (30, 3, None, 3), (200, 200, 60, 150)],
)
def test_beam_equals_brute_force(secrets, feedbacks, used, above, consistent):
    random = np.random.default_rng(secrets)
    game = table_game(random, secrets + 10, secrets, feedbacks, used, consistent)
    beam = some_beam(game, Prices(), above, random)
    expected = BruteForce(game, Prices(), beam).solve(game.everything)
    for jobs, name in enumerate(instruction_sets(), 1):
        with vectors(name):
            packed = beam.pack(secrets)
            assert search(game, game.everything, Prices(), jobs=jobs, beam=packed) == expected


def test_parts_of_a_search_give_the_same_tree():
    """There are more than 128 answers, and paths have their places."""
    random = np.random.default_rng(5)
    game = table_game(random, 160, 150, 250, 5)
    pieces = []

    def keep(_, parts):
        pieces.append(parts)

    expected = search(game, game.everything, Prices(), report=keep, parts=(b"", b""))
    records = b"".join(each for each, _ in pieces)
    plans = b"".join(each for _, each in pieces)
    again = []
    found = search(
        game,
        game.everything,
        Prices(),
        report=lambda _, parts: again.append(parts),
        parts=(records, plans),
    )
    assert found == expected
    assert records
    assert sum(len(each) for each, _ in again) < len(records)


def check_choices(game, members, history=()):
    """Compare the cells of guesses, and the choice by each rule, with the definition.

    Of equal scores a secret of the set comes first, then the lowest guess.
    """
    ranks, sizes = game.ranks(members), game.sizes(members)
    guesses = np.arange(len(game.answers), dtype=np.uint32)
    counted = np.empty(sizes.T.shape, np.int32)
    game.native.cell_sizes(ranks, guesses, counted)
    assert np.array_equal(counted, sizes.T)
    for guess in guesses[:: len(guesses) // 5 + 1].tolist():
        cells, expected = np.empty(len(ranks), np.uint32), game.split(members, guess)
        found = game.native.split(ranks, guess, cells)
        assert found == [(game.values[place], len(cell)) for place, cell in expected.items()]
        assert cells.tolist() == game.ranks(sum(expected.values(), ())).tolist()
    if game.consistent:
        others = ~np.isin(guesses, ranks)
        sizes[others] = 0
        sizes[others, 0] = len(members)
    numbers = np.arange(len(members) + 1)
    weights = np.round(1000 * numbers * np.log2(np.maximum(numbers, 1))).astype(np.int64)
    splits = guesses[sizes.max(axis=1) < len(members)].tolist()
    for rule, scores in (
        (native.LARGEST_CELL, sizes.max(axis=1)),
        (native.EXPECTED_SIZE, (sizes**2).sum(axis=1)),
        (native.MOST_CELLS, -(sizes > 0).sum(axis=1)),
        (native.WEIGHTS, weights[sizes].sum(axis=1)),
    ):
        best = min(splits, key=lambda guess: (scores[guess], guess not in ranks, guess), default=-1)
        given = weights if rule == native.WEIGHTS else None
        found = game.native.choose(ranks, np.array(history, np.uint32), rule, given)
        assert len(members) == 1 or found == best, rule


@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize(
    ("secrets", "feedbacks", "used"),
    [(9, 4, None), (30, 6, 3), (130, 5, None), (300, 243, None), (300, 243, 2), (250, 60, 6)],
)
def test_choice_of_table_equals_definition(secrets, feedbacks, used, consistent):
    random = np.random.default_rng(secrets)
    game = table_game(random, secrets + 50, secrets, feedbacks, used, consistent)
    for size in (1, 2, 3, 5, 20, 100, 200, secrets):
        if size <= secrets:
            members = np.sort(random.permutation(secrets)[:size])
            check_choices(game, tuple(members.tolist()))


@pytest.mark.parametrize("kind", CODES)
@pytest.mark.parametrize("consistent", [False, True])
def test_choice_of_codes_equals_definition(kind, consistent):
    game = CODES[kind](consistent=consistent)
    for guess in range(len(game.answers)):
        for cell in game.split(game.everything, guess).values():
            check_choices(game, cell, (guess,))


def check_within(game, members):
    for tries in (0, 2):
        for left in range(6):
            expected = find_within(game, members, min(left, len(members)), tries)
            asked = game.ranks(members), np.zeros(0, np.uint32), min(left, len(members)), tries
            plan = game.native.within(*asked, capacities(game))
            found = None if plan is None else tuple(np.frombuffer(plan, np.uint32).tolist())
            assert found == expected, (left, tries)


@pytest.mark.slow(after=20)
@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_feasibility_of_table_equals_brute_force(seed, consistent):
    game = some_table(seed, consistent)
    check_within(game, game.everything)


@pytest.mark.parametrize("consistent", [False, True])
@pytest.mark.parametrize("kind", CODES)
def test_feasibility_of_codes_equals_brute_force(kind, consistent):
    game = CODES[kind](consistent=consistent)
    random = np.random.default_rng(len(kind))
    for size in (3, 5, 8, 8):
        some = np.sort(random.permutation(len(game.secrets))[:size])
        check_within(game, tuple(some.tolist()))


def test_tree_deeper_than_the_stack_raises():
    """Each guess finds its own secret only, so the tree has one set in another 1010 times."""
    count = 1010
    answers = np.eye(count, dtype=np.uint8)
    ranks = np.arange(count, dtype=np.uint32)
    game = native.Game.of_table(answers, ranks, np.array([0, 1], np.uint8), ranks)
    few = ranks[:40].copy()
    asked = {"history": ranks[:0], "openings": None, "report": None, "parts": None, "jobs": 1}
    prices = np.arange(1, count + 2)
    assert game.search(secrets=few, prices=prices, **asked)[0] == 40 * 41 // 2
    with pytest.raises(MemoryError):
        game.within(ranks, ranks[:0], count, 1, np.zeros((1, 2), np.uint32))
