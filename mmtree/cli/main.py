"""The command ``mmtree``: runs its subcommands and prints each error in one line."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from mmap import mmap
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import click

from mmtree import __version__
from mmtree.cli.advice import describe_error, describe_unknown_command, describe_usage_error
from mmtree.cli.output import BROKEN_PIPE, discard, flush_streams, open_streams, print_lines, redraw
from mmtree.cli.signals import Interruption
from mmtree.errors import MmtreeError, NoTreeError, SizeError
from mmtree.show.columns import break_line, terminal_width, wrap_width

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

GROUPS = {
    "Play and print": {
        "play": "Guess at a real board, or let you guess: a game from a tree.",
        "sheet": "Print a strategy for people with a real board.",
        "export": "Write a player for machines without Python, or a text.",
        "trees": "List the ready-made trees, whose names can replace a file.",
    },
    "Build and check": {
        "build": "Build the whole tree of a strategy.",
        "strategies": "List the strategies with rule, source and claim.",
        "verify": "Replay every secret of tree files and check their figures.",
        "prove": "Write a certificate that no strategy is better.",
        "info": "Show the figures of a tree file, or the progress of a search.",
    },
    "Draw": {"dot": "Draw a tree with Graphviz.", "chart": "Draw charts of trees, or of openings."},
    "Research": {
        "compare": "Show trees of the same rules side by side.",
        "import": "Read a tree in the notation of a paper or program.",
        "claims": "List published figures, and check them by computing.",
        "bounds": "Compare lower bounds for all trees with the best known trees.",
        "openings": "Build the tree of every opening, and compare.",
        "hardest": "Show which secrets are hardest for a tree, by pattern.",
        "value": "Find the value of the game if the codemaker chooses well, too.",
        "static": "Check or find guesses that are all made before any answer.",
    },
    "Set-up": {"bench": "Measure build times, and check every total."},
}
"""The help lines of all commands, in groups: see :func:`import_command`."""

START = """Play Mastermind, and find every code in at most five guesses:
  mmtree play                        mmtree guesses at your board, or you guess
  mmtree sheet koyama-lai-max5-4p6c  a card to print, and to play by
  mmtree trees                       other games, as mmtree play 5p8c
