"""Rewrites the tables of CLAIMS.md in a clone: ``python -m mmtree.literature.claims_page``."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from mmtree.check.claims import PUBLISHED
from mmtree.literature.check_claims import CheckedClaim, check_claim

HEADING = "## All claims\n"
"""The heading in CLAIMS.md below which everything is generated."""

_WIDTH = 100


def format_claims(checked: Sequence[CheckedClaim]) -> str:
    """Return a section for each game: a table of the figures that hold, and a list of the rest."""
    lines: list[str] = []
    for games, results in groupby(checked, key=lambda result: result.claim.games):
        lines += ["", f"### {games}"]
        figures: list[CheckedClaim] = []
        others: list[CheckedClaim] = []
        for result in results:
            plain = result.verdict.startswith("holds") and not result.claim.formula
            (figures if plain else others).append(result)
        if figures:
            lines += ["", "| claim | source | figures | how |", "|---|---|---|---|"]
            lines += map(_format_row, figures)
        if others:
            lines.append("")
            for result in others:
                lines += textwrap.wrap(
                    _format_item(result),
                    _WIDTH,
                    subsequent_indent="  ",
                    break_long_words=False,
                    break_on_hyphens=False,
                )
    return "\n".join(lines) + "\n"


def _format_row(result: CheckedClaim) -> str:
    claim = result.claim
    how = result.how + result.verdict.removeprefix("holds")
    return f"| {claim.subject} | {claim.source} | {claim.figures} | {how} |"


def _format_item(result: CheckedClaim) -> str:
    claim = result.claim
    if claim.formula:
        figures = f"{claim.formula.printed}, for {result.found} ({result.how})"
    else:
        figures = f"claimed {claim.figures}, found {result.found} ({result.how})"
    item = f"- **{claim.subject}** ({claim.source}): {figures}, {result.verdict}."
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
