"""The seed form plays as its tree does, and wrong tables are refused."""

from dataclasses import replace
from itertools import permutations, product
from operator import eq
from random import Random

import pytest

from mmtree import build_tree, feedback, load
from mmtree.errors import ExportError
from mmtree.export.seed.encode import encode, solve_equations
from mmtree.export.seed.seed import draw_row, next_guess, turn_bytes

from support.environment import TREES
from support.expected_games import games, tree_of


@pytest.fixture(scope="module")
def cheapest():
    tree = load(TREES / "least-bits-4p6c.mmtree")
    return tree, encode(tree)


# A player written from the docstring of mmtree.export.seed, without code of mmtree.


def codes_of(pegs, colors, distinct):
    if distinct:
        return list(permutations(range(colors), pegs))
    return list(product(range(colors), repeat=pegs))


def answer(guess, secret, whites):
    black = sum(map(eq, guess, secret))
    common = sum(min(guess.count(color), secret.count(color)) for color in set(guess))
    return 16 * black + (common - black if whites else 0)


def ask(seed, history, number):
    cycle = [number, *history]
    at, c, ones = len(cycle), number, 0
    for byte in seed.table:
        at = (at or len(cycle)) - 1
        c = (c + cycle[at]) % 256
        c = (c % 16 * 16 + c // 16 + seed.step) % 256
        ones += (byte & c).bit_count()
    return ones % 2


def guess_of(seed, codes, left, history):
    if len(left) < seed.ask:
        return left[0]
    number = (seed.start - 1) % 256
    for rank in range(seed.escape):
        if not ask(seed, history, number):
            return left[rank]
        number = (number - 1) % 256
    place = 0
    for _ in range(seed.bits):
        place = 2 * place + ask(seed, history, number)
        number = (number - 1) % 256
    return codes[place - 1]


def played_by(seed):
    """Yield the guesses for every secret, played from the numbers and the table only."""
    rules = seed.rules
    codes = codes_of(rules.pegs, rules.colors, rules.distinct)
    waiting = [((), codes, [])]
    while waiting:
        guesses, left, history = waiting.pop()
        guess = guess_of(seed, codes, left, history)
        cells = {}
        for secret in left:
            cells.setdefault(answer(guess, secret, rules.whites), []).append(secret)
        for value, cell in cells.items():
            if value == 16 * rules.pegs:
                yield guess, (*guesses, guess)
            else:
                waiting.append(((*guesses, guess), cell, [*history, *guess, value]))


OPTIONS = {
    "random-4p4c": {"seed": 3},
    "random-2p20c": {"seed": 1},
    "beam-9p2c": {"effort": 1},
    "counting-3p6c": {"direction": "down", "opening": "CCC"},
}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    "name",
    ["knuth-4p6c", "koyama-lai-max5-4p6c", "least-bits-4p6c", "koyama-lai-4p6c-distinct"]
    + ["koyama-lai-3p2c", "koyama-lai-4p7c", "kooi-4p5c-black", "irving-3p7c-distinct"]
    + ["knuth-1p9c", *OPTIONS],
)
def test_every_secret_is_played_as_the_tree_does(name):
    options = OPTIONS.get(name)
    tree = build_tree(*name.split("-"), **options) if options else tree_of(name)
    digits = tree.rules.digits
    expected = {
        digits(secret): tuple(digits(guess) for guess, _ in game)
        for secret, game in games(tree).items()
    }
    assert dict(played_by(encode(tree))) == expected


def test_proved_optimum_takes_92_bytes(cheapest):
    """Koyama and Lai's 5625, in far fewer than 128 bytes."""
    tree, seed = cheapest
    assert tree.total == 5625
    assert tree.proof.optimal
    assert tree.proof.objective == "expected"
    assert len(seed.table) <= 92


def test_numbers_of_seed_fit_their_bytes(cheapest):
    """The constants of the players fit their bytes."""
    for seed in (cheapest[1], encode(build_tree("lexicographic", "4p6c"))):
        assert 2 <= seed.ask <= 255
        assert 1 <= seed.escape <= 64
        assert 1 <= seed.bits <= 17
        assert 0 <= seed.start <= 255
        assert 0 <= seed.step <= 255
        assert len(seed.table) >= 1


def test_second_of_two_secrets_can_be_guessed():
    """Then a bit is asked for two secrets, too."""
    tree = build_tree("counting", "2p4c", direction="down")
    assert encode(tree).ask == 2


def test_tree_without_bits_takes_one_empty_byte():
    assert encode(build_tree("lexicographic", "4p4c")).table == b"\0"


def test_same_tree_gives_same_seed(cheapest):
    tree, seed = cheapest
    assert encode(tree) == seed


def test_too_many_codes_are_refused(monkeypatch):
    monkeypatch.setattr("mmtree.export.seed.encode.MAX_CODES", 255)
    with pytest.raises(ExportError, match="at most 255 codes, these rules have 256"):
        encode(build_tree("lexicographic", "4p4c"))


def test_too_many_bits_are_refused():
    with pytest.raises(ExportError, match=r"this tree needs \d+ bits in the seed form"):
        encode(build_tree("random", "2p36c"))


def test_corrupted_tables_name_a_code_or_give_one_line(cheapest):
    _, seed = cheapest
    rules = seed.rules
    codes, drawn = list(rules.codes()), Random(0)
    guesses, lines = [], []
    for history in (b"", turn_bytes(8, 11, rules)):
        for _ in range(100):
            table = drawn.randbytes(len(seed.table))
            try:
                guesses.append(next_guess(replace(seed, table=table), history, codes[:10], codes))
            except ExportError as error:
                lines.append(str(error))
    assert set(guesses) <= set(codes)
    assert lines
    assert all(line.startswith("the seed form names code ") for line in lines)
    assert not any("\n" in line for line in lines)


def test_next_guess_after_history(cheapest):
    """The first guess, then the guess after an answer, from history and list."""
    tree, seed = cheapest
    rules = tree.rules
    codes = list(rules.codes())
    assert next_guess(seed, b"", codes, codes) == tree.root.guess
    left = [code for code in codes if feedback(tree.root.guess, code, rules) == 11]
    history = turn_bytes(tree.root.guess, 11, rules)
    assert history == bytes((*rules.digits(tree.root.guess), 0x11))
    assert next_guess(seed, history, left, codes) == tree.node([11]).guess


def test_row_matches_hand_computation():
    """Number 1, and a history of two bytes, which are read backwards over and over; step 2."""
    # 1+7=8 → 80+2=82; 82+5=87 → 78+2=7a; 7a+1=7b → b7+2=b9; b9+7=c0 → 0c+2=0e (hexadecimal)
    assert draw_row(b"\5\7", 1, 2, 4).to_bytes(4, "little").hex() == "827ab90e"


def test_solutions_satisfy_equations():
    drawn = Random(1)
    for count in (1, 5, 40, 64):
        secret = drawn.getrandbits(64)
        rows = [drawn.getrandbits(64) for _ in range(count)]
        rows.append(rows[0])  # again: no contradiction
        equations = [(each, (each & secret).bit_count() & 1) for each in rows]
        solution = solve_equations(equations)
        assert all((each & solution).bit_count() & 1 == total for each, total in equations)


def test_contradictions_have_no_solution():
    assert solve_equations([(0b011, 1), (0b110, 1), (0b101, 1)]) is None
    assert solve_equations([(0, 1)]) is None
    assert solve_equations([(0, 0)]) == 0
    assert solve_equations([]) == 0
