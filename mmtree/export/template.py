"""Source files of players, with gaps to fill."""

from __future__ import annotations

from importlib.resources import files
from string import Template

from mmtree.export.pack import LAYOUTS, Layout


def fill(package: str, file: str, layout: Layout, **values: object) -> bytes:
    """The bytes of a source file beside a module.

    Args:
        package: the package that has the file.
        file: its name; a line that begins with ``words|`` or ``dense|`` is for that layout only.
        layout: the layout of the table.
        values: what stands for ``$key``, beside the layout; ``$$`` stands for a single one.

    Raises:
        KeyError: the file has a gap for which there is no value.
    """
    others = tuple(f"{other}|" for other in LAYOUTS if other != layout)
    lines = (files(package) / file).read_text("utf-8").splitlines(keepends=True)
    kept = (line.removeprefix(f"{layout}|") for line in lines if not line.startswith(others))
    return Template("".join(kept)).substitute(values, layout=layout).encode()
