"""Makes the sheets and the page of this folder, thumbnails and a picture of the main README anew.

Run it with the Python that mmtree is installed in, the print extra included:
``.venv/bin/python printable/rebuild.py``. The name of a folder puts them there instead.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

from mmtree import load, parse_code
from mmtree.cli.main import main as mmtree
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import STYLES
from mmtree.show.sheets.typeset import typeset
from mmtree.strategies.rows import source

from picture import picture

HERE = Path(__file__).parent
TREES = HERE.parent / "trees"
PAPERS = ("a4", "letter")
POSTERS = ("a1", "a3", "ansi-d", "tabloid")
SHEETS = (
    *product(
        ("knuth-4p6c", "koyama-lai-4p6c", "koyama-lai-max5-4p6c"),
        ("card", "pocket", "table", "booklet", "poster"),
    ),
    ("koyama-lai-4p6c", "short"),
    ("koyama-lai-4p6c-distinct", "card"),
)
PAGE = (
    *("knuth-4p6c", "koyama-lai-4p6c", "koyama-lai-max5-4p6c", "koyama-lai-bulls-and-cows"),
    "koyama-lai-slack-5p8c",
)
"""The trees of the page, the one that it begins with first."""
_THUMBNAIL = 260.0
"""Width in pixels."""


def main(folder: Path) -> None:
    """Write every sheet, the page, thumbnails and a picture into a folder."""
    for tree, style in SHEETS:
        fold = ["--fold"] if style == "booklet" else []
        for paper in POSTERS if style == "poster" else PAPERS:
            output = folder / f"{tree}-{style}-{paper}.pdf"
            options = ["--style", style, "--paper", paper, *fold, "-o", str(output)]
            run("sheet", str(TREES / f"{tree}.mmtree"), *options)
    trees = [str(TREES / f"{tree}.mmtree") for tree in PAGE]
    options = ["--to", "html", "-o", str(folder / "mmtree.html")]
    run("export", *trees, *options)
    tree = load(TREES / "koyama-lai-4p6c.mmtree")
    for style in STYLES:
        sheet = Sheet(tree, style, source=source(tree.strategy.name))
        paper = "card" if style == "pocket" else None
        pages = typeset(sheet, "png", paper, pixels=_THUMBNAIL)
        (folder / f"{style}.png").write_bytes(pages[2 if style == "booklet" else 0])
    svg = picture(tree, parse_code("FEDC", tree.rules))
    (folder / "game.svg").write_text(svg, encoding="utf-8", newline="\n")


def run(*arguments: str) -> None:
    """The command mmtree, which ends by telling its status."""
    try:
        mmtree(list(arguments))
    except SystemExit as ended:
        if ended.code:
            raise


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
