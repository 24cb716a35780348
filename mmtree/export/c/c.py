"""A player in C99 for the layouts ``words`` and ``dense``: the table and the code that reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files as resources

from mmtree.errors import ExportError
from mmtree.export.pack import Layout, Packed, Shape, pack
from mmtree.export.targets import about
from mmtree.tree.tree import StrategyTree

AVR_BYTES = 32767
"""The most bytes that an array of avr-gcc can have."""


def files(tree: StrategyTree, name: str, layout: str) -> dict[str, bytes]:
    """Header and source of a player.

    Raises:
        ExportError: the numbers of the tree are too wide for the layout.
    """
    if layout == "seed":
        from mmtree.export.c import seed

        return seed.files(tree, name)
    packed = pack(tree, "dense" if layout == "dense" else "words")
    values = _values(packed)
    parts = {
        "about": about(tree),
        "rules": _rules(packed),
        "shape": _shape(packed, values),
        "table": _table(packed),
    }
    return {
        f"{name}{suffix}": fill(template(f"mm{suffix}"), name, parts, values).encode()
        for suffix in (".h", ".c")
    }


def template(file: str) -> str:
    """The text of a template."""
    return resources("mmtree.export.c").joinpath(file).read_text(encoding="utf-8")


def fill(
    text: str, name: str, parts: Mapping[str, Iterable[str]], values: Mapping[str, int]
) -> str:
    """A template made into a file of a player.

    A comment ``@part`` gives way to the lines of that part, ``#if`` is decided (``#ifdef`` stays for
    the compiler), and the prefix ``mm`` becomes the name.
    """
    lines = list(_decide(text.splitlines(), values))
    filled: list[str] = []
    for line in lines:
        if whole := re.fullmatch(r"/\* @(\w+) \*/", line):
            filled += parts[whole[1]]
        elif inner := re.fullmatch(r" \* @(\w+)", line):
            filled += [f" * {part}" for part in parts[inner[1]]]
        else:
            filled.append(line)
    renamed = re.sub(r"\bmm(?=_\w|\.[ch]\b)", name, "\n".join(filled))
    return re.sub(r"\bMM(?=_\w)", name.upper(), renamed) + "\n"


def _decide(lines: Iterable[str], values: Mapping[str, int]) -> Iterable[str]:
    """The lines that ``#if NAME`` and ``#if NAME == NUMBER`` leave."""
    # For each open condition: is it one of the compiler, was a branch taken, is this one taken.
    nested: list[tuple[bool, bool, bool]] = []
    for line in lines:
        words = line.split()
        word = words[0] if words else ""
        if word in ("#ifdef", "#ifndef"):
            nested.append((True, True, True))
        elif word == "#if":
            taken = _holds(words[1:], values)
            nested.append((False, taken, taken))
            continue
        elif word == "#elif":
            _, before, _ = nested.pop()
            taken = not before and _holds(words[1:], values)
            nested.append((False, before or taken, taken))
            continue
        elif word == "#else" and not nested[-1][0]:
            _, before, _ = nested.pop()
            nested.append((False, True, not before))
            continue
        elif word == "#endif":
            theirs, _, _ = nested.pop()
            if not theirs:
                continue
        if all(taken for _, _, taken in nested):
            yield line


def _holds(words: list[str], values: Mapping[str, int]) -> bool:
    """Whether a condition holds."""
    value = values[words[0]]
    return value == int(words[2]) if len(words) == 3 else value != 0


def _values(packed: Packed) -> dict[str, int]:
    """The numbers that the templates' conditions ask for."""
    shape, rules = packed.shape, packed.shape.rules
    codes = rules.colors**rules.pegs
    # The end of what a branch skips must not overflow, either, and be it damaged.
    far = len(packed.units) + (1 << shape.unit - 2 if shape.layout == "dense" else 0)
    largest = max(codes, far, len(packed.table), (1 << shape.unit) - 1)
    pegs = rules.pegs
    plain = [10 * b + w for b in range(pegs) for w in range(pegs - b + 1)][:-1]
    return {
        "MM_DENSE": shape.layout == "dense",
        "MM_WORDS": shape.layout == "words",
        "MM_UNIT_BITS": shape.unit,
        "MM_WORD_BITS": 16 if largest < 1 << 16 else 32,
        "MM_LISTED": list(rules.feedbacks[:-1]) != plain,
        "MM_BEYOND_AVR": len(packed.table) > AVR_BYTES,
    }


