"""``mmtree verify``"""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

import click

from mmtree.cli import candidates
from mmtree.cli.output import say
from mmtree.cli.progress import progress_bar
from mmtree.errors import ExpectationError, MmtreeError, NoTreeError, TreeFileError
from mmtree.tree.file import load

if TYPE_CHECKING:
    from mmtree.check.report import Report
    from mmtree.strategies.choice import Progress


@click.command()
@click.argument(
    "files", shell_complete=candidates.tree_files, metavar="FILE...", nargs=-1, required=True
)
@click.option(
    "--max", "most", type=click.IntRange(1), metavar="N", help="No secret may need more guesses."
)
@click.option(
    "--total", type=click.IntRange(1), metavar="N", help="The total must be exactly this."
)
@click.option("--average", metavar="X", help="The average must be this fraction or decimal.")
@click.option("--prove", is_flag=True, help="Let the exact search confirm a claim of optimality.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    most: int | None,
    total: int | None,
    average: str | None,
    prove: bool,
    as_json: bool,
) -> None:
    """Replay every secret of tree files and check their figures.

    They are held against the file's own claim, the options, what is published about the strategy,
    and the bounds that no strategy can beat. Exit status: 0 holds, 1 does not, 2 unusable.
    """
    from mmtree.check.verify import verify

    reports = []
    unusable = False
    for path in files:
        try:
            report = verify(path, max=most, total=total, average=average)
            if prove and report.holds:
                with progress_bar() as progress:
                    _prove(report, progress)
        except ExpectationError:
            raise  # the same for every file
        except MmtreeError as error:
            unusable = True
            say(f"mmtree: {error}", err=True)
            continue
        reports.append(report)
        if not as_json:
            say(f"{path}: {'holds' if report.holds else 'DOES NOT HOLD'}")
            for finding in report.findings:
                sign = " " if finding.holds else "!"
                say(f"{sign} {finding.topic:<9} {finding.text}")
    if as_json:
        told = [{"holds": report.holds, **dataclasses.asdict(report)} for report in reports]
        say(*json.dumps(told, indent=2).split("\n"))
    ctx.exit(2 if unusable else 0 if all(report.holds for report in reports) else 1)


def _prove(report: Report, progress: Progress | None) -> None:
    """Search again, and hold the price found against the proof in the file."""
    from mmtree.strategies.builder import rebuild

    tree = load(report.path)
    if tree.proof is None or not tree.proof.optimal:
        raise TreeFileError(report.path, "claims no optimum, so there is none to prove")
    try:
        proof = rebuild(tree, progress).proof
    except NoTreeError as error:
        report.fail("proved", str(error))
        return
    if proof is None:
        report.fail("proved", f"strategy {tree.strategy.name} searches for no optimum")
    elif proof == tree.proof:
        report.add("proved", f"an exact search reaches the same price {proof.upper_bound}")
    else:
        report.fail(
            "proved",
            f"an exact search reaches {proof.upper_bound} ({proof.objective}), "
            f"the file claims {tree.proof.upper_bound} ({tree.proof.objective})",
        )
