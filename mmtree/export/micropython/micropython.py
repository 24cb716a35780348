"""Exports a MicroPython module: the packed tree as bytes, and a player that reads it in place."""

from mmtree.export.pack import pack
from mmtree.export.player_tree import answer_texts, answers, has_names, symbols
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
    own, counts = symbols(rules), rules.kind.counts
    source = fill(
        __package__,
        "player.py.in",
        about="\n# ".join(header_lines(tree)),
        name=name,
        **packed_values(packed),
        named=has_names(rules),
        names=ascii(tuple(own)),
        symbols="_SYMBOLS" if has_names(rules) else f'"{"".join(own)}"',
        numbers=bytes(answers(rules)),
        texts=ascii("".join(f"\n{text}" for text in answer_texts(rules)) + "\n"),
        answers="answers" if shape.listed else bytes(rules.feedbacks[:-1]),
        move=rules.move,
        opening_entry=shape.right if packed.right else 0,
        table=_literal(packed.table),
        piece=_PIECE,
        shift=_PIECE.bit_length() - 1,
        within=_PIECE - 1,
        mask=shape.mask,
        low=shape.right - 1,
        step=f"{name}.answer({', '.join(['0', '1'][:counts])})" if counts else rules.feedbacks[0],
        typed=("", ": 2 is 2 black", ": 21 is 2 black, 1 white")[counts],
        comment=("the answer with this number or text", "no black peg", "one white peg")[counts],
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
