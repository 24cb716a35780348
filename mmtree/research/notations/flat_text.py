"""One line for each position: the answers so far, and then the guess."""

from collections.abc import Iterator

from mmtree.game.code import Symbols, format_code
from mmtree.research.notations.printed_tree import MAX_GUESSES, PrintedPosition, Text
from mmtree.research.notations.written_answers import format_answer
from mmtree.tree.tree import StrategyTree


def read(text: Text) -> None:
    """Read the positions of a text, whose lines may be in any order."""
    text.add(PrintedPosition(0))
    after: dict[tuple[int, str], PrintedPosition] = {}
    for *answers, (guess_at, guess) in text.lines(MAX_GUESSES):
        position = text.root
        for at, answer in answers:
            key = id(position), answer
            if key not in after:
                after[key] = text.add(PrintedPosition(at, answer=answer, answer_at=at), position)
            position = after[key]
        if position.guess:
            raise text.error_at(guess_at, "another guess is printed after the same answers")
        position.at, position.guess = guess_at, guess
    for position in text.positions:
        position.last = not position.branches
        if not position.guess:
            reason = "no line ends with the guess after these answers"
            raise text.error_at(position.at, reason if position.answer else "no opening is printed")


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield a line for each position."""
    rules = tree.rules
    answers: list[str] = []
    for index, depth in tree.walk():
        answers[max(0, depth - 1) :] = [format_answer(tree.feedback[index], rules)] * (depth > 0)
        yield " ".join([*answers, format_code(tree.guess[index], rules, symbols)])
