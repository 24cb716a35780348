"""``mmtree play --break``: you guess, and mmtree is the codemaker."""

from difflib import get_close_matches

from mmtree.cli.output import ask, print_lines
from mmtree.cli.play_display import Board, print_review, print_wrapped
from mmtree.counts import format_count
from mmtree.errors import CodeError
from mmtree.game.code import Code, format_code, parse_code
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.codemaker import Codemaker
from mmtree.play.game_rows import contradicted_row
from mmtree.play.log import GameLog
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


def play(tree: StrategyTree, secret: int, board: Board, log: GameLog) -> None:
    """Let the user find the secret, and review the game."""
    player, codemaker = Codebreaker(tree), Codemaker(secret, tree.rules)
    secrets = f"the secret is one of {tree.rules.secrets}."
    print_wrapped(f"{tree.rules}: {secrets} {_help(board)}")
    board.legend()
    while not player.solved and (guess := _guess(player, board)) is not None:
        player.observe(codemaker.answer(guess), guess)
        log.row(*player.history[-1])
        board.code(" " * len(_prompt(player)), *player.history[-1])
    log.end(secret, found=player.solved)
    if not player.solved or tree.rules.identified:
        board.secret(secret)
    if player.solved:
        print_lines(f"found by {tree.rules.move} {len(player.history)}")
    print_review(tree, [guess for guess, _ in player.history], secret, board)


def _guess(player: Codebreaker, board: Board) -> int | None:
    """Read lines until one is a guess; return None at the end of the input or after quit."""
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
            board.code(who, player.guess)
        elif word in ("help", "?"):
            print_wrapped(_help(board))
        elif line:
            try:
                guess = parse_code(line, board.rules, board.symbols)
                check_guess(guess, player)
                return guess
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
            agree with.
    """
    rules = player.tree.rules
    if rules.only_asks and rules.is_secret(guess):
        raise CodeError(f"{guess} is a secret, not a question")
    row = contradicted_row(guess, player.history, rules) if rules.consistent else None
    if row is not None:
        earlier, given = player.history[row]
        raise CodeError(f"{guess} contradicts guess {row + 1}: {earlier} got {given}")


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
