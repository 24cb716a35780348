"""The ready-made trees that come with mmtree, each by its name: ``knuth-4p6c``.

Installed, they are in the package; in a checkout, or installed from one with -e, in its folder
trees/. A copy of the package alone has none.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import cache

ENDING = ".mmtree"
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def names() -> tuple[str, ...]:
    """The names, in the order of trees/MANIFEST."""
    return tuple(_paths())


def path(name: str) -> str | None:
    """The file of the ready-made tree of that name, or None."""
    return _paths().get(name)


def nearest(name: str) -> str | None:
    """The ready-made tree that a name of none seems to mean, or None.

    Numbers are taken for what is meant: ``knuth-5p8c`` is of another game than ``knuth-4p6c``.
    """
    from difflib import get_close_matches

    stem = name.removesuffix(ENDING).lower()
    if stem != name and path(stem):
        return stem
    if not _plain(name):
        return None
    numbers = re.findall(r"\d+", stem)
    known = [one for one in names() if not numbers or re.findall(r"\d+", one) == numbers]
    begun = [one for one in known if one.startswith(f"{stem}-")]
    return next(iter(begun or get_close_matches(stem, known, n=1)), None)


def missing(name: str) -> str | None:
    """What is wrong with a name of neither a file nor a ready-made tree, in a line.

    None where it can only be that of a file: it has a folder or an ending, and is near to none.
    """
    near = nearest(name)
    if not _plain(name):
        return near and f"no such file: did you mean the ready-made tree {near!r}?"
    if not names():
        return "no such file, and no ready-made trees came with this copy of mmtree"
    hint = f"did you mean {near!r}?" if near else "mmtree trees lists them"
    return f"no such file, and no ready-made tree of that name: {hint}"


def _plain(name: str) -> bool:
    """Whether it has neither folder nor ending, as the names of ready-made trees."""
    return bool(name) and not os.path.dirname(name) and not os.path.splitext(name)[1]


@cache
def _paths() -> dict[str, str]:
    """The file of each name."""
    for above in (_PACKAGE, os.path.dirname(_PACKAGE)):
        trees = os.path.join(above, "trees")
        manifest = os.path.join(trees, "MANIFEST")
        with suppress(OSError, ValueError), open(manifest, encoding="utf-8") as file:
            head, *rows = (line.split("\t") for line in file)
            if head[:2] == ["sha256", "file"]:
                return {row[1].removesuffix(ENDING): os.path.join(trees, row[1]) for row in rows}
    return {}
