"""``mmtree bounds``"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mmtree.cli.build_options import read_game
from mmtree.cli.options import complete_rules, json_option
from mmtree.cli.output import print_json, print_lines, select
from mmtree.cli.progress import progress_bar
from mmtree.game.code import format_code
from mmtree.game.rules import Rules
from mmtree.show.columns import columns

if TYPE_CHECKING:
    from mmtree.check.bounds import Bound
    from mmtree.research.bounds import GameBounds
    from mmtree.tree.reader import Head

_BOUND = ("max", "total", "average")


@click.command()
@click.argument("rules", shell_complete=complete_rules, default="4p6c")
@click.option(
    "--second",
    is_flag=True,
    help="Compute bounds after two guesses also for more than 100000 secrets (slow).",
)
@json_option
def command(rules: str, second: bool, as_json: bool) -> None:
    """Compare lower bounds for all trees with the best known trees.

    Computes lower bounds on max, total and average: for any tree (Viaud 1979), for each first guess
    (Neuwirth 1982; equivalent codes are listed once), and with the best second guess after each of
    its answers. The default RULES are 4p6c.
    """
    from mmtree.research.bounds import compute_bounds, find_best_known

    game = read_game(rules)
    with progress_bar() as progress:
        found = compute_bounds(game, second, progress)
    known = find_best_known(game)
    if as_json:
        print_json(_to_dict(found, known))
        return
    plain = found.formula
    print_lines(
        f"{game}: {game.secrets} secrets, {len(game.feedbacks)} answers to a guess",
        f"whatever is guessed: max at least {plain.max}, total at least {plain.total}, "
        f"average at least {_average(plain, game)}",
        "",
        *_table(found),
    )
    if found.skip_reason:
        print_lines("", f"not counted after two guesses: {found.skip_reason}")
    print_lines("", *_best(known, game))
    least = found.least_after_two or found.least_after_one
    most = any(head.claim.max == least.max for _, head in known.values())
    total = any(head.claim.total == least.total for _, head in known.values())
    print_lines(
        f"no strategy has max below {least.max}{' (reached)' * most}, or average below "
        f"{_average(least, game)} (total {least.total}{', reached' * total})"
    )


def _table(found: GameBounds) -> list[str]:
    """Format a row for each opening, and the least of each column."""
    rules = found.rules
    head = ("opening", "codes", "cells", "largest", *_BOUND, *(_BOUND if found.second else ()))
    rows = [head]
    for at, opening in enumerate(found.openings):
        code = format_code(rules.number(opening.code), rules)
        counts = (opening.equivalent, len(opening.cells), max(opening.cells.values()))
        counted = [opening.bound, *found.second[at : at + 1]]
        rows.append((code, *map(str, counts), *_figures(counted, rules)))
    least = [found.least_after_one, *([found.least_after_two] if found.least_after_two else [])]
    rows.append(("least", "", "", "", *_figures(least, rules)))
    lines = columns(rows, range(1, len(head)))
    if len(lines) > len(rows):  # on a narrow terminal, where no heading is above its columns
        return [
            f"bounds after one guess{', and after two guesses' if found.second else ''}:",
            *lines,
        ]
    above = " " * lines[0].index("max") + "after one guess"
    if found.second:
        above = above.ljust(lines[0].rindex("max")) + "after two guesses"
    return [above, *lines]


def _figures(bounds: list[Bound], rules: Rules) -> list[str]:
    return [
        text
        for bound in bounds
        for text in (str(bound.max), str(bound.total), _average(bound, rules))
    ]


def _average(bound: Bound, rules: Rules) -> str:
    return f"{bound.total / rules.secrets:.3f}"


def _best(known: dict[str, tuple[str, Head]], rules: Rules) -> list[str]:
    """Format a line for each of the best known trees."""
    if not known:
        return [f"best known: no ready-made tree is of {rules}"]
    rows = [("best known", *_BOUND, "tree", "proved optimal")]
    for what, (name, head) in known.items():
        claim = head.claim
        figures = str(claim.max), str(claim.total), f"{claim.total / claim.secrets:.3f}"
        rows.append((what, *figures, name, head.proved_text))
    return columns(rows, range(1, 4))


def _to_dict(found: GameBounds, known: dict[str, tuple[str, Head]]) -> dict[str, object]:
    rules = found.rules

    def bound(one: Bound | None) -> dict[str, float] | None:
        if one is None:
            return None
        return {"max": one.max, "total": one.total, "average": one.total / rules.secrets}

    return {
        "rules": rules,
        "secrets": rules.secrets,
        "feedbacks": len(rules.feedbacks),
        "whatever_is_guessed": bound(found.formula),
        "openings": [
            {
                "opening": format_code(rules.number(opening.code), rules),
                "codes": opening.equivalent,
                "cells": len(opening.cells),
                "largest": max(opening.cells.values()),
                "after_one_guess": bound(opening.bound),
                "after_two_guesses": bound(found.second[at] if found.second else None),
            }
            for at, opening in enumerate(found.openings)
        ],
        "least_after_one_guess": bound(found.least_after_one),
        "least_after_two_guesses": bound(found.least_after_two),
        "best_known": {
            what: {
                "tree": name,
                **select(head.claim, "max", "total", "average"),
                "proved_optimal": head.proved_objective,
            }
            for what, (name, head) in known.items()
        },
    }
