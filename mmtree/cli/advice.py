"""Error messages that suggest a correction."""

import os
from collections.abc import Iterable

import click

from mmtree.errors import RulesError, TreeFileError
from mmtree.tree import ready_made


def describe_error(error: Exception) -> str:
    """Return the message of an error; for a missing tree, with the command that builds it."""
    if not isinstance(error, TreeFileError) or os.path.lexists(error.path):
        return str(error)
    if ready_made.path(error.path) or ready_made.nearest(error.path):
        return str(error)
    command = _build_command(os.path.basename(error.path))
    return f"{error}; `{command}` builds this tree" if command else str(error)


def describe_usage_error(error: click.UsageError, command: str | None) -> str:
    """Return the message of a wrong command line, with the command whose help to read."""
    message = " ".join(error.format_message().split())  # click lists choices on several lines
    path = error.ctx.command_path if error.ctx else " ".join(filter(None, ["mmtree", command]))
    if isinstance(error, click.NoSuchOption) and error.ctx and len(error.option_name) == 2:
        options = [option for param in error.ctx.command.params for option in param.opts]
        similar = [option for option in options if option.startswith(f"-{error.option_name}")]
        if similar:
            message += f" Did you mean {' or '.join(similar)}?"
    return f"{message} (see {path} --help)"


def describe_unknown_command(word: str, commands: Iterable[str]) -> str:
    """Return the message for a word that is no command, with a similar command if there is one."""
    from difflib import get_close_matches

    from mmtree.strategies.catalogue import NAMES

    near = get_close_matches(word, commands, n=1)
    hint = f": did you mean {near[0]!r}?" if near else ""
    if word in ("help", "version"):
        hint = f": did you mean mmtree --{word}?"
    elif word.lower() in NAMES:
        hint = f": did you mean mmtree build --strategy {word.lower()}?"
    elif word.endswith(ready_made.ENDING) or ready_made.path(word):
        hint = f": did you mean mmtree play {word}?"
    return f"unknown command {word!r}{hint}"


def _build_command(name: str) -> str | None:
    """Return the command that builds the tree of a name such as ``knuth`` or ``knut-5p8c``.

    None if the name does not begin with a word similar to a strategy.
    """
    from difflib import get_close_matches

    from mmtree.game.peg_rules import PegRules, parse_rules
    from mmtree.strategies.catalogue import ROWS

    words = name.removesuffix(".mmtree").lower().split("-")
    begins = ["-".join(words[:count]) for count in range(len(words), 0, -1)]
    strategies = [row.name for row in ROWS]
    similar = (begin for begin in begins if get_close_matches(begin, strategies, cutoff=0.8))
    begin = next((begin for begin in begins if begin in strategies), None) or next(similar, None)
    if begin is None:
        return None
    [strategy] = get_close_matches(begin, strategies, n=1)
    try:
        rules = parse_rules("-".join(words)[len(begin) :].lstrip("-"))
    except RulesError:
        rules = PegRules()
    option = "" if rules == PegRules() else f" --rules {rules}"
    return f"mmtree build --strategy {strategy}{option}"
