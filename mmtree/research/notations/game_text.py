"""One line for each game: guesses and answers by turns, up to the secret.

A line that begins with blanks repeats what is above them: ``aspen +--+- alder +++++``, and below
``      ---+- elder +++++``. Answers may end with the number of the guess, as in ``BGYBB1``.
"""

from collections.abc import Iterator
from itertools import chain

from mmtree.game.code import Symbols, format_code
from mmtree.research.notations.printed_tree import MAX_GUESSES, PrintedPosition, PrintedTree, Text
from mmtree.research.notations.written_answers import check_single_words, format_answer
from mmtree.tree.tree import StrategyTree

_Turn = tuple[int, PrintedPosition, int, str]
"""A guess or answer of a line: its column, its position, and an answer with its offset."""


def read(text: Text) -> PrintedTree:
    """Read the positions of a text."""
    positions: list[PrintedPosition] = []
    after: dict[tuple[int, str, str], PrintedPosition] = {}
    game: list[_Turn] = []
    for words in text.lines(2 * MAX_GUESSES):
        start = text.text.rfind("\n", 0, words[0][0]) + 1
        indent = words[0][0] - start
        columns = [turn[0] for turn in game]
        if indent and indent not in columns:
            reason = "a line begins below no guess or answer of the line above"
            raise text.error_at(words[0][0], reason)
        game = game[: columns.index(indent)] if indent else []
        for at, word in words:
            if len(game) % 2:
                before = game[-1][1]
                answer = _answer(word, positions[0], len(game) // 2 + 1)
                game.append((at - start, before, at, answer))
                continue
            text.check_depth(at, len(game) // 2 + 1)
            key = (id(game[-1][1]), game[-1][3], word) if game else (0, "", "")
            if key not in after:
                text.count_position(at, word if not game else positions[0].guess)
                after[key] = _begin(game, word, at)
                positions.append(after[key])
            if after[key].guess != word:
                reason = f"{word:.40} is another opening than {positions[0].guess:.40}"
                raise text.error_at(at, reason)
            game.append((at - start, after[key], 0, ""))
        _end(text, game, positions, after)
    return PrintedTree(text, positions[0], positions)


def _answer(word: str, root: PrintedPosition, number: int) -> str:
    """Return an answer without the number of the guess."""
    marks = word.removesuffix(str(number))
    return marks if len(marks) == len(root.guess) else word


def _begin(game: list[_Turn], guess: str, at: int) -> PrintedPosition:
    """Return the new position in which a game continues with a guess."""
    if not game:
        return PrintedPosition(at, guess)
    _, before, answer_at, answer = game[-1]
    position = PrintedPosition(at, guess, answer=answer, answer_at=answer_at)
    before.append(position)
    return position


def _end(
    text: Text,
    game: list[_Turn],
    positions: list[PrintedPosition],
    after: dict[tuple[int, str, str], PrintedPosition],
) -> None:
    """End a game, whose last guess is the secret."""
    position = game[-1][1]
    if len(game) % 2:
        raise text.error_at(position.at, f"the answer to {position.guess:.40} is missing")
    for _, above, _, _ in game:
        above.found = above.found or position.guess
    key = id(position), game[-1][3], ""
    if key in after:
        raise text.error_at(game[-1][2], f"the game that ends with {position.guess} occurs twice")
    after[key] = _begin(game, position.guess, position.at)
    after[key].found, after[key].last = position.guess, True
    positions.append(after[key])


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield a line for each secret, without the turns of the line above."""
    rules = tree.rules
    check_single_words(rules, "tree-lines")
    answers = {value: format_answer(value, rules) for value in rules.feedbacks}
    width = max(map(len, answers.values()))
    right = answers[rules.all_right]
    code_width = len(format_code(tree.guess[0], rules, symbols)) + 1
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
        line += format_code(tree.guess[index], rules, symbols) + " "
        if tree.extent[index] == 1:
            yield line + right
            line = ""
        else:
            opened.append(index)
