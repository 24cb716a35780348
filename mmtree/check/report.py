"""What was found about a tree file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mmtree.tree.tree import StrategyTree

# The checker writes codes by itself, as it does everything but reading the file.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

Expected = tuple[str, object, bool]
"""Who expects a figure, what they expect, and whether it is so."""


@dataclass(frozen=True)
class Finding:
    """One thing that was checked.

    Attributes:
        topic: what it is about, in a word.
        text: what was found, in a line.
        holds: False where the tree does not do what is claimed.
    """

    topic: str
    text: str
    holds: bool = True


@dataclass
class Report:
    """What was found about one tree file.

    Attributes:
        path: the file.
        tree: what it holds.
        findings: in the order they are told.
        secrets, total, max, histogram: the figures that the replay found.
        worst: the first secret, in letters, that needs the most guesses.
    """

    path: str
    tree: StrategyTree
    findings: list[Finding] = field(default_factory=list)
    secrets: int = 0
    total: int = 0
    max: int = 0
    histogram: tuple[int, ...] = ()
    worst: str = ""

    @property
    def holds(self) -> bool:
        """True when nothing contradicts what is claimed."""
        return all(finding.holds for finding in self.findings)

    def told(self) -> dict[str, object]:
        """All of it but the tree, as JSON holds it."""
        parts = {name: value for name, value in vars(self).items() if name != "tree"}
        findings = [vars(finding) for finding in self.findings]
        return {"holds": self.holds, **parts, "findings": findings}

    def add(self, topic: str, text: str, expected: list[Expected] | None = None) -> None:
        """Add a finding, with those who expect it and those who do not."""
        agree = [who for who, _, so in expected or () if so]
        differ = [f"{who} says {said}" for who, said, so in expected or () if not so]
        if agree:
            text += f"; agrees with {', '.join(agree)}"
        if differ:
            text += f"; {', '.join(differ)}"
        self.findings.append(Finding(topic, text, not differ))

    def fail(self, topic: str, text: str) -> None:
        """Add a finding that does not hold."""
        self.findings.append(Finding(topic, text, False))


def letters(code: Iterable[int]) -> str:
    """A row of colours in letters."""
    return "".join(_LETTERS[color] for color in code)
