"""Rewrites the tables of CLAIMS.md: ``PYTHONPATH=tests .venv/bin/python -m research.claims_page``."""

import textwrap

from mmtree.check.claims import PUBLISHED
from mmtree.research.check_claims import check_claim

from support.environment import ROOT

HEADING = "## All claims\n"
"""The heading in CLAIMS.md below which everything is generated."""


def format_claims(checked):
    """Return a table of the figures that hold, and a list of the rest and of the formulas."""
    lines = ["", "| game | claim | source | figures | how |", "|---|---|---|---|---|"]
    others = []
    for result in checked:
        claim = result.claim
        if result.verdict.startswith("holds") and not claim.formula:
            how = result.how + result.verdict.removeprefix("holds")
            cells = (claim.games, claim.subject, claim.source, claim.figures, how)
            lines.append(f"| {' | '.join(cells)} |")
        else:
            settings = {"break_long_words": False, "break_on_hyphens": False}
            others += textwrap.wrap(_item(result), 100, subsequent_indent="  ", **settings)
    return "\n".join([*lines, "", "### Formulas, and figures that differ", "", *others]) + "\n"


def _item(result):
    claim = result.claim
    found = f", found {result.found} ({result.how})" if result.how else ""
    figures = f"claimed {claim.figures}{found}"
    if claim.formula:
        figures = f"{claim.formula.printed}, for {result.found} ({result.how})"
    item = f"- **{claim.games}, {claim.subject}** ({claim.source}): {figures}, {result.verdict}."
    label = "Tried" if claim.tried else "Reason"
    return f"{item} {label}: {result.reason}." if result.reason else item


if __name__ == "__main__":
    path = ROOT / "mmtree/research/CLAIMS.md"
    text, heading, _ = path.read_text(encoding="utf-8").partition(HEADING)
    tables = format_claims([check_claim(claim) for claim in PUBLISHED])
    path.write_text(text + heading + tables, encoding="utf-8")
