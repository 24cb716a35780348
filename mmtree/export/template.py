"""Fills in the source templates of exported players."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from string import Template

from mmtree.export.pack import Packed

_IMPORT = re.compile(r"^import [^;]*;\n", re.M)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.M)
_C_PREFIX = re.compile(r"(?:\b|(?<=-D))(?:mm(?=_\w|\.[ch]\b)|MM(?=_\w))")


def fill(package: str, file: str, /, **values: object) -> str:
    """Return a template with its conditions decided and its gaps filled.

    Args:
        package: the package that has the file.
        file: the name of the template. In it, ``#if NAME`` or ``#if NAME == NUMBER`` begins lines
            that depend on a value, up to ``#elif``, ``#else`` or ``#endif``; ``#ifdef`` and
            ``#ifndef`` are left to the C compiler. ``$name`` is a gap, ``$$`` a dollar sign.
        values: the values of conditions and gaps.

    Raises:
        KeyError: a condition or a gap has no value.
    """
    lines = (files(package) / file).read_text("utf-8").splitlines(keepends=True)
    return Template("".join(_decide(lines, values))).substitute(values)


def fill_c(file: str, name: str, about: Iterable[str], /, **values: object) -> bytes:
    """Return a source file of a player in C.

    Args:
        file: the name of a template, whose identifiers have the prefix ``mm``.
        name: replaces the prefix ``mm``, and in capitals ``MM``.
        about: the lines that replace ``* $about``.
        values: as in :func:`fill`.
    """
    text = fill("mmtree.export.c", file, about="$about", **values)
    text = re.sub(r"\n{3,}", "\n\n", text)
    text = _C_PREFIX.sub(lambda prefix: name if prefix[0] == "mm" else name.upper(), text)
    # Last, since these lines quote the tree; nothing in them may open or close a comment.
    comment = (re.sub("([*/])(?=[*/])", r"\1 ", line) for line in about)
    return text.replace("$about", "\n * ".join(comment)).encode()


def c_array(kind: str, name: str, count: str, numbers: Sequence[object]) -> str:
    """Return the definition of a constant array in C, in lines of about 96 characters.

    Numbers are texts, or bytes.
    """
    texts = [f"0x{number:02x}" if isinstance(number, int) else f"{number}" for number in numbers]
    step = 92 // (len(texts[-1]) + 2) if texts else 1
    rows = (", ".join(texts[at : at + step]) for at in range(0, len(texts), step))
    body = (f"    {row}," for row in rows)
    return "\n".join([f"static const {kind} {name}[{count}] MM_FLASH = {{", *body, "};"])


def c_number(value: int) -> str:
    """Return a number in C: unsigned long if an int of 16 bits cannot hold it."""
    return f"{value}" if value < 1 << 15 else f"{value}UL"


def module_body(module: str) -> tuple[str, list[str]]:
    """Return a JavaScript module without imports and exports, and the names that it exported."""
    return _EXPORT.sub("", _IMPORT.sub("", module)).strip(), _EXPORT.findall(module)


def packed_values(packed: Packed) -> dict[str, object]:
    """Return the rules and the widths in bits, for a player that reads single bits of the table."""
    shape = packed.shape
    rules = shape.rules
    return {
        "pegs": rules.pegs,
        "colors": rules.colors,
        "codes": rules.colors**rules.pegs,
        "top": rules.colors - 1,
        "counts": rules.kind.counts,
        "all_right": rules.all_right,
        "opening": packed.opening,
        "listed": shape.listed,
        "identified": rules.identified,
        "guessed": not rules.only_asks,
        "unit": shape.unit,
        "guess": shape.guess,
        "head": shape.head * shape.unit,
        "last": shape.last,
        "right": shape.right,
    }


def _decide(lines: Iterable[str], values: Mapping[str, object]) -> Iterator[str]:
    """Yield the lines that remain when all conditions on values are decided."""
    around: list[list[bool]] = []  # of each condition: is it decided here, true now, true before
    for line in lines:
        word, *condition = line.split() or [""]
        ours = word == "#if" or (word in ("#elif", "#else", "#endif") and around[-1][0])
        if word in ("#if", "#ifdef", "#ifndef"):
            holds = not ours or (all(now for _, now, _ in around) and _holds(condition, values))
            around.append([ours, holds, holds])
        elif ours and word != "#endif":
            _, _, before = around[-1]
            holds = not before and (word == "#else" or _holds(condition, values))
            around[-1] = [ours, holds, before or holds]
        if not ours and all(now for _, now, _ in around):
            yield line
        if word == "#endif":
            around.pop()


def _holds(condition: Sequence[str], values: Mapping[str, object]) -> bool:
    """Return whether a condition holds: a name, or name, ``==`` and number."""
    value = values[condition[0]]
    return value == int(condition[2]) if len(condition) == 3 else bool(value)
