"""One MicroPython module: the packed tree as bytes, and a player that reads it in place."""

from __future__ import annotations

from importlib.resources import files as resources
from string import Template

from mmtree.export.pack import Layout, Shape, pack
from mmtree.export.targets import about
from mmtree.game.code import symbol
from mmtree.tree.tree import StrategyTree

_PIECE = 512
"""Bytes of the table in one literal: to read a literal, MicroPython 1.9.2 needs its size thrice."""

def files(tree: StrategyTree, name: str, layout: Layout) -> dict[str, bytes]:
    """The one file of the target ``micropython``.

    Raises:
        ExportError: the tree is too large to be packed.
    """
    packed = pack(tree, layout)
    rules, shape = tree.rules, packed.shape
    template = (resources(__package__) / "player.py.in").read_text("utf-8")
    source = Template(template).substitute(
        _walk(shape),
        about="\n# ".join(about(tree)),
        name=name,
        pegs=rules.pegs,
        colors=rules.colors,
        top=rules.colors - 1,
        letters="".join(symbol(color, rules) for color in range(rules.colors)),
        layout=layout,
        table=_literal(packed.table),
        piece=_PIECE,
        shift=_PIECE.bit_length() - 1,
        low=_PIECE - 1,
        answers=bytes(rules.feedbacks[:-1]),
        mask=shape.mask,
        head=shape.head * shape.unit,
        last=shape.last,
        step="0, 1" if rules.whites else "0",
        told="the answer: no black peg, 1 white one" if rules.whites else "the answer: no black peg",
        ask='int(input("black: "))' + (', int(input("white: "))' if rules.whites else ""),
    )
    return {f"{name}.py": source.encode()}


def _literal(table: bytes) -> str:
    """The table as the lines of a tuple of bytes, in few characters: boards have small disks."""
    lines = []
    for at in range(0, len(table), _PIECE):
        piece = table[at : at + _PIECE]
        line = '    b"'
        for byte, after in zip(piece, piece[1:] + b" ", strict=True):
            line += _escape(byte, after)
            if len(line) > 95:
                lines.append(line + '"')
                line = '    b"'
        lines.append(line + '",')
    return "\n".join(lines)


def _escape(byte: int, after: int) -> str:
    """One byte of a literal; what comes after it must not be read as a part of it."""
    if chr(byte) in '"\\':
        return f"\\{byte:c}"
    if 32 <= byte < 127:
        return chr(byte)
    return f"\\{byte:o}" if byte < 64 and chr(after) not in "01234567" else f"\\x{byte:02x}"


def _walk(shape: Shape) -> dict[str, str | int]:
    """What differs between the layouts: how a step finds the next row, and reads it."""
    unit = shape.unit
    if shape.layout == "words":
        return {
            "walk": f"""\
        for i in _ANSWERS:
            if mask & 1:
                if i == answer:
                    found = _bits(at, {unit})
                at += {unit}
            mask >>= 1""",
            "row": f"""\
            at = found * {unit}
            if at <= self._row:
                raise IndexError("damaged table")
            found = _bits(at + {unit - 1}, 1)""",
            "right": 1,
            "guess": unit - 1,
            "mask_at": unit,
        }
    return {
        "walk": f"""\
        size = 0  # of the subtrees before, in units
        for i in _ANSWERS:
            if mask & 1:
                entry = _bits(at, {unit})
                if i == answer:
                    found = entry
                elif found < 0 and entry < {shape.last}:
                    size += entry & {shape.right - 1}
                at += {unit}
            mask >>= 1""",
        "row": f"            at += size * {unit}",
        "right": shape.right,
        "guess": shape.guess,
        "mask_at": shape.guess,
    }
