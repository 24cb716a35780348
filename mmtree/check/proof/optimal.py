"""Whether the statements of a certificate show that a tree is optimal."""

from __future__ import annotations

import os
from collections.abc import Iterator

from mmtree.check.proof.certificate import Statement
from mmtree.check.proof.checker import Progress, check_certificate
from mmtree.check.report import Report, letters
from mmtree.check.verify import OBJECTIVE
from mmtree.errors import ProofError, SizeError

MAX_SEARCHED = 3200
"""The most secrets for the checker's own search: 5p5c and 4p7c take it a minute or less."""
_Needed = tuple[int, int, int, int | None]
"""Unit, last guess, surcharge and bound."""


def check_optimal(report: Report, path: str | os.PathLike[str], progress: Progress) -> None:
    """Check a certificate, and add to the report what it shows of the tree.

    Args:
        report: the report on the tree, after its replay.
        path: the certificate.
        progress: called from time to time.

    Raises:
        OSError: the certificate cannot be read.
        SizeError: the rules have too many codes for the checker.
    """
    tree = report.tree
    try:
        certificate = check_certificate(path, progress)
    except ProofError as error:
        report.fail("proved", str(error))
        return
    if certificate.rules != tree.rules:
        report.fail("proved", f"the certificate is for {certificate.rules}")
        return
    shown = "; ".join(f"{statement} ({statement.size})" for statement in certificate.statements)
    report.add("proved", f"{shown}; by {os.path.basename(os.fsdecode(path))}, which holds")
    proof = tree.proof
    objective = OBJECTIVE.fullmatch(proof.objective) if proof and proof.optimal else None
    if proof is None or objective is None:
        return
    for needed in _needed(report, objective[1], proof.objective, bool(objective[2])):
        if not any(_implies(one, needed, objective[3]) for one in certificate.statements):
            unit, last, surcharge, bound = needed
            missing = Statement(unit, last, surcharge, None, bound, 0)
            report.fail(
                "optimal", f"{proof.objective}: the certificate does not show that {missing}"
            )
            return
    report.add("optimal", f"{proof.objective}: that is proved by the certificate")


def search_below(report: Report, progress: Progress) -> None:
    """Look for a tree of a lower total with the checker's own search, and add the result.

    It does nothing for more than ``MAX_SEARCHED`` secrets, and for other objectives than the
    expected total.

    Args:
        report: the report on the tree, after its replay.
        progress: called from time to time.
    """
    proof, rules = report.tree.proof, report.tree.rules
    if not proof or not proof.optimal or proof.objective != "expected":
        return
    if rules.secrets > MAX_SEARCHED:
        return
    from mmtree.check.best_response import BestResponse

    try:
        found = BestResponse(rules, lambda code: 1, progress).find_below(report.total)
    except SizeError:
        report.add("optimal", "the checker's own search was given up; mmtree prove helps")
        return
    if found < report.total:
        report.fail("optimal", f"the checker's own search finds a total of {found}")
    else:
        report.add("optimal", f"the checker's own search finds no total below {report.total}")


def _needed(report: Report, most: str | None, objective: str, fewest: bool) -> Iterator[_Needed]:
    """Yield the statements without which a tree need not be optimal."""
    last = int(most) if most else 0
    expected = objective.startswith("expected")
    if not expected:
        last = report.max
        if last > 1:
            yield 1, last - 1, 0, None
    if not objective.startswith("max"):
        yield 1, last, 0, report.total
    if fewest:
        if expected and report.max > 1:
            yield 1, report.max - 1, 0, report.total + 1
        size = report.secrets + 1
        yield size, report.max, 1, report.total * size + report.histogram[-1]


def _implies(statement: Statement, needed: _Needed, opening: str | None) -> bool:
    """Return whether a statement shows at least what is needed."""
    unit, last, surcharge, bound = needed
    return (
        (statement.opening is None or letters(statement.opening) == opening)
        and statement.unit == unit
        and (statement.last == last or not (statement.last or statement.surcharge or surcharge))
        and statement.surcharge == surcharge
        and (statement.bound is None or (bound is not None and statement.bound >= bound))
    )
