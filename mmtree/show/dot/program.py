"""Escape text for Graphviz, and run its ``dot`` program so that it always writes the same bytes."""

from __future__ import annotations

import os
import re
import shutil
from html import escape

from mmtree.errors import DrawingError
from mmtree.processes import run_program

_DATE = re.compile(rb"(?<=/CreationDate \(D:)\d{14}")


def plain(text: str, backslashes: int = 2) -> str:
    r"""Return any text so that Graphviz shows it as it is, without markup, entities or ``\N``.

    It takes two backslashes for one in a label, and four in a tooltip, which it reads twice.
    """
    text = escape("".join(char if char.isprintable() else "?" for char in text))
    # Graphviz 2.43 refuses a cell of a single bracket.
    return text.replace("]", "&#93;").replace("\\", "\\" * backslashes)


def run(source: str, form: str, *arguments: str) -> bytes:
    """Run the program on the text of a Graphviz file, and return its output.

    Args:
        source: one graph or several.
        form: an output format of Graphviz: svg, pdf, png, plain …
        arguments: additional options of the program.

    Raises:
        DrawingError: the program is missing, or fails.
    """
    check_program(form)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0"}  # respected by cairo from 1.17
    try:
        command = ["dot", f"-T{form}", *arguments]
        ended = run_program(command, source.encode(), environment=environment)
    except OSError as error:
        raise DrawingError(f"the dot program failed to draw {form}: {error.strerror}") from None
    if ended.returncode:
        said = ended.stderr.decode(errors="replace").strip().splitlines()
        raise DrawingError(f"the dot program failed to draw {form}: {[*said, 'no reason'][0]}")
    if form == "pdf":
        return _DATE.sub(b"19700101000000", ended.stdout)  # cairo before 1.17; the length stays
    return ended.stdout


def check_program(form: str) -> None:
    """Check that the program for a picture is installed.

    Raises:
        DrawingError: the ``dot`` program is missing.
    """
    if shutil.which("dot") is None:
        raise DrawingError(
            f"{form} needs the dot program, which is not installed: install Graphviz "
            "(Debian: apt install graphviz), or write a .dot file"
        )
