"""Rebuilds the sheets, page and thumbnails of this folder, and three pictures of the main README.

Run it with the Python that mmtree is installed in, the print extra included:
``.venv/bin/python printable/rebuild.py``. An argument names another output folder.
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

from mmtree import load, parse_code
from mmtree.cli.main import run as mmtree
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.styles import STYLES
from mmtree.show.sheets.typeset import typeset
from mmtree.strategies.catalogue import source

from collage import collage
from picture import DARK, LIGHT, picture

HERE = Path(__file__).parent
TREES = HERE.parent / "trees"
BEST = "koyama-lai-max5-4p6c"
"""The tree of the pictures and thumbnails, and of most sheets that are made of one tree."""
THREE = ("knuth-4p6c", "koyama-lai-4p6c", BEST)
PAPERS = ("a4", "letter")
SHEETS = (
    *product(THREE, ("card", "pocket", "booklet"), PAPERS, ("en",)),
    *product(THREE, ("poster",), ("a1", "ansi-d"), ("en",)),
    *product((BEST,), ("poster",), ("a3", "tabloid"), ("en",)),
    *product((BEST,), ("table",), PAPERS, ("en",)),
    *product(("koyama-lai-4p6c",), ("short",), PAPERS, ("en",)),
    *product(("koyama-lai-4p6c-distinct",), ("card",), PAPERS, ("en",)),
    *product((BEST,), ("card", "pocket", "booklet"), ("a4",), ("de",)),
    (BEST, "poster", "a1", "de"),
)
"""Tree, style, paper and language of each sheet. More would make the folder too large."""
PAGE = (
    *("koyama-lai-max5-4p6c", "koyama-lai-4p6c", "knuth-4p6c", "koyama-lai-bulls-and-cows"),
    "beam-5p8c",
)
"""The trees of the page, which begins with the first one."""
_THUMBNAIL = 360.0
"""The width of a thumbnail in pixels."""


def main(folder: Path) -> None:
    """Write the sheets, the page, the thumbnails and three pictures into a folder."""
    for tree, style, paper, language in SHEETS:
        name = f"{tree}-{style}-{paper}{'-de' * (language == 'de')}.pdf"
        options = ["--style", style, "--paper", paper, "--language", language]
        fold = ["--fold"] if style == "booklet" else []
        run("sheet", str(TREES / f"{tree}.mmtree"), *options, *fold, "-o", str(folder / name))
    trees = [str(TREES / f"{tree}.mmtree") for tree in PAGE]
    options = ["--to", "html", "-o", str(folder / "mmtree.html")]
    run("export", *trees, *options)
    best = load(TREES / f"{BEST}.mmtree")
    (folder / "sheets.png").write_bytes(collage(best))
    for style in STYLES:
        sheet = Sheet(best, style, source=source(best.strategy.name))
        paper = "card" if style == "pocket" else None
        (folder / f"{style}.png").write_bytes(typeset(sheet, "png", paper, pixels=_THUMBNAIL)[0])
    for name, colors in (("game.svg", LIGHT), ("game-dark.svg", DARK)):
        svg = picture(best, parse_code("FEDC", best.rules), colors)
        (folder / name).write_text(svg, encoding="utf-8", newline="\n")


def run(*arguments: str) -> None:
    """Run the command mmtree; if it fails, exit with its status."""
    if status := mmtree(list(arguments)):
        sys.exit(status)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
