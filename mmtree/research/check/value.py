"""Verifies the certificate of a value from scratch, as VALUES.md describes it.

The search for a cheaper tree (:mod:`mmtree.check.best_response`) shares no code with the one that
built the trees.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

import msgpack

from mmtree.arguments import shortened
from mmtree.check.game import codes
from mmtree.check.replay import replay
from mmtree.check.report import Finding, Report
from mmtree.counts import format_fraction
from mmtree.errors import CertificateError, MmtreeError, TreeFileError
from mmtree.files import read_within, unpack
from mmtree.game.read_rules import from_map
from mmtree.game.rules import Rules, check_classic
from mmtree.progress import OnProgress, ignore
from mmtree.tree.file import decode
from mmtree.tree.tree import StrategyTree

MAX_BYTES = 1 << 24
MAX_SECRETS = 10_000
"""Certificates of rules with more secrets are refused."""

_KEYS = ("format", "version", "rules", "value", "codemaker", "codebreaker")
_FRACTION = re.compile(r"(0|[1-9][0-9]{0,99})(/[1-9][0-9]{0,99})?")
_MOST = 100
"""The most entries of a list."""


@dataclass(frozen=True)
class ValueCertificate:
    """The content of a certificate.

    Attributes:
        path: the file.
        rules: the game.
        value: the average that both sides can guarantee.
        codemaker: the probability of each pattern, the same for each of its codes.
        codebreaker: probabilities and trees.
    """

    path: str
    rules: Rules
    value: Fraction
    codemaker: dict[str, Fraction]
    codebreaker: tuple[tuple[Fraction, StrategyTree], ...]


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


def verify_value(path: str, *, search: bool = True, progress: OnProgress = ignore) -> ValueReport:
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
    text = f"{format_fraction(worst, 6)} on average, on {on}"
    if worst > certificate.value:
        text += f"; the file says {format_fraction(certificate.value, 6)}"
    report.add("at most", text, worst <= certificate.value)


def _at_least(report: ValueReport, sizes: Counter[str], progress: OnProgress) -> None:
    """Search for a tree that is cheaper than the value against the codemaker's probabilities."""
    from mmtree.check.best_response import BestResponse

    certificate, rules = report.certificate, report.certificate.rules
    each = {name: chance / sizes[name] for name, chance in certificate.codemaker.items()}
    scale = lcm(certificate.value.denominator, *(chance.denominator for chance in each.values()))
    weights = {name: int(chance * scale) for name, chance in each.items()}
    search = BestResponse(rules, lambda code: weights[pattern(code, rules)], progress)
    limit = int(certificate.value * scale)
    found = search.find_below(limit)
    report.searched = True
    if found < limit:
        cheaper = format_fraction(Fraction(found, scale), 6)
        report.add("at least", f"a tree of {cheaper} beats the codemaker's probabilities", False)
    else:
        value = format_fraction(certificate.value, 6)
        report.add("at least", f"{value}: all trees searched, none is cheaper")


def pattern(code: Iterable[int], rules: Rules) -> str:
    """Return the pattern of a code, as AABC for one colour twice and two others once.

    With black pegs only, colours can be renamed at each position: all codes are ``any``.
    """
    if not rules.whites and not rules.distinct:
        return "any"
    counts = sorted(Counter(code).values(), reverse=True)
    return "".join(chr(ord("A") + at) * count for at, count in enumerate(counts))


def read(path: str) -> ValueCertificate:
    """Read a certificate.

    Raises:
        CertificateError: the file cannot be read, or is not a certificate.
    """
    try:
        return _parse(read_within(path, MAX_BYTES), path)
    except OSError as error:
        raise CertificateError(path, error.strerror or str(error)) from None
    except MmtreeError as error:
        raise CertificateError(path, str(error)) from None


def _parse(data: bytes, path: str) -> ValueCertificate:
    """Parse the bytes of a certificate.

    Raises:
        MmtreeError: they are not a certificate; the message lacks the path.
    """
    if len(data) > MAX_BYTES:
        raise MmtreeError(f"larger than {MAX_BYTES} bytes")
    try:
        parts = unpack(data, 2 * _MOST + 4, max_array_len=_MOST, max_map_len=_MOST)
    except (msgpack.UnpackException, ValueError, TypeError, RecursionError):
        parts = None
    if not isinstance(parts, dict) or parts.get("format") != "mmtree value":
        raise MmtreeError("not a certificate of mmtree value")
    if type(parts.get("version")) is not int or parts["version"] != 1:
        raise MmtreeError("the version of its format is not 1: update mmtree")
    if set(parts) != set(_KEYS):
        raise MmtreeError(f"it is not a map of {', '.join(_KEYS)}")
    rules = from_map(parts["rules"])
    check_classic(rules, "value: values")
    if rules.secrets > MAX_SECRETS:
        message = f"{rules} has {rules.secrets} secrets: values are checked for {MAX_SECRETS}"
        raise MmtreeError(message)
    value = _fraction(parts["value"])
    codemaker: dict[str, Fraction] = {}
    for name, chance in _pairs(parts["codemaker"], "codemaker"):
        if type(name) is not str or not re.fullmatch(r"[A-Za-z]{1,9}", name) or name in codemaker:
            raise MmtreeError("codemaker is not a list of patterns, each once")
        codemaker[name] = _fraction(chance)
    trees = []
    for at, (chance, tree) in enumerate(_pairs(parts["codebreaker"], "codebreaker"), 1):
        if type(tree) is not bytes:
            raise MmtreeError(f"tree {at} is not the bytes of a tree file")
        trees.append((_fraction(chance), decode(tree, f"tree {at}", replay=False)))
    return ValueCertificate(path, rules, value, codemaker, tuple(trees))


def _fraction(value: Any) -> Fraction:
    if type(value) is not str or not _FRACTION.fullmatch(value):
        raise MmtreeError(f"{shortened(value)} is not a fraction from 0, as '5/12'")
    return Fraction(value)


def _pairs(value: Any, what: str) -> list[list[Any]]:
    if (
        not isinstance(value, list)
        or not value
        or not all(isinstance(pair, list) and len(pair) == 2 for pair in value)
    ):
        raise MmtreeError(f"{what} is not a list of pairs")
    return value
