"""``mmtree play --make``: mmtree guesses, and the codemaker at the board answers."""

import re
from collections.abc import Sequence
from difflib import get_close_matches

import click

from mmtree.cli.output import ask, print_lines
from mmtree.cli.play_as_codebreaker import check_guess
from mmtree.cli.play_display import Board, format_average, print_wrapped
from mmtree.counts import format_count
from mmtree.errors import CodeError, FeedbackError
from mmtree.game.feedback import Feedback, format_feedback
from mmtree.game.rules import Rules
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.codemaker import Codemaker
from mmtree.play.expected_size import expected_size
from mmtree.play.game_rows import GameRow, consistent, parse_answer, parse_row
from mmtree.play.log import GameLog
from mmtree.tree.tree import StrategyTree

_WORDS = ("undo", "change", "fix", "history", "why", "help", "quit")
"""The commands that can be typed instead of an answer, with "u", "h" and "q" for short."""
AGAIN = ("y", "yes", "a", "again")
"""What can be typed after a game for another one."""
_FIRST = 5
"""The number of repairs that are listed at first."""


def print_game(tree: StrategyTree, secret: int, board: Board, log: GameLog) -> None:
    """Play against a secret and print the game."""
    player, codemaker = Codebreaker(tree), Codemaker(secret, tree.rules)
    while not player.solved:
        player.observe(codemaker.answer(player.guess))
        log.row(*player.history[-1])
    log.end(secret, found=True)
    board.history(player.history)
    if player.history[-1][1] != tree.rules.all_right:
        board.secret(secret)
    print_lines(compare_game(player))


def read_known(text: str, tree: StrategyTree, board: Board) -> list[GameRow]:
    """Read the guesses made before with their answers, separated by commas or semicolons.

    Raises:
        click.UsageError: one of them cannot be read, or no secret agrees with all.
    """
    player = Codebreaker(tree)
    for part in text.split(";" if ";" in text else ","):
        try:
            guess, feedback = _read_row(part, player, board)
            player.observe(feedback, guess)
        except FeedbackError as error:
            raise click.UsageError(f"--known {part.strip()!r:.60}: {error}") from None
    return player.history


def _read_row(text: str, player: Codebreaker, board: Board) -> GameRow:
    """Read a guess of the user's own with its answer."""
    try:
        row = parse_row(text, board.rules, board.symbols)
        check_guess(row[0], player)
    except CodeError as error:
        raise FeedbackError(str(error)) from None
    return row


def guide_game(
    tree: StrategyTree, board: Board, log: GameLog, known: Sequence[GameRow] = ()
) -> bool:
    """Guide a game on a real board, after the guesses made before.

    Returns:
        whether the user wants to play again.
    """
    most = format_count(tree.max, tree.rules.move)
    game = f"{tree.rules}, strategy {tree.strategy.name}: at most {most}."
    print_wrapped(f"{game} {_help(tree.rules)}")
    board.legend()
    running = _Game(tree, board, log)
    player = running.player
    for guess, feedback in known:
        player.observe(feedback, guess)
        log.row(guess, feedback)
    if known:
        board.history(known)
    on_tree = True
    while True:
        if not player.solved:
            if on_tree and not player.on_tree:
                print_wrapped(_off_tree(player))
            on_tree = player.on_tree
            if player.stuck:
                print_wrapped(_stuck(player, board))
            board.code(f"{tree.rules.move} {len(player.history) + 1}:  ", player.guess)
            if listed := running.listed():
                print_wrapped("  ".join(f"{number} {text}" for number, text in listed.items()))
        else:
            board.secret(player.guess)
            print_wrapped(compare_game(player))
        if not running.answer():
            log.end(player.guess if player.solved else None, found=player.solved)
            return running.again


