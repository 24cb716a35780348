"""Exports a player in C99 and C++: the table and the code that reads it."""

from collections.abc import Iterable
from textwrap import wrap

from mmtree.errors import ExportError
from mmtree.export.c import seed
from mmtree.export.pack import Packed, Shape, pack, version
from mmtree.export.player_tree import answer_texts, answers, has_names, symbols
from mmtree.export.targets import header_lines
from mmtree.export.template import c_array, c_number, fill_c, packed_values
from mmtree.game.rules import Rules
from mmtree.tree.tree import StrategyTree

AVR_BYTES = 32767
"""The most bytes of an array in avr-gcc."""

_FORMAT = """
The table has units of {unit} bits: it is a packed tree of mmtree, version {v}.
A guess that has branches is a row of units: guess and {mask} (of the answers that have a branch)
together, and an entry for each branch. An entry is the last guess (its highest bit is set), or the
number of units of the whole subtree (the bit below tells that the next guess can be right itself).
The subtrees follow the row, in the order of its entries.
The file trees/README.md of mmtree defines it, bit by bit.
"""


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Return header and source of a player.

    Raises:
        ExportError: the tree is too large for the layout.
    """
    if layout == "seed":
        try:
            return seed.files(tree, name)
        except ExportError as error:
            raise ExportError(f"{error}: use --layout dense") from None
    return player(pack(tree), name, header_lines(tree))


def player(packed: Packed, name: str, lines: Iterable[str]) -> dict[str, bytes]:
    """Return header and source of the player of a table.

    Args:
        name: the prefix of the symbols.
        lines: the comment at the top.
    """
    shape, rules = packed.shape, packed.shape.rules
    codes = rules.colors**rules.pegs
    # The end of a subtree must not overflow, even if its size is damaged.
    largest = max(codes - 1, shape.last, len(packed.table), len(packed.units) + shape.right)
    code_bits, word_bits = _width(codes - 1), _width(largest)
    powers = [str(rules.colors**peg) for peg in range(rules.pegs)][::-1]
    texts = [f"{symbol}\0".encode() for symbol in symbols(rules)] if has_names(rules) else []
    values = {
        **packed_values(packed),
        "MM_SEED": 0,
        "ten": 10,
        "MM_TEXTS": bool(texts),
        "MM_MASKS": not shape.listed,
        "MM_SHOWS_PEGS": rules.colors <= 256 and (rules.pegs > 1 or not texts),
        "MM_CODE_BITS": code_bits,
        "MM_BEYOND_AVR": max(len(packed.table), sum(map(len, texts))) > AVR_BYTES,
        "format": _FORMAT.format(
            unit=shape.unit, v=version(rules), mask="list" if shape.listed else "mask"
        )
        .strip()
        .replace("\n", "\n * "),
        "codes": c_number(codes),
        "max": packed.max,
        "table_bytes": c_number(len(packed.table)),
        "text_bytes": rules.pegs * max(map(len, texts), default=1) - rules.pegs + 1,
        "code_bits": code_bits,
        "word_bits": word_bits,
        "units": c_number(len(packed.units)),
        "first": "uint8_t" if 7 * shape.unit < 256 else "uint16_t",
        "head": shape.head,
        "branching": shape.mask,
        "guess_mask": f"{(1 << shape.guess) - 1:#x}",
        "last": f"{shape.last:#x}",
        "right": f"{shape.right:#x}",
        "size": f"{shape.right - 1:#x}",
        "opening": "MM_RIGHT" if packed.right else 0,
        "mask_bits": 0 if shape.listed else max(_width((1 << shape.mask) - 1), word_bits),
        "mask": "" if shape.listed else _mask_expression(shape),
        "powers": c_array("mm_code", "mm_powers", "MM_PEGS", powers),
        "answers": c_array(
            "uint8_t", "mm_answers", "MM_ANSWERS", [*map(str, rules.feedbacks[:-1])]
        ),
        "symbols": c_array("uint8_t", "mm_symbols", "", b"".join(texts)),
        "table": c_array("uint8_t", "mm_table", "MM_TABLE_BYTES", packed.table),
    }
    if not rules.kind.counts:
        lines = (*lines, *_answer_lines(rules))
    return {
        f"{name}{suffix}": fill_c(f"mm{suffix}", name, lines, **values) for suffix in (".h", ".c")
    }


def _answer_lines(rules: Rules) -> list[str]:
    """Return the lines that give the number of each answer."""
    pairs = zip(answers(rules), answer_texts(rules), strict=True)
    text = "Answers: " + ", ".join(f"{number}={text}" for number, text in pairs) + "."
    return wrap(text, 96, break_on_hyphens=False, break_long_words=False)


def _width(number: int) -> int:
    """Return the least width of an integer type that holds a number."""
    return next(bits for bits in (16, 32, 64) if number < 1 << bits)


def _mask_expression(shape: Shape) -> str:
    """Return the expression that reads the mask of a row."""
    parts = []
    for place in range(shape.guess // shape.unit, shape.head):
        unit = f"mm_unit(row + {place})" if place else "mm_unit(row)"
        left = place * shape.unit - shape.guess
        if left > 0:
            unit = f"(mm_mask){unit} << {left}"
        parts.append(f"{unit} >> {-left}" if left < 0 else unit)
    return " | ".join(parts)
