"""The command ``mmtree``: finds the command asked for, and turns errors into one line each."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem

from mmtree import __version__
from mmtree.cli.advice import describe_error, describe_unknown_command, describe_usage_error
from mmtree.cli.output import (
    GONE,
    break_line,
    close_streams,
    give_up_output,
    open_streams,
    redraw,
    room,
    say,
)
from mmtree.cli.signals import Interruption
from mmtree.errors import MmtreeError, NoTreeError

COMMANDS = {
    "build": "Build the whole tree of a strategy.",
    "verify": "Replay every secret of tree files and check their figures.",
    "info": "Show what a tree file, or the checkpoint of a search, holds.",
    "compare": "Show trees of the same rules side by side.",
    "hardest": "Show which secrets are hardest for a tree, by pattern.",
    "play": "Guess at a real board, or let you guess: a game from a tree.",
    "sheet": "Print a strategy for people with a real board.",
    "dot": "Draw a tree with Graphviz, or as pages of tables.",
    "chart": "Draw charts of trees, or of openings.",
    "export": "Write a player for machines without Python, or a text.",
    "import": "Read a tree in the notation of a paper or program.",
    "footprint": "Measure the size and speed of players on simulated chips.",
    "claims": "List published figures, and check them by computing.",
    "bounds": "Compare lower bounds for all trees with the best known trees.",
    "openings": "Build the tree of every opening, and compare.",
    "value": "Find the value of the game if the codemaker chooses well, too.",
    "static": "Check or find guesses that are all made before any answer.",
    "bench": "Measure build times, and check every total.",
    "trees": "List the ready-made trees, whose names can replace a file.",
    "strategies": "List the strategies with rule, source and claim.",
    "completion": "Print the script that lets a shell complete mmtree's commands.",
}
"""Each command and its line in the help; module ``mmtree.cli.NAME`` is imported when it runs."""

_FILE = (
    "A FILE can also be the name of a ready-made tree, such as knuth-4p6c: mmtree trees lists them."
)
"""In the help of each command that takes a tree file."""


class _HelpFormatter(click.HelpFormatter):
    """Wraps what click takes as it is, such as tables of names, at the width of the terminal."""

    def getvalue(self) -> str:
        """The help."""
        text, width = super().getvalue(), room()
        if width is None:
            return text
        lines = []
        for line in text.split("\n"):
            if max(map(len, line.split()), default=0) > width:
                line = line.replace("|", "| ")  # between the words of a choice
            lines += break_line(line, width)
        return "\n".join(lines)


class _Context(click.Context):
    formatter_class = _HelpFormatter


class Commands(click.Group):
    """Imports only the command that runs, so that none pays for another's libraries."""

    context_class = _Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command, imported now."""
        if name not in COMMANDS:
            return None
        command = import_module(f"mmtree.cli.{name}").command
        assert isinstance(command, click.Command)
        command.context_class = _Context
        if any(param.name in ("file", "files") for param in command.params):
            command.epilog = _FILE
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments."""
        with _no_empty_line():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command asked for."""
        with _no_empty_line():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in the help, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """The commands that begin so, without importing them, or options."""
        commands = [
            CompletionItem(name, help=line)
            for name, line in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command asked for; an unknown one gets the nearest name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(describe_unknown_command(args[0], COMMANDS))
        return super().resolve_command(ctx, args)


@contextmanager
def _no_empty_line() -> Iterator[None]:
    """Click would print one for an interruption."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.Abort from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda context, option, asked: _show_version(context, asked),
    help="Show the version and the kernel in use.",
)
def mmtree() -> None:
    """Build, check, draw and play strategy trees for Mastermind.

    Rules are written 4p6c (4 pegs, 6 colours), 4p10c-distinct or 4p6c-black.
    """


def _show_version(context: click.Context, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from mmtree.search.kernel import kernel

        say(f"mmtree {__version__} (kernel: {kernel()})")
        context.exit()


def main(args: list[str] | None = None) -> None:
    """Run the command and exit with its status."""
    sys.exit(run(args))


def run(args: list[str] | None = None) -> int:
    """Run the command, and give its status.

    0 done, 1 does not hold or is impossible, 2 unusable input, 130 interrupted, 129 and 143 ended
    by SIGHUP and SIGTERM, 141 not read on.
    """
    open_streams()
    with Interruption() as interruption:
        try:
            interruption.listen()
            status = _status(args)
            interruption.over = True
        except BaseException as error:
            asked = isinstance(error, (click.Abort, KeyboardInterrupt))
            if not asked and interruption.number is None:
                raise
            # Whatever a signal became on its way through other libraries.
            if sys.stderr.isatty():
                redraw()  # erases ^C
            said = str(error) if isinstance(error, click.Abort) else ""
            status = 128 + (interruption.number or signal.SIGINT)
            _complain(said or "interrupted", status, prefix="")
        close_streams()
    return status


def _status(args: list[str] | None) -> int:
    """The status of the command; whatever goes wrong is told in one line."""
    if "_MMTREE_COMPLETE" in os.environ:  # a shell asks how a line can go on
        from mmtree.cli.completion import answer

        return answer(mmtree)
    try:
        status = mmtree.main(args, prog_name="mmtree", standalone_mode=False)
        sys.stdout.flush()
    except NoTreeError as error:
        return _complain(str(error), 1)
    except MmtreeError as error:
        return _complain(describe_error(error), 2)
    except click.exceptions.NoArgsIsHelpError as error:
        say(*error.format_message().split("\n"), err=True)
        return 2
    except click.UsageError as error:
        first = (sys.argv[1:] if args is None else args)[:1]
        return _complain(describe_usage_error(error, next(filter(COMMANDS.get, first), None)), 2)
    except click.ClickException as error:
        return _complain(error.format_message(), 2)
    except (BrokenPipeError, SystemExit):  # click's own way to end when the reader has gone
        give_up_output()
        return GONE
    except OSError as error:
        return _complain(f"{error.filename or 'output'}: {error.strerror or error}", 2)
    except MemoryError:
        return _complain("not enough memory: choose smaller rules", 2)
    return status if isinstance(status, int) else 0


def _complain(message: str, status: int, prefix: str = "mmtree: ") -> int:
    say(prefix + message, err=True)
    return status
