"""``mmtree strategies``"""

import click

from mmtree.cli.options import complete_strategies
from mmtree.cli.output import print_lines


@click.command()
@click.argument("names", metavar="[NAME...]", nargs=-1, shell_complete=complete_strategies)
def command(names: tuple[str, ...]) -> None:
    """List the strategies with rule, source and claims, all or the named ones."""
    from mmtree.check.claims import PUBLISHED
    from mmtree.strategies.catalogue import ROWS, find

    for row in dict.fromkeys(find(name) for name in names) or ROWS:
        options = dict.fromkeys(["--opening", *(option.flag for option in row.options)])
        print_lines(f"{row.name}  [{' '.join(options)}]")
        if row.aliases:
            print_lines(f"    alias   {', '.join(row.aliases)}")
        print_lines(f"    rule    {row.rule}")
        print_lines(f"    source  {row.source}")
        for claim in PUBLISHED:
            if claim.strategy == row.name:
                known = "" if claim.verdict == "holds" else f": {claim.verdict}"
                print_lines(f"    claim   {claim.case}: {claim.figures} ({claim.source}){known}")
