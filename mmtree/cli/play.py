"""``mmtree play``"""

import os
from collections.abc import Sequence

import click

from mmtree.cli import play_as_codebreaker, play_as_codemaker
from mmtree.cli.options import (
    WholeNumber,
    check_outputs,
    complete_trees,
    file_option,
    symbols_option,
)
from mmtree.cli.output import ask, on_terminal, print_lines
from mmtree.cli.play_display import Board, print_log_review
from mmtree.game.code import Symbols, parse_code
from mmtree.play.codemaker import parse_pattern, random_secret
from mmtree.play.log import GameLog
from mmtree.tree import ready_made
from mmtree.tree.file import load

_TREE = "4p6c"
"""The default tree, or its rules."""


@click.command()
@click.argument("tree", default=_TREE, metavar="[TREE]", shell_complete=complete_trees)
@click.argument("more", metavar="", nargs=-1)
@click.option("--break", "breaks", is_flag=True, help="You guess; mmtree is the codemaker.")
@click.option("--make", "makes", is_flag=True, help="mmtree guesses; you answer at a board.")
@click.option(
    "--secret",
    metavar="CODE",
    help="Play against this secret and print the game; with --break, the secret to find.",
)
@click.option(
    "--cheat",
    is_flag=True,
    help="With --break: the secret may change while all answers stay true.",
)
@click.option("--hidden", is_flag=True, help="With --break: a second person types the secret.")
@click.option("--pattern", metavar="AABC", help="With --break: a random secret of this shape.")
@click.option(
    "--seed", type=WholeNumber(0), help="With --break: choose the random secret by this number."
)
@click.option(
    "--known",
    metavar="ROWS",
    help="Begin in the middle: guesses made with their answers, as 'AABB 10, CCDD 01'.",
)
@symbols_option
@file_option("--log", help="Append the game to this file, guess by guess.")
@file_option("--review", help="Judge each guess of the games in a file that --log wrote.")
def command(
    tree: str,
    more: tuple[str, ...],
    breaks: bool,
    makes: bool,
    secret: str | None,
    cheat: bool,
    hidden: bool,
    pattern: str | None,
    seed: int | None,
    known: str | None,
    symbols: Symbols,
    log: str | None,
    review: str | None,
) -> None:
    """Play: mmtree guesses at a real board, or you guess.

    TREE is a tree file, the name of a ready-made tree, or rules such as 5p8c for the ready-made
    tree with the fewest guesses at most; by default 4p6c, at most 5. mmtree names the pegs, and you
    type the codemaker's answer; if no secret agrees with the answers, mmtree lists which answer may
    have been wrong. Or you guess, and mmtree reviews your guesses at the end. Nothing is searched:
    the tree holds every game.
    """
    if more:
        hint = "" if secret else f": did you mean --secret {more[0]}?"
        raise click.UsageError(f"unexpected argument {more[0]!r}{hint}")
    if breaks and makes:
        raise click.UsageError("--break and --make cannot be combined")
    chosen = {"--pattern": pattern is not None, "--seed": seed is not None}
    ways = {"--cheat": cheat, "--hidden": hidden, **chosen}
    _check_options(breaks, secret, [name for name, is_given in ways.items() if is_given])
    if known is not None and (breaks or secret is not None or review is not None):
        raise click.UsageError("--known is for a game that mmtree guesses: omit the other options")
    makes |= known is not None
    if review is not None and (breaks or makes or secret is not None or log is not None):
        raise click.UsageError("--review plays no game: omit --break, --make, --secret and --log")
    loaded = load(tree if os.path.lexists(tree) else ready_made.best(tree) or tree)
    board = Board(loaded.rules, symbols)
    board.format(loaded.guess[0])  # raises an error if the symbols are too few
    if review is not None:
        print_log_review(review, loaded, board)
        return
    code = None if secret is None else parse_code(secret, loaded.rules, symbols)
    if code is not None and not loaded.rules.is_secret(code):
        raise click.UsageError(f"--secret {secret}: {loaded.rules} has no such secret")
    rows = [] if known is None else play_as_codemaker.read_known(known, loaded, board)
    if pattern is not None:
        pattern = parse_pattern(pattern, loaded.rules)
    if log is not None:
        if log == "-":
            raise click.UsageError("a game is appended to a file, not to standard output")
        check_outputs([log], [tree])
    if not (breaks or makes) and code is None and on_terminal():
        answer = _ask_mode()
        if answer is None:
            return
        breaks = answer

    def play_once() -> bool:
        """Play a game; return whether the user wants to play again."""
        written = GameLog(log, loaded, "player" if breaks else "mmtree", cheats=cheat)
        if not breaks and code is None:
            return play_as_codemaker.guide_game(loaded, board, written, rows)
        if not breaks and code is not None:
            play_as_codemaker.print_game(loaded, code, board, written)
            return False
        hides = code
        if hidden:
            hides = play_as_codebreaker.ask_secret(board)
        elif code is None and not cheat:
            hides = random_secret(loaded.rules, pattern, seed)
        if hides is None and not cheat:  # the end of the input
            written.end(None, found=False)
            return False
        found = play_as_codebreaker.play(loaded, hides, board, written)
        repeats = found and secret is None and seed is None and on_terminal()
        line = ask("play again (y) or quit: ") if repeats else None
        return (line or "").strip().lower() in play_as_codemaker.AGAIN

    try:
        while play_once():
            rows = []
    except KeyboardInterrupt:
        if log is None and on_terminal():
            raise click.Abort("interrupted: --log FILE would save the game") from None
        if log is not None and on_terminal() and os.path.exists(log):
            raise click.Abort(f"interrupted: --review {log} shows the game so far") from None
        raise


def _check_options(breaks: bool, secret: str | None, given: Sequence[str]) -> None:
    """Check that the given options of the codemaker can be combined with the others."""
    if given and not breaks:
        raise click.UsageError(f"{given[0]} needs --break")
    if secret is not None and given:
        raise click.UsageError(f"{given[0]} and --secret cannot be combined")
    if given[1:] and given[0] in ("--cheat", "--hidden"):
        raise click.UsageError(f"{given[1]} and {given[0]} cannot be combined")


def _ask_mode() -> bool | None:
    """Ask whether the user guesses; return None at the end of the input or after quit."""
    while (line := ask("Who guesses: you (y) or mmtree (m)? ")) is not None:
        word = line.strip().lower()
        if word in ("y", "you", "me", "i", "b", "break"):
            return True
        if word in ("", "m", "mmtree", "make"):
            return False
        if word in ("q", "quit"):
            return None
        print_lines("type y or m (or only Enter: m), or quit")
    return None
