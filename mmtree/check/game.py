"""A game as the checker sees it: its secrets, its guesses and their answers.

A code is a row of bytes. The byte of a peg is its colour, that of a letter its place in the
alphabet; with more than 256 letters, it takes two. A question or secret of a table is its number in
four bytes. Only the map that files have of the rules is used, such as word lists and cells, so that
an error in their answers cannot confirm itself. Answers of a kind that is not known here are those
of the rules: see :attr:`Game.second`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import permutations, product
from typing import Any

from mmtree.errors import RulesError
from mmtree.game.rules import Rules

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_SIGNS = {"places": "-~+", "right": "-+"}


def answer(guess: Sequence[int], secret: Sequence[int], whites: bool) -> int:
    """Return the feedback 10·black + white of two rows of colours, crossing off pegs in turn."""
    black = 0
    rest = []
    unmatched = []
    for mine, theirs in zip(guess, secret, strict=True):
        if mine == theirs:
            black += 1
        else:
            unmatched.append(mine)
            rest.append(theirs)
    if not whites:
        return 10 * black
    white = 0
    for color in unmatched:
        if color in rest:
            rest.remove(color)
            white += 1
    return 10 * black + white


def marks(guess: Sequence[int], secret: Sequence[int], base: int) -> int:
    """Return the marks of a guess, one for each place, as digits of a number.

    Args:
        guess, secret: rows of colours or letters.
        base: 3 for right 2, elsewhere 1, nowhere 0; 2 for right 1, wrong 0.
    """
    signs = [base - 1 if mine == theirs else 0 for mine, theirs in zip(guess, secret, strict=True)]
    unused = Counter(theirs for theirs, sign in zip(secret, signs, strict=True) if not sign)
    value = 0
    for color, sign in zip(guess, signs, strict=True):
        if base == 3 and not sign and unused[color]:
            unused[color] -= 1
            sign = 1
        value = base * value + sign
    return value


def common(guess: Sequence[int], secret: Sequence[int]) -> int:
    """Return how many colours two rows have in common, and one more if they are equal."""
    return sum(divmod(answer(guess, secret, True), 10)) + (guess == secret)


def codes(rules: Rules) -> Iterator[tuple[int, ...]]:
    """Return all codes in rising order, as rows of colours."""
    return _spell_out(rules, rules.colors, rules.distinct)


def _spell_out(rules: Rules, colors: int, distinct: bool) -> Iterator[tuple[int, ...]]:
    """Return all codes of so many colours."""
    every = range(colors)
    rows = permutations(every, rules.pegs) if distinct else product(every, repeat=rules.pegs)
    return (row for row in rows if row[0]) if rules.nozero else rows


class Game:
    """The game of some rules of codes in pegs.

    Attributes:
        rules: the rules.
        data: their map.
        width: the number of bytes of a row.
        answers: the kind of answers, with white pegs or without.
        identified: whether the last secret left need not be guessed.
        hard: whether each guess must use all hints.
        only_asks: whether no guess finds a secret, but questions of a table identify it.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.data = rules.to_map()
        self.width: int = rules.pegs
        self.answers: str = self.data.get("answers", "pegs")
        self.only_asks = False
        self.identified: bool = self.data.get("identified", self.data.get("end") == "identified")
        self.hard: bool = self.data.get("hard", False)

    @property
    def second(self) -> bool:
        """Whether answers are computed here, a second way."""
        return self.answers in ("pegs", "black", "common", *_SIGNS)

    def row(self, code: int) -> bytes:
        """Return the row of a code number.

        Raises:
            RulesError: it is not the number of a code that may be guessed.
        """
        return bytes(self.rules.digits(code))

    def colors(self, row: bytes) -> tuple[int, ...]:
        """Return a row as the colours of its code."""
        return tuple(row)

    def secrets(self) -> Iterator[bytes]:
        """Yield the row of each secret, in rising order of codes with pegs."""
        rules = self.rules
        distinct = rules.distinct or rules.distinct_secrets
        return map(bytes, _spell_out(rules, rules.colors - rules.holes, distinct))

    def first_guesses(self) -> Iterator[bytes]:
        """Yield the row of each code, word, question or named secret that may be guessed first."""
        return map(bytes, codes(self.rules))

    def is_question(self, row: bytes) -> bool:
        """Whether a row is a question of a table, which no secret answers as its own name."""
        return False

    @cached_property
    def answer(self) -> Callable[[bytes, bytes], int]:
        """The function that answers a guess at another secret."""
        if self.answers in ("pegs", "black"):
            whites = self.answers == "pegs" and self.data.get("whites", True)
            return lambda guess, secret: answer(guess, secret, whites)
        if self.answers == "common":
            return common
        if self.second:
            base = len(_SIGNS[self.answers])
            return lambda guess, secret: marks(guess, secret, base)
        asked, prepare = self.rules.answer, self.rules.kind.prepare
        return lambda guess, secret: asked(prepare(tuple(guess)), prepare(tuple(secret)))

    def uses_hints(self, guess: bytes, earlier: bytes, given: int) -> bool:
        """Return whether a guess has all that an earlier guess and its answer show."""
        unused = [*self.colors(guess)]
        for place, (color, sign) in enumerate(
            zip(self.colors(earlier), self.answer_text(given), strict=True)
        ):
            if sign == "+" and self.colors(guess)[place] != color:
                return False
            if sign != "-":
                if color not in unused:
                    return False
                unused.remove(color)
        return True

    def text(self, row: bytes) -> str:
        """Return a row in letters, or the name of a question or secret."""
        return "".join(self.rules.symbol(color) or _LETTERS[color] for color in self.colors(row))

    def answer_text(self, value: int) -> str:
        """Return the text of an answer."""
        if self.answers in ("pegs", "black"):
            return f"{value // 10}b{value % 10}w"
        if self.answers == "common":
            return str(value) if value <= self.rules.pegs else "right"
        if not self.second:
            return self.rules.kind.format(value)
        signs = _SIGNS[self.answers]
        places = reversed(range(self.rules.pegs))
        return "".join(signs[value // len(signs) ** at % len(signs)] for at in places)


class _WordGame(Game):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self._encoding = "latin-1" if rules.colors <= 256 else "utf-16-be"
        self.width = rules.pegs * (1 if rules.colors <= 256 else 2)

    @cached_property
    def _words(self) -> frozenset[bytes]:
        return frozenset(self.first_guesses())

    def row(self, code: int) -> bytes:
        row = self._row(self.rules.digits(code))
        if row not in self._words:
            raise RulesError(f"{code} is not the number of a word of {self.rules}")
        return row

    def colors(self, row: bytes) -> tuple[int, ...]:
        return tuple(map(ord, row.decode(self._encoding)))

    @cached_property
    def answer(self) -> Callable[[bytes, bytes], int]:
        answer_colors: Callable[[Any, Any], int] = super().answer
        if self.rules.colors <= 256:
            return answer_colors
        return lambda guess, secret: answer_colors(self.colors(guess), self.colors(secret))

    def _row(self, colors: Iterable[int]) -> bytes:
        return "".join(map(chr, colors)).encode(self._encoding)

    def secrets(self) -> Iterator[bytes]:
        return self._spell(self.data["secrets"])

    def first_guesses(self) -> Iterator[bytes]:
        yield from self.secrets()
        yield from self._spell(self.data["guesses"])

    def _spell(self, words: str) -> Iterator[bytes]:
        alphabet: str = self.data["alphabet"]
        if " " in alphabet:  # letters of several characters, with blanks between them
            places = {letter: place for place, letter in enumerate(alphabet.split(" "))}
            rows = [word.split(" ") for word in words.split("\n") if word]
        else:
            places = {letter: place for place, letter in enumerate(alphabet)}
            rows = [list(word) for word in words.split()]
        return (self._row(places[letter] for letter in row) for row in rows)


class _TableGame(Game):
    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.width = 4
        self._questions, self._secrets = len(self.data["questions"]), len(self.data["secrets"])
        asked: list[int] = self.data.get("asked", [])
        self._asked = {
            self._questions + place: row for row, place in enumerate(asked, self._questions)
        }
        self.only_asks = self.identified and not asked

    @property
    def second(self) -> bool:
        return True

    def row(self, code: int) -> bytes:
        if code >= self._questions + self._secrets:
            raise RulesError(f"{code} is not the number of a code of {self.rules}")
        return code.to_bytes(self.width, "big")

    def colors(self, row: bytes) -> tuple[int, ...]:
        return (int.from_bytes(row, "big"),)

    def secrets(self) -> Iterator[bytes]:
        return map(self.row, range(self._questions, self._questions + self._secrets))

    def first_guesses(self) -> Iterator[bytes]:
        yield from map(self.row, range(self._questions))
        if not self.only_asks:
            yield from self.secrets()

    def is_question(self, row: bytes) -> bool:
        return int.from_bytes(row, "big") < self._questions

    def answer(self, guess: bytes, secret: bytes) -> int:
        code, place = int.from_bytes(guess, "big"), int.from_bytes(secret, "big") - self._questions
        row = code if code < self._questions else self._asked.get(code)
        if guess == secret or row is None:
            return len(self.data["answers"]) - 1 - (guess != secret)
        cells: bytes = self.data["cells"]
        size = 2 if len(self.data["answers"]) > 255 else 1
        at = size * (row * self._secrets + place)
        return int.from_bytes(cells[at : at + size], "little")

    def text(self, row: bytes) -> str:
        return str([*self.data["questions"], *self.data["secrets"]][int.from_bytes(row, "big")])

    def answer_text(self, value: int) -> str:
        return str(self.data["answers"][value])


_GAMES = {"pegs": Game, "words": _WordGame, "table": _TableGame}


def game_of(rules: Rules) -> Game:
    """Return the game of some rules, by the kind that files name."""
    return _GAMES[rules.to_map().get("kind", "pegs")](rules)
