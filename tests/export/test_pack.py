"""The packed tree: its size, and all positions from its bytes by a reader of its own."""

import struct
import zlib
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mmtree import load
from mmtree.export.pack import Packed, Shape, encode, pack
from mmtree.game.code import LETTERS
from mmtree.game.peg_rules import PegRules
from mmtree.strategies.builder import build_tree

from support.environment import LARGEST_TREES, TREES
from support.expected_games import OTHER, position_lines, tree_of

RULES = ["1p2c", "1p36c", "2p36c", "3p3c-distinct", "3p6c-distinct", "4p4c-black", "9p2c", "2p2c"]


class Reader:
    """A packed tree, read as trees/README.md defines it."""

    def __init__(self, data):
        assert data[:4] == b"mmtp"
        assert data[5] == 1
        assert zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little")
        self.width, self.most, self.units = struct.unpack_from("<BBI", data, 10)
        if data[4] == 1:
            self.pegs, self.colors, distinct, whites = data[6:10]
            kind = "pegs" if whites else "black"
            rules = PegRules(self.pegs, self.colors, bool(distinct), answers=kind)
            self.numbers, self.texts = rules.feedbacks, LETTERS
            self.right, self.identified, self.listed, self.ends = True, False, False, False
            self.table = data[16:-4]
        else:
            assert data[4] == 2
            self.pegs, flags, answers = data[6:9]
            self.right, self.identified, self.listed = flags & 1, flags & 2, flags & 4
            self.ends = flags & (2 | 8)
            self.colors, size = struct.unpack_from("<II", data, 16)
            self.numbers, rest = data[24 : 24 + answers], data[24 + answers : -4]
            self.texts, self.table = rest[:size].decode().split("\0"), rest[size:]
            assert len(self.texts) == self.colors + answers + 1
        assert len(self.table) == -(-self.units * self.width // 8)
        used = self.units * self.width
        assert self.bits(used, 8 * len(self.table) - used) == 0
        self.code_width = (self.colors**self.pegs - 1).bit_length()
        self.last = 1 << self.width - 1
        self.found = []

    def bits(self, at, count):
        part = int.from_bytes(self.table[at // 8 : (at + count + 7) // 8], "little")
        return part >> at % 8 & (1 << count) - 1

    def position_lines(self):
        assert self.walk((), 0, self.right) == self.units * self.width
        return sorted(self.found)

    def walk(self, path, row, right):
        """Add a row and the rows below; return where they end."""
        width, after_code = self.width, row + self.code_width
        if self.listed:
            length = 8 + 8 * self.bits(after_code, 8)
            given = [self.bits(after_code + at, 8) for at in range(8, length, 8)]
        else:
            branching = self.numbers if self.identified else self.numbers[:-1]
            length = len(branching)
            given = [n for bit, n in enumerate(branching) if self.bits(after_code + bit, 1)]
        self.add(path, self.bits(row, self.code_width), right, given)
        entries = row + -(-(self.code_width + length) // width) * width
        after = entries + len(given) * width
        for place, answer in enumerate(given):
            entry = self.bits(entries + place * width, width)
            if entry & self.last:
                self.add((*path, answer), entry - self.last, not self.ends, ())
            else:
                end = self.walk((*path, answer), after, entry & self.last >> 1)
                assert end - after == (entry & (self.last >> 1) - 1) * width
                after = end
        return after

    def add(self, path, code, right, given):
        digits = [code // self.colors**place % self.colors for place in reversed(range(self.pegs))]
        text = "".join(self.texts[digit] for digit in digits)
        if right and not self.identified:
            given = [*given, self.numbers[-1]]
        shown = "".join(f" {number}" for number in given)
        self.found.append(f"{' '.join(map(str, path))}: {text}:{shown}")
        assert len(path) < self.most + bool(self.ends)


@pytest.mark.slow(after=5)
@pytest.mark.parametrize(
    "name",
    ["koyama-lai-3p2c", *(f"lexicographic-{rules}" for rules in RULES)]
    + ["knuth-4p6c", "koyama-lai-4p6c"],
)
def test_reader_written_from_definition_finds_every_position(name):
    tree = tree_of(name)
    assert Reader(encode(pack(tree))).position_lines() == position_lines(tree)


@pytest.mark.parametrize("game", OTHER)
def test_reader_written_from_definition_finds_every_position_of_other_games(game):
    tree = tree_of(game)
    assert Reader(encode(pack(tree))).position_lines() == position_lines(tree)


@pytest.mark.slow
@pytest.mark.parametrize("path", LARGEST_TREES.values(), ids=LARGEST_TREES)
def test_ready_made_trees_of_all_rules_are_read_from_the_bytes(path):
    tree = load(path)
    assert Reader(encode(pack(tree))).position_lines() == position_lines(tree)


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
    reader = Reader(encode(packed))
    assert [reader.bits(at * width, width) for at in range(reader.units)] == numbers
