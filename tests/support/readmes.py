"""The READMEs and pages of the repository, and the parts of them that tests run."""

import re
from pathlib import Path

from support.environment import ROOT

_NOT_OURS = ("node_modules", "build")
READMES = sorted(
    path.relative_to(ROOT)
    for path in {
        *(ROOT / "CONTRIBUTING.md", *ROOT.rglob("README.md")),
        *(ROOT / "mmtree").rglob("[A-Z]*.md"),  # more pages of rooms
    }
    if not any(p.startswith(".") or p in _NOT_OURS for p in path.relative_to(ROOT).parts)
)


class Readme:
    """One file, with its recipes separated.

    A recipe has a heading "Adding …" and changes mmtree, so a separate test runs it on a copy
    (tests/support/recipes.py).

    Attributes:
        whole: all of its text.
        text: the text without recipes.
        recipes: the sections of recipes.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = ROOT / path
        self.whole = self.path.read_text(encoding="utf-8")
        sections = re.split(r"^(?=## )", self.whole, flags=re.M)
        self.text = "".join(part for part in sections if not part.startswith("## Adding"))
        self.recipes = [part for part in sections if part.startswith("## Adding")]

    def blocks(self, language: str) -> list[str]:
        """Return the fenced blocks of a language, without recipes."""
        return re.findall(rf"^```{language}\n(.*?)^```$", self.text, re.M | re.S)

    def table(self, start: str) -> list[dict[str, str]]:
        """Return the rows of the first table after a text, by the names of the columns."""
        head, _, *rows = re.search(r"(?:^\|.*\n)+", self.text.split(start, 1)[1], re.M)[
            0
        ].splitlines()
        names, *cells = (
            [cell.strip() for cell in row.strip("|").split("|")] for row in (head, *rows)
        )
        return [dict(zip(names, row, strict=True)) for row in cells]

    @property
    def languages(self) -> set[str]:
        """The languages of all fenced blocks, without recipes."""
        return set(re.findall(r"^```(.*)\n(?:.*\n)*?```$", self.text, re.M))


def commands(console: str) -> list[tuple[str, str]]:
    """Return each command line of a console block, and its output."""
    return re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", console, re.M)


def links(text: str) -> list[str]:
    """Return the targets of the links and pictures of a text, except on other sites."""
    return [to for to in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in to]


def anchors(text: str) -> set[str]:
    """Return the headings of a text as anchors of links."""
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
