"""``mmtree openings``"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import click

from mmtree.cli.build_options import flags_in_errors, format_option, strategy_options
from mmtree.cli.options import (
    OneOf,
    WholeNumber,
    check_outputs,
    complete_strategies,
    file_option,
    json_option,
    output_format,
    rules_option,
    symbols_option,
)
from mmtree.cli.output import print_data, print_lines
from mmtree.cli.progress import progress_bar
from mmtree.counts import format_count
from mmtree.files import write_files
from mmtree.game.code import Symbols, format_code
from mmtree.game.peg_rules import parse_rules
from mmtree.search.kernel import MAX_JOBS
from mmtree.show.columns import columns, wrap_rows
from mmtree.strategies.catalogue import check_taken, find

if TYPE_CHECKING:
    from mmtree.research.openings import Study
    from mmtree.show.charts.figure import Form
    from mmtree.show.charts.openings import Worth
    from mmtree.tree.provenance import Figures

ORDERS = ("total", "max", "code")
_NAMED = 4
"""The number of best openings that are listed for each max."""


@click.command()
@click.argument("strategy", shell_complete=complete_strategies)
@rules_option("The game.", default="4p6c", show_default=True)
@click.option(
    "--all", "every", is_flag=True, help="Try all codes, not one of each class (minutes)."
)
@strategy_options
@click.option(
    "--sort",
    "order",
    type=OneOf(ORDERS),
    default="total",
    show_default=True,
    help="Sort the rows by this column first.",
)
@click.option(
    "--rows",
    type=WholeNumber(1),
    default=10,
    show_default=True,
    help="Show only the first N and the last N rows.",
)
@symbols_option
@json_option
@file_option(
    "-o", "--output", help="Write all rows to a .json or .csv file, which mmtree chart can draw."
)
@file_option(
    "--chart",
    "picture",
    help="Also draw a chart: svg, png or pdf (needs the chart extra).",
    metavar="OUT",
)
@click.option("--jobs", type=WholeNumber(1, MAX_JOBS), help="Processes. [one per processor]")
def command(
    strategy: str,
    rules: str,
    every: bool,
    order: str,
    rows: int,
    symbols: Symbols,
    as_json: bool,
    output: str | None,
    picture: str | None,
    jobs: int | None,
    **options: Any,
) -> None:
    """Build the tree of every opening, and compare them.

    Prints total, average, max and the number of secrets found by each guess, for one opening of
    each class: AABB represents all codes with two colours twice. Most strategies break ties by the
    order of the codes, so that openings of a class can differ: --all tries every code, as Palm
    (2017) did. Exit status: 1 if it is proved that no opening has a tree.
    """
    from mmtree.research.openings import study
    from mmtree.research.openings_file import ENDINGS, format_csv, format_json

    row = find(strategy)
    with flags_in_errors():
        check_taken(row, options)
    game = parse_rules(rules)
    if output is not None and os.path.splitext(output)[1].lower() not in ENDINGS:
        raise click.UsageError(f"{output}: give it the ending {' or '.join(ENDINGS)}")
    if picture is not None:
        from mmtree.show.charts.figure import FORMS, check_matplotlib

        check_matplotlib()
        if output_format(picture, None, FORMS) is None:
            raise click.UsageError(f"{picture}: give it the ending .{', .'.join(FORMS)}")
    check_outputs([output, picture], [])
    with progress_bar(log=True) as progress, flags_in_errors():
        found = study(row.name, game, every=every, progress=progress, jobs=jobs, **options)
    ordered = sorted(found.openings, key=lambda code: _key(code, found.openings[code], order))
    written: dict[str | os.PathLike[str], list[bytes]] = {}
    if output is not None:
        write = format_csv if output.lower().endswith(".csv") else format_json
        written[output] = [write(found, ordered).encode()]
    if picture is not None and found.built:
        form = os.path.splitext(picture)[1].lower().lstrip(".")
        written[picture] = [_draw([found], cast("Form", form), None)]
    write_files(written)
    if as_json:
        print_data(format_json(found, ordered))
        click.get_current_context().exit(0 if found.built else 1)
    print_lines(*_head(found, symbols), *_rows(found, ordered, rows, symbols))
    if row.symmetric:
        print_lines("openings of a class are worth the same to the best trees")
    elif not every:
        print_lines(
            "ties go by the order of the codes, so others of a class may be better or worse: "
            f"--all tries all {game.guesses}"
        )
    if picture is not None and not found.built:
        print_lines(f"{picture} is not drawn: no opening has a tree")
    if written:
        print_lines(f"wrote {', '.join(map(str, written))}")
    click.get_current_context().exit(0 if found.built else 1)


def _key(code: int, figures: Figures | None, order: str) -> tuple[float, ...]:
    """Return the sort key of an opening; openings without a tree come last."""
    if order == "code":
        return (code,)
    if figures is None:
        return (1, 0, 0, code)
    pair = (figures.total, figures.max) if order == "total" else (figures.max, figures.total)
    return (0, *pair, code)


def _head(study: Study, symbols: Symbols) -> list[str]:
    """Format a heading; with --all, also the distribution of the totals."""
    what = f"{study.strategy} for {study.rules}"
    options = "".join(
        f", {format_option(study.strategy, *option)}" for option in study.options.items()
    )
    if not study.every or not study.built:
        return [
            f"{what}{options}: {format_count(len(study.openings), 'opening')}, one of each class"
        ]
    from mmtree.research.openings import summarize_totals

    least, median, greatest = summarize_totals([figures.total for _, figures in study.built])
    different = len({figures.total for _, figures in study.built})
    lines = [
        f"{what}{options}: all {len(study.openings)} openings",
        f"{different} different totals, from {least} to {greatest}, median {median}",
        "",
    ]
    classes = [
        (
            format_code(lowest, study.rules, symbols),
            f"{len(totals)}",
            *map(str, summarize_totals(totals)),
        )
        for lowest, totals in study.classes.items()
        if totals
    ]
    head = ("class", "openings", "least total", "median", "greatest")
    lines += [*columns([head, *classes], range(1, 5)), ""]
    rows = [("max", "openings", "least total", "opened")]
    for most in sorted({figures.max for _, figures in study.built}):
        same_max = [(code, figures.total) for code, figures in study.built if figures.max == most]
        best = [code for code, total in same_max if total == same_max[0][1]]
        opened = " ".join(format_code(code, study.rules, symbols) for code in best[:_NAMED])
        opened += f" and {len(best) - _NAMED} more" if best[_NAMED:] else ""
        rows.append((f"{most}", f"{len(same_max)}", f"{same_max[0][1]}", opened))
    return [*lines, *columns(rows, range(3)), ""]


def _rows(study: Study, ordered: Sequence[int], most: int, symbols: Symbols) -> list[str]:
    """Format a line for each of the first and the last openings."""
    cut = len(ordered) > 2 * most
    shown = [*ordered[:most], *ordered[-most:]] if cut else ordered
    cells = [_cells(study, code, symbols) for code in shown]
    head = ("opening", *(() if study.every else ("codes",)), "total", "average", "max")
    claimed = "published" if any(row[-1] for row in cells) else ""
    rows = wrap_rows([(*head, "found by guess 1, 2, …", claimed), *cells], range(1, len(head)))
    if cut:
        more = f"… {len(ordered) - 2 * most} more: --rows, --json or -o shows them"
        rows.insert(1 + most, [more])
    return [line for lines in rows for line in lines]


def _cells(study: Study, code: int, symbols: Symbols) -> tuple[str, ...]:
    from mmtree.research.openings import class_size

    rules, figures = study.rules, study.openings[code]
    name = format_code(code, rules, symbols)
    codes = () if study.every else (f"{class_size(code, rules)}",)
    if figures is None:
        return (name, *codes, "-", "-", "-", "proved that there is no tree", "")
    histogram = " ".join(map(str, figures.histogram))
    claims = dict.fromkeys(
        claim.source if claim.total == figures.total else f"! {claim.source}: {claim.total}"
        for claim in study.published_totals(code)
    )
    numbers = (f"{figures.total}", f"{float(figures.average):.4f}", f"{figures.max}")
    return (name, *codes, *numbers, histogram, "; ".join(claims))


def draw_files(files: Sequence[str], form: Form, title: str | None) -> bytes:
    """Draw the openings in files that the command has written."""
    from mmtree.research.openings_file import read

    studies = [read(path) for path in files]
    games = list(dict.fromkeys(str(study.rules) for study in studies))
    if len(games) > 1:
        raise click.UsageError(f"openings of {' and '.join(games)} do not share a scale: take one")
    for path, study in zip(files, studies, strict=True):
        if not study.built:
            raise click.UsageError(f"{path}: none of its openings has a tree")
    return _draw(studies, form, title)


def _draw(studies: Sequence[Study], form: Form, title: str | None) -> bytes:
    """Draw totals by opening, from studies of one game that each have a tree."""
    from mmtree.show.charts.openings import totals_by_opening

    shown = [_worth(study) for study in studies]
    return totals_by_opening(shown, form, title or f"Total by opening, {studies[0].rules}")


def _worth(study: Study) -> Worth:
    """Return the totals of a study by class, for the chart."""
    from mmtree.research.openings import lowest_equivalent
    from mmtree.show.charts.openings import Worth

    rules = study.rules
    classes: dict[str, list[tuple[str, int, int]]] = {
        format_code(lowest, rules): [] for lowest in study.classes
    }
    for code, figures in sorted(study.built):
        group = classes[format_code(lowest_equivalent(code, rules), rules)]
        group.append((format_code(code, rules), figures.total, figures.max))
    options = "".join(f", {name} {value}" for name, value in study.options.items())
    return Worth(f"{study.strategy}{options}", classes, rules.secrets, study.every)
