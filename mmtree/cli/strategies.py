"""``mmtree strategies``"""

from __future__ import annotations

import click

from mmtree.cli.output import say


@click.command()
def command() -> None:
    """List the strategies with rule, source and claim."""
    from mmtree.check.claims import PUBLISHED
    from mmtree.strategies.rows import ROWS

    for row in ROWS:
        options = ["--opening", *(option.flag for option in row.options)]
        say(f"{row.name}  [{' '.join(options)}]")
        say(f"    rule    {row.rule}")
        say(f"    source  {row.source}")
        for claim in PUBLISHED:
            if claim.strategy == row.name:
                most = f", max {claim.max}" if claim.max else ""
                what = claim.objective or f"opened {claim.opening}"
                say(
                    f"    claim   {claim.rules}, {what}: total {claim.total}{most} ({claim.source})"
                )
                if claim.not_reproduced:
                    say(f"            not reproduced: {claim.not_reproduced}")
