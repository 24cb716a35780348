"""Exports a player in C99 and C++: the table and the code that reads it."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from mmtree.errors import ExportError
from mmtree.export.c import seed
from mmtree.export.pack import Packed, Shape, pack
from mmtree.export.player_tree import answer_texts, answers, symbols
from mmtree.export.targets import header_lines
from mmtree.export.template import c_array, c_number, fill, fill_c
from mmtree.game.rules import PegRules, Rules
from mmtree.tree.tree import StrategyTree

AVR_BYTES = 32767
"""The most bytes of an array in avr-gcc."""

_WIDTHS = (16, 32, 64)
"""The widths of the numbers of a player, in bits."""

_FORMAT = """
The table has units of {unit} bits: it is a packed tree of mmtree, version {v}.
A guess that has branches is a row of units: guess and {mask} (of the feedbacks that have a branch)
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
        packed: the table.
        name: the prefix of the symbols.
        lines: the comment at the top.
    """
    shape, conditions = packed.shape, _conditions(packed)
    lines = (*lines, *_answer_lines(shape.rules))
    values = {
        **conditions,
        "header": "\n".join(_header_definitions(packed, conditions)),
        "format": _FORMAT.format(
            unit=shape.unit, v=shape.version, mask="list" if shape.listed else "mask"
        )
        .strip()
        .replace("\n", "\n * "),
        "source": "\n".join(_source_definitions(packed, conditions)),
        "tables": "\n".join(_table_lines(packed, conditions)),
        "read_power": f"MM_READ{conditions['MM_CODE_BITS']}",
        "width": shape.unit,
        "first": "uint8_t" if 7 * shape.unit < 256 else "uint16_t",
        "mask": "" if shape.listed else _mask_expression(shape),
        "opening": "MM_RIGHT" if packed.right else 0,
    }
    values |= {
        part: fill("mmtree.export.c", f"{part}.c", **values).rstrip("\n")
        for part in ("flash", "unit")
    }
    source = "mm.c" if shape.rules.classic else "answers.c"
    return {
        f"{name}.h": fill_c("mm.h", name, lines, **values),
        f"{name}.c": fill_c(source, name, lines, **values),
    }


def _answer_lines(rules: Rules) -> list[str]:
    """Return the lines that give the number of each answer, if the player takes numbers."""
    if rules.classic:
        return []
    pairs = zip(answers(rules), answer_texts(rules), strict=True)
    text = "Answers: " + ", ".join(f"{number}={text}" for number, text in pairs) + "."
    return wrap(text, 96, break_on_hyphens=False, break_long_words=False)


def _conditions(packed: Packed) -> dict[str, int]:
    """Return the numbers that decide the conditions of the templates."""
    shape, rules = packed.shape, packed.shape.rules
    two = shape.unit in (12, 16)
    codes = rules.colors**rules.pegs
    code = next(bits for bits in _WIDTHS if codes <= 1 << bits)
    # The end of a subtree must not overflow, even if its size is damaged.
    largest = max(codes, shape.last, len(packed.table), len(packed.units) + shape.right)
    word = next(bits for bits in _WIDTHS if largest < 1 << bits)
    # The player counts the feedbacks where all are possible that three colours allow.
    texts = not rules.classic
    listed = not shape.listed and (texts or rules.feedbacks != PegRules(rules.pegs, 3).feedbacks)
    arrays = (len(packed.table), len(_symbol_bytes(rules)) if texts else 0)
    return {
        "MM_CLASSIC": rules.classic,
        "MM_IDENTIFIED": rules.identified,
        "MM_GUESSED": not rules.identified,
        "MM_MASKS": not shape.listed,
        "MM_SHOWS_PEGS": rules.classic or rules.pegs > 1,
        "MM_UNIT_BITS": shape.unit,
        "MM_WORD_BITS": word,
        "MM_CODE_BITS": code,
        "MM_LISTED": listed,
        "MM_READS_8": listed or texts or not two,
        "MM_READS_16": code == 16,
        "MM_READS_32": code == 32,
        "MM_READS_64": code == 64,
        "MM_READS_TWO": two,
        "MM_BEYOND_AVR": max(arrays) > AVR_BYTES,
    }


def _header_definitions(packed: Packed, conditions: dict[str, int]) -> list[str]:
    """Return the definitions of rules and table in the header."""
    rules = packed.shape.rules
    text = rules.pegs * max(len(symbol.encode()) for symbol in symbols(rules)) + 1
    texts = [] if rules.classic else [f"#define MM_TEXT_BYTES {text} /* of the longest code */"]
    return [
        f"#define MM_PEGS {rules.pegs}",
        f"#define MM_COLORS {rules.colors}",
        f"#define MM_CODES {c_number(rules.colors**rules.pegs)} /* codes are 0 to MM_CODES - 1 */",
        f"#define MM_MAX_GUESSES {packed.max}",
        f"#define MM_TABLE_BYTES {c_number(len(packed.table))}",
        *texts,
        "",
        f"typedef uint{conditions['MM_CODE_BITS']}_t mm_code;",
        f"typedef uint{conditions['MM_WORD_BITS']}_t mm_word; /* a number in the table */",
    ]


def _source_definitions(packed: Packed, conditions: dict[str, int]) -> list[str]:
    """Return the definitions of the table in the source."""
    shape, rules = packed.shape, packed.shape.rules
    right_one = "all black" if rules.classic else "the answer to the secret"
    lines = [
        f"#define MM_UNITS {c_number(len(packed.units))}",
        f"#define MM_HEAD {shape.head} /* units of a row before its entries */",
        f"#define MM_FEEDBACKS {shape.mask} /* {right_one} is not counted */",
        f"#define MM_GUESS {(1 << shape.guess) - 1:#x} /* of the first unit of a row: its guess */",
        f"#define MM_LAST {shape.last:#x} /* of an entry: it is the last guess */",
        f"#define MM_RIGHT {shape.right:#x} /* of an entry: the next guess can be right */",
        f"#define MM_SIZE {shape.right - 1:#x} /* of an entry: units of the subtree */",
    ]
    if not rules.classic:
        lines.append(f"#define MM_SYMBOL_BYTES {c_number(len(_symbol_bytes(rules)))}")
        if not rules.identified:
            lines.append(f"#define MM_ALL_RIGHT {rules.all_right} /* the answer to the secret */")
    if shape.listed:
        lines.append(f"#define MM_UNIT_BITS {shape.unit}")
        list_at = f"#define MM_LIST {shape.guess} /* the bit of a row where its list begins */"
        return [*lines, list_at]
    bits = next(bits for bits in _WIDTHS if max(shape.mask, conditions["MM_WORD_BITS"]) <= bits)
    return [*lines, "", f"typedef uint_fast{bits}_t mm_mask;"]


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


def _table_lines(packed: Packed, conditions: dict[str, int]) -> list[str]:
    """Return the tables of the source; that of the feedbacks only if they cannot be counted."""
    rules = packed.shape.rules
    powers = [str(rules.colors**peg) for peg in range(rules.pegs)][::-1]
    lines = [
        "/* What a colour counts in a code, peg by peg. */",
        c_array("mm_code", "mm_powers", "MM_PEGS", powers),
        "",
    ]
    if conditions["MM_LISTED"]:
        feedbacks = [str(value) for value in rules.feedbacks[:-1]]
        lines += [
            "/* In canonical order: 10 for each black peg, 1 for each white one. */"
            if rules.classic
            else "/* The numbers of the answers, in canonical order. */",
            c_array("uint8_t", "mm_feedbacks", "MM_FEEDBACKS", feedbacks),
            "",
        ]
    if not rules.classic:
        data = [f"0x{byte:02x}" for byte in _symbol_bytes(rules)]
        lines += [
            "/* The text of each colour in UTF-8, with a zero byte at its end. */",
            c_array("uint8_t", "mm_symbols", "MM_SYMBOL_BYTES", data),
            "",
        ]
    numbers = [f"0x{byte:02x}" for byte in packed.table]
    return [*lines, c_array("uint8_t", "mm_table", "MM_TABLE_BYTES", numbers)]


def _symbol_bytes(rules: Rules) -> bytes:
    """Return the texts of all colours, each with a zero byte at its end."""
    return "".join(f"{symbol}\0" for symbol in symbols(rules)).encode()
