"""A player in C99, which C++ takes, too: the table and the code that reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mmtree.export.c.template import fill, template
from mmtree.export.pack import Packed, Shape, pack
from mmtree.export.targets import about
from mmtree.tree.tree import StrategyTree

AVR_BYTES = 32767
"""The most bytes that an array of avr-gcc can have."""

_LAYOUT = {
    "words": """
The table has units of {unit} bits: it is a packed tree of mmtree, version 1, layout "words".
A guess that has branches is a row of units: the guess (its highest bit tells that it can be right
itself), the mask of the feedbacks that have a branch, and an entry for each branch. An entry is
the last guess (its highest bit is set), or the unit where the row of the next guess begins.
""",
    "dense": """
The table has units of {unit} bits: it is a packed tree of mmtree, version 1, layout "dense".
A guess that has branches is a row of units: guess and mask (of the feedbacks that have a branch)
together, and an entry for each branch. An entry is the last guess (its highest bit is set), or the
number of units of the whole subtree (the bit below tells that the next guess can be right itself).
The subtrees follow the row, in the order of its entries.
""",
}
_WHERE = "The file trees/README.md of mmtree defines it, bit by bit."


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Header and source of a player.

    Raises:
        ExportError: the layout cannot hold the tree.
    """
    if layout == "seed":
        from mmtree.export.c import seed

        return seed.files(tree, name)
    return player(pack(tree, "dense" if layout == "dense" else "words"), name, about(tree))


def player(packed: Packed, name: str, lines: Iterable[str]) -> dict[str, bytes]:
    """Header and source of the player of a table, with these lines on top."""
    lines = tuple(lines)
    values = _values(packed)
    parts = {
        "rules": _rules(packed, values),
        "layout": _layout(packed.shape),
        "shape": _shape(packed, values),
        "tables": _tables(packed, values["MM_LISTED"] != 0),
        "read": [_read(values["MM_WORD_BITS"])],
        "read_power": [_read(values["MM_CODE_BITS"])],
        "guess": [_guess(packed.shape)],
        "mask": [_mask(packed.shape)],
    }
    return {
        f"{name}{suffix}": fill(template(f"mm{suffix}"), name, lines, values, parts)
        for suffix in (".h", ".c")
    }


def _values(packed: Packed) -> dict[str, int]:
    """The numbers that decide which parts of the templates are used."""
    shape, rules = packed.shape, packed.shape.rules
    words = shape.layout == "words"
    two = not words and shape.unit in (12, 16)
    # Where a subtree ends must not overflow, even if its size is damaged.
    far = len(packed.units) + shape.right
    largest = max(rules.colors**rules.pegs, len(packed.table), far)
    counted = [
        10 * black + white
        for black in range(rules.pegs)
        for white in range(rules.pegs - black + 1)
        if (black, white) != (rules.pegs - 1, 1)
    ]
    listed = list(rules.feedbacks[:-1]) != counted
    code = 16 if rules.colors**rules.pegs <= 1 << 16 else 32
    typed = {code, shape.unit} if words else {code}  # what is read as a number of so many bits
    return {
        "MM_WORDS": words,
        "MM_UNIT_BITS": shape.unit,
        "MM_CODE_BITS": code,
        "MM_WORD_BITS": shape.unit if words else 16 if max(shape.last, largest) < 1 << 16 else 32,
        "MM_LISTED": listed,
        "MM_READS_8": listed or not (words or two),
        "MM_READS_16": 16 in typed,
        "MM_READS_32": 32 in typed,
        "MM_READS_TWO": two,
        "MM_BEYOND_AVR": len(packed.table) > AVR_BYTES,
    }


def _rules(packed: Packed, values: dict[str, int]) -> list[str]:
    """What the header says of the rules and the table."""
    rules = packed.shape.rules
    codes = rules.colors**rules.pegs
    return [
        f"#define MM_PEGS {rules.pegs}",
        f"#define MM_COLORS {rules.colors}",
        f"#define MM_CODES {_number(codes)} /* a code is a number from 0 to MM_CODES - 1 */",
        f"#define MM_MAX_GUESSES {packed.max}",
        f"#define MM_TABLE_BYTES {_number(len(packed.table))}",
        "",
        f"typedef uint{values['MM_CODE_BITS']}_t mm_code;",
        f"typedef uint{values['MM_WORD_BITS']}_t mm_word; /* a number in the table */",
    ]


