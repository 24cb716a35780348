"""The picture of sheets side by side, which Typst sets from pictures of their pages."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from mmtree import StrategyTree
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.typeset import typeset
from mmtree.show.sheets.typst_process import compile_pages
from mmtree.strategies.catalogue import source

TEMPLATE = Path(__file__).with_name("collage.typ")
SHOWN = {"poster": (518.0, (0,)), "card": (1150.0, (0,)), "booklet": (311.0, (1, 2))}
"""For each style, the width in pixels of its pages in the template, and the indices of these pages.

The booklet shows its second and third pages, which face each other.
"""


def collage(tree: StrategyTree) -> bytes:
    """Return the picture as PNG, 1200 pixels wide."""
    with tempfile.TemporaryDirectory() as folder:
        for style, (pixels, shown) in SHOWN.items():
            sheet = Sheet(tree, style, source=source(tree.strategy.name))
            pages = typeset(sheet, "png", pixels=pixels)
            for at in shown:
                Path(folder, f"{style}-{at}.png").write_bytes(pages[at])
        template = shutil.copy(TEMPLATE, folder)
        (picture,) = compile_pages(template, {"root": folder, "format": "png", "ppi": 72.0})
    return picture
