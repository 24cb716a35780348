"""The one door through which the commands print: whatever a file holds, a terminal can show it.

Only this module writes to standard output and standard error; click prints its help by itself.
"""

from __future__ import annotations

import os
import re
import sys
import textwrap
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

import click

GONE = 141
"""The status of a program that SIGPIPE has ended, since nobody reads on."""

_STYLE = re.compile(r"(\x1b\[[0-9;]*m)")
"""A change of colour; no other escape sequence is ever printed for a text."""


def printable(text: str) -> str:
    """The text in a line; control characters and the like are written as Python writes them.

    That goes for everything a terminal might obey or hide: escape sequences, line ends, marks that
    turn the direction of writing, bytes of a file name that are no text.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def say(*lines: str, err: bool = False, styled: bool = False) -> None:
    """Print lines; on a terminal, those that are too long for it are wrapped at words.

    Args:
        lines: each is one line, whatever it holds.
        err: to standard error, where it does not matter whether somebody can be told.
        styled: changes of colour are mmtree's own, and kept; these lines fit.

    Raises:
        OSError: standard output cannot be written.
    """
    width = None if styled else room(err)
    for line in lines:
        text = _printable_styled(line) if styled else printable(line)
        for part in [text] if width is None else break_line(text, width):
            _write(part + "\n", err)


def say_json(value: object) -> None:
    """Print a value as JSON, on terminals as in files: no string is broken.

    Raises:
        OSError: standard output cannot be written.
    """
    import json

    say_data(json.dumps(value, indent=2))


def say_data(text: str) -> None:
    """Print text that programs read: its lines are never wrapped.

    Raises:
        OSError: standard output cannot be written.
    """
    for line in text.removesuffix("\n").split("\n"):
        _write(printable(line) + "\n", err=False)


def room(err: bool = False) -> int | None:
    """The columns of the terminal to which lines are printed; None where it is a file or a pipe."""
    return terminal_width(err) if (sys.stderr if err else sys.stdout).isatty() else None


def break_line(line: str, width: int, indent: int | None = None) -> list[str]:
    """The line, or lines of at most that width that it is broken into; no word is broken.

    Args:
        line: a line, printable.
        width: columns; a word that is longer has a line of its own.
        indent: blanks before each line but the first. By default, as many as before the text that
            follows a label and at least two blanks, or else before the line.
    """
    if len(line) <= width:
        return [line]
    if indent is None:
        gaps = [gap.end() for gap in re.finditer(r"^ +|(?<=\S)  +(?=\S)", line)]
        indent = max((end for end in gaps if end <= width // 2), default=0)
    indent = max(0, min(indent, width - max(map(len, line.split()), default=0)))
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [""]


def on_terminal() -> bool:
    """True where somebody types, and sees what is printed."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str) -> str | None:
    """Print what stands before an answer and read that, without its line end; None at the end.

    On a terminal the line can be edited, and the arrow keys bring back those before.

    Raises:
        OSError: standard output cannot be written.
    """
    if not on_terminal():
        _write(printable(prompt), err=False)
        line = sys.stdin.readline()
    else:
        with suppress(ImportError):  # Windows has none, and edits lines by itself
            import readline  # noqa: F401
        try:
            line = input(printable(prompt)) + "\n"
        except EOFError:
            line = ""
        except KeyboardInterrupt:
            say("")  # the prompt stays
            raise
    if not line:
        say("")
        return None
    return line.removesuffix("\n")


def ask_hidden(prompt: str) -> str | None:
    """The same, but that a terminal does not show what is typed.

    Raises:
        OSError: standard output cannot be written.
    """
    if not sys.stdin.isatty():
        return ask(prompt)
    from getpass import getpass

    try:
        return getpass(printable(prompt))
    except EOFError:
        say("")
        return None
    except KeyboardInterrupt:
        say("")
        raise


def terminal_width(err: bool = False) -> int:
    """The columns of the terminal at standard output or standard error.

    The environment variable COLUMNS overrides it; without a terminal it is 80.
    """
    asked = os.environ.get("COLUMNS", "")
    if re.fullmatch("[1-9][0-9]{0,5}", asked):
        return int(asked)
    try:
        return os.get_terminal_size((sys.stderr if err else sys.stdout).fileno()).columns or 80
    except (OSError, ValueError):  # ValueError: it is no file
        return 80


def redraw(line: str = "") -> None:
    """Replace the line that is shown on standard error, or erase it.

    The cursor is left at its begin, so that the ^C of a terminal is erased with it.
    """
    _write(f"\r\x1b[K{printable(line)}" + "\r" * bool(line), err=True)


def notice(line: str) -> None:
    """Print a line to standard error, in the place of one that :func:`redraw` shows there."""
    if sys.stderr.isatty():
        redraw()
    say(line, err=True)


def write_document(pieces: Iterable[bytes]) -> None:
    """Write to standard output what is no text for a terminal, byte by byte as it is.

    Raises:
        OSError: standard output cannot be written.
    """
    sys.stdout.flush()
    with open(sys.stdout.fileno(), "wb", closefd=False) as stream:
        stream.writelines(pieces)


def open_streams() -> None:
    """Make the three streams such that no byte that is read or shown ends the command."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def close_streams() -> None:
    """Give up what could not be written, so that Python does not complain of it when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _give_up(stream)


def give_up_output() -> None:
    """Let standard output lead nowhere: its reader has gone."""
    _give_up(sys.stdout)


def _give_up(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
    with suppress(OSError):
        stream.flush()


def _printable_styled(line: str) -> str:
    """The line made printable but for its changes of colour."""
    parts = _STYLE.split(line)
    parts[::2] = map(printable, parts[::2])
    return "".join(parts)


def _write(text: str, err: bool) -> None:
    encoding = (sys.stderr if err else sys.stdout).encoding  # click takes ascii for a mistake
    text = text.encode(encoding, "backslashreplace").decode(encoding)
    try:
        click.echo(text, nl=False, err=err)
    except OSError:
        if not err:
            raise
