"""``mmtree play``"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click

from mmtree.errors import FeedbackError
from mmtree.game.code import SYMBOLS, Symbols, parse_code
from mmtree.game.feedback import format_feedback, parse_feedback
from mmtree.game.rules import Rules
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.codemaker import Codemaker
from mmtree.show.terminal import code_line, feedback_line
from mmtree.tree.file import load

HELP = (
    "Answer with black then white pegs: 21, 2 1, bbw or 2b1w (0 for none). "
    "Or: undo, history, why, help, quit."
)


@click.command()
@click.argument("file")
@click.option("--secret", metavar="CODE", help="Play against this secret and print the game.")
@click.option(
    "--symbols",
    type=click.Choice(SYMBOLS),
    default="letters",
    show_default=True,
    help="How codes are written; digits1 counts from 1.",
)
def command(file: str, secret: str | None, symbols: Symbols) -> None:
    """Guide a game on a real board, or play against a secret.

    You set the pegs it names and tell it the answer of the codemaker. Nothing is searched: the tree
    knows every game.
    """
    tree = load(file)
    rules = tree.rules
    color = "NO_COLOR" not in os.environ and sys.stdout.isatty()
    player = Codebreaker(tree)

    def show(code: int) -> str:
        return code_line(code, rules, symbols, color)

    show(player.guess)  # symbols that cannot serve are refused before the game
    if secret is not None:
        codemaker = Codemaker(parse_code(secret, rules, symbols), rules)
        while not player.solved:
            player.observe(codemaker.answer(player.guess))
        _history(player, show)
        _compare(player)
        return
    click.echo(f"{rules}, strategy {tree.strategy.name}: at most {tree.max} guesses. {HELP}")
    while True:
        if not player.solved:
            click.echo(f"guess {len(player.history) + 1}:  {show(player.guess)}")
        else:
            click.echo(f"the secret is  {show(player.guess)}")
            _compare(player)
        if not _answer(player, rules, show):
            return


def _answer(player: Codebreaker, rules: Rules, show: Callable[[int], str]) -> bool:
    """Read lines until one changes the game; False when there are no more, or at the end."""
    while True:
        prompt = "undo or quit: " if player.solved else "answer:   "
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not line:
            click.echo()
        if not line or word in ("quit", "q", "exit") or (player.solved and not word):
            return False
        try:
            if word in ("undo", "u"):
                player.undo()
                return True
            if word in ("history", "h"):
                _history(player, show)
            elif word == "why":
                _why(player)
            elif word in ("help", "?"):
                click.echo(HELP)
            elif word:
                player.observe(parse_feedback(word, rules))
                return True
        except FeedbackError as error:
            click.echo(str(error))


def _history(player: Codebreaker, show: Callable[[int], str]) -> None:
    """The game so far, a line for each guess."""
    for number, (guess, feedback) in enumerate(player.history, 1):
        click.echo(f"guess {number}:  {show(guess)}   {feedback_line(feedback)}")
    if not player.history:
        click.echo("no guess has been answered yet")


def _why(player: Codebreaker) -> None:
    """What is known so far, and what the guess can lead to."""
    left = player.secrets_left
    if player.solved:
        click.echo("the secret is found")
        return
    one = (
        "one of them"
        if player.possible_feedbacks[-1:] == (player.tree.rules.all_black,)
        else ("none of them, but it tells them apart")
    )
    possible = " ".join(format_feedback(value) for value in player.possible_feedbacks)
    click.echo(
        f"{left} secret{'s agree' if left > 1 else ' agrees'} with the answers so far; "
        f"the guess is {one}"
    )
    click.echo(f"it can be answered {possible}")


def _compare(player: Codebreaker) -> None:
    """How the game compares with those for other secrets."""
    tree, guesses = player.tree, len(player.history)
    faster = sum(tree.histogram[: guesses - 1])
    same = tree.histogram[guesses - 1]
    click.echo(
        f"found by guess {guesses}: of {tree.figures.secrets} secrets {faster} are found sooner, "
        f"{same} as soon, {tree.figures.secrets - faster - same} later; "
        f"the average is {float(tree.average):.2f}, the most {tree.max}"
    )
