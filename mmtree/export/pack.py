"""A strategy tree as a table of small numbers; trees/README.md defines it bit by bit.

Two layouts: ``words`` (units of 16 or 32 bits, each subtree found by its offset) and ``dense``
(units as narrow as the tree allows, each subtree found by the sizes of those before it).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from mmtree.errors import ExportError, TreeError
from mmtree.game.rules import Rules
from mmtree.tree.reader import MAX_GUESSES
from mmtree.tree.tree import Strategy, StrategyTree

Layout = Literal["words", "dense"]
LAYOUTS: tuple[Layout, ...] = get_args(Layout)

UNITS: dict[Layout, tuple[int, ...]] = {"words": (16, 32), "dense": tuple(range(8, 33))}
"""The widths in bits that a unit can have."""


def packed_layout(name: str) -> Layout:
    """The layout of that name.

    Raises:
        ExportError: it is none of a packed tree.
    """
    for layout in LAYOUTS:
        if layout == name:
            return layout
    raise ExportError(f"unknown layout {name!r} of a packed tree: use {' or '.join(LAYOUTS)}")


@dataclass(frozen=True)
class Shape:
    """The widths of a table; those without another unit are in bits.

    Attributes:
        rules: the rules of the game.
        layout: how the tree is laid out.
        unit: width of one number of the table.
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
        """Width of the set of feedbacks that have a branch: a bit for each but all black."""
        return len(self.rules.feedbacks) - 1

    @cached_property
    def head(self) -> int:
        """Number of units before the entries of a node: its guess and its mask."""
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

        It stands in the guess (words), or in the entry that leads to it (dense).
        """
        return 1 << (self.unit - (1 if self.layout == "words" else 2))


@dataclass(frozen=True)
class Packed:
    """A packed tree.

    Attributes:
        shape: rules, layout and widths.
        units: array of uint32, the numbers of the table.
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


def read_units(table: bytes, width: int) -> array[int]:
    """The units, of so many bits each, that a table holds whole."""
    units = array("I")
    for at in range(0, len(table), width):
        eight = table[at : at + width]
        joined = int.from_bytes(eight, "little")
        for place in range(len(eight) * 8 // width):
            units.append(joined >> width * place & ((1 << width) - 1))
    return units


def pack(tree: StrategyTree, layout: Layout = "words") -> Packed:
    """Pack a tree into as few bits as the layout allows.

    Raises:
        ExportError: no unit of up to 32 bits would hold its numbers.
    """
    inner = sum(extent > 1 for extent in tree.extent)

    def bits(shape: Shape) -> int:
        return (shape.head * inner + len(tree) - 1) * shape.unit

    children = _children(tree)
    # A wider unit can need fewer bits in all, where a head takes fewer units.
    for shape in sorted((Shape(tree.rules, layout, unit) for unit in UNITS[layout]), key=bits):
        if shape.guess < shape.unit and (units := _units(tree, shape, children)) is not None:
            return Packed(shape, units, tree.max)
    raise ExportError(f"{tree.rules}: the numbers of this tree need more than 32 bits each")


def unpack(shape: Shape, units: array[int]) -> StrategyTree:
    """The tree of a table, which must be just what :func:`pack` makes of that tree.

    What made the tree is not in a table: the name of its strategy is ``packed``.

    Raises:
        ExportError: the table is no such table.
    """
    values = shape.rules.feedbacks[:-1]
    guess, feedback, depths = array("Q"), array("B"), array("L")
    due = [(0, 0, 0)]  # feedback, entry and depth of the nodes to come, the next one last
    at = 0
    while due:
        value, entry, depth = due.pop()
        if depth >= MAX_GUESSES:
            raise ExportError(f"the table has more than {MAX_GUESSES} guesses in a row")
        if len(depths) >= 2 * shape.rules.secrets:
            raise ExportError(f"the table has more nodes than any tree of {shape.rules}")
        feedback.append(value)
        depths.append(depth)
        if entry & shape.last:
            guess.append(entry - shape.last)
            continue
        code, mask = _read_head(shape, units[at : at + shape.head])
        at += shape.head
        branches = [value for bit, value in enumerate(values) if mask >> bit & 1]
        entries = units[at : at + len(branches)]
        at += len(branches)
        if at > len(units):
            raise ExportError("the table ends within a node")
        guess.append(code)
        due += [(*branch, depth + 1) for branch in zip(branches, entries, strict=True)][::-1]
    try:
        tree = StrategyTree(shape.rules, Strategy("packed"), guess, feedback, _extents(depths))
    except TreeError as error:
        raise ExportError(f"the table is not a strategy tree: {error}") from None
    again = pack(tree, shape.layout)
    if again.shape != shape or again.units != units:
        raise ExportError("the table is not packed as mmtree packs this tree")
    return tree


def _children(tree: StrategyTree) -> dict[int, list[int]]:
    """The nodes behind each node that has branches, in preorder."""
    children: dict[int, list[int]] = {
        index: [] for index, extent in enumerate(tree.extent) if extent > 1
    }
    path: list[int] = []
    for index, depth in tree.walk():
        del path[depth:]
        if path:
            children[path[-1]].append(index)
        path.append(index)
    return children


def _units(tree: StrategyTree, shape: Shape, children: dict[int, list[int]]) -> array[int] | None:
    """The numbers of the table, or None where one of them is too wide."""
    starts = array("L")  # for each node, the unit where the first row from it on stands
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
    """The units of a guess and its mask."""
    if shape.layout == "words":
        return [guess | shape.right * right, *_split(mask, shape.unit, shape.head - 1)]
    return _split(guess | mask << shape.guess, shape.unit, shape.head)


def _read_head(shape: Shape, head: Iterable[int]) -> tuple[int, int]:
    """The guess and the mask of a head."""
    joined = sum(unit << shape.unit * place for place, unit in enumerate(head))
    width = shape.unit if shape.layout == "words" else shape.guess
    code = joined & ((1 << width) - 1)
    return (code & ~shape.right if shape.layout == "words" else code), joined >> width


def _split(number: int, width: int, count: int) -> list[int]:
    """A number in so many units, the lowest bits first."""
    return [number >> width * place & ((1 << width) - 1) for place in range(count)]


def _extents(depths: array[int]) -> array[int]:
    """The number of nodes in each subtree, from the depths of the nodes in preorder."""
    extents = array("L", depths)
    above: list[int] = []
    for index, depth in enumerate((*depths, 0)):
        while len(above) > depth:
            first = above.pop()
            extents[first] = index - first
        above.append(index)
    return extents
