"""One line for each game: guesses and answers by turns, up to the secret.

A line that begins with blanks repeats what is above them: ``aspen +--+- alder +++++``, and below
``      ---+- elder +++++``. Answers may end with the number of the guess, as in ``BGYBB1``.
"""

from collections.abc import Iterator
from itertools import chain

from mmtree.game.code import Symbols, format_code
from mmtree.game.letters import letters_of
from mmtree.research.notations.printed_tree import MAX_GUESSES, PrintedPosition, Text
from mmtree.research.notations.written_answers import format_answer
from mmtree.tree.tree import StrategyTree

_Turn = tuple[int, PrintedPosition, int, str]
"""A guess or answer of a line: its column, its position, and an answer after its offset."""


def read(text: Text) -> None:
    """Read the positions of a text."""
    known: dict[tuple[int, str, str], PrintedPosition] = {}
    game: list[_Turn] = []

    def enter(at: int, guess: str) -> tuple[PrintedPosition, bool]:
        """Return the position in which the game continues with a guess, and whether it is new."""
        _, before, answer_at, answer = game[-1] if game else (0, None, 0, "")
        key = id(before), answer, guess
        if new := key not in known:
            if text.positions and not before:
                reason = f"{guess:.40} is another opening than {text.root.guess:.40}"
                raise text.error_at(at, reason)
            position = PrintedPosition(at, guess, answer=answer, answer_at=answer_at)
            known[key] = text.add(position, before)
        return known[key], new

    for words in text.lines(2 * MAX_GUESSES):
        start = text.text.rfind("\n", 0, words[0][0]) + 1
        indent = words[0][0] - start
        columns = [turn[0] for turn in game]
        if indent and indent not in columns:
            reason = "a line begins below no guess or answer of the line above"
            raise text.error_at(words[0][0], reason)
        game = game[: columns.index(indent)] if indent else []
        for at, word in words:
            number = len(game) // 2 + 1
            if len(game) % 2:
                marks = word.removesuffix(str(number))
                answer = marks if len(marks) == len(letters_of(text.root.guess)) else word
                game.append((at - start, game[-1][1], at, answer))
            else:
                text.check_depth(at, number)
                game.append((at - start, enter(at, word)[0], 0, ""))
        last = game[-1][1]
        if len(game) % 2:
            raise text.error_at(last.at, f"the answer to {last.guess:.40} is missing")
        for _, position, _, _ in game:
            position.found = position.found or last.guess
        end, new = enter(last.at, last.guess)
        if not new:
            raise text.error_at(game[-1][2], f"the game that ends with {last.guess} occurs twice")
        end.found, end.last = last.guess, True


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield a line for each secret, without the turns of the line above."""
    rules = tree.rules
    answers = {value: format_answer(value, rules) for value in rules.feedbacks}
    width = max(map(len, answers.values()))
    right = answers[rules.all_right]
    codes = {code: format_code(code, rules, symbols) for code in set(tree.guess)}
    code_width = max(map(len, codes.values())) + 1
    opened: list[int] = []
    line = ""
    for index, depth in chain(tree.walk(), [(-1, 0)]):
        while len(opened) > depth:
            if tree.consistent[opened.pop()]:
                yield " " * (len(opened) * (code_width + width + 1) + code_width) + right
        if index < 0:
            return
        if depth:
            line = line or " " * (depth * (code_width + width + 1) - width - 1)
            line += answers[tree.feedback[index]].ljust(width) + " "
        line += codes[tree.guess[index]].ljust(code_width)
        if tree.extent[index] == 1:
            yield line + right
            line = ""
        else:
            opened.append(index)
