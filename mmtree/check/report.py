"""The report on a tree file."""

from dataclasses import dataclass, field

from mmtree.tree.tree import StrategyTree

Expected = tuple[str, object, bool]
"""The source of an expected figure, the figure, and whether it agrees."""


@dataclass(frozen=True)
class Finding:
    """The result of one check.

    Attributes:
        topic: the subject, in a word.
        text: the result, in a line.
        holds: False if the tree contradicts a claim.
    """

    topic: str
    text: str
    holds: bool = True


@dataclass
class Report:
    """The results of all checks of one tree file.

    Attributes:
        path: the file.
        tree: its tree.
        findings: the results, in the order of the checks.
        secrets, total, max, histogram, weighted: the figures of the replay.
        weight: the sum of all weights, which are 1 where the rules have none.
        worst: the text of the first secret that needs the most guesses.
    """

    path: str
    tree: StrategyTree
    findings: list[Finding] = field(default_factory=list)
    secrets: int = 0
    total: int = 0
    max: int = 0
    histogram: tuple[int, ...] = ()
    weighted: tuple[int, ...] = ()
    weight: int = 0
    worst: str = ""

    @property
    def holds(self) -> bool:
        """Whether no claim is contradicted."""
        return all(finding.holds for finding in self.findings)

    def add(self, topic: str, text: str, expected: list[Expected] | None = None) -> None:
        """Add a finding with the sources that agree, and those that differ."""
        agree = [source for source, _, agrees in expected or () if agrees]
        differ = [f"{source} says {said}" for source, said, agrees in expected or () if not agrees]
        if agree:
            text += f"; agrees with {', '.join(agree)}"
        if differ:
            text += f"; {', '.join(differ)}"
        self.findings.append(Finding(topic, text, not differ))

    def fail(self, topic: str, text: str) -> None:
        """Add a finding that does not hold."""
        self.findings.append(Finding(topic, text, False))
