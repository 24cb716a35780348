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
    """Return the message for a name of neither a file nor a ready-made tree.

    None for a name with a folder or an ending that is similar to no ready-made tree: it can only be
    the name of a file.
    """
    if place := path(name):
        return f"no such file: {place}"  # the installation lacks it
    near = nearest(name)
    if not _plain(name):
        return near and f"no file called {name}: did you mean the ready-made tree {near!r}?"
    if not names():
        return f"no file called {name}, and this copy of mmtree has no ready-made trees"
    hint = f": did you mean {near!r}?" if near else ". `mmtree trees` lists them"
    return f"no file or ready-made tree called {name}{hint}"


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
