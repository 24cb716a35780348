"""Rules of word games: the secrets and guesses are lists of words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Any

from mmtree.arguments import expect, shortened
from mmtree.counts import format_count
from mmtree.errors import CodeError, RulesError
from mmtree.game.answers import Answers, number_of
from mmtree.game.letters import (
    MAX_CHARACTERS,
    find_fault,
    find_written,
    fold,
    letters_of,
    normalise,
)
from mmtree.game.names import check_name, look, places_by_look
from mmtree.game.peg_answers import KINDS
from mmtree.game.rules import MAX_PEGS, Rules, check_hard
from mmtree.game.text_file import Note, ignore

MAX_WORDS = 100_000
"""The most words of a list."""

MAX_LETTERS = 10_000
"""The most different letters of a list. Those of long words are fewer, as codes fit 63 bits."""

WORD_ANSWERS = ("places", "pegs", "common", "black")
"""The kinds of answers that a game of words can have."""


@dataclass(frozen=True)
class WordRules(Rules):
    """Rules of one word game. A word is a code, its letters are the colours.

    Attributes:
        pegs: the letters of a word.
        colors: the different letters of all words.
        answers: one of :data:`WORD_ANSWERS`.
        consistent: each guess must agree with all answers so far, as a secret would.
        name: the text of the rules, from the name of the list's file.
        alphabet: the letters of all words, rising; the first is colour 0.
        secret_words: the words that can be the secret, rising.
        other_words: the other words that may be guessed, rising.
        identified: the game ends when one secret is left, which need not be guessed.
        weights: how likely each word that can be the secret is, as of :class:`Rules`.
        hard: each guess must use all hints so far.

    Raises:
        RulesError: a list is empty or too long, or a word of it is none.
    """

    pegs: int
    colors: int
    answers: str
    consistent: bool
    name: str
    alphabet: tuple[str, ...]
    secret_words: tuple[str, ...]
    other_words: tuple[str, ...]
    identified: bool = False
    weights: tuple[int, ...] = ()
    hard: bool = False

    def __post_init__(self) -> None:
        if self.answers not in WORD_ANSWERS:
            kinds = " or ".join(WORD_ANSWERS)
            raise RulesError(f"unknown answers {shortened(self.answers)}: use {kinds}")
        check_name(self.name)
        check_hard(self)
        if not len(self.secret_words) >= 2:
            raise RulesError(f"{self.name} has fewer than two secrets: nothing is to be found")
        self._check_weights()

    def __hash__(self) -> int:
        return hash((self.name, self.answers, len(self.secret_words), self.secret_words[:1]))

    def to_map(self) -> dict[str, Any]:
        """Return the values that define the rules."""
        # Letters of one character need no blanks between them.
        within, between = (" ", "\n") if max(map(len, self.alphabet)) > 1 else ("", " ")

        def join(words: Iterable[str]) -> str:
            return between.join(within.join(letters_of(word)) for word in words)

        return (
            {
                "kind": "words",
                "name": self.name,
                "answers": self.answers,
                "consistent": self.consistent,
                "alphabet": within.join(self.alphabet),
                "secrets": join(self.secret_words),
                "guesses": join(self.other_words),
            }
            | {name: True for name in ("identified", "hard") if getattr(self, name)}
            | self._end_map()
        )

    def _make_kind(self) -> Answers:
        return KINDS[self.answers](self.pegs, self.colors)

    def __str__(self) -> str:
        names = ("consistent", "hard", "identified", "weighted")
        chosen = (
            self.consistent,
            self.hard,
            self.identified,
            self.weights and "weighted" not in self.name,
        )
        return "-".join([self.name, *compress(names, chosen)])

    @property
    def needs_history(self) -> bool:
        """Whether hints restrict the guesses, or other words must agree with all answers so far."""
        return self.hard or (self.consistent and bool(self.other_words))

    @property
    def secrets(self) -> int:
        """Number of secrets."""
        return len(self.secret_words)

    @property
    def guesses(self) -> int:
        """Number of words that may be guessed."""
        return len(self._numbers)

    @cached_property
    def _numbers(self) -> dict[int, bool]:
        """The numbers of all words, rising, and whether a word can be the secret."""
        numbers = {self._word_number(word): False for word in self.other_words}
        numbers |= {self._word_number(word): True for word in self.secret_words}
        return dict(sorted(numbers.items()))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {letter: place for place, letter in enumerate(self.alphabet)}

    @cached_property
    def _looks(self) -> dict[str, int]:
        return {look(letter): place for letter, place in self._places.items()}

    @cached_property
    def right_to_left(self) -> bool:
        """Whether words are written from right to left."""
        return bool(find_written(self.alphabet, "R", "AL"))

    def _place(self, letter: str) -> int:
        return self._places.get(letter, self._looks.get(look(letter), -1))

    def _word_number(self, word: str) -> int:
        return number_of((self._places[letter] for letter in letters_of(word)), self.colors)

    def codes(self) -> Iterator[int]:
        """Yield all words that may be guessed, as rising numbers."""
        return iter(self._numbers)

    def is_secret(self, code: int) -> bool:
        """Return whether a word can be the secret."""
        return self._numbers.get(code, False)

    def symbol(self, color: int) -> str:
        """Return the letter of a colour, as a capital if capitals are read as the same letters."""
        return self._symbols[color]

    @cached_property
    def _symbols(self) -> tuple[str, ...]:
        capitals = (normalise(letter).upper() for letter in self.alphabet)
        shown = tuple(
            upper if len(letters_of(upper)) == 1 else letter
            for upper, letter in zip(capitals, self.alphabet, strict=True)
        )
        # In pairs, since a capital sigma is another letter at the end of a word.
        read = [normalise(2 * letter) for letter in shown]
        return shown if read == [2 * letter for letter in self.alphabet] else self.alphabet

    def named(self, text: str) -> int | None:
        """Return the number of a word.

        Raises:
            CodeError: it is not on the lists.
        """
        word = letters_of(normalise(text.strip()))
        if len(word) == self.pegs and -1 not in (places := [*map(self._place, word)]):
            number = number_of(places, self.colors)
            if number in self._numbers:
                return number
        raise CodeError(f"{text.strip()!r:.40} is not a word of {self}")

    def digits(self, code: int) -> tuple[int, ...]:
        """Return the colours of a word.

        Raises:
            RulesError: the number is not one of a word.
        """
        digits = super().digits(code)
        if code not in self._numbers:
            raise RulesError(f"{code} is not the number of a word of {self}")
        return digits


def word_rules(
    secrets: Iterable[str],
    guesses: Iterable[str] = (),
    *,
    answers: str = "places",
    consistent: bool = False,
    identified: bool = False,
    hard: bool = False,
    name: str = "words",
) -> WordRules:
    """Make the rules of a word game.

    Args:
        secrets: the words that can be the secret, all of one length.
        guesses: other words that may be guessed; secrets among them do not matter.
        answers: "places" for a mark for each letter, "pegs" for black and white pegs, "common" for
            the number of letters in common, "black" for that of letters in the right place.
        consistent: each guess must agree with all answers so far, as a secret would.
        identified: the game ends when one secret is left, which need not be guessed.
        hard: each guess must use all hints so far.
        name: the text of the rules.

    Raises:
        RulesError: a word or their number is not allowed.
    """
    expect(str, name, "name", "a short text")
    expect(bool, consistent, "consistent", "True or False")
    expect(bool, identified, "identified", "True or False")
    expect(bool, hard, "hard", "True or False")
    for given, what in ((secrets, "secrets"), (guesses, "guesses")):
        expect(Iterable, given, what, "words, as a list of texts")
    first = check_words([*secrets])
    length = len(letters_of(first[0])) if first else 1
    others = sorted(set(check_words([*guesses], length)) - set(first), key=letters_of)
    alphabet = sorted({letter for word in (*first, *others) for letter in letters_of(word)})
    places_by_look(alphabet, f"{name}: the letter")
    most = min(MAX_LETTERS, int(2 ** (63 / length)))
    if len(alphabet) > most:
        raise RulesError(
            f"{len(alphabet)} letters: at most {most} are supported in words of {length}"
        )
    right, left = find_written(alphabet, "R", "AL"), find_written(alphabet, "L")
    if right and left:
        raise RulesError(
            f"{name}: the letters {left!r} and {right!r} are written in opposite directions: write "
            "all words from left to right, or all from right to left"
        )
    return WordRules(
        pegs=length,
        colors=len(alphabet),
        answers=answers,
        consistent=consistent,
        name=name,
        alphabet=tuple(alphabet),
        secret_words=tuple(sorted(first, key=letters_of)),
        other_words=tuple(others),
        identified=identified,
        hard=hard,
    )


def check_words(
    written: Sequence[str],
    length: int | None = None,
    *,
    unit: str = "word",
    folded: bool = False,
    note: Note = ignore,
) -> list[str]:
    """Return words normalised, each of them once.

    Args:
        written: the words.
        length: the number of letters that they must have; None if it only must be the same.
        unit: how a message counts them; if lines, empty ones are ignored.
        folded: take off accents.
        note: called with a line that counts the words that are dropped.

    Raises:
        RulesError: one of them is not a word, or not of the length.
        TypeError: one of them is no text.
    """
    if sum(map(bool, written)) > MAX_WORDS:
        raise RulesError(f"more than {MAX_WORDS} words")
    words: dict[str, None] = {}
    as_written: set[str] = set()
    sound: set[str] = set()
    twice = 0
    counts, first = Counter[int](), dict[int, str]()
    for place, text in enumerate(written, 1):
        expect(str, text, unit, "texts")
        if not text and unit == "line":
            continue
        normal = normalise(text)
        word = fold(normal) if folded else normal
        letters, where = letters_of(word), f"{unit} {place}, {text!r:.60}"
        for letter in letters or [""]:
            if letter not in sound:
                _check_letter(letter, where)
                sound.add(letter)
        counts[len(letters)] += 1
        first.setdefault(len(letters), where)
        twice += normal in as_written
        as_written.add(normal)
        words[word] = None
    longest = max(counts, default=0)
    if longest > MAX_PEGS or counts.keys() - {length or longest}:
        _refuse_lengths(counts, first, length)
    if twice:
        occur = "occurs" if twice == 1 else "occur"
        note(f"{format_count(twice, 'word')} dropped that {occur} twice")
    if equal := len(as_written) - len(words):
        note(f"{format_count(equal, 'word')} dropped that became equal without accents")
    return list(words)


def _check_letter(letter: str, where: str) -> None:
    if len(letter) > MAX_CHARACTERS:
        raise RulesError(
            f"{where}: a letter has {len(letter)} characters, {MAX_CHARACTERS} at most"
        )
    wrong = letter and find_fault(letter)
    if wrong or not letter:
        raise RulesError(
            f"{where}: {wrong!a} is not a letter: write words of visible characters without blanks"
        )


def _refuse_lengths(counts: Counter[int], first: dict[int, str], length: int | None) -> None:
    """Raise an error that says how many words have which length, and names one that is wrong."""
    common = counts.most_common(4)
    parts = [f"{format_count(one, 'letter')}: {format_count(n, 'word')}" for one, n in common]
    parts += ["…"] * (len(counts) > len(common))
    wrong = next(one for one, _ in reversed(common) if one != length)
    rule = f"{length}, as the secrets" if length else f"the same number, at most {MAX_PEGS}"
    raise RulesError(
        f"{'; '.join(parts)} (the first is {first[wrong]}): all words must have {rule}"
    )
