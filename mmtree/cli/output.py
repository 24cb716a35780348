"""Printing for all commands: control characters are escaped, and lines fit the terminal.

Only this module writes to standard output and standard error; click prints its help by itself.
"""

import os
import re
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import is_dataclass
from typing import TextIO

import click

from mmtree.game.letters import find_fault, letters_of
from mmtree.show.columns import LEFT_TO_RIGHT, break_line, line_width, wrap_width

BROKEN_PIPE = 141
"""The exit status after SIGPIPE: the reader of the output has closed it."""

FIGURES = ("secrets", "total", "average", "max", "histogram")
"""The attributes of figures that are printed as JSON."""


def printable(text: str) -> str:
    """Escape in one line of text, as Python does, every character that is not printable.

    A terminal would obey or hide them: escape sequences, line ends, marks that change the direction
    of writing, undecodable bytes of a file name. An emoji may have invisible joiners.
    """
    if text.isprintable():
        return text
    parts = (part if find_fault(part) else [part] for part in letters_of(text))
    return "".join(
        one if one.isprintable() or len(one) > 1 else ascii(one)[1:-1]
        for part in parts
        for one in part
    )


def print_lines(*lines: str, err: bool = False, styled: bool = False) -> None:
    """Print lines; on a terminal, lines that are too long are wrapped at words.

    Args:
        lines: texts, each printed as one line; line ends in them are escaped.
        err: print to standard error and ignore failures to write.
        styled: keep changes of colour and do not wrap.

    Raises:
        OSError: standard output cannot be written.
    """
    width = None if styled else wrap_width(err)
    for line in lines:
        text = _printable_styled(line) if styled else printable(line)
        for part in [text] if width is None else break_line(text, width):
            _write(part + "\n", err)


def print_fields(fields: Mapping[str, str]) -> None:
    """Print a name and a text on each line, wrapped at words to the width of the terminal."""
    for name, text in fields.items():
        print_lines(*break_line(f"{name:10}{text}", line_width(), indent=10))


def print_json(value: object) -> None:
    """Print a value as JSON; lines are never wrapped.

    Records are written as objects, fractions as decimal numbers, and rules as text.

    Raises:
        OSError: standard output cannot be written.
    """
    import json

    print_data(json.dumps(value, indent=2, default=_encode))


def select(record: object, *names: str) -> dict[str, object]:
    """Return some attributes of a record, for JSON."""
    return {name: getattr(record, name) for name in names}


def _encode(value: object) -> object:
    """Return a value in a form that JSON has."""
    from fractions import Fraction

    if isinstance(value, Fraction):
        return float(value)
    if is_dataclass(value) and type(value).__str__ is object.__str__:
        return vars(value)
    return str(value)


def print_data(text: str) -> None:
    """Print text for programs to read; lines are never wrapped.

    Raises:
        OSError: standard output cannot be written.
    """
    for line in text.removesuffix("\n").split("\n"):
        _write(printable(line) + "\n", err=False)


def on_terminal() -> bool:
    """Return whether both standard input and standard output are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str, hidden: bool = False) -> str | None:
    """Print a prompt and read a line, without its line end; None at the end of the input.

    On a terminal the line can be edited, and the arrow keys bring back earlier lines; or nothing is
    shown of a hidden line.

    Raises:
        OSError: standard output cannot be written.
    """
    try:
        if hidden and sys.stdin.isatty():
            from getpass import getpass

            return getpass(printable(prompt))
        if on_terminal():
            with suppress(ImportError):  # Windows lacks it, but edits lines itself
                import readline  # noqa: F401
            return input(printable(prompt))
    except EOFError:
        line = ""
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            redraw()  # erases the prompt with what was typed
        else:
            print_lines("")
        raise
    else:
        _write(printable(prompt), err=False)
        line = sys.stdin.readline()
    if not line:
        print_lines("")
        return None
    return line.removesuffix("\n")


def redraw(line: str = "") -> None:
    """Replace the progress line on standard error, or erase it.

    The cursor stays at its start, so that the next call also erases the terminal's ^C.
    """
    _write(f"\r\x1b[K{printable(line)}" + "\r" * bool(line), err=True)


def write_document(pieces: Iterable[bytes]) -> None:
    """Write bytes to standard output unchanged, such as a sheet or a script.

    Raises:
        OSError: standard output cannot be written.
    """
    sys.stdout.flush()
    with open(sys.stdout.fileno(), "wb", closefd=False) as stream:
        stream.writelines(pieces)


def open_streams() -> None:
    """Set up the standard streams: no byte raises an error, but printing to closed output does."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # closed by the caller
            flags = os.O_WRONLY if name == "stderr" else os.O_RDONLY
            setattr(sys, name, open(os.open(os.devnull, flags), mode))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def flush_streams() -> None:
    """Flush the output, or discard it, so that Python reports no error at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            discard(stream)


def discard(stream: TextIO) -> None:
    """Redirect a stream to the null device, because its reader has closed it."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
    with suppress(OSError):
        stream.flush()


def _printable_styled(line: str) -> str:
    """Escape a line as :func:`printable` does, but keep its changes of colour and direction."""
    parts = re.split(rf"(\x1b\[[0-9;]*m|{LEFT_TO_RIGHT})", line)
    parts[::2] = map(printable, parts[::2])
    return "".join(parts)


def _write(text: str, err: bool) -> None:
    encoding = (sys.stderr if err else sys.stdout).encoding  # click replaces ASCII by UTF-8
    text = text.encode(encoding, "backslashreplace").decode(encoding)
    try:
        click.echo(text, nl=False, err=err)
    except OSError:
        if not err:
            raise
