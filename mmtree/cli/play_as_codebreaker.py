"""``mmtree play --break``: you guess, and mmtree is the codemaker."""

from difflib import get_close_matches

from mmtree.cli.output import ask, print_lines
from mmtree.cli.play_display import Board, print_review, print_wrapped
from mmtree.counts import format_count
from mmtree.errors import CodeError
from mmtree.game.code import Code, format_code, parse_code, symbol
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.codemaker import Codemaker
from mmtree.play.game_rows import consistent, forbidding_row
from mmtree.play.log import GameLog
from mmtree.play.review import review
from mmtree.tree.tree import StrategyTree

_WORDS = ("history", "left", "hint", "help", "quit")
"""The commands that can be typed instead of a guess, with "h", "q" and "?" for short."""


def ask_secret(board: Board) -> Code | None:
    """Read a secret without showing it; return None at the end of the input."""
    while (line := ask("secret (not shown): ", hidden=True)) is not None:
        try:
            secret = parse_code(line, board.rules, board.symbols)
        except CodeError:  # its message would show the secret
            secret = None
        if secret is not None and board.rules.is_secret(secret):
            return secret
        print_wrapped(f"not a code of {board.rules}; an example is {_example(board, secret=True)}")
    return None


def play(tree: StrategyTree, secret: int | None, board: Board, log: GameLog) -> bool:
    """Let the user find the secret, review the game, and return whether it was found.

    Without a secret, the codemaker cheats.
    """
    player, rules, hints = Codebreaker(tree), tree.rules, set()
    codemaker = None if secret is None else Codemaker(secret, rules)
    changes = ", and may change while all answers stay true" if codemaker is None else ""
    print_wrapped(f"{rules}: the secret is one of {rules.secrets}{changes}. {_help(board)}")
    board.legend()
    while not player.solved and (chosen := _guess(player, board)) is not None:
        guess, hint = chosen
        answer = codemaker.answer(guess) if codemaker else player.hardest_answer(guess)
        if hint:
            hints.add(len(player.history))
        player.observe(answer, guess)
        log.row(guess, answer, hint=hint)
        board.code(" " * len(_prompt(player)), guess, answer)
    if secret is None:
        left = consistent(rules.secret_codes(), player.history, rules)
        secret = left[0]
        agree = format_count(len(left), "secret agrees", "secrets agree")
        print_wrapped(f"The codemaker cheated: {agree} with all answers.")
    log.end(secret, found=player.solved)
    if not player.solved or rules.identified:
        board.secret(secret)
    if player.solved:
        print_lines(f"found by {rules.move} {len(player.history)}")
    guesses, cheats = [guess for guess, _ in player.history], codemaker is None
    print_review(tree, review(tree, guesses, secret, hints=hints, cheats=cheats), secret, board)
    return player.solved


def _guess(player: Codebreaker, board: Board) -> tuple[int, bool] | None:
    """Read lines until one is a guess; return it, and whether it is the hint that was asked for.

    None at the end of the input or after quit.
    """
    hint = None
    while True:
        line = ask(_prompt(player))
        line = line and line.strip()
        word = _command(line or "", board)
        if line is None or word in ("quit", "q"):
            return None
        if word in ("history", "h"):
            board.history(player.history)
        elif word == "left":
            left = format_count(player.secrets_left, "secret agrees", "secrets agree")
            print_wrapped(f"{left} with the answers so far")
        elif word == "hint":
            who = "the tree guesses  " if player.on_tree else "off the tree, try  "
            hint = player.guess
            board.code(who, hint)
        elif word in ("help", "?"):
            print_wrapped(_help(board))
        elif line:
            try:
                guess = parse_code(line, board.rules, board.symbols)
                check_guess(guess, player)
                return guess, guess == hint
            except CodeError as error:
                near = get_close_matches(word, _WORDS, n=1)
                print_wrapped(f"did you mean {near[0]}?" if near else str(error))


def _command(line: str, board: Board) -> str:
    """Return a line in small letters; empty for a code as it is shown, which comes first."""
    try:
        code = parse_code(line, board.rules, board.symbols)
    except CodeError:
        return line.lower()
    return "" if line == format_code(code, board.rules, board.symbols) else line.lower()


def check_guess(guess: Code, player: Codebreaker) -> None:
    """Check that the rules allow a guess now.

    Raises:
        CodeError: it names a secret, which is no question, or contradicts an answer that it has to
            agree with, or ignores a hint that it has to use.
    """
    rules = player.tree.rules
    if rules.only_asks and rules.is_secret(guess):
        raise CodeError(f"{guess} is a secret, not a question")
    row = forbidding_row(guess, player.history, rules)
    if row is None:
        return
    earlier, given = player.history[row]
    reason = f"guess {row + 1}: {earlier} got {given}"
    if not rules.hard or given is None:
        raise CodeError(f"{guess} contradicts {reason}")
    digits = rules.digits(guess)
    hint = next(hint for hint in rules.hints(earlier, given) if not hint.is_used(digits))
    letter = symbol(hint.color, rules)
    needed = f"{hint.least} {letter}" if hint.least > 1 else letter
    where = "" if hint.place is None else f" in place {hint.place + 1}"
    raise CodeError(f"{guess} needs {needed}{where} in hard play, by {reason}")


def _prompt(player: Codebreaker) -> str:
    return f"{player.tree.rules.move} {len(player.history) + 1}:  "


def _help(board: Board) -> str:
    """Return a line on what can be typed."""
    move = f"Type a {board.rules.move}, such as {_example(board)}."
    return f"{move} Or type history, left, hint, help or quit."


def _example(board: Board, *, secret: bool = False) -> str:
    """Return a code to type as a guess, or as a secret."""
    rules = board.rules
    if not rules.uses_pegs:
        return format_code(next(rules.secret_codes() if secret else rules.codes()), rules)
    code = rules.number(tuple((peg + rules.nozero) % rules.colors for peg in range(rules.pegs)))
    return format_code(code, rules, board.symbols)
