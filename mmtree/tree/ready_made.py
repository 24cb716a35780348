"""Finds the ready-made trees that come with mmtree: by name, as ``knuth-4p6c``, and by digest.

They are in the installed package or, in a checkout, in its folder trees/. A copy of the package
without them has none.
"""

import os
import re
from contextlib import suppress
from functools import cache

from mmtree.errors import RulesError
from mmtree.game.peg_rules import ALIASES, match_form, parse_rules

ENDING = ".mmtree"
UNCHECKED = ("koyama-lai-5p8c-distinct", "koyama-lai-worst-first-5p8c-distinct")
"""The trees whose certificates take the checker in C most of a minute: no test checks them."""
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def names() -> tuple[str, ...]:
    """Return the names, in the order of trees/MANIFEST."""
    return tuple(_paths())


def path(name: str) -> str | None:
    """Return the file of the ready-made tree of that name, or None."""
    return _paths().get(name)


def best(text: str) -> str | None:
    """Return the name of the tree of some rules with the least max, then the least total, or None.

    Raises:
        RulesError: the text looks like rules, but is none.
    """
    rules = parse_rules(text) if match_form(text) else None
    aliases = [alias for alias, text in ALIASES.items() if text == str(rules)]
    ends = tuple(f"-{text}{ENDING}" for text in (rules, *aliases))
    found = [row for row in _rows()[1].values() if row[1].endswith(ends)]
    best_first = sorted(found, key=lambda row: (int(row[3]), int(row[2])))
    return best_first[0][1].removesuffix(ENDING) if best_first else None


def certificate(name: str) -> str | None:
    """Return the certificate of that name among the trees, with or without ``.proof``."""
    stem, folder = name.removesuffix(".proof"), _rows()[0]
    found = os.path.join(folder, f"{stem}.proof")
    return found if folder and _plain(stem) and os.path.isfile(found) else None


def nearest(name: str) -> str | None:
    """Return the name of the most similar ready-made tree, or None.

    Its numbers must be the same: ``knuth-5p8c`` does not mean ``knuth-4p6c``.
    """
    from difflib import get_close_matches

    stem = name.removesuffix(ENDING).lower()
    if stem != name and path(stem):
        return stem
    if not _plain(name):
        return None
    with suppress(RulesError):
        if found := best(stem):
            return found
    numbers = re.findall(r"\d+", stem)
    similar = [tree for tree in names() if not numbers or re.findall(r"\d+", tree) == numbers]
    longer = [tree for tree in similar if tree.startswith(f"{stem}-")]
    return next(iter(longer or get_close_matches(stem, similar, n=1)), None)


def describe_missing(name: str) -> str | None:
    """Return the message for a name that is neither a file nor a ready-made tree.

    It is None if the name has a folder or suffix and is similar to no ready-made tree: then it can
    only mean a file.
    """
    if place := path(name):
        return f"no such file: {place}"  # the installation lacks it
    if os.path.isfile(f"{name}.mmtree"):
        return f"no file called {name}: did you mean {name}.mmtree?"
    near = nearest(name)
    if not _plain(name):
        return near and f"no file called {name}: did you mean the ready-made tree {near!r}?"
    if not names():
        return f"no file called {name}, and this copy of mmtree has no ready-made trees"
    hint = f": did you mean {near!r}?" if near else ". `mmtree trees` lists them"
    return f"no file or ready-made tree called {name}{hint}"


def _plain(name: str) -> bool:
    """Return whether a name has neither folder nor suffix."""
    return bool(name) and not os.path.dirname(name) and not os.path.splitext(name)[1]


@cache
def _rows() -> tuple[str, dict[str, list[str]]]:
    """Return the folder of the trees, and the row of each by the SHA-256 of its file."""
    for above in (_PACKAGE, os.path.dirname(_PACKAGE)):
        trees = os.path.join(above, "trees")
        manifest = os.path.join(trees, "MANIFEST")
        with suppress(OSError, ValueError), open(manifest, encoding="utf-8") as file:
            head, *rows = (line.split("\t") for line in file)
            if head[:2] == ["sha256", "file"]:
                return trees, {row[0]: row for row in rows}
    return "", {}


@cache
def _paths() -> dict[str, str]:
    """Return the file of each name."""
    trees, rows = _rows()
    return {row[1].removesuffix(ENDING): os.path.join(trees, row[1]) for row in rows.values()}


def is_ready_made(digest: str) -> bool:
    """Return whether the file of a ready-made tree has this SHA-256."""
    return digest in _rows()[1]


def is_certified(digest: str) -> bool:
    """Return whether it is that of a tree whose proof has a certificate that the tests check."""
    name = _rows()[1][digest][1].removesuffix(ENDING) if is_ready_made(digest) else ""
    return name not in UNCHECKED and certificate(name) is not None
