"""Exports a MicroPython module: the packed tree as bytes, and a player that reads it in place."""

from __future__ import annotations

from mmtree.export.pack import pack
from mmtree.export.player_tree import answer_texts, answers, symbols
from mmtree.export.targets import header_lines
from mmtree.export.template import fill, packed_values
from mmtree.tree.tree import StrategyTree

_PIECE = 512
"""Bytes of the table per literal: MicroPython 1.9.2 needs thrice the size to read a literal."""


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Return the only file of the target ``micropython``.

    Raises:
        ExportError: the tree is too large to be packed.
    """
    packed = pack(tree)
    rules, shape = packed.shape.rules, packed.shape
    values = packed_values(packed)
    source = fill(
        __package__,
        "player.py.in",
        about="\n# ".join(header_lines(tree)),
        name=name,
        **values,
        opening=packed.opening,
        answers=bytes(rules.feedbacks[:-1] if rules.classic else answers(rules)),
        texts=ascii("".join(f"\n{text}" for text in answer_texts(rules)) + "\n"),
        symbols=ascii(tuple(symbols(rules))),
        move="question" if rules.identified else "guess",
        opening_entry=values["right"] if packed.right else 0,
        table=_literal(packed.table),
        piece=_PIECE,
        shift=_PIECE.bit_length() - 1,
        within=_PIECE - 1,
        mask=shape.mask,
        low=shape.right - 1,
        step=("0, 1" if rules.whites else "0") if rules.classic else f"{rules.feedbacks[0]}",
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
