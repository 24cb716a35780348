"""Source files of players, with gaps to fill."""

from __future__ import annotations

import re
from importlib.resources import files
from string import Template

from mmtree.export.pack import LAYOUTS, Layout, Packed
from mmtree.game.code import symbol

_IMPORT = re.compile(r"^import [^;]*;\n", re.M)
_EXPORT = re.compile(r"^export (?=(?:const|function|class) (\w+))", re.M)


def fill(package: str, file: str, layout: Layout, **values: object) -> bytes:
    """The bytes of a source file beside a module.

    Args:
        package: the package that has the file.
        file: its name; a line that begins with ``words|`` or ``dense|`` is for that layout only.
        layout: the layout of the table.
        values: what stands for ``$key``, beside the layout; ``$$`` stands for a single one.

    Raises:
        KeyError: the file has a gap for which there is no value.
    """
    others = tuple(f"{other}|" for other in LAYOUTS if other != layout)
    lines = (files(package) / file).read_text("utf-8").splitlines(keepends=True)
    kept = (line.removeprefix(f"{layout}|") for line in lines if not line.startswith(others))
    return Template("".join(kept)).substitute(values, layout=layout).encode()


def script(module: str) -> tuple[str, list[str]]:
    """A JavaScript module as a part of a larger one: its text, and the names that it exported.

    It imports and exports nothing any more.
    """
    return _EXPORT.sub("", _IMPORT.sub("", module)).strip(), _EXPORT.findall(module)


def numbers(packed: Packed) -> dict[str, object]:
    """What a player that reads single bits of the table must know: rules, and widths in bits."""
    shape = packed.shape
    rules, words = shape.rules, shape.layout == "words"
    return {
        "pegs": rules.pegs,
        "colors": rules.colors,
        "codes": rules.colors**rules.pegs,
        "top": rules.colors - 1,
        "letters": "".join(symbol(color, rules) for color in range(rules.colors)),
        "unit": shape.unit,
        "guess": shape.unit - 1 if words else shape.guess,
        "mask_at": shape.unit if words else shape.guess,
        "head": shape.head * shape.unit,
        "last": shape.last,
        "right": 1 if words else shape.right,
    }