class _Game:
    """A game with a codemaker who answers at a real board."""

    def __init__(self, tree: StrategyTree, board: Board, log: GameLog) -> None:
        self.player = Codebreaker(tree)
        self.rules = tree.rules
        self.board = board
        self.log = log
        self.again = False

    def answer(self) -> bool:
        """Read lines until one changes the game; return False when the user ends it."""
        player = self.player
        while True:
            line = ask("play again (y), undo or quit: " if player.solved else "answer:   ")
            line = line and line.strip()
            word = self._command(line or "")
            self.again = player.solved and word in AGAIN
            ends = line is None or word in ("quit", "q")
            if ends or (player.solved and (not line or word in ("n", "no", *AGAIN))):
                return False
            before = player.history.copy()
            try:
                if line and self._obey(line):
                    self._record(before)
                    return True
            except FeedbackError as error:
                # The rest of the message would repeat the possible answers, which follow.
                first = word.partition(" ")[0]
                is_command = first in (*_WORDS, "u")
                near = [] if is_command else get_close_matches(first, _WORDS, n=1)
                print_wrapped(f"did you mean {near[0]}?" if near else str(error).partition("; ")[0])
                if not player.solved and not is_command:
                    self._print_possible()

    def listed(self) -> dict[str, Feedback]:
        """Return the possible answers by number, where answers are texts.

        None if an answer could be meant by a number.
        """
        possible = self.player.possible_feedbacks if self.rules.kind.uses_text else ()
        if any(format_feedback(value, self.rules)[0].isdigit() for value in self.rules.feedbacks):
            return {}
        return {str(number): answer for number, answer in enumerate(possible, 1)}

    def _command(self, line: str) -> str:
        """Return a line in small letters; empty for an answer as it is shown, which comes first."""
        shown = (format_feedback(value, self.rules) for value in self.rules.feedbacks)
        return "" if line in shown else line.lower()

    def _obey(self, line: str) -> bool:
        """Carry out a line of input; return whether it changed the game.

        Raises:
            FeedbackError: the line cannot be read or carried out.
        """
        player, word = self.player, self._command(line)
        if word in ("undo", "u"):
            player.undo()
            return True
        if word in ("history", "h"):
            self.board.history(player.history)
        elif word == "why":
            self._why()
        elif word == "help":
            print_wrapped(_help(self.rules))
            move = self.rules.move
            print_wrapped("? is an unknown answer: no secret is ruled out.")
            print_wrapped(f"change 2 and an answer replaces the answer to {move} 2.")
            print_wrapped(f"A {move} of your own with its answer is taken instead of this one.")
        elif word.split()[:1] == ["fix"]:
            return self._fix(word.removeprefix("fix").strip())
        else:
            change = re.fullmatch(r"(?i:change)\s+([0-9]{1,9})\s+(.*)", line)
            text, listed = (change[2], {}) if change else (line, self.listed())
            guess = None
            try:
                feedback = listed[text] if text in listed else parse_answer(text, self.rules)
            except FeedbackError:
                if change or len(line.split()) < 2:
                    raise
                guess, feedback = _read_row(line, player, self.board)
            answered = len(player.history)
            if change and not 1 <= int(change[1]) <= answered:
                raise FeedbackError(
                    f"{self.rules.move} {change[1]} has no answer yet: {answered} given so far"
                )
            try:
                if change:
                    player.revise(int(change[1]) - 1, feedback)
                else:
                    player.observe(feedback, guess)
            except FeedbackError:
                if feedback is None or not player.repairs():
                    raise
                others = " and the other answers" if change else " and the answers before"
                asked = "" if guess is None else f"{self.board.format(guess)} "
                agree = f"{asked}{format_feedback(feedback)}{others if player.history else ''}"
                wrong = f"{agree}{player.unless}. If one answer was wrong:"
                print_wrapped(f"No secret agrees with {wrong}")
                self._print_repairs(_FIRST)
                return False
            return True
        return False

    def _print_repairs(self, most: int | None = None) -> None:
        """Print which single answer may have been wrong, in numbered lines."""
        repairs = self.player.repairs()
        for number, repair in enumerate(repairs[:most], 1):
            instead, given = format_feedback(repair.instead), format_feedback(repair.given)
            left = format_count(repair.secrets_left, "secret")
            change = f"{self.rules.move} {repair.row + 1} was answered {instead}, not {given}"
            print_wrapped(f"{number}  {change} ({left} left)")
        rest = f", fix lists all {len(repairs)}" if most and len(repairs) > most else ""
        print_wrapped(f"fix 1 goes on from the first{rest}; or undo, or another answer.")

    def _fix(self, number: str) -> bool:
        """Apply one of the repairs, or list all."""
        repairs = self.player.repairs()
        if not repairs:
            raise FeedbackError("there is nothing to fix: some secret agrees with all answers")
        if not number:
            self._print_repairs()
            return False
        if not re.fullmatch("[0-9]{1,9}", number) or not 1 <= int(number) <= len(repairs):
            raise FeedbackError(f"fix {number}: the number must be from 1 to {len(repairs)}")
        choice = repairs[int(number) - 1]
        self.player.repair(choice)
        before = f"{self.rules.move} {choice.row + 1}:  "
        self.board.code(before, choice.guess, choice.instead)
        return True

    def _record(self, before: list[GameRow]) -> None:
        """Write the changes to the log."""
        after = self.player.history
        if len(after) < len(before):
            self.log.undo()
        for at, (old, new) in enumerate(zip(before, after, strict=False)):
            if old != new:
                self.log.change(at, new[1])
        for row in after[len(before) :]:
            self.log.row(*row)

    def _why(self) -> None:
        """Print how many of the secrets left stay after the guess, in words and by answer."""
        player = self.player
        if player.solved:
            print_lines("the secret is found")
            return
        all_right, sizes = self.rules.all_right, player.cell_sizes(player.guess)
        left = {value: size for value, size in sizes.items() if value != all_right}
        what = "code" if self.rules.uses_pegs else "secret"
        possible = f"{format_count(player.secrets_left, what)} possible"
        average = format_average(expected_size(sizes, all_right))
        stay = f"at most {max(left.values(), default=0)} stay, {average} on average"
        right = f"; it {'could' if all_right in sizes else 'cannot'} be right itself"
        itself = "" if self.rules.only_asks else right
        print_wrapped(f"{possible}; whatever the answer, {stay}{itself}.")
        if not player.on_tree:
            print_wrapped(_off_tree(player))
        most, widest = max(sizes.values()), max(map(len, map(str, sizes)))
        for value, size in sizes.items():
            bar = "#" * max(1, 30 * size // most)
            print_lines(f"{value!s:{widest}}  {size:{len(str(most))}}  {bar}")

    def _print_possible(self) -> None:
        """Print the possible answers, and what to do if none of them is right."""
        between = ", " if self.rules.kind.uses_text else " "
        possible = between.join(map(str, self.player.possible_feedbacks))
        print_wrapped(f"It can be answered {possible}.")
        if self.player.history:
            print_wrapped("If none of these is the answer, an earlier answer was wrong: undo.")


def _off_tree(player: Codebreaker) -> str:
    """Describe a guess off the tree; the most guesses still needed only if they are counted."""
    most, move = player.guesses_needed, player.tree.rules.move
    more = f" At most {format_count(most, f'more {move}')}." if most else ""
    left = "You left the strategy: this"
    if any(answer is None for _, answer in player.history):
        promise = format_count(player.tree.max, move)
        left = f"With an unknown answer, the promise of at most {promise} no longer holds: this"
    return f"{left} is the best next step.{more}"


def _stuck(player: Codebreaker, board: Board) -> str:
    """Describe a game that no other question continues."""
    left = consistent(player.tree.rules.secret_codes(), player.history, player.tree.rules)
    names = ", ".join(map(board.format, left[:_FIRST])) + ", …" * (len(left) > _FIRST)
    return (
        f"No other question tells the {len(left)} secrets left apart: {names}. So again, or quit:"
    )


def _help(rules: Rules) -> str:
    """Return a line on what can be typed."""
    return f"Answer with {rules.kind.example}. Or type undo, history, why, help or quit."


def compare_game(player: Codebreaker) -> str:
    """Compare the number of guesses with that of other secrets."""
    tree, guesses = player.tree, len(player.history)
    faster, same = sum(tree.histogram[: guesses - 1]), sum(tree.histogram[guesses - 1 : guesses])
    sooner = format_count(faster, "is", "are")
    return (
        f"found by {tree.rules.move} {guesses}: of {tree.figures.secrets} secrets {sooner} found "
        f"sooner, {same} as soon, {tree.figures.secrets - faster - same} later; "
        f"the average is {float(tree.average):.2f}, the most {tree.max}"
    )
