"""Graphviz's ``dot`` program: run so that the same text gives the same bytes."""

from __future__ import annotations

import os
import re
import shutil

from mmtree.errors import DrawingError
from mmtree.processes import run_program

_DATE = re.compile(rb"(?<=/CreationDate \(D:)\d{14}")


def run(source: str, form: str, *arguments: str) -> bytes:
    """What the program makes of the text of a Graphviz file.

    Args:
        source: one graph or several.
        form: an output format of Graphviz: svg, pdf, png, plain …
        arguments: more of the program's options.

    Raises:
        DrawingError: the program is missing, or fails.
    """
    check_program(form)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "0"}  # cairo from 1.17 keeps to it
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
    """Refuse a picture for which there is no program.

    Raises:
        DrawingError: the ``dot`` program is missing.
    """
    if shutil.which("dot") is None:
        raise DrawingError(
            f"{form} needs the dot program, which is not there: install Graphviz "
            "(Debian: apt install graphviz), or write a .dot file"
        )
