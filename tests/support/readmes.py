"""The READMEs and pages of the repository and CONTRIBUTING.md, and their parts that tests run."""

import re
from pathlib import Path

from support.environment import ROOT

_NOT_OURS = ("node_modules", "build")
READMES = sorted(
    path.relative_to(ROOT)
    for path in {
        *(ROOT / "CONTRIBUTING.md", *ROOT.rglob("README.md")),
        *(ROOT / "mmtree").rglob("[A-Z]*.md"),  # pages beside a room's README
    }
    if not any(p.startswith(".") or p in _NOT_OURS for p in path.relative_to(ROOT).parts)
)


class Readme:
    """One file: its text, and what stands in it outside and inside its recipes.

    A recipe, under a heading "Adding …", changes mmtree, so that it is run by a test of its own on a
    copy (tests/support/recipes.py).
    """

    def __init__(self, path: Path | str) -> None:
        self.path = ROOT / path
        self.whole = self.path.read_text(encoding="utf-8")
        sections = re.split(r"^(?=## )", self.whole, flags=re.M)
        self.text = "".join(part for part in sections if not part.startswith("## Adding"))
        self.recipes = [part for part in sections if part.startswith("## Adding")]

    def blocks(self, language: str) -> list[str]:
        """The fenced blocks of a language, recipes left out."""
        return re.findall(rf"^```{language}\n(.*?)^```$", self.text, re.M | re.S)

    def table(self, start: str) -> list[dict[str, str]]:
        """The rows of the first table after a text, by the columns' names."""
        head, _, *rows = re.search(r"(?:^\|.*\n)+", self.text.split(start, 1)[1], re.M)[
            0
        ].splitlines()
        names, *cells = (
            [cell.strip() for cell in row.strip("|").split("|")] for row in (head, *rows)
        )
        return [dict(zip(names, row, strict=True)) for row in cells]

    @property
    def languages(self) -> set[str]:
        """Those of all fenced blocks, recipes left out."""
        return set(re.findall(r"^```(.*)\n(?:.*\n)*?```$", self.text, re.M))


def commands(console: str) -> list[tuple[str, str]]:
    """Each command line of a console block, and what it prints."""
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", console, re.M)


def links(text: str) -> list[str]:
    """Where the links and pictures of a text lead, other sites left out."""
    return [to for to in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in to]


def anchors(text: str) -> set[str]:
    """The headings of a text as links name them."""
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
