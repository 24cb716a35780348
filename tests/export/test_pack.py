"""The packed tree: read by two readers, and damaged files are refused."""

import random
import zlib
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import load
from mmtree.errors import ExportError
from mmtree.export.pack import LAYOUTS, Packed, Shape, pack, read_units, unpack
from mmtree.export.packed_file import decode, encode
from mmtree.game.feedback import feedback
from mmtree.game.rules import Rules
from mmtree.strategies.builder import build_tree

from support.environment import LARGEST_TREES, TREES
from support.expected_games import games, tree_of

SMALL = load(TREES / "koyama-lai-3p2c.mmtree")
RULES = ["1p2c", "1p36c", "2p36c", "3p3c-distinct", "3p6c-distinct", "4p4c-black", "9p2c", "2p2c"]


def tables(tree):
    return [pack(tree, layout) for layout in LAYOUTS]


def play(data, secret):
    """Return the guesses of a game, read from a file as trees/README.md defines it."""
    assert data[:5] == b"mmtp\x01"
    layout, pegs, colors, distinct, whites, width, most = data[5:12]
    rules = Rules(pegs, colors, bool(distinct), bool(whites))
    values = rules.feedbacks[:-1]
    bits = (colors**pegs - 1).bit_length()
    table = int.from_bytes(data[16:-4], "little")

    def unit(at, count=1):
        return table >> width * at & ((1 << width * count) - 1)

    last = 1 << width - 1
    at, right, guesses = 0, True, []
    while len(guesses) < most:
        if layout == 0:
            first, size = unit(at), -(-len(values) // width)
            guess, right = first & ~last, bool(first & last)
            mask, at = unit(at + 1, size), at + 1 + size
        else:
            size = -(-(bits + len(values)) // width)
            guess, mask, at = unit(at, size) & ((1 << bits) - 1), unit(at, size) >> bits, at + size
        guesses.append(guess)
        answer = feedback(guess, secret, rules)
        if guess == secret:
            return guesses if right else None
        branches = [value for bit, value in enumerate(values) if mask >> bit & 1]
        place = branches.index(answer)
        entries = [unit(at + branch) for branch in range(len(branches))]
        if entries[place] & last:
            return [*guesses, entries[place] - last]
        if layout == 0:
            at = entries[place]
        else:
            right = bool(entries[place] & last >> 1)
            skipped = [entry & ~(last >> 1) for entry in entries[:place] if not entry & last]
            at += len(branches) + sum(skipped)
    return None


@pytest.mark.slow(after=5)
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    "name",
    ["koyama-lai-3p2c", *(f"lexicographic-{rules}" for rules in RULES)]
    + ["knuth-4p6c", "koyama-lai-4p6c"],
)
def test_reader_written_from_definition_plays_every_secret(name, layout):
    tree = tree_of(name)
    data = encode(pack(tree, layout))
    for secret, game in games(tree).items():
        assert play(data, secret) == [guess for guess, _ in game]


@pytest.mark.slow
@pytest.mark.parametrize("path", LARGEST_TREES.values(), ids=LARGEST_TREES)
def test_ready_made_trees_of_all_rules_round_trip(path, monkeypatch):
    """The decoded tree was unpacked and checked, and equals the original."""
    unpacked = []

    def record(*table):
        unpacked.append(unpack(*table))
        return unpacked[-1]

    monkeypatch.setattr("mmtree.export.packed_file.unpack", record)
    tree = load(path)
    for packed in tables(tree):
        assert decode(encode(packed)) == packed
        [back] = unpacked
        unpacked.clear()
        assert (back.guess, back.feedback, back.extent) == (tree.guess, tree.feedback, tree.extent)


BYTES = [  # tree, layout, width, units and bytes of the table
    ("koyama-lai-4p6c", "words", 16, 2060, 4120),
    ("koyama-lai-4p6c", "dense", 12, 2060, 3090),
    ("knuth-4p6c", "words", 16, 2229, 4458),
    ("knuth-4p6c", "dense", 12, 2229, 3344),
    ("lexicographic-4p6c", "dense", 13, 2547, 4139),  # one subtree has almost all of it
    ("koyama-lai-5p7c", "words", 16, 30195, 60390),
    ("koyama-lai-5p7c", "dense", 17, 25884, 55004),
]


@pytest.mark.slow(after=5)
@pytest.mark.parametrize(("name", "layout", "width", "units", "size"), BYTES)
def test_unit_width_depends_on_tree(name, layout, width, units, size):
    packed = pack(load(TREES / f"{name}.mmtree"), layout)
    assert (packed.shape.unit, len(packed.units), len(packed.table)) == (width, units, size)


@pytest.mark.slow
def test_large_trees_take_wider_units():
    tree = build_tree("lexicographic", "5p7c")
    words, dense = tables(tree)
    assert (words.shape.unit, dense.shape.unit) == (32, 17)
    assert decode(encode(words)) == words
    assert decode(encode(dense)) == dense


def test_small_table_matches_hand_computation():
    """Two pegs of two colours: AB; then BA after 0b2w, AA and BB after 1b0w."""
    tree = build_tree("lexicographic", "2p2c", opening="AB")
    words, dense = tables(tree)
    # feedbacks 00 02 10 (20): branches after 02 (BA) and 10 (AA, BB)
    assert list(words.units) == [0x8001, 0b110, 0x8002, 4, 0x8000, 0b001, 0x8003]
    # 2 bits of guess and 3 of mask in one unit of 8 bits; the subtree behind 10 has 2 units
    assert list(dense.units) == [1 | 0b110 << 2, 0x82, 0x42, 0 | 0b001 << 2, 0x83]
    assert dense.table == bytes(list(dense.units))


@pytest.mark.slow
@given(
    st.integers(8, 32).flatmap(
        lambda width: st.tuples(st.just(width), st.lists(st.integers(0, 2**width - 1), max_size=40))
    )
)
def test_units_of_any_width_round_trip(units):
    width, numbers = units
    table = Packed(Shape(Rules(), "dense", width), array("I", numbers), 6).table
    assert len(table) == -(-len(numbers) * width // 8)
    assert list(read_units(table, width))[: len(numbers)] == numbers


def refused(data):
    try:
        decode(data)
    except ExportError as error:
        return "\n" not in str(error)
    return False


def checked(body):
    """Return the bytes with the right checksum."""
    return bytes(body) + zlib.crc32(bytes(body)).to_bytes(4, "little")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_flipped_bit_and_every_cut_is_refused(layout):
    data = encode(pack(SMALL, layout))
    for bit in range(8 * len(data)):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        assert refused(bytes(damaged))
        assert refused(checked(damaged[:-4])) or bit >= 8 * (len(data) - 4)
    for size in range(len(data)):
        assert refused(data[:size])
        assert refused(checked(data[:size])) or size == len(data) - 4
    assert refused(data + b"\0")
    assert refused(checked(data[:-4] + b"\0"))


@pytest.mark.slow
@pytest.mark.parametrize("layout", LAYOUTS)
def test_damage_to_a_large_table_is_detected(layout):
    body = encode(pack(load(TREES / "knuth-4p6c.mmtree"), layout))[:-4]
    chance = random.Random(6)
    for _ in range(50):
        damaged = bytearray(body)
        for _ in range(chance.choice((1, 1, 2, 20))):
            damaged[chance.randrange(5, len(body))] ^= 1 << chance.randrange(8)
        assert damaged == body or refused(checked(damaged))


@given(st.binary(max_size=200))
def test_any_bytes_are_refused(data):
    assert refused(data)
    assert refused(b"mmtp\x01" + data)
    assert refused(checked(b"mmtp\x01" + data))


WRONG = [
    (b"", "not a packed tree: it does not begin with mmtp"),
    (b"GIF89a", "not a packed tree: it does not begin with mmtp"),
    (b"mmtp\x01", "the file is truncated"),
    (b"mmtp\x02" + bytes(30), "version 2 is not supported, only 1: update mmtree"),
    (b"mmtp\x01" + bytes(30), "wrong checksum: the file is truncated or damaged"),
    (checked(b"mmtp\x01\x07" + bytes(30)), "the header has an unknown layout, width or rule"),
    (checked(b"mmtp\x01\x00\x63\x06\x00\x01\x10" + bytes(9)), "99 pegs"),
    (bytes(2**25 + 1), "larger than"),
]


@pytest.mark.parametrize(("data", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_invalid_packed_tree_is_reported_in_one_line(data, reason):
    with pytest.raises(ExportError, match=reason):
        decode(data)


def test_false_flag_of_right_guess_is_refused():
    packed = pack(SMALL, "words")
    units = array("I", packed.units)
    units[0] &= ~packed.shape.right
    with pytest.raises(ExportError, match="not packed as mmtree packs this tree"):
        unpack(packed.shape, units)


def test_too_many_guesses_in_a_row_are_refused():
    units = array("I", [1, 1, 0] * 2000)
    with pytest.raises(ExportError, match="more than 1000 guesses in a row"):
        unpack(Shape(Rules(4, 6), "words", 16), units)
    with pytest.raises(ExportError, match="more nodes than any tree of 2p2c"):
        unpack(Shape(Rules(2, 2), "words", 16), units)


@pytest.mark.parametrize(("pegs", "colors"), [(9, 36), (3, 2)])
def test_table_of_wrong_length_is_not_read(monkeypatch, pegs, colors):
    count = 100_000
    head = b"mmtp\x01\x01" + bytes((pegs, colors, 0, 1, 32, 5)) + count.to_bytes(4, "little")
    monkeypatch.setattr("mmtree.export.packed_file.read_units", None)
    with pytest.raises(ExportError, match="the header does not match the table"):
        decode(checked(head + bytes(4 * count)))


def test_trees_too_wide_for_units_are_refused():
    tree = build_tree("lexicographic", "2p3c")
    shape = Shape(Rules(9, 36), "dense", 32)
    assert shape.guess == 47
    with pytest.raises(ExportError):
        unpack(shape, pack(tree, "dense").units)
