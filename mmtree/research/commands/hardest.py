"""``mmtree hardest``"""

import click

from mmtree.cli.options import WholeNumber, json_option, symbols_option, tree_argument
from mmtree.cli.output import FIGURES, print_json, print_lines, select
from mmtree.counts import format_count
from mmtree.game.code import Symbols, format_code
from mmtree.show.columns import figures_table
from mmtree.tree.file import load


@click.command()
@tree_argument
@click.option(
    "--count",
    type=WholeNumber(0),
    default=10,
    show_default=True,
    help="Number of the hardest secrets to list.",
)
@click.option("--places", is_flag=True, help="Distinguish patterns by places: AABC, ABAC, ABCA …")
@symbols_option
@json_option
def command(file: str, count: int, places: bool, symbols: Symbols, as_json: bool) -> None:
    """Show which secrets are hardest for a tree.

    Prints for each pattern the number of secrets, their total, average and max, and how many are
    found by each guess (AABC is one colour twice and two others once, at any places). Then lists
    the secrets that need the most guesses, with the guesses of their games, the secret last.
    """
    from mmtree.research.games import Games, figures_by_pattern, hardest_secrets

    tree = load(file)
    rules = tree.rules
    games = Games(tree)
    shapes = figures_by_pattern(games, places)
    secrets = hardest_secrets(games)
    played = [
        [(format_code(guess, rules, symbols), answer) for guess, answer in games.play(secret)]
        for secret in secrets[:count]
    ]
    if as_json:
        report = {
            "rules": rules,
            "strategy": tree.strategy.name,
            "patterns": [
                {"pattern": shape, **select(claim, *FIGURES)} for shape, claim in shapes.items()
            ],
            "all": select(tree.figures, *FIGURES),
            "at_max": len(secrets),
            "hardest": [{"secret": game[-1][0], "game": game} for game in played],
        }
        print_json(report)
        return
    named = {**shapes, "all": tree.figures}
    rows = [((shape, str(claim.secrets)), claim) for shape, claim in named.items()]
    print_lines(*figures_table(("pattern", "secrets"), rows, 1, rules.move))
    most = format_count(len(secrets), "secret needs", "secrets need")
    most += f" {format_count(tree.max, rules.move)}"
    if 0 < count < len(secrets):
        most += f", the first {count}" if count > 1 else ", the first one"
    print_lines("", most + (":" if played else ""))
    between = ", " if any(" " in guess for game in played for guess, _ in game) else " "
    print_lines(*(between.join(guess for guess, _ in game) for game in played))
