"""Verify the value of a game from scratch.

The codebreaker's trees are replayed, and their mix may cost no more than the value on any pattern,
so that the value is at most that. A separate search, which shares no code with the one that built
the trees (:mod:`mmtree.check.best_response`), shows that no tree costs less against the codemaker's
probabilities, so that the value is at least that.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from mmtree.check.bounds import codes
from mmtree.check.replay import replay
from mmtree.check.report import Finding, Report
from mmtree.errors import CertificateError, TreeFileError
from mmtree.progress import OnProgress
from mmtree.research.check.certificate import ValueCertificate, pattern, read


@dataclass
class ValueReport:
    """The results of all checks of a certificate.

    Attributes:
        certificate: the content of the file.
        findings: the results, in the order of the checks.
        searched: whether the codemaker's side was verified, too.
    """

    certificate: ValueCertificate
    findings: list[Finding] = field(default_factory=list)
    searched: bool = False

    @property
    def holds(self) -> bool:
        """Whether no claim of the file is contradicted."""
        return all(finding.holds for finding in self.findings)

    def add(self, topic: str, text: str, holds: bool = True) -> None:
        """Add a finding."""
        self.findings.append(Finding(topic, text, holds))


def verify_value(
    path: str, *, search: bool = True, progress: OnProgress = lambda progress: None
) -> ValueReport:
    """Verify a certificate; ``search=False`` leaves out the codemaker's side, which takes long.

    Raises:
        CertificateError: the file is not a certificate.
        SizeError: the search takes too many sets, or the denominators are too large.
    """
    report = ValueReport(read(path))
    sizes = _sizes(report)
    if report.holds:
        _at_most(report, sizes)
    if report.holds and search:
        _at_least(report, sizes, progress)
    return report


def format_fraction(number: Fraction) -> str:
    """Format a fraction with its decimal."""
    return str(number) if number.denominator == 1 else f"{number} = {float(number):.6f}"


def _sizes(report: ValueReport) -> Counter[str]:
    """Check both sides' probabilities; return the number of codes of each pattern."""
    certificate = report.certificate
    rules = certificate.rules
    sizes = Counter(pattern(code, rules) for code in codes(rules))
    report.add("rules", f"{rules}: {rules.secrets} secrets, {len(sizes)} patterns")
    asked = set(certificate.codemaker)
    if asked != set(sizes):
        names = " ".join(sorted(sizes))
        report.add("codemaker", f"the patterns of {rules} are {names}", False)
    for side, chances in (
        ("codemaker", list(certificate.codemaker.values())),
        ("codebreaker", [chance for chance, _ in certificate.codebreaker]),
    ):
        whole = sum(chances, Fraction(0))
        report.add(side, f"{len(chances)} probabilities, sum {whole!s:.60}", whole == 1)
    return sizes


def _at_most(report: ValueReport, sizes: Counter[str]) -> None:
    """Replay the codebreaker's trees."""
    certificate = report.certificate
    rules = certificate.rules
    averages = dict.fromkeys(certificate.codemaker, Fraction(0))
    for at, (chance, tree) in enumerate(certificate.codebreaker, 1):
        if tree.rules != rules:
            report.add("trees", f"tree {at} is of {tree.rules}", False)
            return
        played = Report(f"tree {at}", tree)
        guesses: dict[bytes, int] = {}
        try:
            finds_all = replay(played, guesses.__setitem__)
        except TreeFileError as error:
            raise CertificateError(certificate.path, str(error)) from None
        if not finds_all:
            report.add("trees", f"tree {at}: {played.findings[-1].text}", False)
            return
        totals: Counter[str] = Counter()
        for secret, number in guesses.items():
            totals[pattern(secret, rules)] += number
        for name, total in totals.items():
            averages[name] += chance * Fraction(total, sizes[name])
    report.add("trees", f"{len(certificate.codebreaker)}, each finds all secrets")
    worst = max(averages.values())
    on = ", ".join(name for name, average in averages.items() if average == worst)
    text = f"{format_fraction(worst)} on average, on {on}"
    if worst > certificate.value:
        text += f"; the file says {format_fraction(certificate.value)}"
    report.add("at most", text, worst <= certificate.value)


def _at_least(report: ValueReport, sizes: Counter[str], progress: OnProgress) -> None:
    """Search for a tree that is cheaper than the value against the codemaker's probabilities."""
    from mmtree.check.best_response import BestResponse

    certificate = report.certificate
    each = {name: chance / sizes[name] for name, chance in certificate.codemaker.items()}
    scale = lcm(certificate.value.denominator, *(chance.denominator for chance in each.values()))
    weights = {name: int(chance * scale) for name, chance in each.items()}
    search = BestResponse(
        certificate.rules, lambda code: weights[pattern(code, certificate.rules)], progress
    )
    limit = int(certificate.value * scale)
    found = search.find_below(limit)
    report.searched = True
    if found < limit:
        cheaper = format_fraction(Fraction(found, scale))
        report.add("at least", f"a tree of {cheaper} beats the codemaker's probabilities", False)
    else:
        value = format_fraction(certificate.value)
        report.add("at least", f"{value}: all trees searched, none is cheaper")
