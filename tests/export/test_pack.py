"""The packed tree: its size, and games from its bytes by a reader of its own."""

import zlib
from array import array
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import load
from mmtree.export.pack import Packed, Shape, encode, pack
from mmtree.game.feedback import feedback
from mmtree.game.rules import PegRules
from mmtree.strategies.builder import build_tree

from support.environment import LARGEST_TREES, TREES
from support.expected_games import games, tree_of

RULES = ["1p2c", "1p36c", "2p36c", "3p3c-distinct", "3p6c-distinct", "4p4c-black", "9p2c", "2p2c"]


@cache
def read(data):
    """Return rules, width, the most guesses and the units of a file."""
    assert data[:6] == b"mmtp\x01\x01"
    assert zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little")
    pegs, colors, distinct, whites, width, most = data[6:12]
    count = int.from_bytes(data[12:16], "little")
    table = data[16:-4]
    assert len(table) == -(-count * width // 8)
    bits = "".join(f"{byte:08b}"[::-1] for byte in table)
    units = [int(bits[at : at + width][::-1], 2) for at in range(0, count * width, width)]
    assert "1" not in bits[count * width :]
    return (
        PegRules(pegs, colors, bool(distinct), answers="pegs" if whites else "black"),
        width,
        most,
        units,
    )


def play(data, secret):
    """Return the guesses of a game, read from a file as trees/README.md defines it."""
    rules, width, most, units = read(data)
    values = rules.feedbacks[:-1]
    bits = (rules.colors**rules.pegs - 1).bit_length()

    def number(at, count):
        return sum(unit << width * place for place, unit in enumerate(units[at : at + count]))

    last = 1 << width - 1
    at, right, guesses = 0, True, []
    while len(guesses) < most:
        size = -(-(bits + len(values)) // width)
        head = number(at, size)
        guess, mask, at = head & ((1 << bits) - 1), head >> bits, at + size
        guesses.append(guess)
        answer = feedback(guess, secret, rules)
        if guess == secret:
            return guesses if right else None
        branches = [value for bit, value in enumerate(values) if mask >> bit & 1]
        place = branches.index(answer)
        entries = units[at : at + len(branches)]
        if entries[place] & last:
            return [*guesses, entries[place] - last]
        right = bool(entries[place] & last >> 1)
        skipped = [entry & ~(last >> 1) for entry in entries[:place] if not entry & last]
        at += len(branches) + sum(skipped)
    return None


@pytest.mark.slow(after=5)
@pytest.mark.parametrize(
    "name",
    ["koyama-lai-3p2c", *(f"lexicographic-{rules}" for rules in RULES)]
    + ["knuth-4p6c", "koyama-lai-4p6c"],
)
def test_reader_written_from_definition_plays_every_secret(name):
    tree = tree_of(name)
    data = encode(pack(tree))
    for secret, game in games(tree).items():
        assert play(data, secret) == [guess for guess, _ in game]


@pytest.mark.slow
@pytest.mark.parametrize("path", LARGEST_TREES.values(), ids=LARGEST_TREES)
def test_ready_made_trees_of_all_rules_are_played_from_the_bytes(path):
    """The longest games, and every hundredth."""
    tree = load(path)
    expected = games(tree)
    most = max(map(len, expected.values()))
    chosen = [
        secret
        for at, (secret, game) in enumerate(expected.items())
        if len(game) == most or at % 100 == 0
    ]
    data = encode(pack(tree))
    for secret in chosen:
        assert play(data, secret) == [guess for guess, _ in expected[secret]]


BYTES = [  # tree, width, units and bytes of the table
    ("koyama-lai-4p6c", 12, 2060, 3090),
    ("knuth-4p6c", 12, 2229, 3344),
    ("lexicographic-4p6c", 13, 2547, 4139),  # one subtree has almost all of it
    ("koyama-lai-5p7c", 17, 25884, 55004),
]


@pytest.mark.slow(after=5)
@pytest.mark.parametrize(("name", "width", "units", "size"), BYTES)
def test_unit_width_depends_on_tree(name, width, units, size):
    packed = pack(load(TREES / f"{name}.mmtree"))
    assert (packed.shape.unit, len(packed.units), len(packed.table)) == (width, units, size)


@pytest.mark.slow
def test_large_trees_take_wider_units():
    tree = build_tree("lexicographic", "5p7c")
    packed = pack(tree)
    assert packed.shape.unit == 17
    for secret, game in list(games(tree).items())[::100]:
        assert play(encode(packed), secret) == [guess for guess, _ in game]


def test_small_table_matches_hand_computation():
    """Two pegs of two colours: AB; then BA after 0b2w, AA and BB after 1b0w."""
    tree = build_tree("lexicographic", "2p2c", opening="AB")
    packed = pack(tree)
    # feedbacks 00 02 10 (20): branches after 02 (BA) and 10 (AA, BB)
    # 2 bits of guess and 3 of mask in one unit of 8 bits; the subtree behind 10 has 2 units
    assert list(packed.units) == [1 | 0b110 << 2, 0x82, 0x42, 0 | 0b001 << 2, 0x83]
    assert packed.table == bytes(list(packed.units))


@pytest.mark.slow
@given(
    st.integers(8, 32).flatmap(
        lambda width: st.tuples(st.just(width), st.lists(st.integers(0, 2**width - 1), max_size=40))
    )
)
def test_units_of_any_width_are_in_the_bytes(units):
    width, numbers = units
    packed = Packed(Shape(PegRules(), width), array("I", numbers), 6)
    assert read(encode(packed))[3] == numbers
