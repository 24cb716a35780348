"""``mmtree claims``"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from mmtree.cli import completion_values
from mmtree.cli.columns import row_lines
from mmtree.cli.output import say, say_json
from mmtree.cli.progress import progress_bar
from mmtree.game.rules import Rules

if TYPE_CHECKING:
    from mmtree.check.claims import Published
    from mmtree.literature.check_claims import Settled

_HEAD = ("claim", "source", "claimed")
_FOUND = ("found", "how", "verdict")


@click.command()
@click.option("--check", is_flag=True, help="Find every figure, and tell whether the claim holds.")
@click.option(
    "--rules",
    shell_complete=completion_values.rules,
    metavar="RULES",
    help="Only those of this game.",
)
@click.option("--json", "as_json", is_flag=True, help="Print them as JSON.")
def command(check: bool, rules: str | None, as_json: bool) -> None:
    """List what is published of strategies and games: who claims which figure.

    With --check, each is held against what mmtree finds: by building the strategy's tree, by
    replaying a ready-made tree that is proved to be the least, by searching or by counting. The
    verdict is that it holds, by how much it differs and why, or what was tried in vain. Exit
    status: 0 where every verdict is the one that mmtree's table of claims tells, 1 otherwise.
    """
    from mmtree.check.claims import PUBLISHED

    claims = PUBLISHED if rules is None else _of(Rules.parse(rules))
    if check:
        settled = _settled(claims)
        if as_json:
            say_json([_told(one.claim, one) for one in settled])
        else:
            _list([one.claim for one in settled], settled)
        click.get_current_context().exit(0 if all(one.expected for one in settled) else 1)
    if as_json:
        say_json([_told(claim) for claim in claims])
    else:
        _list(claims)
        _list_sources(claims)


def _of(rules: Rules) -> list[Published]:
    """The claims about some rules.

    Raises:
        click.UsageError: there are none.
    """
    from mmtree.check.claims import PUBLISHED

    claims = [claim for claim in PUBLISHED if claim.covers(rules)]
    if not claims:
        games = ", ".join(dict.fromkeys(claim.games for claim in PUBLISHED))
        raise click.UsageError(f"no claim is about {rules}: there are claims about {games}")
    return claims


def _settled(claims: Sequence[Published]) -> list[Settled]:
    """The claims held against what is found, one after the other."""
    from mmtree.literature.check_claims import settle

    settled: list[Settled] = []
    with progress_bar() as show:
        for claim in claims:
            show(len(settled), len(claims), f"{claim.games}, {claim.subject}")
            settled.append(settle(claim))
    return settled


def _list(claims: Sequence[Published], settled: Sequence[Settled] = ()) -> None:
    """A line for each claim, under the game that it is about, and one for a reason."""
    rows: list[tuple[str, ...]] = [_HEAD]
    rows += [(f"  {claim.subject}", claim.source, claim.figures) for claim in claims]
    if settled:
        found = [_FOUND, *((one.found, one.how, one.verdict) for one in settled)]
        rows = [(*row, *more) for row, more in zip(rows, found, strict=True)]
    head, *lines = row_lines(rows, ())
    say(*head)
    game = ""
    for at, (claim, line) in enumerate(zip(claims, lines, strict=True)):
        if claim.games != game:
            game = claim.games
            say(game)
        say(*line)
        if claim.formula:
            say(f"      {claim.formula.printed}")
        if settled and (reason := settled[at].reason):
            say(f"      {reason}")
        elif not settled and claim.verdict != "holds":
            say(f"      {claim.verdict}: {claim.differs or claim.tried}")


def _list_sources(claims: Sequence[Published]) -> None:
    """Where the claims stand."""
    from mmtree.check.claims import SOURCES

    cited = "; ".join(claim.source for claim in claims)
    say("")
    for name, where in SOURCES.items():
        if name in cited:
            say(f"{name}: {where}")


def _told(claim: Published, settled: Settled | None = None) -> dict[str, object]:
    """A claim as JSON holds it, with what was found of it."""
    told: dict[str, object] = {
        "rules": claim.games,
        "about": claim.kind,
        "claim": claim.subject,
        "strategy": claim.strategy or None,
        "opening": claim.opening or None,
        "options": dict(claim.options),
        "source": claim.source,
        "total": claim.total,
        "average": claim.average or None,
        "max": claim.max,
        "histogram": list(claim.histogram) or None,
        "value": claim.value or None,
        "formula": claim.formula.printed if claim.formula else None,
    }
    if settled:
        told |= {
            "found": settled.found,
            "how": settled.how,
            "verdict": settled.verdict,
            "reason": settled.reason or None,
            "expected": settled.expected,
        }
    return told