def _rules(packed: Packed) -> list[str]:
    rules = packed.shape.rules
    codes = rules.colors**rules.pegs
    bits = _values(packed)["MM_WORD_BITS"]
    return [
        f"#define MM_PEGS {rules.pegs}",
        f"#define MM_COLORS {rules.colors}",
        f"#define MM_CODES {_number(codes)} /* codes are numbers from 0 to MM_CODES - 1 */",
        f"#define MM_MAX_GUESSES {packed.max}",
        f"#define MM_TABLE_BYTES {_number(len(packed.table))}",
        "",
        f"typedef uint{16 if codes <= 1 << 16 else 32}_t mm_code;",
        f"typedef uint{bits}_t mm_word; /* a number of the table */",
    ]


def _shape(packed: Packed, values: Mapping[str, int]) -> list[str]:
    shape = packed.shape
    branches = next(width for width in (16, 32, 64) if shape.mask <= width)
    first = shape.unit if shape.layout == "words" else 0
    guess = " | ".join(
        _shifted("mm_word", place, place * shape.unit) for place in range(-(-shape.guess // shape.unit))
    )
    start = shape.unit if shape.layout == "words" else shape.guess
    mask = " | ".join(
        _shifted("mm_set", place, place * shape.unit - start)
        for place in range(shape.head)
        if (place + 1) * shape.unit > start
    )
    if shape.layout == "words":
        guess = f"(mm_unit(row) & {shape.right - 1:#x})"
    elif shape.guess % shape.unit:
        guess = f"(({guess}) & {(1 << shape.guess) - 1:#x})"
    return [
        f"#define MM_UNITS {_number(len(packed.units))}",
        f"#define MM_UNIT_BITS {shape.unit}",
        f"#define MM_UNIT_MASK {(1 << shape.unit) - 1:#x}",
        f"#define MM_HEAD {shape.head}",
        f"#define MM_FEEDBACKS {shape.mask}",
        f"#define MM_LAST {shape.last:#x}",
        f"#define MM_RIGHT {shape.right:#x}",
        f"#define MM_SIZE {shape.right - 1:#x}",
        f"#define MM_ROW_GUESS {guess}",
        f"#define MM_ROW_BRANCHES ({mask})",
        f"typedef uint_fast{branches}_t mm_set;",
    ]


def _shifted(kind: str, place: int, left: int) -> str:
    unit = f"mm_unit(row + {place})" if place else "mm_unit(row)"
    unit = unit if kind == "mm_word" else f"({kind}){unit}"
    return f"{unit} >> {-left}" if left < 0 else f"{unit} << {left}" if left else unit


def _table(packed: Packed) -> list[str]:
    shape = packed.shape
    lines: list[str] = []
    if _values(packed)["MM_LISTED"]:
        feedbacks = shape.rules.feedbacks[:-1]
        lines.append(f"static const uint8_t mm_feedbacks[MM_FEEDBACKS] MM_FLASH = {{")
        lines += _rows([str(value) for value in feedbacks])
        lines += ["};", ""]
    if shape.layout == "words":
        size, count = shape.unit, "MM_UNITS"
        numbers = [f"{unit:#0{2 + size // 4}x}" for unit in packed.units]
    else:
        size, count = 8, "MM_TABLE_BYTES"
        numbers = [f"{byte:#04x}" for byte in packed.table]
    lines.append(f"static const uint{size}_t mm_table[{count}] MM_FLASH = {{")
    return [*lines, *_rows(numbers), "};"]


def _rows(numbers: list[str]) -> list[str]:
    lines, line = [], "   "
    for number in numbers:
        if len(line) + len(number) + 2 > 96:
            lines.append(line)
            line = "   "
        line += f" {number},"
    return [*lines, line]


def _number(value: int) -> str:
    """A number as C has it: what passes an int of 16 bits is unsigned and long."""
    return f"{value}" if value < 1 << 15 else f"{value}UL"
