"""``mmtree play``"""

from __future__ import annotations

import sys
from collections.abc import Callable
from difflib import get_close_matches
from shutil import get_terminal_size

import click

from mmtree.cli import candidates
from mmtree.cli.options import symbols_option
from mmtree.cli.output import ask, say
from mmtree.errors import FeedbackError
from mmtree.game.code import Symbols, format_code, parse_code
from mmtree.game.feedback import format_feedback, parse_feedback
from mmtree.game.rules import Rules
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.codemaker import Codemaker
from mmtree.show.terminal import code_lines, colors_wanted, feedback_line, legend
from mmtree.tree.file import load

_WORDS = ("undo", "history", "why", "help", "quit")
"""What can be typed instead of an answer, "u", "h", "q" and "?" for short."""


@click.command()
@click.argument("file", shell_complete=candidates.tree_files)
@click.argument("more", metavar="", nargs=-1)
@click.option("--secret", metavar="CODE", help="Play against this secret and print the game.")
@symbols_option
def command(file: str, more: tuple[str, ...], secret: str | None, symbols: Symbols) -> None:
    """Guide a game on a real board, or play against a secret.

    You set the pegs it names and tell it the answer of the codemaker. Nothing is searched: the tree
    knows every game.
    """
    if more:
        hint = "" if secret else f": did you mean --secret {more[0]}?"
        raise click.UsageError(f"unexpected argument {more[0]!r}{hint}")
    tree = load(file)
    rules = tree.rules
    color = colors_wanted()
    player = Codebreaker(tree)

    def show(before: str, code: int, after: str = "") -> None:
        width = get_terminal_size().columns - 1
        say(*code_lines(before, code, after, rules, symbols, color, width), styled=True)

    format_code(player.guess, rules, symbols)  # refuse symbols that cannot serve before the game
    if secret is not None:
        codemaker = Codemaker(parse_code(secret, rules, symbols), rules)
        while not player.solved:
            player.observe(codemaker.answer(player.guess))
        _history(player, show)
        say(_comparison(player))
        return
    _wrapped(f"{rules}, strategy {tree.strategy.name}: at most {tree.max} guesses. {_help(rules)}")
    say(*legend(rules, symbols, color, get_terminal_size().columns - 1), styled=True)
    while True:
        if not player.solved:
            show(f"guess {len(player.history) + 1}:  ", player.guess)
        else:
            show("the secret is  ", player.guess)
            _wrapped(_comparison(player))
        if not _answer(player, rules, show):
            return


def _answer(player: Codebreaker, rules: Rules, show: Callable[..., None]) -> bool:
    """Read lines until one changes the game; False when there are no more, or at the end."""
    while True:
        ask("undo or quit: " if player.solved else "answer:   ")
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not line:
            say("")
        if not line or word in ("quit", "q") or (player.solved and not word):
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
                _wrapped(_help(rules))
            elif word:
                player.observe(parse_feedback(word, rules))
                return True
        except FeedbackError as error:
            # What can be answered here follows; the rest of the message would say it twice.
            near = get_close_matches(word, _WORDS, n=1)
            meant = near and word not in (*_WORDS, "u")
            _wrapped(f"did you mean {near[0]}?" if meant else str(error).partition("; ")[0])
            if not player.solved and word not in ("undo", "u"):
                _possible(player)
                if player.history:
                    _wrapped("If none of these is the answer, an earlier answer was wrong: undo.")


def _help(rules: Rules) -> str:
    """What can be typed."""
    how = (
        "black then white pegs: 21, 2 1, bbw or 2b1w (0 for none)"
        if rules.whites
        else "the number of black pegs: 2"
    )
    return f"Answer with {how}. Or type undo, history, why, help or quit."


def _wrapped(text: str) -> None:
    """Print text, wrapped at the width of the terminal."""
    say(*click.wrap_text(text, max(40, get_terminal_size().columns - 1)).split("\n"))


def _possible(player: Codebreaker) -> None:
    possible = " ".join(format_feedback(value) for value in player.possible_feedbacks)
    _wrapped(f"It can be answered {possible}.")


def _history(player: Codebreaker, show: Callable[..., None]) -> None:
    """The game so far, a line for each guess."""
    for number, (guess, feedback) in enumerate(player.history, 1):
        show(f"guess {number}:  ", guess, feedback_line(feedback))
    if not player.history:
        say("no guess has been answered yet")


def _why(player: Codebreaker) -> None:
    """What is known so far, and what the guess can lead to."""
    if player.solved:
        say("the secret is found")
        return
    left = player.secrets_left
    one = player.tree.rules.all_black in player.possible_feedbacks
    agree = "secrets agree" if left > 1 else "secret agrees"
    guess = "one of them" if one else "none of them, but it tells them apart"
    _wrapped(f"{left} {agree} with the answers so far; the guess is {guess}.")
    _possible(player)


def _comparison(player: Codebreaker) -> str:
    """How the game compares with those for other secrets."""
    tree, guesses = player.tree, len(player.history)
    faster = sum(tree.histogram[: guesses - 1])
    same = tree.histogram[guesses - 1]
    return (
        f"found by guess {guesses}: of {tree.figures.secrets} secrets {faster} are found sooner, "
        f"{same} as soon, {tree.figures.secrets - faster - same} later; "
        f"the average is {float(tree.average):.2f}, the most {tree.max}"
    )
