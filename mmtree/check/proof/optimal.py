"""Whether the statements of a certificate show that a tree is optimal."""

import os
import re

from mmtree.check.game import game_of
from mmtree.check.proof.certificate import ProvedStatement
from mmtree.check.proof.checker import check_certificate
from mmtree.check.report import Report
from mmtree.check.verify import OBJECTIVE, surcharge_of
from mmtree.counts import format_gap
from mmtree.errors import ProofError, SizeError
from mmtree.progress import OnProgress

MAX_SEARCHED = 3200
"""The most secrets for the checker's own search: 5p5c and 4p7c take it a minute or less."""


def check_optimal(report: Report, path: str | os.PathLike[str], progress: OnProgress) -> None:
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
        other = "another game called " * (str(certificate.rules) == str(tree.rules))
        report.fail("proved", f"the certificate is for {other}{certificate.rules}")
        return
    statements = certificate.statements
    listed = "; ".join(f"{statement} ({statement.size})" for statement in statements)
    report.add("proved", f"{listed}; by {os.path.basename(os.fsdecode(path))}, which holds")
    needed = needed_statements(report)
    missing = [one for one in needed if not any(_implies(shown, one) for shown in statements)]
    if missing:
        report.fail("optimal", f"the certificate does not show that {missing[0]}")
    elif needed and tree.proof:
        report.add("optimal", f"{tree.proof.objective}: that is proved by the certificate")
        return
    compared, trees = _compared_totals(report)
    bounds = [one.bound or 0 for one in statements if _implies(one, compared)]
    if bound := max(bounds, default=0):
        gap = "" if bound >= report.total else f"at most {format_gap(bound, report.total)} above "
        report.add("gap", f"{gap}the least total{trees}: that is proved by the certificate")


def needed_statements(report: Report) -> list[ProvedStatement]:
    """Return the statements without which a tree need not be optimal as its file says.

    None are needed if the file does not say so.
    """
    proof, rules, total = report.tree.proof, report.tree.rules, report.total
    objective = OBJECTIVE.fullmatch(proof.objective) if proof and proof.optimal else None
    if objective is None:
        return []
    opening = _opening_of(report, objective)
    expected = not (objective["max"] or objective["worst"])
    last = int(objective["most"] or 0) if expected else report.max
    within = objective["within"] and int(objective["within"])
    needed: list[tuple[int, int, int, int | None]] = []
    if not expected and last > 1:
        needed.append((1, last - 1, 0, None))
    if not objective["max"]:
        extra, dear = surcharge_of(objective, report)
        needed.append((1, last, extra, total + extra * dear))
    if objective["fewest"]:
        if expected and report.max > 1:
            needed.append((1, report.max - 1, 0, total + 1))
        size = report.secrets + 1
        needed.append((size, report.max, 1, total * size + report.histogram[-1]))
    return [
        ProvedStatement(
            unit, last, surcharge, opening, bound, 0, rules.move, within + 1 if within else None
        )
        for unit, last, surcharge, bound in needed
    ]


def _opening_of(report: Report, objective: re.Match[str]) -> str | None:
    """Return the only opening of an objective as certificates spell it, or None."""
    game = game_of(report.tree.rules)
    return game.text(game.row(report.tree.guess[0])) if objective["opening"] else None


def search_below(report: Report, progress: OnProgress) -> None:
    """Look for a tree of a lower total with the checker's own search, and add the result.

    It does nothing for more than ``MAX_SEARCHED`` secrets, for other objectives than the expected
    total, and for house rules.

    Args:
        report: the report on the tree, after its replay.
        progress: called from time to time.
    """
    proof, rules = report.tree.proof, report.tree.rules
    if not proof or not proof.optimal or proof.objective != "expected" or not rules.classic:
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


def _compared_totals(report: Report) -> tuple[ProvedStatement, str]:
    """Return the least statement on the totals that a file compares, and the trees it is about."""
    proof = report.tree.proof
    objective = OBJECTIVE.fullmatch(proof.objective) if proof else None
    if not (proof and objective) or objective["max"] or objective["worst"] or objective["within"]:
        return ProvedStatement(1, 0, 0, None, 0, 0), ""
    last, opening = int(objective["most"] or 0), _opening_of(report, objective)
    limits = f" ({proof.objective})" if last or opening else ""
    return ProvedStatement(1, last, 0, opening, 0, 0), limits


def _implies(shown: ProvedStatement, needed: ProvedStatement) -> bool:
    """Return whether a statement shows at least what is needed."""
    return (
        shown.opening in (None, needed.opening)
        and (shown.unit, shown.surcharge) == (needed.unit, needed.surcharge)
        and (shown.since == needed.since or not needed.surcharge)
        and (shown.last == needed.last or not (shown.last or shown.surcharge))
        and (shown.bound is None or (needed.bound is not None and shown.bound >= needed.bound))
    )
