"""Options and checks that several commands share."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from typing import TYPE_CHECKING, Any

import click

from mmtree.cli.output import print_lines, write_document
from mmtree.files import write_pieces
from mmtree.game.code import SYMBOLS
from mmtree.game.peg_rules import ALIASES
from mmtree.tree import ready_made

if TYPE_CHECKING:  # both take a while to import
    from fractions import Fraction

    from click.shell_completion import CompletionItem

Decorator = Callable[[Callable[..., None]], Callable[..., None]]
Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem[str]]"]
"""A function that returns the values that a shell offers for an incomplete one."""

COMMON_RULES = (
    *("4p6c", "4p6c-distinct", "4p6c-black", "4p5c", "4p7c", "4p8c", "4p10c-distinct"),
    *("5p5c", "5p6c", "5p7c", "5p8c", "3p9c", "3p10c"),
    *("4p6c-distinct-secrets", "4p6c-holes", "4p6c-places", "4p6c-consistent"),
)
"""Rules that are played or have been studied."""

_SECONDS = {"": 1, "s": 1, "min": 60, "m": 60, "h": 3600, "d": 86400}


OneOf = partial(click.Choice, case_sensitive=False)
"""The type of an option: one of some words, in upper or lower case."""


class WholeNumber(click.IntRange):
    """A whole number; the error for any other text names the range."""

    name = "n"  # in capitals in the help

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            numbers = f"from {self.min} to {self.max}" if self.max else f"of at least {self.min}"
            self.fail(f"must be a whole number {numbers}, got {value!r}", param, ctx)


class Time(click.ParamType[int]):
    """A time such as 90, 90s, 10m, 10 min, 2h or 1d, of at least so many seconds."""

    name = "time"

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the seconds."""
        found = value
        if isinstance(value, str):
            said = re.fullmatch("([0-9]{1,9}) ?(|s|min|m|h|d)", value.strip())
            if not said:
                self.fail(f"{value!r} is not a time: write 90s, 10m or 2h", param, ctx)
            found = int(said[1]) * _SECONDS[said[2]]
        if found < self.least:
            self.fail(f"must be at least {self.least}s, got {value!r}", param, ctx)
        return int(found)


class Percent(click.ParamType["Fraction"]):
    """A number of percent such as 0.5% or 1 %, of 0 or more and below 100."""

    name = "percent"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Fraction:
        """Return the number as a fraction of 1."""
        said = re.fullmatch("([0-9]{1,2}(?:[.][0-9]{1,9})?) ?%", str(value).strip())
        if not said:
            self.fail(f"{value!r} is not from 0% to below 100%: write 0.5% or 1%", param, ctx)
        from fractions import Fraction

        return Fraction(said[1]) / 100


def _complete(words: Callable[[], Iterable[str]] = tuple, *found: str) -> Complete:
    """Return a function that offers words, and what the shell finds: ``file`` or ``dir``."""

    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem[str]]:
        from click.shell_completion import CompletionItem

        items = [CompletionItem(incomplete, type=kind) for kind in found]
        begun = [word for word in words() if word.startswith(incomplete.lower())]
        return items + [CompletionItem(word) for word in begun]

    return complete


def _strategies() -> Iterable[str]:
    from mmtree.strategies.catalogue import NAMES

    return NAMES


complete_files = _complete(tuple, "file")
complete_folders = _complete(tuple, "dir")
complete_names = _complete(ready_made.names)
complete_trees = _complete(ready_made.names, "file")
complete_strategies = _complete(_strategies)
complete_rules = _complete(lambda: (*ALIASES, *COMMON_RULES))

tree_argument = click.argument("file", shell_complete=complete_trees)

trees_argument = click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_trees
)


