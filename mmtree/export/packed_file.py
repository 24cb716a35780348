"""The file format of a packed tree, which trees/README.md defines byte by byte."""

from __future__ import annotations

import struct
import zlib

from mmtree.errors import ExportError, RulesError
from mmtree.export.pack import LAYOUTS, UNITS, Layout, Packed, Shape, pack, read_units, unpack
from mmtree.game.rules import Rules
from mmtree.tree.tree import StrategyTree

MAGIC = b"mmtp"
VERSION = 1
MAX_BYTES = 1 << 25
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


def decode(data: bytes) -> Packed:
    """Decode the bytes of a file, and check everything in it.

    Raises:
        ExportError: the bytes are not a packed tree of this version.
    """
    if len(data) > MAX_BYTES:
        raise ExportError(f"the file is larger than {MAX_BYTES} bytes")
    if data[:4] != MAGIC:
        raise ExportError(f"not a packed tree: it does not begin with {MAGIC.decode()}")
    if len(data) < _HEAD.size + _CHECK.size:
        raise ExportError("the file is truncated")
    if data[4] != VERSION:
        raise ExportError(f"version {data[4]} is not supported, only {VERSION}: update mmtree")
    body, check = data[: -_CHECK.size], data[-_CHECK.size :]
    if _CHECK.unpack(check)[0] != zlib.crc32(body):
        raise ExportError("wrong checksum: the file is truncated or damaged")
    _, _, layout, pegs, colors, distinct, whites, unit, most, count = _HEAD.unpack_from(body)
    if layout >= len(LAYOUTS) or unit not in UNITS[LAYOUTS[layout]] or max(distinct, whites) > 1:
        raise ExportError("the header has an unknown layout, width or rule")
    try:
        rules = Rules(pegs, colors, bool(distinct), bool(whites))
    except RulesError as error:
        raise ExportError(str(error)) from None
    shape = Shape(rules, LAYOUTS[layout], unit)
    # Every node but the opening has an entry, and each has fewer than two for every secret.
    fits = rules.secrets - 1 <= count < (shape.head + 1) * 2 * rules.secrets
    if not fits or len(body) != _HEAD.size + -(-count * unit // 8):
        raise ExportError("the header does not match the table")
    packed = Packed(shape, read_units(body[_HEAD.size :], unit)[:count], most)
    if encode(packed) != data or unpack(shape, packed.units).max != most:
        raise ExportError("the header does not match the table")
    return packed
