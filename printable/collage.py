"""The picture of sheets side by side, which Typst sets from pictures of their pages."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from mmtree import StrategyTree
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.typeset import compile_pages, typeset
from mmtree.strategies.catalogue import source

TEMPLATE = Path(__file__).with_name("collage.typ")
SHOWN = (
    ("poster", 1300.0, "middle", 0),
    ("poster", 340.0, "whole", 0),
    ("card", 1244.0, "card", 0),
    ("booklet", 622.0, "booklet-left", 1),
    ("booklet", 622.0, "booklet-right", 2),
)
"""Pictures of the template: the style, the width in pixels, the name, and the index of the page.

The booklet shows its second and third pages, which face each other.
"""


def collage(tree: StrategyTree) -> bytes:
    """Return the picture as PNG, 1200 pixels wide, with a transparent background."""
    with tempfile.TemporaryDirectory() as folder:
        for style, pixels, name, at in SHOWN:
            sheet = Sheet(tree, style, source=source(tree.strategy.name))
            page = typeset(sheet, "png", pixels=pixels)[at]
            Path(folder, f"{name}.png").write_bytes(page)
        template = shutil.copy(TEMPLATE, folder)
        (picture,) = compile_pages(template, {"root": folder, "format": "png", "ppi": 72.0}, "")
    return picture
