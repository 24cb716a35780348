"""The review of a game by ``mmtree play``."""

from __future__ import annotations

from collections.abc import Sequence

import click

from mmtree.cli.columns import columns
from mmtree.cli.output import print_lines
from mmtree.cli.play_display import Board, line_width, print_wrapped
from mmtree.counts import format_count
from mmtree.game.code import format_code
from mmtree.game.feedback import format_feedback
from mmtree.play.games import LoggedGame, read_games
from mmtree.play.review import ReviewedGuess, review
from mmtree.tree.tree import StrategyTree

_HEAD = ("", "guess", "answer", "possible", "before", "after", "suggested", "after")
"""The columns of the table; before and after count the secrets left."""
_FLUSH_RIGHT = (0, 4, 5, 7)


def print_review(tree: StrategyTree, guesses: Sequence[int], secret: int, board: Board) -> None:
    """Print a rating of each guess, and the tree's game for the same secret."""
    judged = review(tree, guesses, secret)
    if judged.guesses:
        print_wrapped("Secrets left before and after each guess, and after the suggested one:")
        lines = _table(judged.guesses, board)
        if max(map(len, lines)) <= line_width():
            print_lines(*lines)
        else:
            for number, rated in enumerate(judged.guesses, 1):
                print_wrapped(_sentence(number, rated, board))
    game = " ".join(_code(guess, board) for guess, _ in judged.tree_game)
    by = f"finds {_code(secret, board)} by guess {len(judged.tree_game)}"
    print_wrapped(f"The tree ({tree.strategy.name}) {by}: {game}.")


def print_log_review(path: str, tree: StrategyTree, board: Board) -> None:
    """Print a review of each game in a log.

    Raises:
        GameFileError: the file is not a log of games.
        click.UsageError: a game has other rules than the tree.
    """
    games = read_games(path)
    for game in games:
        if game.rules != tree.rules:
            raise click.UsageError(
                f"{path}: the game of line {game.line} is of {game.rules}, the tree of "
                f"{tree.rules}: name a tree of {game.rules}"
            )
    for number, game in enumerate(games, 1):
        if number > 1:
            print_lines("")
        print_wrapped(f"Game {number} of {len(games)}: {_about(game)}.")
        if game.secret is None:
            board.history(game.rows)
        else:
            print_review(tree, [guess for guess, _ in game.rows], game.secret, board)


def _about(game: LoggedGame) -> str:
    """Describe who played, and how the game ended."""
    who = "you guessed" if game.codebreaker == "player" else f"{game.strategy} guessed"
    if game.found:
        return f"{who}, found by guess {len(game.rows)}"
    end = "given up" if game.ended else "interrupted"
    return f"{who}, {end} after {format_count(len(game.rows), 'guess')}"


def _table(judged: Sequence[ReviewedGuess], board: Board) -> list[str]:
    cells = [_HEAD, *(_cells(number, rated, board) for number, rated in enumerate(judged, 1))]
    return columns(cells, _FLUSH_RIGHT, wrap=False)


def _cells(number: int, rated: ReviewedGuess, board: Board) -> tuple[str, ...]:
    return (
        *(str(number), _code(rated.guess, board), format_feedback(rated.feedback)),
        *("yes" if rated.possible else "no", str(rated.before)),
        "found" if rated.found else str(rated.after),
        *(_code(rated.suggested, board), str(rated.suggested_after)),
    )


def _sentence(number: int, rated: ReviewedGuess, board: Board) -> str:
    """Format a row as a sentence, for terminals that are too narrow for the table."""
    could = "could be the secret" if rated.possible else "could not be the secret"
    left = "found it" if rated.found else f"left {rated.after}"
    return (
        f"{number}: {_code(rated.guess, board)} ({format_feedback(rated.feedback)}) {could}; of "
        f"{format_count(rated.before, 'secret')} it {left}; {_code(rated.suggested, board)} would "
        f"leave {rated.suggested_after}."
    )


def _code(code: int, board: Board) -> str:
    return format_code(code, board.rules, board.symbols)
