"""Rewrites the tables of CLAIMS.md in a clone: ``python -m mmtree.research.claims_page``."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

from mmtree.check.claims import PUBLISHED
from mmtree.research.check_claims import CheckedClaim, check_claim

HEADING = "## All claims\n"
"""The heading in CLAIMS.md below which everything is generated."""

_OTHERS = "### Formulas, and figures that differ"

_WIDTH = 100


def format_claims(checked: Sequence[CheckedClaim]) -> str:
    """Return a table of the figures that hold, and a list of the rest and of the formulas."""
    lines = ["", "| game | claim | source | figures | how |", "|---|---|---|---|---|"]
    others: list[str] = []
    for result in checked:
        if result.verdict.startswith("holds") and not result.claim.formula:
            lines.append(_format_row(result))
        else:
            others += textwrap.wrap(
                _format_item(result),
                _WIDTH,
                subsequent_indent="  ",
                break_long_words=False,
                break_on_hyphens=False,
            )
    return "\n".join([*lines, "", _OTHERS, "", *others]) + "\n"


def _format_row(result: CheckedClaim) -> str:
    claim = result.claim
    how = result.how + result.verdict.removeprefix("holds")
    return f"| {claim.games} | {claim.subject} | {claim.source} | {claim.figures} | {how} |"


def _format_item(result: CheckedClaim) -> str:
    claim = result.claim
    if claim.formula:
        figures = f"{claim.formula.printed}, for {result.found} ({result.how})"
    else:
        figures = f"claimed {claim.figures}, found {result.found} ({result.how})"
    item = f"- **{claim.games}, {claim.subject}** ({claim.source}): {figures}, {result.verdict}."
    label = "Tried" if claim.tried else "Reason"
    return f"{item} {label}: {result.reason}." if result.reason else item


def main() -> None:
    """Check all claims, and replace the generated part of CLAIMS.md."""
    path = Path(__file__).with_name("CLAIMS.md")
    text, heading, _ = path.read_text(encoding="utf-8").partition(HEADING)
    assert heading, f"{path} has no heading {HEADING.strip()!r}"
    checked = [check_claim(claim) for claim in PUBLISHED]
    path.write_text(text + heading + format_claims(checked), encoding="utf-8")


if __name__ == "__main__":
    main()
