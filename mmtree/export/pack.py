"""A strategy tree as a table of small numbers; trees/README.md defines it bit by bit.

Units are as narrow as the tree allows, and the sizes of earlier subtrees lead to each subtree.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from mmtree.errors import ExportError
from mmtree.export.player_tree import answer_texts, answers, player_tree, symbols
from mmtree.game.answers import BYTE_ANSWERS
from mmtree.game.rules import Rules
from mmtree.tree.tree import StrategyTree

UNITS = tuple(range(8, 33))
"""The possible widths of a unit in bits, in version 1."""

WIDE_UNITS = tuple(range(33, 54))
"""The other widths of version 2; JavaScript has whole numbers of 53 bits."""

MAX_MASK = 64
"""The most bits of a mask."""

_MAGIC = b"mmtp"
_DENSE = 1
_HEAD = struct.Struct("<4s8BI")  # magic, version, layout, pegs, colors, distinct, whites, unit, max
_HEAD_2 = struct.Struct("<4s8B3I")  # pegs, flags, answers, 0; at the end colors, bytes of texts
_CHECK = struct.Struct("<I")


def version(rules: Rules) -> int:
    """Return the version of a packed tree: 1 for classic rules, which its head defines, else 2."""
    return 1 if rules.classic else 2


@dataclass(frozen=True)
class Shape:
    """The widths of the parts of a table, in bits unless stated otherwise.

    Attributes:
        rules: the rules of the game.
        unit: width of a number of the table.
    """

    rules: Rules
    unit: int

    @cached_property
    def guess(self) -> int:
        """Width of a code number."""
        return int(self.rules.colors**self.rules.pegs - 1).bit_length()

    @cached_property
    def mask(self) -> int:
        """Width of the mask of feedbacks that have a branch: a bit for each but all black."""
        return len(self.rules.feedbacks) - 1

    @property
    def listed(self) -> bool:
        """Whether a row lists the feedbacks that have a branch, instead of the mask."""
        return self.mask > MAX_MASK

    @cached_property
    def head(self) -> int:
        """Number of units of a node before its entries: those of its guess and its mask."""
        return self.head_of(0)

    def head_of(self, branches: int) -> int:
        """Return the number of units of a node before its entries, by the number of these."""
        bits = 8 + 8 * branches if self.listed else self.mask
        return -(-(self.guess + bits) // self.unit)

    @cached_property
    def last(self) -> int:
        """The flag of an entry that holds the code of a last guess."""
        return 1 << (self.unit - 1)

    @cached_property
    def right(self) -> int:
        """The flag of an entry that leads to a guess that can be right itself."""
        return 1 << (self.unit - 2)


@dataclass(frozen=True)
class Packed:
    """A packed tree.

    Attributes:
        shape: rules and widths.
        units: the numbers of the table, uint64.
        max: the most guesses any secret needs.
        right: whether the opening can be right itself.
    """

    shape: Shape
    units: array[int]
    max: int
    right: bool = True

    @property
    def opening(self) -> int:
        """The first guess."""
        return self.units[0] & ((1 << self.shape.guess) - 1)

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


def pack(tree: StrategyTree) -> Packed:
    """Pack the part of a tree that a player needs into as few bits as possible.

    Raises:
        ExportError: its numbers need more bits than a unit can have, or its answers two bytes.
    """
    tree = player_tree(tree)
    if tree.rules.wide:
        raise ExportError(
            f"{tree.rules} has {len(tree.rules.feedbacks)} answers: a packed tree numbers at most "
            f"{BYTE_ANSWERS}; --to html has no such limit"
        )
    children = {
        index: [*tree.child_indices(index)]
        for index, extent in enumerate(tree.extent)
        if extent > 1
    }
    branches = Counter(map(len, children.values()))

    def bits(shape: Shape) -> int:
        heads = sum(shape.head_of(count) * rows for count, rows in branches.items())
        return (heads + len(tree) - 1) * shape.unit

    # A wider unit can need fewer bits in all, where a head takes fewer units.
    widths, most = (UNITS, 32) if version(tree.rules) == 1 else (UNITS + WIDE_UNITS, 53)
    for shape in sorted((Shape(tree.rules, unit) for unit in widths), key=bits):
        if shape.guess < shape.unit and (units := _units(tree, shape, children)) is not None:
            return Packed(shape, units, tree.max, bool(tree.consistent[0]))
    raise ExportError(f"{tree.rules}: the numbers of this tree need more than {most} bits each")


def _units(tree: StrategyTree, shape: Shape, children: dict[int, list[int]]) -> array[int] | None:
    """Return the numbers of the table, or None if one of them is too wide."""
    starts = array("L")  # for each node, the unit where its row begins, or else the next row
    at = 0
    for index in range(len(tree)):
        starts.append(at)
        if index in children:
            at += shape.head_of(len(children[index])) + len(children[index])
    starts.append(at)
    bits = {value: 1 << bit for bit, value in enumerate(tree.rules.feedbacks)}
    units = array("Q")
    for index, nodes in children.items():
        if shape.listed:
            listed = bytes((len(nodes), *(tree.feedback[node] for node in nodes)))
            mask = int.from_bytes(listed, "little")
        else:
            mask = sum(bits[tree.feedback[node]] for node in nodes)
        head = shape.head_of(len(nodes))
        guess = tree.guess[index] | mask << shape.guess
        units.extend(guess >> shape.unit * place & (1 << shape.unit) - 1 for place in range(head))
        for node in nodes:
            if tree.extent[node] == 1:
                units.append(tree.guess[node] | shape.last)
                continue
            size = starts[node + tree.extent[node]] - starts[node]
            if size >= shape.right:
                return None
            units.append(size | shape.right * tree.consistent[node])
    return units


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Return the only file of the target ``packed``, in the only ``layout``."""
    return {f"{name}.packed": encode(pack(tree))}


def encode(packed: Packed) -> bytes:
    """Encode a packed tree as the bytes of a file.

    Raises:
        ExportError: a secret needs more than 255 guesses.
    """
    shape, rules = packed.shape, packed.shape.rules
    if packed.max > 255:
        raise ExportError(f"a packed tree has at most 255 guesses in a row, this one {packed.max}")
    units = len(packed.units)
    if version(rules) == 1:
        game = rules.pegs, rules.colors, rules.distinct, rules.whites
        head = _HEAD.pack(_MAGIC, 1, _DENSE, *game, shape.unit, packed.max, units)
    else:
        numbers = bytes(answers(rules))
        texts = "".join(f"{text}\0" for text in (*symbols(rules), *answer_texts(rules))).encode()
        ends = 2 if rules.only_asks else 8 if rules.identified else 0
        flags = packed.right | ends | shape.listed << 2
        sizes = units, rules.colors, len(texts)
        rest = 0, shape.unit, packed.max, *sizes
        head = _HEAD_2.pack(_MAGIC, 2, _DENSE, rules.pegs, flags, len(numbers), *rest)
        head += numbers + texts
    return (data := head + packed.table) + _CHECK.pack(zlib.crc32(data))
