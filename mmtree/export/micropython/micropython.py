"""Exports a MicroPython module: the packed tree as bytes, and a player that reads it in place."""

from __future__ import annotations

from mmtree.export.pack import Layout, pack
from mmtree.export.targets import header_lines
from mmtree.export.template import fill, packed_values
from mmtree.tree.tree import StrategyTree

_PIECE = 512
"""Bytes of the table per literal: MicroPython 1.9.2 needs thrice the size to read a literal."""


def files(tree: StrategyTree, name: str, layout: Layout) -> dict[str, bytes]:
    """Return the only file of the target ``micropython``.

    Raises:
        ExportError: the tree is too large to be packed.
    """
    packed = pack(tree, layout)
    rules, shape = tree.rules, packed.shape
    source = fill(
        __package__,
        "player.py.in",
        about="\n# ".join(header_lines(tree)),
        name=name,
        **packed_values(packed),
        opening=tree.guess[0],
        answers=bytes(rules.feedbacks[:-1]),
        table=_literal(packed.table),
        piece=_PIECE,
        shift=_PIECE.bit_length() - 1,
        within=_PIECE - 1,
        mask=shape.mask,
        low=shape.right - 1,
        step="0, 1" if rules.whites else "0",
        white_peg=" and one white" if rules.whites else "",
        ask='int(input("black: "))' + (', int(input("white: "))' if rules.whites else ""),
    )
    return {f"{name}.py": source.encode()}


def _literal(table: bytes) -> str:
    """Return the table as lines of a tuple of bytes, kept short for the small disks of boards."""
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
    """Return the text of a byte in a literal; the byte after it must not be read as part of it."""
    if chr(byte) in '"\\':
        return f"\\{byte:c}"
    if 32 <= byte < 127:
        return chr(byte)
    return f"\\{byte:o}" if byte < 32 and chr(after) not in "01234567" else f"\\x{byte:02x}"
