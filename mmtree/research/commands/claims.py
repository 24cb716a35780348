"""``mmtree claims``"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from mmtree.cli.options import file_option, json_option, rules_option
from mmtree.cli.output import print_json, print_lines, select
from mmtree.cli.progress import progress_bar
from mmtree.game.rules import Rules
from mmtree.progress import Progress
from mmtree.show.columns import wrap_rows
from mmtree.show.terminal import colors_wanted

if TYPE_CHECKING:
    from mmtree.check.claims import Published
    from mmtree.research.check_claims import CheckedClaim

_HEAD = ("claim", "source", "claimed")
_FOUND = ("found", "how", "verdict")


@click.command()
@click.option(
    "--check", is_flag=True, help="Compute every figure, and say whether the claim holds."
)
@rules_option("Only claims about this game, or this list of words.")
@file_option("--guesses", help="A list of other words that may be guessed.")
@json_option
def command(check: bool, rules: str | None, guesses: str | None, as_json: bool) -> None:
    """List published figures of strategies and games, with their sources.

    With --check, mmtree computes each figure: it builds the strategy's tree, replays a ready-made
    tree that is proved optimal, searches or counts. The verdict says that the claim holds, by how
    much it differs and why, or what was tried to reproduce it. Exit status: 0 if every verdict is
    the one that mmtree's table of claims expects, 1 otherwise. On a terminal, a verdict is green if
    the claim holds, yellow if it does not, and red if the table expects another.
    """
    game = None
    if rules or guesses:
        from mmtree.cli.build_options import read_game

        game = read_game(rules, guesses)
    claims = _claims_about(game)
    if check:
        checked = _check_all(claims, game)
        if as_json:
            print_json([_to_dict(result.claim, result) for result in checked])
        else:
            _print_claims([result.claim for result in checked], checked)
        click.get_current_context().exit(0 if all(result.expected for result in checked) else 1)
    if as_json:
        print_json([_to_dict(claim) for claim in claims])
    else:
        _print_claims(claims)
        _print_sources(claims)


def _claims_about(game: Rules | None) -> Sequence[Published]:
    """Return the claims about these rules, or all claims."""
    from mmtree.check.claims import PUBLISHED

    if game is None:
        return PUBLISHED
    claims = [claim for claim in PUBLISHED if claim.covers(game)]
    if not claims:
        games = ", ".join(dict.fromkeys(claim.games for claim in PUBLISHED))
        raise click.UsageError(f"no claim is about {game}; there are claims about {games}")
    return claims


def _check_all(claims: Sequence[Published], game: Rules | None) -> list[CheckedClaim]:
    """Check the claims one after the other, with a progress bar."""
    from mmtree.research.check_claims import check_claim

    checked: list[CheckedClaim] = []
    with progress_bar() as report:
        for claim in claims:
            report(Progress(len(checked), len(claims), (claim.games, claim.subject)))
            checked.append(check_claim(claim, game))
    return checked


def _print_claims(claims: Sequence[Published], checked: Sequence[CheckedClaim] = ()) -> None:
    """Print a line for each claim below the heading of its game, and a line for each reason."""
    rows: list[tuple[str, ...]] = [_HEAD]
    rows += [(f"  {claim.subject}", claim.source, claim.figures) for claim in claims]
    if checked:
        found = [_FOUND, *((result.found, result.how, result.verdict) for result in checked)]
        rows = [(*row, *more) for row, more in zip(rows, found, strict=True)]
    head, *lines = wrap_rows(rows, (), unbroken=3 if checked else 0)
    print_lines(*head)
    game = ""
    for at, (claim, line) in enumerate(zip(claims, lines, strict=True)):
        if claim.games != game:
            game = claim.games
            print_lines(game)
        if checked and colors_wanted():
            print_lines(*(_color_verdict(text, checked[at]) for text in line), styled=True)
        else:
            print_lines(*line)
        if claim.formula:
            print_lines(f"      {claim.formula.printed}")
        if checked and (reason := checked[at].reason):
            print_lines(f"      {reason}")
        elif not checked and claim.verdict != "holds":
            print_lines(f"      {claim.verdict}: {claim.differs or claim.tried}")


def _color_verdict(line: str, result: CheckedClaim) -> str:
    """Colour the verdict at the end of a line: green if it holds, red if it is unexpected."""
    if not line.endswith(result.verdict):
        return line
    color = "green" if result.verdict.startswith("holds") else "yellow"
    style = click.style(result.verdict, fg=color if result.expected else "red", bold=True)
    return line.removesuffix(result.verdict) + style


def _print_sources(claims: Sequence[Published]) -> None:
    """Print the publications of the sources of these claims."""
    from mmtree.check.claims import SOURCES

    cited = "; ".join(claim.source for claim in claims)
    print_lines("")
    for name, where in SOURCES.items():
        if name in cited:
            print_lines(f"{name}: {where}")


def _to_dict(claim: Published, checked: CheckedClaim | None = None) -> dict[str, object]:
    """Return a claim, with its result if it was checked, in the form of the JSON output."""
    fields: dict[str, object] = {
        "rules": claim.games,
        "about": claim.kind,
        "claim": claim.subject,
        "strategy": claim.strategy or None,
        "opening": claim.opening or None,
        "options": dict(claim.options),
        **select(claim, "source", "total"),
        "average": claim.average or None,
        "max": claim.max,
        "histogram": list(claim.histogram) or None,
        "at_max": claim.at_max,
        "value": claim.value or None,
        "formula": claim.formula.printed if claim.formula else None,
    }
    if checked:
        fields |= select(checked, "found", "how", "verdict")
        fields |= {"reason": checked.reason or None, "expected": checked.expected}
    return fields