mmtree --help lists all commands; mmtree COMMAND --help lists its options."""
"""The output without a command."""

COMMANDS = {name: line for group in GROUPS.values() for name, line in group.items()}
"""The help line of each command."""


def import_command(name: str) -> click.Command:
    """Import a command from the module with its name, in the research room or here."""
    room = "research.commands" if name in GROUPS["Research"] else "cli"
    command = import_module(f"mmtree.{room}.{name}").command
    assert isinstance(command, click.Command)
    return command


class _HelpFormatter(click.HelpFormatter):
    """Wraps help as other lines: click also wraps at hyphens, and to at least 50 columns."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(width=10_000)  # wraps nothing
        self._width = max(20, min(terminal_width(), 80) - 2)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write a list of names and descriptions."""
        super().write_dl(rows, min(col_max, self._width // 3 + 1), col_spacing)

    def getvalue(self) -> str:
        """Return the help text."""
        lines = []
        for line in super().getvalue().split("\n"):
            if max(map(len, line.split()), default=0) <= self._width:
                lines += break_line(line, self._width)
            elif wrap_width() is None:
                lines.append(line)
            else:
                lines += break_line(line.replace("|", "| "), self._width)  # within a choice
        return "\n".join(lines)


class _Context(click.Context):
    formatter_class = _HelpFormatter


class Commands(click.Group):
    """Imports only the command that runs, so that each starts without the others' libraries."""

    context_class = _Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import a command."""
        if name not in COMMANDS:
            return None
        command = import_command(name)
        for one in [command, *getattr(command, "commands", {}).values()]:
            one.context_class = _Context
        if any(param.name in ("file", "files") for param in command.params):
            command.epilog = (
                "A FILE can also be the name of a ready-made tree, such as knuth-4p6c: mmtree "
                "trees lists them."
            )
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse the arguments."""
        with _aborting():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _aborting():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the groups of commands without importing them."""
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """Return the matching commands, without importing them, and options."""
        from click.shell_completion import CompletionItem

        commands = [
            CompletionItem(name, help=line)
            for name, line in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return [*commands, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or raise an error that suggests a similar one."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise click.UsageError(describe_unknown_command(args[0], COMMANDS))
        return super().resolve_command(ctx, args)


@contextmanager
def _aborting() -> Iterator[None]:
    """Turn KeyboardInterrupt into Abort; click itself would print an empty line first."""
    try:
        yield
    except KeyboardInterrupt:
        raise click.Abort from None


def _show_version(context: click.Context, option: click.Parameter, given: bool) -> None:
    if given and not context.resilient_parsing:
        from mmtree.search.kernel import kernel

        print_lines(f"mmtree {__version__} (kernel: {kernel()})")
        context.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and the kernel in use.",
)
def mmtree() -> None:
    """Build, check, draw and play strategy trees for Mastermind.

    Rules are written 4p6c (4 pegs, 6 colours), 4p10c-distinct or 4p6c-black.
    """


def main(args: list[str] | None = None) -> None:
    """Run the command and exit with its status."""
    sys.exit(run(args))


def run(args: list[str] | None = None) -> int:
    """Run the command and return its exit status.

    0: done. 1: a check failed, or no such tree exists. 2: wrong input. 130, 129 and 143: ended by
    SIGINT, SIGHUP and SIGTERM. 141: the reader of the output closed it.
    """
    open_streams()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each thread takes memory; none is used
    if "numpy" not in sys.modules:
        sys.meta_path.insert(0, SimpleNamespace(find_spec=_check_memory))
    with Interruption() as interruption:
        try:
            interruption.listen()
            status = _run_command(args)
            interruption.is_over = True
        except BaseException as error:
            is_interruption = isinstance(error, (click.Abort, KeyboardInterrupt))
            if not is_interruption and interruption.number is None:
                raise
            # Other libraries may have turned the KeyboardInterrupt into another exception.
            message = str(error) if isinstance(error, click.Abort) else ""
            if sys.stderr.isatty():
                redraw()  # erases ^C
                message = message or "interrupted: the same command starts from the beginning"
            status = 128 + (interruption.number or signal.SIGINT)
            _report_error(message or "interrupted", status, prefix="")
        flush_streams()
    return status


def _check_memory(name: str, path: object = None, target: object = None) -> None:
    """Check, before NumPy is imported, that it has memory: else OpenBLAS ends the process."""
    if name == "numpy":
        try:
            mmap(-1, 128 << 20).close()
        except OSError:
            raise SizeError("NumPy takes 128 MB of memory: allow more") from None


def _run_command(args: list[str] | None) -> int:
    """Run the command, print an error in one line, and return the exit status."""
    if wanted := os.environ.get("_MMTREE_COMPLETE"):  # set by click's completion scripts
        return _complete(wanted)
    try:
        status = mmtree.main(args, prog_name="mmtree", standalone_mode=False)
        sys.stdout.flush()
    except NoTreeError as error:
        return _report_error(str(error), 1)
    except MmtreeError as error:
        return _report_error(describe_error(error), 2)
    except click.exceptions.NoArgsIsHelpError as error:
        is_start = error.ctx is not None and error.ctx.command is mmtree
        print_lines(*(START if is_start else error.format_message()).split("\n"), err=True)
        return 2
    except click.UsageError as error:
        first = (sys.argv[1:] if args is None else args)[:1]
        command = next(filter(COMMANDS.get, first), None)
        return _report_error(describe_usage_error(error, command), 2)
    except click.ClickException as error:
        return _report_error(error.format_message(), 2)
    except (BrokenPipeError, SystemExit):  # click exits when the reader has gone
        discard(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:
        return _report_error(f"{error.filename or 'output'}: {error.strerror or error}", 2)
    except MemoryError:
        return _report_error("not enough memory: choose smaller rules", 2)
    return status if isinstance(status, int) else 0


def _complete(wanted: str) -> int:
    """Print click's completion script, or completions; a wrong line gets none, and no message."""
    from click.shell_completion import shell_complete

    try:
        return shell_complete(mmtree, {}, "mmtree", "_MMTREE_COMPLETE", wanted)
    except (MmtreeError, click.ClickException):
        return 2


def _report_error(message: str, status: int, prefix: str = "mmtree: ") -> int:
    print_lines(prefix + message, err=True)
    return status