def add_options(*options: Decorator) -> Decorator:
    """Return a decorator that adds options to a command, in this order."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


def file_option(
    *names: str, help: str, metavar: str = "FILE", complete: Complete = complete_files
) -> Decorator:
    """Return an option that takes a file, which a shell can complete."""
    return click.option(*names, metavar=metavar, shell_complete=complete, help=help)


def rules_option(help: str, *names: str, **settings: Any) -> Decorator:
    """Return the option ``--rules``."""
    return click.option(
        "--rules", *names, metavar="RULES", shell_complete=complete_rules, help=help, **settings
    )


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

symbols_option = click.option(
    "--symbols",
    type=OneOf(SYMBOLS),
    default="letters",
    show_default=True,
    help="Symbols of codes: digits count from 0, digits1 from 1.",
)

names_option = click.option(
    "--names",
    metavar="NAMES",
    help="Colours of your pegs: red,blue,… or rot,blau,… or rose=#e3256b, with empty for a "
    "hole; or an edition: invicta, hasbro.",
)


def format_definitions(rows: Mapping[str, str]) -> str:
    """Format names and their descriptions as a paragraph of a help text, a line each."""
    width = max(map(len, rows))
    return "\n".join(["\b", *(f"{name:<{width}}  {about}" for name, about in rows.items())])


def output_format(output: str | None, form: str | None, known: Sequence[str]) -> str | None:
    """Return the format given by name or by the ending of the output, or None.

    Raises:
        click.UsageError: the ending is unknown, or contradicts the name.
    """
    ending = os.path.splitext(output or "")[1].lower().lstrip(".")
    if ending and (ending not in known or (form and form != ending)):
        right = form or f"one of {', '.join(known)}"
        raise click.UsageError(f"{output}: the ending must be {right}")
    return form or ending or None


def write_output(name: str, pieces: Iterable[bytes]) -> None:
    """Write a file in pieces and report its name; ``-`` is standard output.

    Raises:
        OSError: the file cannot be written.
    """
    if name == "-":
        write_document(pieces)
        return
    write_pieces(name, pieces)
    print_lines(f"wrote {name}")


def check_no_tree(output: str, sources: Iterable[str]) -> None:
    """Check before the work that an output that is no tree can be written.

    Raises:
        click.UsageError: it has the ending of tree files, or as :func:`check_outputs`.
    """
    if os.path.splitext(output)[1].lower() == ready_made.ENDING:
        raise click.UsageError(f"{output}: tree files have this ending: use another")
    check_outputs([output], sources)


def check_certificate_output(output: str, sources: Iterable[str]) -> None:
    """Check as :func:`check_no_tree` does; a certificate needs a file, not standard output."""
    if output == "-":
        raise click.UsageError("a certificate is written to a file, not to standard output")
    check_no_tree(output, sources)


def check_outputs(outputs: Iterable[str | None], sources: Iterable[str]) -> None:
    """Check before the work that the output files can be written, except None and ``-``.

    Raises:
        click.UsageError: an output has no name, is a folder, is in a folder that is missing or
            cannot be written, or is the same file as another output or a source.
    """
    taken = {os.path.realpath(source): "read from" for source in sources}
    for path in outputs:
        if path is None or path == "-":
            continue
        target = os.path.realpath(path)
        folder = os.path.dirname(target)
        if not path:
            raise click.UsageError("an output file needs a name")
        if os.path.isdir(path) or not os.path.basename(path):  # a/ is one, there or not
            raise click.UsageError(f"{path}: is a folder, not a file")
        if not os.path.isdir(folder):
            raise click.UsageError(
                f"{path}: there is no folder {os.path.dirname(path) or folder!r}"
            )
        if len(os.fsencode(os.path.basename(target))) > 255:
            raise click.UsageError(f"{path[:40]}…: the name is too long")
        if not os.access(path if os.path.exists(path) else folder, os.W_OK):
            raise click.UsageError(f"{path}: cannot be written")
        if target in taken and not target.startswith("/dev/"):
            raise click.UsageError(f"{path}: is {taken[target]}, too: give it another name")
        taken[target] = "written to"
