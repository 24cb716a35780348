"""Source files of players, with gaps to fill."""

from __future__ import annotations

import re
from importlib.resources import files
from string import Template

from mmtree.export.pack import LAYOUTS, Layout, Packed
from mmtree.game.code import symbol

_MODULE = re.compile(r"^export (?=\w)|^import [^;]*;\n", re.M)
"""What makes a module of a script: ``export`` before a name, and whole imports."""


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


def script(package: str, *modules: str) -> str:
    """JavaScript modules, each behind those that it imports, as the text of a single one.

    Nothing is imported or exported any more, and all their names are in one scope.
    """
    texts = ((files(package) / module).read_text("utf-8") for module in modules)
    return "\n".join(_MODULE.sub("", text).strip() + "\n" for text in texts)


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
