"""Detects the words of a game from a printed tree, whose answers are a mark for each letter."""

from mmtree.errors import NotationError, RulesError
from mmtree.game.answers import Prepared
from mmtree.game.code import parse_code
from mmtree.game.letters import normalise
from mmtree.game.names import name_of
from mmtree.game.word_rules import WordRules, word_rules
from mmtree.research.notations.printed_tree import PrintedPosition, PrintedTree
from mmtree.research.notations.written_answers import read_answers


def detect_words(printed: PrintedTree) -> WordRules:
    """Return the game of the words that a complete tree names.

    The last guesses are the secrets. If the text prints no right answer before the last guess, a
    guess that agrees with all answers before it is a secret, too, unless a mark denies it.

    Raises:
        NotationError: the guesses are not words of one length, or an answer is unknown.
    """
    text = printed.text
    guesses = {position.guess: normalise(position.guess) for position in printed.positions}
    words = {*guesses.values()}
    name = name_of(text.path)
    try:
        game = word_rules(sorted(words), name=name)
        codes = {guess: int(parse_code(guess, game)) for guess in guesses}
        read_answers(printed, game, codes)
        secrets = {guesses[position.guess] for position in printed.positions if position.last}
        if not any(
            value == game.all_right for row in printed.positions for value, _ in row.branches or ()
        ):
            secrets |= {guesses[guess] for guess in _consistent(printed.root, game, codes)}
        return word_rules(sorted(secrets), sorted(words - secrets), name=name)
    except RulesError as error:
        raise NotationError(text.path, None, f"{error}: give --rules") from None


def _consistent(root: PrintedPosition, game: WordRules, codes: dict[str, int]) -> set[str]:
    """Return the guesses that agree with all answers before them."""
    found: set[str] = set()
    waiting: list[tuple[PrintedPosition, list[tuple[Prepared, int]]]] = [(root, [])]
    while waiting:
        position, above = waiting.pop()
        guess = game.prepare(codes[position.guess])
        if not position.outside and all(
            game.answer(given, guess) == value for given, value in above
        ):
            found.add(position.guess)
        for value, after in position.branches or ():
            waiting.append((after, [*above, (guess, value)]))
    return found