def _layout(shape: Shape) -> list[str]:
    """What the source says of its table."""
    return [*_LAYOUT[shape.layout].format(unit=shape.unit).strip().splitlines(), _WHERE]


def _shape(packed: Packed, values: dict[str, int]) -> list[str]:
    """The constants of the source."""
    shape = packed.shape
    words = shape.layout == "words"
    lines = [
        f"#define MM_UNITS {_number(len(packed.units))}",
        f"#define MM_HEAD {shape.head} /* units of a row before its entries */",
        f"#define MM_FEEDBACKS {shape.mask} /* all black not counted */",
        f"#define MM_LAST {shape.last:#x} /* of an entry: it is the last guess */",
        f"#define MM_RIGHT {shape.right:#x} /* {'of a guess' if words else 'of an entry'}: "
        f"{'it' if words else 'the next guess'} can be right itself */",
    ]
    if not words:
        lines.append(f"#define MM_SIZE {shape.right - 1:#x} /* of an entry: the units to pass */")
    if not words and not values["MM_READS_TWO"]:
        lines.append(f"#define MM_UNIT_BITS {shape.unit}")
        lines.append(f"#define MM_UNIT_MASK {2 * shape.last - 1:#x}")
    bits = next(width for width in (16, 32, 64) if shape.mask <= width)
    return [*lines, "", f"typedef uint_fast{bits}_t mm_mask;"]


def _guess(shape: Shape) -> str:
    """The code that reads the guess of a row."""
    if shape.layout == "words":
        return f"mm_unit(row) & {shape.right - 1:#x}"
    places = range(-(-shape.guess // shape.unit))
    units = " | ".join(_unit("mm_unit", "mm_word", place, place * shape.unit) for place in places)
    return f"{units if len(places) == 1 else f'({units})'} & {(1 << shape.guess) - 1:#x}"


def _mask(shape: Shape) -> str:
    """The code that reads the mask of a row."""
    words = shape.layout == "words"
    first, read = (shape.unit, _read(shape.unit)) if words else (shape.guess, "mm_unit")
    return " | ".join(
        _unit(read, "mm_mask", place, place * shape.unit - first)
        for place in range(first // shape.unit, shape.head)
    )


def _unit(read: str, kind: str, place: int, left: int) -> str:
    """The code that reads one unit of a row, moved left by so many bits."""
    unit = f"{read}(row + {place})" if place else f"{read}(row)"
    return f"({kind}){unit} << {left}" if left > 0 else f"{unit} >> {-left}" if left else unit


def _read(bits: int) -> str:
    """The macro that reads a number of so many bits."""
    return f"MM_READ{bits}"


def _tables(packed: Packed, listed: bool) -> list[str]:
    """The tables of the source; one of the feedbacks where they are not simply counted."""
    shape, rules = packed.shape, packed.shape.rules
    powers = [str(rules.colors**peg) for peg in range(rules.pegs)][::-1]
    lines = [*_array("mm_code", "mm_powers", "MM_PEGS", powers), ""]
    if listed:
        numbers = [str(value) for value in rules.feedbacks[:-1]]
        lines += ["/* 10 times the black pegs, and the white pegs. */"]
        lines += [*_array("uint8_t", "mm_feedbacks", "MM_FEEDBACKS", numbers), ""]
    if shape.layout == "words":
        numbers = [f"0x{unit:0{shape.unit // 4}x}" for unit in packed.units]
        return lines + _array("mm_word", "mm_table", "MM_UNITS", numbers)
    numbers = [f"0x{byte:02x}" for byte in packed.table]
    return lines + _array("uint8_t", "mm_table", "MM_TABLE_BYTES", numbers)


def _array(kind: str, name: str, count: str, numbers: Sequence[str]) -> list[str]:
    """A table, in lines of some 96 characters."""
    step = 92 // (len(numbers[-1]) + 2)
    rows = [", ".join(numbers[at : at + step]) for at in range(0, len(numbers), step)]
    body = [f"    {row}," for row in rows]
    return [f"static const {kind} {name}[{count}] MM_FLASH = {{", *body, "};"]


def _number(value: int) -> str:
    """A number as C has it: what passes an int of 16 bits is unsigned and long."""
    return f"{value}" if value < 1 << 15 else f"{value}UL"
