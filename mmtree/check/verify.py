"""Holds a tree file against its own claim, the literature, the bounds, and what the caller expects.

Every secret is replayed with the checker's own feedback. Of mmtree, this room uses only the file
reader and the rules, so nothing that built the tree can vouch for it.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from mmtree.check.answer import answer
from mmtree.check.bounds import after_real_opening, codes, formula
from mmtree.check.claims import PUBLISHED, published
from mmtree.errors import ExpectationError, RulesError, TreeFileError
from mmtree.game.rules import Rules
from mmtree.tree.file import load

if TYPE_CHECKING:
    from mmtree.tree.tree import Proof, StrategyTree

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
        findings: in the order they are told.
        secrets, total, max, histogram: the figures that the replay found.
        worst: the first secret, in letters, that needs the most guesses.
    """

    path: str
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


def verify(
    path: str | os.PathLike[str],
    *,
    max: int | None = None,
    total: int | None = None,
    average: str | float | Fraction | None = None,
) -> Report:
    """Replay every secret of a tree file and hold the figures against all claims about them.

    Args:
        path: the tree file.
        max: no secret may need more guesses than this.
        total: the guesses over all secrets must be just so many.
        average: the average must be this fraction, or this decimal when rounded to its places.

    Raises:
        TreeFileError: the file cannot be read as a strategy tree.
        ExpectationError: the average expected is no number.
    """
    written = "" if average is None else str(average)
    wanted = None if average is None else _number(written)
    tree = load(path, replay=False)
    report = Report(os.fspath(path))
    if _replay(tree, report):
        _hold_against_claims(report, tree, max, total, wanted, written)
    return report


def _hold_against_claims(
    report: Report,
    tree: StrategyTree,
    most: int | None,
    total: int | None,
    average: Fraction | None,
    written: str,
) -> None:
    """Hold what the replay found against the file, the literature, the caller and the bounds."""
    claim, rules = tree.claim, tree.rules
    opening = _text(rules.digits(tree.guess[0]))
    known = published(tree.strategy.name, str(rules), opening, tree.proof)
    found = Fraction(report.total, report.secrets)

    expectations: dict[str, list[Expected]] = {
        "secrets": [("the file", claim.secrets, claim.secrets == report.secrets)],
        "total": [("the file", claim.total, claim.total == report.total)],
        "average": [],
        "max": [("the file", claim.max, claim.max == report.max)],
        "histogram": [("the file", _row(claim.histogram), claim.histogram == report.histogram)],
    }
    for one in known:
        expectations["total"].append((one.source, one.total, one.total == report.total))
        if one.max is not None:
            expectations["max"].append((one.source, one.max, one.max == report.max))
        if one.histogram:
            said = one.histogram
            expectations["histogram"].append((one.source, _row(said), said == report.histogram))
    if total is not None:
        expectations["total"].append(("--total", total, total == report.total))
    if most is not None:
        expectations["max"].append(("--max", most, report.max <= most))
    if average is not None:
        agrees = _rounds_to(found, average, written)
        expectations["average"].append(("--average", written, agrees))

    report.add("secrets", f"{report.secrets} of {rules.secrets} found", expectations["secrets"])
    report.add("total", str(report.total), expectations["total"])
    average_text = f"{report.total}/{report.secrets} = {float(found):.4f}"
    report.add("average", average_text, expectations["average"])
    report.add("max", f"{report.max}, needed first for {report.worst}", expectations["max"])
    report.add("histogram", _row(report.histogram), expectations["histogram"])
    _hold_against_bounds(report, rules)
    asked = tree.strategy.options.get("opening", tree.guess[0])
    if asked != tree.guess[0]:
        report.fail("opening", f"{opening}, but the strategy was asked for code number {asked}")
    limit = tree.strategy.options.get("max_guesses", report.max)
    if isinstance(limit, int) and report.max > limit:
        report.fail("options", f"the strategy was asked for at most {limit} guesses")
    if tree.proof:
        _hold_against_proof(report, tree.proof, opening, str(rules))


