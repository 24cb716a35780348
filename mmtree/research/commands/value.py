"""``mmtree value``"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click

from mmtree.cli.options import check_certificate_output, complete_rules, file_option, json_option
from mmtree.cli.output import print_json, print_lines, select
from mmtree.cli.progress import progress_bar
from mmtree.counts import format_fraction
from mmtree.files import write_whole
from mmtree.game.code import format_code
from mmtree.game.peg_rules import parse_rules
from mmtree.game.rules import Rules
from mmtree.progress import Progress
from mmtree.show.columns import columns

if TYPE_CHECKING:
    from mmtree.research.value import GameValue

_SEARCH = (
    "the search of all trees takes seconds for 4p6c, and for other rules up to hours and 500 MB, "
    "after which it is given up: --quick leaves it out"
)


_TABLE_HEAD = """\
| rules | value | | all codes alike | codemaker | trees |
|---|---|---|---|---|---|"""


@click.command()
@click.argument("rules", shell_complete=complete_rules, nargs=-1)
@file_option("-o", "--output", help="Write a certificate with the strategies of both sides.")
@file_option("--check", "certificate", help="Verify a certificate (4p6c: a few seconds).")
@click.option("--quick", is_flag=True, help="With --check: verify only the codebreaker's side.")
@json_option
def command(
    rules: tuple[str, ...],
    output: str | None,
    certificate: str | None,
    quick: bool,
    as_json: bool,
) -> None:
    """Find the value of the game if the codemaker chooses well, too.

    The value is the average number of guesses when both sides play optimally: the codemaker gives
    each pattern of codes a probability, and the codebreaker chooses at random among a few trees,
    with colours and places permuted at random. It is proved by equal bounds from both sides. For
    4p6c, the default, this takes 15 seconds. For several RULES, a table is printed.

    A certificate contains the whole proof. --check replays its trees and searches all other trees
    with independent code. Exit status: 0 holds, 1 does not, 2 unusable.
    """
    if certificate is not None:
        if rules or output is not None:
            raise click.UsageError("--check takes only a certificate, which names its rules")
        _check(certificate, quick, as_json)
        return
    if quick:
        raise click.UsageError("--quick needs --check FILE")
    games = list(map(parse_rules, rules or ["4p6c"]))
    if output is not None:
        if len(games) > 1:
            raise click.UsageError("-o takes the certificate of one game, so give one of RULES")
        check_certificate_output(output, [])
    found = []
    for at, game in enumerate(games):
        found.append(_find(game))
        if output is not None:
            from mmtree.research.value import certificate as certified

            write_whole(output, certified(found[0]))
        if len(games) > 1 and not as_json:
            print_lines(*([] if at else _TABLE_HEAD.split("\n")), _format_table_row(found[-1]))
    if as_json:
        print_json([_values(one) for one in found])
    elif len(games) == 1:
        _show(found[0])
    if output is not None and not as_json:
        print_lines(f"wrote {output}")


def _find(game: Rules) -> GameValue:
    """Return the value of a game; a progress bar shows the bounds meanwhile."""
    from mmtree.research.value import game_value
    from mmtree.search.kernel import advice

    with progress_bar(advice()) as show:

        def report(lower: Fraction, upper: Fraction, trees: int) -> None:
            bounds = f"from {float(lower):.6f} to {float(upper):.6f}"
            show(Progress(0, 1, (str(game), f"{trees} trees", bounds)))

        return game_value(game, report)


def _show(found: GameValue) -> None:
    """Print the value and both strategies."""
    print_lines(
        f"{found.rules}: value {format_fraction(found.value)}, proved from both sides",
        f"all codes equally likely, the least average is {format_fraction(found.uniform)}",
        "",
    )
    head = ["pattern", "codes", "probability", "", "of a code"]
    rows = [
        [name, str(size), str(chance), f"{float(chance):.4f}", f"{float(chance / size):.7f}"]
        for (name, chance), size in zip(found.codemaker.items(), found.sizes.values(), strict=True)
    ]
    print_lines(
        "codemaker, each code of a pattern alike:", *columns([head, *rows], (1, 2, 3, 4)), ""
    )
    head = ["weight", "opening", "total", "max", *found.sizes]
    rows = [
        [
            f"{float(one.weight):.4f}",
            format_code(one.tree.root.guess, found.rules),
            str(one.tree.total),
            str(one.tree.max),
            *(f"{float(average):.4f}" for average in one.averages),
        ]
        for one in found.codebreaker
    ]
    means = [
        sum((one.weight * one.averages[at] for one in found.codebreaker), Fraction(0))
        for at in range(len(found.sizes))
    ]
    rows.append(["mixed", "", "", "", *(f"{float(mean):.4f}" for mean in means)])
    print_lines(
        "codebreaker, trees with their averages:", *columns([head, *rows], range(2, len(head)))
    )


def _values(found: GameValue) -> dict[str, object]:
    """Return the value and both strategies for JSON, with fractions as text."""
    return {
        "rules": found.rules,
        "value": str(found.value),
        "decimal": float(found.value),
        "average_of_all_alike": str(found.uniform),
        "codemaker": [
            {"pattern": name, "codes": found.sizes[name], "probability": str(chance)}
            for name, chance in found.codemaker.items()
        ],
        "codebreaker": [
            {
                "weight": str(one.weight),
                "opening": format_code(one.tree.root.guess, found.rules),
                **select(one.tree, "total", "max"),
                "averages": dict(zip(found.sizes, map(str, one.averages), strict=True)),
            }
            for one in found.codebreaker
        ],
    }


def _check(path: str, quick: bool, as_json: bool) -> None:
    """Verify a certificate."""
    from mmtree.research.check.value import verify_value

    advice = "" if quick else _SEARCH
    with progress_bar(advice) as show:
        report = verify_value(path, search=not quick, progress=show)
    if as_json:
        proved = {"rules": report.certificate.rules, "value": str(report.certificate.value)}
        print_json({"path": path, **proved, **select(report, "holds", "searched", "findings")})
    else:
        verdict = "holds" if report.holds else "DOES NOT HOLD"
        if report.holds and quick:
            verdict = "holds so far (--quick: the value may be lower)"
        print_lines(f"{path}: {verdict}")
        for finding in report.findings:
            print_lines(f"{' ' if finding.holds else '!'} {finding.topic:<11} {finding.text}")
    if not report.holds:
        click.get_current_context().exit(1)


def _format_table_row(found: GameValue) -> str:
    """Format a line of the table, in Markdown."""
    total = found.uniform * found.rules.secrets
    cells = (
        str(found.rules),
        str(found.value),
        f"{float(found.value):.4f}",
        f"{total}/{found.rules.secrets} = {float(found.uniform):.4f}",
        _describe_codemaker(found),
        str(len(found.codebreaker)),
    )
    return f"| {' | '.join(cells)} |"


def _describe_codemaker(found: GameValue) -> str:
    """Describe the patterns in use, with their probabilities if these differ by code."""
    used = {name: chance for name, chance in found.codemaker.items() if chance}
    if len({chance / found.sizes[name] for name, chance in used.items()}) == 1:
        never = [name for name in found.sizes if name not in used]
        return "all codes alike" + (f", but never {', '.join(never)}" if never else "")
    return ", ".join(f"{name} {chance}" for name, chance in used.items())
