"""Templates: real source files that are made into those of one player."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files

_PREFIX = r"(?:\b|(?<=-D))(?:mm(?=_\w|\.[ch]\b)|MM(?=_\w))"


def template(file: str) -> str:
    """The text of a template, which has the prefix ``mm``."""
    return files("mmtree.export.c").joinpath(file).read_text(encoding="utf-8")


def fill(
    text: str,
    name: str,
    about: Iterable[str],
    values: Mapping[str, int] | None = None,
    parts: Mapping[str, Sequence[str]] | None = None,
) -> bytes:
    """The file of the player ``name``.

    Args:
        text: the template.
        name: what replaces the prefix ``mm``, and in capitals ``MM``.
        about: lines of a comment, for the line ``* @about``.
        values: the numbers behind ``#if NAME`` and ``#if NAME == NUMBER``, which are decided here
            (``#ifdef`` is left to the compiler).
        parts: what stands for ``/* @part */``: lines, or within a line, code.
    """
    parts = parts or {}
    lines: list[str] = []
    for line in _decide(text.splitlines(), values or {}):
        alone = re.fullmatch(r"(/\* | \* )@(\w+)( \*/)?", line)
        if alone and alone[2] in parts:
            lines += parts[alone[2]] if alone[3] else [f" * {part}" for part in parts[alone[2]]]
        else:
            lines.append(re.sub(r"/\* @(\w+) \*/", lambda part: parts[part[1]][0], line))
    made = re.sub(r"\n{3,}", "\n\n", "\n".join(lines) + "\n")
    made = re.sub(_PREFIX, lambda prefix: name if prefix[0] == "mm" else name.upper(), made)
    # Last, since these lines quote the tree; nothing in them may open or close a comment.
    told = (" * " + re.sub("([*/])(?=[*/])", r"\1 ", line) for line in about)
    return made.replace(" * @about", "\n".join(told)).encode()


def _decide(lines: Iterable[str], values: Mapping[str, int]) -> Iterator[str]:
    """The lines that the conditions of a template leave."""
    kept: list[bool] = []  # for each condition around a line: is this branch of it kept
    settled: list[bool] = []  # is no other branch to be kept any more
    ours: list[bool] = []  # is it decided here
    for line in lines:
        word, *condition = line.split() or [""]
        if word in ("#if", "#ifdef", "#ifndef"):
            ours.append(word == "#if")
            kept.append(word != "#if" or _holds(condition, values))
            settled.append(kept[-1])
        elif word in ("#elif", "#else") and ours[-1]:
            kept[-1] = not settled[-1] and (word == "#else" or _holds(condition, values))
            settled[-1] = settled[-1] or kept[-1]
        decided = word in ("#if", "#elif", "#else", "#endif") and ours[-1]
        if all(kept) and not decided:
            yield line
        if word == "#endif":
            for state in (kept, settled, ours):
                state.pop()


def _holds(condition: Sequence[str], values: Mapping[str, int]) -> bool:
    """Whether a condition holds: a name, or name, ``==`` and number."""
    value = values[condition[0]]
    return value == int(condition[2]) if len(condition) == 3 else value != 0


def array(kind: str, name: str, count: str, numbers: Sequence[str]) -> list[str]:
    """A table, in lines of some 96 characters."""
    step = 92 // (len(numbers[-1]) + 2)
    rows = [", ".join(numbers[at : at + step]) for at in range(0, len(numbers), step)]
    body = [f"    {row}," for row in rows]
    return [f"static const {kind} {name}[{count}] MM_FLASH = {{", *body, "};"]


def number(value: int) -> str:
    """A number as C has it: what passes an int of 16 bits is unsigned and long."""
    return f"{value}" if value < 1 << 15 else f"{value}UL"