def _replay(tree: StrategyTree, report: Report) -> bool:
    """Play every secret; False, with findings, where the tree does not find it."""
    rules = tree.rules
    try:
        guesses = {code: rules.digits(code) for code in set(tree.guess)}
    except RulesError as error:
        raise TreeFileError(report.path, str(error)) from None
    branches: list[dict[int, int] | None] = [None] * len(tree)
    reached = bytearray(len(tree))
    finds = bytearray(len(tree))
    histogram: list[int] = []
    for secret in codes(rules):
        node, depth = 0, 0
        while True:
            reached[node] = 1
            guess = guesses[tree.guess[node]]
            if guess == secret:
                finds[node] = 1
                break
            value = answer(guess, secret, rules.whites)
            after = branches[node]
            if after is None:
                after = branches[node] = _branches(tree, node, report)
            if value not in after:
                report.fail(
                    "secrets",
                    f"{_text(secret)} is never found: guess {depth + 1}, {_text(guess)}, gets "
                    f"{value // 10}b{value % 10}w, and the tree has no branch for it",
                )
                return False
            node, depth = after[value], depth + 1
        if depth >= len(histogram):
            histogram += [0] * (depth + 1 - len(histogram))
            report.worst = _text(secret)
        histogram[depth] += 1
    if 0 in reached:
        node = reached.index(0)
        guess = guesses[tree.guess[node]]
        report.fail("nodes", f"node {node}, guess {_text(guess)}, is reached by no secret")
    for node, after in enumerate(branches):
        if after and len(after) == 1 and not finds[node]:
            guess = guesses[tree.guess[node]]
            report.fail("nodes", f"node {node}, guess {_text(guess)}, splits nothing")
            break
    report.histogram = tuple(histogram)
    report.secrets = sum(histogram)
    report.total = sum(guesses * count for guesses, count in enumerate(histogram, 1))
    report.max = len(histogram)
    return True


def _branches(tree: StrategyTree, node: int, report: Report) -> dict[int, int]:
    """The node that follows each feedback, which must stand in rising order."""
    after: dict[int, int] = {}
    child, end, last = node + 1, node + tree.extent[node], -1
    while child < end:
        if tree.feedback[child] <= last:
            report.fail("order", f"branch {tree.feedback[child]} of node {node} follows {last}")
        last = tree.feedback[child]
        after[last] = child
        child += tree.extent[child]
    return after


def _hold_against_bounds(report: Report, rules: Rules) -> None:
    """Say how far the tree is from what no strategy can beat."""
    real = after_real_opening(rules)
    most = (
        f"max {report.max} is the least possible"
        if report.max == real.max
        else f"max is at least {real.max}"
    )
    plain = formula(rules.secrets, len(rules.feedbacks))
    text = (
        f"by counting, {most} and average at least {real.total / rules.secrets:.3f} "
        f"({plain.max} and {plain.total / rules.secrets:.3f} whatever is guessed)"
    )
    if report.max < real.max or report.total < real.total:
        report.fail("bounds", f"{text}: the tree is better than any can be")
    else:
        report.add("bounds", text)


def _hold_against_proof(report: Report, proof: Proof, opening: str, rules: str) -> None:
    """Hold the price of the tree against the bounds its file claims to have proved."""
    objective = re.fullmatch(
        r"(?:expected|worst, then expected)(?:, at most ([0-9]{1,19}))?"
        r"(, then least max, then fewest at it)?(?:, opened ([A-Z0-9]+))?",
        proof.objective,
    )
    if not objective:
        report.fail("proof", f"objective {proof.objective!r} is unknown")
        return
    price = report.total
    if objective[2]:
        size = report.secrets + 1
        price = (price * size + report.max) * size + report.histogram[-1]
    expectations: list[Expected] = [
        ("the proof", proof.upper_bound, proof.upper_bound == price),
    ]
    if objective[1] and int(objective[1]) < report.max:
        expectations.append(("the objective", f"at most {objective[1]}", False))
    if objective[3] and objective[3] != opening:
        expectations.append(("the objective", f"opened {objective[3]}", False))
    worst_first = proof.objective.startswith("worst")
    refuting = [
        known
        for known in PUBLISHED
        if proof.optimal
        and known.rules == rules
        and known.max is not None
        and known.max <= int(objective[1] or known.max)
        and objective[3] in (None, known.opening)
        and (known.max * worst_first, known.total) < (report.max * worst_first, report.total)
    ]
    if refuting:
        best = min(refuting, key=lambda known: known.total)
        expectations.append((best.source, f"total {best.total}, max {best.max}", False))
    claim = "claimed to be least" if proof.optimal else f"claimed to be {proof.lower_bound} or more"
    report.add("proof", f"{proof.objective}: price {price}, {claim}", expectations)


def _number(text: str) -> Fraction:
    """The average expected, given as a decimal or a fraction."""
    try:
        if not re.fullmatch(r"[0-9]{1,15}(\.[0-9]{0,30}|/[0-9]{1,15})?", text.strip()):
            raise ValueError
        return Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise ExpectationError(f"average {text!r} is no number: write 4.476 or 5801/1296") from None


def _rounds_to(found: Fraction, expected: Fraction, text: str) -> bool:
    """True when the average is the fraction, or rounds (half up) to the decimal at its places."""
    if "/" in text:
        return found == expected
    unit = 10 ** len(text.strip().partition(".")[2])
    return bool(floor(found * unit + Fraction(1, 2)) == expected * unit)


def _text(code: tuple[int, ...]) -> str:
    return "".join(_LETTERS[color] for color in code)


def _row(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))
