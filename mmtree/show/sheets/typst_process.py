"""Typst in a process of its own: it can be interrupted, and its memory ends with it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import msgpack

from mmtree.errors import SheetError
from mmtree.processes import run_program

_CHILD = Path(__file__).with_name("typst_child.py")


def compile_pages(template: str, arguments: dict[str, Any], instead: str) -> list[bytes]:
    """Compile a template by Typst to one PDF, or to a picture for each page.

    Args:
        template: path of the file.
        arguments: the arguments of ``typst.compile``, of types that msgpack can carry.
        instead: the advice if memory is too small, or a letter is missing in the typeface.

    Raises:
        SheetError: Typst does not work, refuses the template, or runs out of memory.
    """
    ended = run_program([sys.executable, "-P", str(_CHILD)], msgpack.packb([template, arguments]))
    if ended.returncode:
        lines = ended.stderr.decode(errors="replace").strip().splitlines() or ["no reason"]
        memory = "memory" in " ".join(lines) or ended.returncode < 0
        raise SheetError(
            f"not enough memory to set so many pages: {instead}"
            if memory
            else f"typst does not work: {lines[-1]}"
        )
    made = msgpack.unpackb(ended.stdout)
    if isinstance(made, str):
        if missing := re.search('the text `"(.+)"` could not be displayed', made):
            raise SheetError(
                f"the typeface has no {missing[1]!r}: write it in Latin letters, or {instead}"
            )
        before, ours, why = made.partition("assertion failed: ")
        raise SheetError(why if ours and not before else f"typst refused the sheet: {made}")
    assert isinstance(made, list)
    return made
