"""A strategy tree as a table of small numbers; trees/README.md defines it bit by bit.

There are two layouts: ``words`` (units of 16 or 32 bits; an offset leads to each subtree) and
``dense`` (units as narrow as the tree allows; the sizes of earlier subtrees lead to each subtree).
"""

from __future__ import annotations

import struct
import zlib
from array import array
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from mmtree.errors import ExportError
from mmtree.game.rules import Rules
from mmtree.tree.tree import StrategyTree

Layout = Literal["words", "dense"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)

UNITS: dict[Layout, tuple[int, ...]] = {"words": (16, 32), "dense": tuple(range(8, 33))}
"""The possible widths of a unit in bits."""

_MAGIC = b"mmtp"
_VERSION = 1
_HEAD = struct.Struct("<4s8BI")  # magic, version, layout, pegs, colors, distinct, whites, unit, max
_CHECK = struct.Struct("<I")


def packed_layout(name: str) -> Layout:
    """Return a name as a layout of packed trees.

    Raises:
        ExportError: packed trees have no such layout.
    """
    for layout in LAYOUTS:
        if layout == name:
            return layout
    raise ExportError(f"unknown layout {name!r} of a packed tree: use {' or '.join(LAYOUTS)}")


@dataclass(frozen=True)
class Shape:
    """The widths of the parts of a table, in bits unless stated otherwise.

    Attributes:
        rules: the rules of the game.
        layout: the layout of the tree.
        unit: width of a number of the table.
    """

    rules: Rules
    layout: Layout
    unit: int

    @cached_property
    def guess(self) -> int:
        """Width of a code number."""
        return int(self.rules.colors**self.rules.pegs - 1).bit_length()

    @cached_property
    def mask(self) -> int:
        """Width of the mask of feedbacks that have a branch: a bit for each but all black."""
        return len(self.rules.feedbacks) - 1

    @cached_property
    def head(self) -> int:
        """Number of units of a node before its entries: those of its guess and its mask."""
        if self.layout == "words":
            return 1 + -(-self.mask // self.unit)
        return -(-(self.guess + self.mask) // self.unit)

    @cached_property
    def last(self) -> int:
        """The flag of an entry that holds the code of a last guess."""
        return 1 << (self.unit - 1)

    @cached_property
    def right(self) -> int:
        """The flag of a guess that can be right itself.

        It is part of the guess (words), or of the entry that leads to it (dense).
        """
        return 1 << (self.unit - (1 if self.layout == "words" else 2))


@dataclass(frozen=True)
class Packed:
    """A packed tree.

    Attributes:
        shape: rules, layout and widths.
        units: the numbers of the table, uint32.
        max: the most guesses any secret needs.
    """

    shape: Shape
    units: array[int]
    max: int

    @cached_property
    def table(self) -> bytes:
        """The bytes of the table: unit after unit from the lowest bit up, then zero bits."""
        width = self.shape.unit
        data = bytearray()
        for at in range(0, len(self.units), 8):  # eight units are a whole number of bytes
            eight = self.units[at : at + 8]
            joined = sum(unit << width * place for place, unit in enumerate(eight))
            data += joined.to_bytes(-(-len(eight) * width // 8), "little")
        return bytes(data)


def pack(tree: StrategyTree, layout: Layout = "words") -> Packed:
    """Pack a tree into as few bits as the layout allows.

    Raises:
        ExportError: its numbers need more than 32 bits.
    """
    inner = sum(extent > 1 for extent in tree.extent)

    def bits(shape: Shape) -> int:
        return (shape.head * inner + len(tree) - 1) * shape.unit

    children = {
        index: [*tree.child_indices(index)]
        for index, extent in enumerate(tree.extent)
        if extent > 1
    }
    # A wider unit can need fewer bits in all, where a head takes fewer units.
    for shape in sorted((Shape(tree.rules, layout, unit) for unit in UNITS[layout]), key=bits):
        if shape.guess < shape.unit and (units := _units(tree, shape, children)) is not None:
            return Packed(shape, units, tree.max)
    raise ExportError(f"{tree.rules}: the numbers of this tree need more than 32 bits each")


def _units(tree: StrategyTree, shape: Shape, children: dict[int, list[int]]) -> array[int] | None:
    """Return the numbers of the table, or None if one of them is too wide."""
    starts = array("L")  # for each node, the unit where its row begins, or else the next row
    at = 0
    for index in range(len(tree)):
        starts.append(at)
        at += shape.head + len(children[index]) if index in children else 0
    starts.append(at)
    bits = {value: 1 << bit for bit, value in enumerate(tree.rules.feedbacks)}
    units = array("I")
    for index, nodes in children.items():
        mask = sum(bits[tree.feedback[node]] for node in nodes)
        units.extend(_head(shape, tree.guess[index], mask, tree.consistent[index]))
        for node in nodes:
            if tree.extent[node] == 1:
                units.append(tree.guess[node] | shape.last)
                continue
            if shape.layout == "words":
                number, flag, limit = starts[node], 0, shape.last
            else:
                number = starts[node + tree.extent[node]] - starts[node]
                flag, limit = shape.right * tree.consistent[node], shape.right
            if number >= limit:
                return None
            units.append(number | flag)
    return units


def _head(shape: Shape, guess: int, mask: int, right: int) -> list[int]:
    """Return the units of a guess and its mask."""
    if shape.layout == "words":
        return [guess | shape.right * right, *_split(mask, shape.unit, shape.head - 1)]
    return _split(guess | mask << shape.guess, shape.unit, shape.head)


def _split(number: int, width: int, count: int) -> list[int]:
    """Split a number into units, the lowest bits first."""
    return [number >> width * place & ((1 << width) - 1) for place in range(count)]


def files(tree: StrategyTree, name: str, layout: Layout) -> dict[str, bytes]:
    """Return the only file of the target ``packed``."""
    return {f"{name}.packed": encode(pack(tree, layout))}


def encode(packed: Packed) -> bytes:
    """Encode a packed tree as the bytes of a file.

    Raises:
        ExportError: a secret needs more than 255 guesses.
    """
    shape, rules = packed.shape, packed.shape.rules
    if packed.max > 255:
        raise ExportError(f"a packed tree has at most 255 guesses in a row, this one {packed.max}")
    head = _HEAD.pack(
        _MAGIC,
        _VERSION,
        LAYOUTS.index(shape.layout),
        rules.pegs,
        rules.colors,
        rules.distinct,
        rules.whites,
        shape.unit,
        packed.max,
        len(packed.units),
    )
    return (data := head + packed.table) + _CHECK.pack(zlib.crc32(data))
