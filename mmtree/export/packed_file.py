"""The file format of a packed tree, which trees/README.md defines byte by byte."""

from __future__ import annotations

import struct
import zlib

from mmtree.errors import ExportError
from mmtree.export.pack import LAYOUTS, Layout, Packed, pack
from mmtree.tree.tree import StrategyTree

MAGIC = b"mmtp"
VERSION = 1
_HEAD = struct.Struct("<4s8BI")  # magic, version, layout, pegs, colors, distinct, whites, unit, max
_CHECK = struct.Struct("<I")


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
        MAGIC,
        VERSION,
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
