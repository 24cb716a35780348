"""Rebuilds the sheets, page and thumbnails of this folder, and the pictures of the main README.

Run it with the Python that mmtree is installed in, the print extra included:
``.venv/bin/python printable/rebuild.py``. With ``--all FOLDER`` it writes these files and further
sheets into another folder, and the check sums of all of them: they are those of SHA256SUMS.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from itertools import product
from pathlib import Path

from games import games
from small_png import small_png

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
PAPERS = ("a4", "letter")
SHIPPED = (
    *product((BEST,), ("card", "booklet"), PAPERS, ("en",)),
    *product((BEST,), ("poster",), ("a1", "ansi-d"), ("en",)),
)
"""Tree, style, paper and language of the sheets in this folder: those that people print first."""
FURTHER = (
    *product(
        ("knuth-4p6c", "koyama-lai-4p6c", "koyama-lai-4p6c-distinct"), ("card",), ("a4",), ("en",)
    ),
    *product(("koyama-lai-4p6c",), ("short",), ("a4",), ("en",)),
    *product((BEST,), ("poster",), ("a3",), ("en",)),
    *product((BEST,), ("pocket", "table", "wheel", "worksheet"), PAPERS, ("en",)),
    *product((BEST,), ("card", "pocket", "booklet", "worksheet"), ("a4",), ("de", "fr")),
    (BEST, "poster", "a1", "de"),
)
"""The same of the sheets that are made on demand."""
PAGE = (
    *("koyama-lai-max5-4p6c", "koyama-lai-4p6c", "knuth-4p6c", "koyama-lai-bulls-and-cows"),
    "koyama-lai-5p8c",
)
"""The trees of the page, which begins with the first one."""
ADDRESS = tomllib.loads((HERE.parent / "pyproject.toml").read_text())["project"]["urls"]["Page"]
"""Where the page is published."""
_THUMBNAIL = 360.0
"""The width of a thumbnail in pixels."""


def main(folder: Path, everything: bool = False) -> None:
    """Write the sheets, the page, the thumbnails and the pictures into a folder."""
    for name, style, paper, language in (*SHIPPED, *(FURTHER if everything else ())):
        file = f"{name}-{style}-{paper}{'' if language == 'en' else f'-{language}'}.pdf"
        options = ["--style", style, "--paper", paper, "--language", language]
        fold = ["--fold"] if style == "booklet" else []
        run("sheet", str(TREES / f"{name}.mmtree"), *options, *fold, "-o", str(folder / file))
    trees = [str(TREES / f"{tree}.mmtree") for tree in PAGE]
    options = ["--to", "html", "-o", str(folder / "mmtree.html"), "--address", ADDRESS]
    run("export", *trees, *options)
    best = load(TREES / f"{BEST}.mmtree")
    (folder / "sheets.png").write_bytes(small_png(collage(best)))
    for style in STYLES:
        tree = load("koyama-lai-bulls-and-cows") if style == "rules" else best
        sheet = Sheet(tree, style, source=source(tree.strategy.name))
        paper = "card" if style == "pocket" else None
        thumbnail = typeset(sheet, "png", paper, pixels=_THUMBNAIL)[0]
        (folder / f"{style}.png").write_bytes(small_png(thumbnail))
    for name, colors in (("game.svg", LIGHT), ("game-dark.svg", DARK)):
        svg = picture(best, parse_code("FEDC", best.rules), colors)
        (folder / name).write_text(svg, encoding="utf-8", newline="\n")
    for name, colors in (("games.svg", LIGHT), ("games-dark.svg", DARK)):
        (folder / name).write_text(games(colors), encoding="utf-8", newline="\n")


def format_sums(folder: Path) -> str:
    """Return the SHA-256 of the sheets in a folder, as sha256sum prints it."""
    return "".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.glob("*.pdf"))
    )


def run(*arguments: str) -> None:
    """Run the command mmtree; if it fails, exit with its status."""
    if status := mmtree(list(arguments)):
        sys.exit(status)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--all"]:
        main(Path(sys.argv[2]), everything=True)
        Path(sys.argv[2], "SHA256SUMS").write_text(format_sums(Path(sys.argv[2])))
    else:
        main(HERE)
