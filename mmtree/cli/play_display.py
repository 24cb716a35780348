"""Prints games and their reviews, wrapped to the width of the terminal."""

from collections.abc import Sequence

import click

from mmtree.cli.output import print_lines
from mmtree.counts import format_count
from mmtree.game.code import Symbols, format_code
from mmtree.game.rules import Rules
from mmtree.play.game_rows import GameRow
from mmtree.play.log import LoggedGame, read_games
from mmtree.play.review import Review, ReviewedGuess, review
from mmtree.show.columns import break_line, columns, line_width, terminal_width
from mmtree.show.terminal import code_lines, colors_wanted, legend
from mmtree.show.texts import PLURAL, Texts
from mmtree.tree.tree import StrategyTree

_HEAD = (
    *("", "guess", "answer", "fits", "before", "average", "after", "luck"),
    *("suggested", "average", "skill"),
)
"""The columns of the table; before, after and average count the secrets left."""
_FLUSH_RIGHT = (0, 4, 5, 6, 7, 9, 10)
_MEANING = (
    "Skill: how few secrets your guesses leave on average; 100 is as few as the suggested ones, "
    "0 as many as before. "
    "Luck: how many of 100 possible secrets leave more than yours, equal ones counted half; 50 is "
    "average."
)


def print_wrapped(text: str) -> None:
    """Print text, wrapped at words to the width of the terminal."""
    print_lines(*break_line(text, line_width(20), indent=0))


class Board:
    """Prints codes in the chosen symbols, in colour if the terminal supports it."""

    def __init__(self, rules: Rules, symbols: Symbols) -> None:
        self.rules = rules
        self.symbols = symbols
        self._color = colors_wanted()

    def format(self, code: int) -> str:
        """Write a code."""
        return format_code(code, self.rules, self.symbols)

    def code(self, before: str, code: int, feedback: int | str | None = None) -> None:
        """Print a row of pegs after a text, and its feedback or a text in its place."""
        look = self.rules, self.symbols, self._color, terminal_width() - 1
        print_lines(*code_lines(before, code, feedback, *look), styled=True)

    def legend(self) -> None:
        """Print the symbol and the name of every colour."""
        look = self.rules, self.symbols, self._color, terminal_width() - 1
        print_lines(*legend(*look), styled=True)

    def history(self, rows: Sequence[GameRow]) -> None:
        """Print the game so far, a line for each guess."""
        for number, (guess, feedback) in enumerate(rows, 1):
            self.code(
                f"{self.rules.move} {number}:  ", guess, "?" if feedback is None else feedback
            )
        if not rows:
            print_lines(f"no {self.rules.move} has been answered yet")

    def secret(self, secret: int) -> None:
        """Print the secret that was found."""
        if self.rules.only_asks:
            print_wrapped(f"It is {format_code(secret, self.rules)}.")
        else:
            self.code("the secret is  ", secret)


def format_average(number: float) -> str:
    """Format an average number of secrets: ``0``, ``1.5``, ``185``."""
    return f"{number:.1f}" if 0 < number < 10 else f"{number:.0f}"


def print_review(tree: StrategyTree, judged: Review, secret: int, board: Board) -> None:
    """Print a rating of each guess, and the tree's game for the same secret."""
    if judged.guesses:
        print_wrapped("Secrets left before and after each guess, and by it on average:")
        cells = [_cells(number, rated, board) for number, rated in enumerate(judged.guesses, 1)]
        lines = columns([_HEAD, *cells], _FLUSH_RIGHT, wrap=False)
        if max(map(len, lines)) <= line_width(20):
            print_lines(*lines)
        else:
            for number, rated in enumerate(judged.guesses, 1):
                print_wrapped(_sentence(number, rated, board))
        note = " Both count secrets, not their weights." if tree.rules.weights else ""
        print_wrapped(f"{_sentence_of(judged)}{_scores(judged)} {_MEANING}{note}")
    game = (", " if tree.rules.uses_names else " ").join(
        board.format(guess) for guess, _ in judged.tree_game
    )
    by = f"finds {board.format(secret)} by {tree.rules.move} {len(judged.tree_game)}"
    print_wrapped(f"The tree ({tree.strategy.name}) {by}: {game}.")


def _sentence_of(judged: Review) -> str:
    """Return the sentence that sums a game up, and a blank; no text if every guess was a hint."""
    if not judged.sentence:
        return ""
    (name, strong), texts = judged.sentence, Texts("en").of_page
    words = dict(enumerate(texts["numberWords"].split(), 1))
    one, *more = texts[name].split(PLURAL)
    return (more[0] if more and strong > 1 else one).format(many=words.get(strong, strong)) + " "


def _scores(judged: Review) -> str:
    """Format skill and luck, or say why there is none."""
    skill = f"Skill {judged.skill}"
    if hints := sum(one.hint for one in judged.guesses):
        skill += f" without {format_count(hints, 'hint')}"
    if judged.skill is None:
        skill = "No skill, as every guess was a hint"
    known = any(one.feedback is not None for one in judged.guesses)
    why = "the codemaker cheated" if known else "no answer is known"
    return f"{skill}, luck {f'not counted: {why}' if judged.luck is None else judged.luck}."


def print_log_review(path: str, tree: StrategyTree, board: Board) -> None:
    """Print a review of each game in a log.

    Raises:
        GameFileError: the file is not a log of games.
        click.UsageError: a game has other rules than the tree.
    """
    games = read_games(path, tree.rules)
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
            guesses = [guess for guess, _ in game.rows]
            unknown = {row for row, (_, answer) in enumerate(game.rows) if answer is None}
            marks = {"hints": game.hints, "unknown": unknown}
            judged = review(tree, guesses, game.secret, **marks, cheats=game.cheats)
            print_review(tree, judged, game.secret, board)


def _about(game: LoggedGame) -> str:
    """Describe who played, and how the game ended."""
    who = "you guessed" if game.codebreaker == "player" else f"{game.strategy} guessed"
    who += ", the codemaker cheated" * game.cheats
    if game.found:
        return f"{who}, found by {game.rules.move} {len(game.rows)}"
    end = "given up" if game.ended else "interrupted"
    return f"{who}, {end} after {format_count(len(game.rows), game.rules.move)}"


def _cells(number: int, rated: ReviewedGuess, board: Board) -> tuple[str, ...]:
    return (
        *(str(number), board.format(rated.guess), _answer(rated)),
        *("yes" if rated.possible else "no", str(rated.before), format_average(rated.average)),
        "found" if rated.found else str(rated.after),
        "-" if rated.luck is None else str(rated.luck),
        *(board.format(rated.suggested), format_average(rated.suggested_average)),
        "hint" if rated.hint else str(rated.skill),
    )


def _answer(rated: ReviewedGuess) -> str:
    return "?" if rated.feedback is None else str(rated.feedback)


def _sentence(number: int, rated: ReviewedGuess, board: Board) -> str:
    """Format a row as a sentence, for terminals that are too narrow for the table."""
    could = "could be the secret" if rated.possible else "could not be the secret"
    left = "it was found" if rated.found else f"{rated.after} stayed"
    before = format_count(rated.before, "secret")
    luck = "" if rated.luck is None else f" (luck {rated.luck})"
    skill = "a hint" if rated.hint else f"skill {rated.skill}"
    return (
        f"{number}: {board.format(rated.guess)} ({_answer(rated)}) {could}. Of "
        f"{before} {format_average(rated.average)} stay on average; {left}{luck}. "
        f"After {board.format(rated.suggested)} "
        f"{format_average(rated.suggested_average)} stay on average ({skill})."
    )
