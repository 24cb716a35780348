"""The least number of static guesses, made before any answer, that separate all secrets."""

from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import SizeError, parse_rules
from mmtree.check.game import answer
from mmtree.game.code_table import CodeTable
from mmtree.research.check.static import check_static
from mmtree.research.notations.detect_rules import infer_rules
from mmtree.research.static.canonical import Canonicalizer
from mmtree.research.static.exhaust import ExhaustiveSearch, answer_rows, unseparated_pairs
from mmtree.research.static.minimum import LocalSearch, MinimumSearch, lower_bound_by_counting

from support.symmetries import images

TWO = {2: 2, 3: 2, 4: 3, 5: 4, 6: 4, 7: 5, 8: 6, 9: 6, 10: 7}
"""Two pegs, by colours: the table of Rosenbaum 2002; ⌈2c/3⌉ (Goddard 2003)."""
THREE = {2: 2, 3: 3, 4: 3, 5: 4, 6: 5}
"""Three pegs, by colours: c − 1 from 4 colours on (Goddard 2003: from some number on)."""
FOUR = {2: 3, 3: 3, 4: 4}
CUBES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 4}
"""Two colours, black answers only, by pegs: metric dimensions of hypercubes (OEIS A303735)."""
SQUARES = {c: (4 * c - 2) // 3 for c in range(2, 7)}
"""Two pegs, black answers only, by colours (Cáceres et al. 2007)."""
BOXES = {c: 3 * c // 2 for c in range(2, 6)}
"""Three pegs, black answers only (Jäger and Drewes 2018, who also count the last guess)."""
PAIRS = {c: -(-4 * c // 3) - 2 for c in range(2, 7)}
"""Two distinct colours, black answers only (Jäger and Drewes 2022, who also count the last)."""
TRIPLES = {c: (3 * c - 1) // 2 - 1 for c in (4, 5)}
"""Three distinct colours, black answers only (Jäger and Drewes 2022, as for PAIRS)."""

LEAST = [
    *((f"1p{c}c", c - 1) for c in (2, 3, 36)),
    *((f"2p{c}c", least) for c, least in TWO.items()),
    *((f"3p{c}c", least) for c, least in THREE.items()),
    *((f"4p{c}c", least) for c, least in FOUR.items()),
    *((f"{pegs}p2c-black", least) for pegs, least in CUBES.items()),
    *((f"2p{c}c-black", least) for c, least in SQUARES.items()),
    *((f"3p{c}c-black", least) for c, least in BOXES.items() if c < 5),
    *((f"2p{c}c-distinct-black", least) for c, least in PAIRS.items()),
    *((f"3p{c}c-distinct-black", least) for c, least in TRIPLES.items()),
    *(("2p2c-distinct", 1), ("3p3c-distinct", 4), ("4p4c-distinct", 4), ("3p6c-distinct", 4)),
]


@pytest.mark.slow(after=5)
@pytest.mark.parametrize(("rules", "least"), LEAST)
def test_least_number_equals_the_published_one(rules, least):
    found = MinimumSearch(parse_rules(rules), tries=100)
    found.run()
    assert (found.lower, found.upper) == (least, least)
    assert found.proved
    assert found.obstacle == ""
    rows = [found.rules.digits(number) for number in found.guesses]
    assert rows == sorted(rows)
    assert check_static(found.rules, rows).separates_all


def by_definition(rules):
    """Return the least number, found by trying all sets of codes with the checker's answers."""
    codes = [rules.digits(code) for code in rules.codes()]
    for guesses in range(1, len(codes)):
        for chosen in combinations(codes, guesses):
            rows = {
                tuple(answer(code, secret, rules.whites) for code in chosen) for secret in codes
            }
            if len(rows) == len(codes):
                return guesses
    raise AssertionError("all codes but one always suffice")


TINY = [
    *("1p2c", "1p6c", "2p2c", "2p3c", "2p4c", "3p2c", "4p2c", "2p3c-black", "2p4c-black"),
    *("3p2c-black", "4p2c-black", "2p4c-distinct", "3p3c-distinct", "3p3c-distinct-black"),
    "3p3c",
]


@pytest.mark.slow(after=7)
@pytest.mark.parametrize("rules", TINY)
def test_least_number_equals_brute_force(rules):
    rules = parse_rules(rules)
    search = ExhaustiveSearch(CodeTable(rules))
    least = by_definition(rules)
    assert search.find(least - 1) is None or least == 1
    assert search.find(least) is not None
    assert lower_bound_by_counting(rules, search.rows)[0] <= least


@pytest.mark.slow(after=5)
@pytest.mark.parametrize(
    ("rules", "more"),
    [
        *product(["3p4c", "2p6c", "3p3c-black", "3p4c-distinct", "2p4c-black"], [0]),
        *(("3p3c-black", 1), ("3p4c-distinct", 1), ("2p4c-black", 2)),
    ],
)
def test_least_number_of_guesses_and_more_are_found(rules, more):
    search = ExhaustiveSearch(CodeTable(parse_rules(rules)))
    least = next(guesses for guesses in range(1, 9) if search.find(guesses) is not None)
    found = search.find(least + more)
    assert len(set(found)) == least + more
    digits = [search.rules.digits(int(search.canonicalizer._table.numbers[rank])) for rank in found]
    assert check_static(search.rules, digits).separates_all


@pytest.mark.slow(after=10)
@pytest.mark.parametrize("rules", ["2p3c", "3p2c", "2p3c-black", "3p3c-distinct", "2p4c-distinct"])
@pytest.mark.parametrize("guesses", [1, 2, 3, 4])
def test_equivalent_sets_have_one_canonical_form(rules, guesses):
    """The number of forms equals the number of classes of sets under all symmetries."""
    rules = parse_rules(rules)
    sets = np.array(list(combinations(range(rules.secrets), guesses)))
    kinds, seen = 0, set()
    for chosen in sets.tolist():
        if tuple(chosen) not in seen:
            kinds += 1
            seen.update(map(tuple, np.sort(images(rules)[:, chosen], axis=1).tolist()))
    table = CodeTable(rules)
    forms = np.sort(Canonicalizer(table, table.by_secret).canonicalize(sets), axis=1)
    assert len(np.unique(forms, axis=0)) == kinds
    for chosen, form in zip(sets, forms, strict=True):
        assert (np.sort(images(rules)[:, chosen], axis=1) == form).all(axis=1).any()


@given(st.lists(st.integers(0, 5), min_size=1, max_size=40), st.integers(1, 60), st.floats(0, 0.99))
def test_unseparated_pairs_have_equal_rows(drawn, most, start):
    rows = np.unique(drawn, return_inverse=True)[1]
    one, other = unseparated_pairs(rows)
    assert len({frozenset(pair) for pair in zip(one, other, strict=True)}) == len(one)
    assert len(one) == sum(comb(int(size), 2) for size in np.bincount(rows))
    some, others = unseparated_pairs(rows, most, start)
    assert len(some) == min(most, len(one))
    for a, b in [*zip(one, other, strict=True), *zip(some, others, strict=True)]:
        assert a != b
        assert rows[a] == rows[b]


@pytest.mark.slow
def test_same_seed_gives_same_guesses():
    def found(seed):
        least = MinimumSearch(parse_rules("3p4c"), tries=30, seed=seed)
        least.run()
        return least.guesses

    assert found(1) == found(1)
    assert len({found(seed) for seed in range(5)}) > 1


def test_zero_tries_searches_exhaustively():
    least = MinimumSearch(parse_rules("3p5c"), tries=0)
    least.run()
    assert (least.lower, least.upper) == (4, 4)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("guesses", "there"), [(1, False), (3, False), (4, True), (5, True)])
def test_decide_answers_for_a_number_of_guesses(guesses, there):
    least = MinimumSearch(parse_rules("2p6c"), tries=100)
    assert least.decide(guesses) is there
    if there:
        assert least.upper <= guesses
    else:
        assert least.lower == guesses + 1 or least.lower > guesses


def test_large_rules_have_bounds():
    least = MinimumSearch(parse_rules("4p9c"), tries=0)
    least.run()
    assert 4 <= least.lower < least.upper < 12
    assert "not all sets of guesses are searched" in least.obstacle
    rows = [least.rules.digits(number) for number in least.guesses]
    assert check_static(least.rules, rows).separates_all


def test_too_large_rules_raise():
    with pytest.raises(SizeError, match="9p36c has 101559956668416 codes: static guesses"):
        MinimumSearch(parse_rules("9p36c"))
    with pytest.raises(
        SizeError,
        match="5p8c has 32768 codes: all sets of guesses can be searched for at most 5000",
    ):
        ExhaustiveSearch(CodeTable(parse_rules("5p8c")))


@pytest.mark.parametrize(
    ("rules", "rows", "least", "reason"),
    [
        ("2p2c", (1, 9), 1, "without a guess there is no answer"),
        ("2p9c", (1, 50), 4, "3 guesses can show 6 of the 9 colours, and two that none shows"),
        ("4p6c", (1, 14, 106), 3, "2 guesses can get 106 different rows of answers, and there"),
        ("4p6c", (1, 14), 3, "2 guesses can get 196 different rows of answers, and there are 1296"),
        ("3p4c", (1, 9, 37), 3, "2 guesses can get 37 different rows of answers, and there are 64"),
    ],
)
def test_lower_bound_by_counting_gives_its_reason(rules, rows, least, reason):
    found, why = lower_bound_by_counting(parse_rules(rules), rows)
    assert found == least
    assert why.startswith(reason)


@pytest.mark.slow
def test_greedy_guesses_begin_with_the_best():
    table = CodeTable(parse_rules("4p6c"))
    guesses = LocalSearch(table).build_greedily()
    assert answer_rows(table, guesses).max() + 1 == 1296
    assert answer_rows(table, guesses[:1]).max() + 1 == 14


@pytest.mark.parametrize(
    ("codes", "first", "rules"),
    [
        ("0110 5532", 0, "4p6c"),
        ("AABB", 0, "4p6c"),
        ("1111", 1, "4p6c"),
        ("6666", 1, "4p6c"),
        ("6666", 0, "4p7c"),
        ("001 022 312", 0, "3p4c"),
        ("000", 0, "3p2c"),
        ("aax", 0, "3p24c"),
    ],
)
def test_rules_are_inferred_from_codes(codes, first, rules):
    assert infer_rules(codes.split(), first) == parse_rules(rules)
