"""What to do about an error, where that can be told."""

from __future__ import annotations

import os
from difflib import get_close_matches

from mmtree.errors import RulesError, TreeFileError


def advised(error: Exception) -> str:
    """The message of an error; of a tree file that is not there, how one is made."""
    if not isinstance(error, TreeFileError) or os.path.lexists(error.path):
        return str(error)
    return f"{error}; {_command(os.path.basename(error.path))} makes a tree"


def _command(name: str) -> str:
    """What makes the tree that a name seems to mean: ``knuth``, ``knuth-5p8c`` or ``super``."""
    from mmtree.game.rules import Rules
    from mmtree.strategies.rows import ROWS

    words = name.removesuffix(".mmtree").lower().split("-")
    begins = ["-".join(words[:count]) for count in range(len(words), 0, -1)]
    strategies = [row.name for row in ROWS]
    close = (begin for begin in begins if get_close_matches(begin, strategies, cutoff=0.8))
    begin = next((begin for begin in begins if begin in strategies), None) or next(close, "")
    strategy = (get_close_matches(begin, strategies, n=1) or ["koyama-lai"])[0]
    try:
        rules = Rules.parse("-".join(words)[len(begin) :].lstrip("-"))
    except RulesError:
        rules = Rules()
    other = "" if rules == Rules() else f" --rules {rules}"
    return f"mmtree build --strategy {strategy}{other}"
