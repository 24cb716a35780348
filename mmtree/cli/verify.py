"""``mmtree verify``"""

import os
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from mmtree.cli.advice import describe_error
from mmtree.cli.options import WholeNumber, complete_trees, file_option, json_option
from mmtree.cli.output import print_json, print_lines, select
from mmtree.cli.progress import progress_bar
from mmtree.cli.signals import time_limit
from mmtree.errors import (
    ExpectationError,
    MmtreeError,
    NoTreeError,
    ProofError,
    StrategyError,
    TreeFileError,
)
from mmtree.tree import ready_made

if TYPE_CHECKING:
    from mmtree.check.report import Report
    from mmtree.progress import OnProgress

SECONDS = 10.0
"""The longest time in which a tree is rebuilt, if that is not requested."""
_REPORTED = ("holds", "path", "findings", "secrets", "total", "max", "histogram", "worst")
"""The attributes of a report that are printed as JSON."""


@click.command()
@click.argument("files", shell_complete=complete_trees, metavar="FILE...", nargs=-1)
@click.option("--max", "most", type=WholeNumber(1), help="No secret may need more guesses.")
@click.option("--total", type=WholeNumber(1), help="The total must be exactly this.")
@click.option("--average", metavar="X", help="The average must be this fraction or decimal.")
@click.option(
    "--rebuild",
    "again",
    is_flag=True,
    help="Rebuild each tree by the strategy it names, even if that takes long; for small rules, "
    "look for a better one with the checker's own search, too.",
)
@click.option("--prove", is_flag=True, help="As --rebuild, but trees must claim to be optimal.")
@file_option("--proof", "certificate", help="Check the certificate of one tree, or without a tree.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    most: int | None,
    total: int | None,
    average: str | None,
    again: bool,
    prove: bool,
    certificate: str | None,
    as_json: bool,
) -> None:
    """Replay every secret of tree files and check their figures.

    The figures are compared with the file's own claim, the options, the published figures of the
    strategy, and lower bounds for every strategy. If that takes at most ten seconds, the tree is
    rebuilt by the strategy it names, and must be the same. Exit status: 0 holds, 1 does not, 2
    unusable.

    With --proof, a certificate of mmtree prove is checked from scratch, by code that shares nothing
    with the search, and must show that the tree is optimal, if its file says so. For other
    trees, it shows how far their total can be above the least.
    """
    from mmtree.check.verify import verify

    if certificate is not None and not os.path.exists(certificate):
        name, certificate = certificate, ready_made.certificate(certificate)
        if certificate is None:
            raise click.UsageError(
                f"--proof: no file or ready-made certificate called {name}; "
                "`mmtree prove` writes the certificate of a tree"
            )
    if not files:
        if certificate is None:
            raise click.UsageError("Missing argument 'FILE...'.")
        ctx.exit(_check_alone(certificate, as_json))
    if certificate is not None and len(files) > 1:
        raise click.UsageError("--proof is the certificate of one tree: name one FILE")
    reports = []
    unusable = False
    for path in files:
        try:
            report = verify(path, max=most, total=total, average=average)
            proof = report.tree.proof
            if prove and not (proof and proof.optimal):
                raise TreeFileError(path, "claims no optimum, so --prove has nothing to prove")
            if report.holds:
                with progress_bar() as progress:
                    _rebuild(report, prove or again, progress)
            if report.holds and (certificate is not None or prove or again):
                from mmtree.check.proof.optimal import check_optimal, search_below

                with progress_bar() as progress:
                    if certificate is None:
                        search_below(report, progress)
                    else:
                        check_optimal(report, certificate, progress)
        except ExpectationError:
            raise  # the same for every file
        except MmtreeError as error:
            unusable = True
            print_lines(f"mmtree: {describe_error(error)}", err=True)
            continue
        reports.append(report)
        if not as_json:
            print_lines(f"{path}: {'holds' if report.holds else 'DOES NOT HOLD'}")
            for finding in report.findings:
                sign = " " if finding.holds else "!"
                print_lines(f"{sign} {finding.topic:<9} {finding.text}")
    if as_json:
        print_json([select(report, *_REPORTED) for report in reports])
    ctx.exit(2 if unusable else 0 if all(report.holds for report in reports) else 1)


def _check_alone(path: str, as_json: bool) -> int:
    """Check a certificate and print its statements; return the exit status."""
    from mmtree.check.proof.checker import check_certificate

    try:
        with progress_bar() as progress:
            found = check_certificate(path, progress)
    except ProofError as error:
        if as_json:
            print_json({"holds": False, "path": path, "reason": str(error)})
        else:
            print_lines(f"{path}: DOES NOT HOLD", f"! {error}")
        return 1
    if as_json:
        rules, statements = str(found.rules), list(map(str, found.statements))
        print_json({"holds": True, "path": path, "rules": rules, "statements": statements})
    else:
        lines = [f"  {found.rules}: {one} ({one.size})" for one in found.statements]
        print_lines(f"{path}: holds", *lines)
    return 0


def _rebuild(report: "Report", always: bool, progress: "OnProgress") -> None:
    """Rebuild the tree by the strategy it names, if that is quick or requested."""
    from mmtree.check.verify import check_rebuilt
    from mmtree.cli.build_options import name_flags
    from mmtree.strategies.catalogue import FLAGS, NAMES

    tree, name = report.tree, report.tree.strategy.name
    row = NAMES.get(name)
    known = ["opening", *(option.name for option in row.options)] if row else []
    unknown = ", ".join(
        FLAGS.get(option, f"--{option.replace('_', '-')}")
        for option in tree.strategy.options
        if option not in known
    )
    if row is None:
        report.add("strategy", f"{name}: not a strategy of mmtree, so not rebuilt")
    elif unknown and not always:
        report.add("strategy", f"{name} with {unknown}: not an option of mmtree, so not rebuilt")
    elif not (always or row.quick(tree.rules)):
        who = "a ready-made tree" if tree.provenance.verified else "says the file"
        report.add("strategy", f"{name}, {who}: not rebuilt, which can take long (--rebuild)")
    else:
        from mmtree.strategies.builder import rebuild

        try:
            with nullcontext() if always else time_limit(SECONDS):
                again = rebuild(tree, progress)
            check_rebuilt(report, again)
        except TimeoutError:
            report.add("strategy", f"{name}: not rebuilt within {SECONDS:.0f} s (--rebuild)")
        except (StrategyError, NoTreeError) as error:
            report.fail("strategy", name_flags(str(error)))
