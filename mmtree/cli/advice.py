"""What to do about an error, where that can be told."""

from __future__ import annotations

import os
from collections.abc import Iterable
from difflib import get_close_matches

import click

from mmtree.errors import RulesError, TreeFileError
from mmtree.tree import ready_made


def advised(error: Exception) -> str:
    """The message of an error; of a tree that is not there, nor near to one, how it is made."""
    if not isinstance(error, TreeFileError) or os.path.lexists(error.path):
        return str(error)
    if ready_made.path(error.path) or ready_made.nearest(error.path):
        return str(error)
    return f"{error}; {_command(os.path.basename(error.path))} makes a tree"


def instead_of(word: str, commands: Iterable[str]) -> str:
    """What may be meant by a word that is no command."""
    from mmtree.strategies.catalogue import ROWS

    if word in ("help", "version"):
        return f"write mmtree --{word}"
    if any(row.name == word.lower() for row in ROWS):
        return f"did you mean mmtree build --strategy {word.lower()}?"
    if word.endswith(ready_made.ENDING) or ready_made.path(word):
        return f"did you mean mmtree play {word}?"
    near = get_close_matches(word, commands, n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(commands)}"


def misused(error: click.UsageError, command: str | None) -> str:
    """The message of a command line that cannot be, with the command whose help tells more."""
    message = " ".join(error.format_message().split())  # click lists choices in lines
    asked = error.ctx.command_path if error.ctx else " ".join(filter(None, ["mmtree", command]))
    if isinstance(error, click.NoSuchOption) and error.ctx and len(error.option_name) == 2:
        flags = [flag for param in error.ctx.command.params for flag in param.opts]
        meant = [flag for flag in flags if flag.startswith(f"-{error.option_name}")]
        if meant:
            message += f" Did you mean {' or '.join(meant)}?"
    return f"{message} ({asked} --help tells more)"


def _command(name: str) -> str:
    """What makes the tree that a name seems to mean: ``knuth``, ``knuth-5p8c`` or ``super``."""
    from mmtree.game.rules import Rules
    from mmtree.strategies.catalogue import ROWS

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
