"""The rules of a game: what can be guessed, what can be the secret, and how a guess is answered.

The rest of mmtree asks :class:`Rules`: which codes may be guessed (:meth:`Rules.codes`), which of
them can be the secret (:meth:`Rules.is_secret`), what a guess is answered (:attr:`Rules.kind`),
what may be exchanged without changing an answer (:attr:`Rules.renaming`, :attr:`Rules.permuting`),
and how codes are written and drawn. The games are :class:`mmtree.game.peg_rules.PegRules`,
:class:`mmtree.game.word_rules.WordRules` and :class:`mmtree.game.table_rules.TableRules`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Literal, Self

from mmtree.arguments import expect, shortened, whole_number
from mmtree.errors import RulesError
from mmtree.game.answers import BYTE_ANSWERS, Answers, ColorRenaming, Permuting, Prepared, number_of
from mmtree.game.hints import Hint, list_hints

MAX_PEGS = 9
MAX_COLORS = 36

MAX_PRICE = 1 << 49
"""The most that the sum of all weights may be, times the number of secrets, so that the price of
every tree fits the numbers of all searches."""


class Rules(ABC):
    """Rules of one game. A code is a row of pegs, its number has base-``colors`` digits.

    Attributes:
        pegs: length of a code, 1 to 9.
        colors: number of colours, or what stands for them: letters of words, names of a table.
        answers: the name of the kind of answers.
        consistent: each guess must agree with all answers so far: it is a code that can still be
            the secret or, of a list of other words, one that would have got the same answers.
        hard: each guess must use all hints so far, as :mod:`mmtree.game.hints` defines them.
        distinct: no colour may occur twice in a code (secret or guess).
        distinct_secrets: no colour occurs twice in a secret.
        holes: guesses may leave places empty, which no secret does; the last colour is the hole.
        nozero: no code begins with the first colour, as numbers do not begin with 0.
        identified: the game ends when one secret is left, which then need not be guessed. A right
            guess ends it, too.
        asked: the places of the secrets of a table that questions are the guesses of.
        weights: how likely each secret is, in rising order of their codes, as whole numbers from 1
            on; empty where all are equally likely.
        uses_pegs: whether codes are drawn as coloured pegs, and written in any symbols of colours.
        uses_names: whether each code is one name; else those without pegs are letters on tiles.
    """

    pegs: int
    colors: int
    answers: str
    consistent: bool
    hard: bool = False
    distinct: bool = False
    distinct_secrets: bool = False
    holes: bool = False
    nozero: bool = False
    identified: bool = False
    asked: tuple[int, ...] = ()
    weights: tuple[int, ...] = ()
    uses_pegs: ClassVar[bool] = False
    uses_names: ClassVar[bool] = False

    @property
    @abstractmethod
    def secrets(self) -> int:
        """Number of secrets."""

    @property
    @abstractmethod
    def guesses(self) -> int:
        """Number of codes that may be guessed, secrets included."""

    @abstractmethod
    def codes(self) -> Iterator[int]:
        """Yield all codes that may be guessed, as rising numbers."""

    @abstractmethod
    def is_secret(self, code: int) -> bool:
        """Return whether a code that may be guessed can be the secret."""

    @property
    def defined_by_text(self) -> bool:
        """Whether their text defines these rules, so that files need no more."""
        return False

    def _check_weights(self) -> None:
        """Check the weights, and store them as a tuple.

        Raises:
            RulesError: they are not a whole number from 1 on for each secret, or too large.
        """
        given = self.weights
        if not isinstance(given, (tuple, list)) or len(given) not in (0, self.secrets):
            raise RulesError(
                f"weights {shortened(given)}: give one for each of {self.secrets} secrets"
            )
        try:
            weights = tuple(whole_number(weight, "weight", least=1) for weight in given)
        except (TypeError, ValueError) as error:
            raise RulesError(str(error)) from None
        if sum(weights) * self.secrets > MAX_PRICE:
            most = MAX_PRICE // self.secrets
            raise RulesError(
                f"the sum of the weights is {sum(weights)}, at most {most} for {self.secrets} "
                "secrets: divide all weights by the same number"
            )
        object.__setattr__(self, "weights", weights)

    def _end_map(self) -> dict[str, Any]:
        """Return the last values of :meth:`to_map`, which older files do not have."""
        return {"weights": list(self.weights)} if self.weights else {}

    @abstractmethod
    def to_map(self) -> dict[str, Any]:
        """Return the values that define the rules in files; trees/README.md defines the keys."""

    @abstractmethod
    def _make_kind(self) -> Answers:
        """Return the kind of answers."""

    @cached_property
    def kind(self) -> Answers:
        """The kind of answers: how a guess is answered, and how that is written and drawn."""
        return self._make_kind()

    def secret_codes(self) -> Iterator[int]:
        """Yield all secrets as rising numbers."""
        return filter(self.is_secret, self.codes())

    @property
    def classic(self) -> bool:
        """Whether secrets and guesses are the same codes, any may be guessed, and pegs answer."""
        return False

    @property
    def counts_pegs(self) -> bool:
        """Whether black pegs answer, or black and white ones: the kinds that have arithmetic."""
        return self.answers in ("pegs", "black")

    @property
    def whites(self) -> bool:
        """Whether answers also count white pegs, not only black ones."""
        return self.kind.counts != 1

    @property
    def renaming(self) -> ColorRenaming:
        """Which colours can be renamed without changing an answer, as for :class:`Answers`."""
        return "never"

    @property
    def permuting(self) -> Permuting:
        """Whether pegs can be permuted without changing an answer, as for :class:`Answers`."""
        return "never"

    @property
    def answer(self) -> Callable[[Prepared, Prepared], int]:
        """The function that answers a guess at a secret, both as :meth:`prepare` returns them."""
        return self.kind.answer

    def prepare(self, code: int) -> Prepared:
        """Convert a code for :attr:`answer`.

        Raises:
            RulesError: the number is not a code of these rules.
        """
        return self.kind.prepare(self.digits(code))

    @cached_property
    def feedbacks(self) -> tuple[int, ...]:
        """Every answer that these rules allow, in canonical (ascending) order, all right last."""
        return tuple(self.kind.values)

    @property
    def all_right(self) -> int:
        """The answer to the right guess; 10·pegs where pegs answer."""
        return self.feedbacks[-1]

    @property
    def wide(self) -> bool:
        """Whether the numbers of answers take two bytes, in arrays and in cells, instead of one."""
        return self.all_right >= BYTE_ANSWERS

    @property
    def typecode(self) -> Literal["B", "H"]:
        """The type of the numbers of answers in arrays of the standard library, and of NumPy."""
        return "H" if self.wide else "B"

    @property
    def only_asks(self) -> bool:
        """Whether no secret is guessed: the questions of a table identify it."""
        return False

    @property
    def right_to_left(self) -> bool:
        """Whether codes are drawn from right to left, as their letters are written."""
        return False

    @property
    def needs_history(self) -> bool:
        """Whether the answers so far restrict the guesses otherwise than to the secrets left."""
        return self.hard

    def hints(self, guess: int, feedback: int) -> list[Hint]:
        """Return the hints that hard play demands to use after a guess and its answer."""
        return list_hints(self.digits(guess), self.kind.marks(feedback))

    def allows(self, code: int, guess: int, feedback: int) -> bool:
        """Return whether a code may be guessed after a guess and its answer."""
        if self.hard:
            digits = self.digits(code)
            return all(hint.is_used(digits) for hint in self.hints(guess, feedback))
        return not self.consistent or self.answer(*map(self.prepare, (guess, code))) == feedback

    @property
    def move(self) -> Literal["guess", "question"]:
        """The word for a code that is played."""
        return "question" if self.only_asks else "guess"

    def symbol(self, color: int) -> str | None:
        """Return the symbol of a colour, where these rules have their own; else None."""
        return None

    def named(self, text: str) -> int | None:
        """Return the code of a text, where these rules name codes in their own way; else None."""
        return None

    @cached_property
    def uneven(self) -> bool:
        """Whether an exchange of colours or pegs, or of secrets that are alike, changes weights."""
        return len(set(self.weights)) > 1

    def weighted(self, weights: Sequence[int]) -> Self:
        """Return the same rules with weights, one for each secret; with none, without weights.

        Raises:
            RulesError: they are not a whole number from 1 on for each secret, or too large.
        """
        return replace(self, weights=weights)  # type: ignore[type-var]  # each one is a dataclass

    def for_player(self, guesses: Collection[int]) -> "tuple[Rules, dict[int, int]]":
        """Return the least rules that suffice to play these guesses, and their numbers there.

        They forbid no guess and have no weights.
        """
        changes: dict[str, Any] = {"consistent": False, "hard": False, "weights": ()}
        return replace(self, **changes), {code: code for code in guesses}  # type: ignore[type-var]

    def digits(self, code: int) -> tuple[int, ...]:
        """Return the colours 0 … colors−1 of a code, first peg first.

        Raises:
            RulesError: the number is not a code of these rules (a repeated colour included).
            TypeError: it is not a whole number.
        """
        if type(code) is not int:
            code = whole_number(code, "code", "its number, as parse_code reads it")
        rest, colors, pegs = code, self.colors, [0] * self.pegs
        for at in range(self.pegs - 1, -1, -1):
            pegs[at] = rest % colors
            rest //= colors
        repeats = self.distinct and len(set(pegs)) < self.pegs
        if rest or repeats or (self.nozero and not pegs[0]):
            raise RulesError(f"{code} is not the number of a code of {self}")
        return tuple(pegs)

    def number(self, digits: tuple[int, ...]) -> int:
        """Return the number of a code given as colours 0 … colors−1, first peg first.

        Raises:
            RulesError: the colours are not a code of these rules.
            TypeError: one of them is not a whole number.
        """
        expect((tuple, list), digits, "digits", "the colours of a code, as (0, 0, 1, 2)")
        colors = tuple(whole_number(color, "colour") for color in digits)
        code = number_of(colors, self.colors)
        if not all(0 <= color < self.colors for color in colors) or self.digits(code) != colors:
            raise RulesError(f"{colors} are not the colours of a code of {self}")
        return code


def check_hard(rules: Rules) -> None:
    """Check that the rules, if hard, have hints, and are not consistent, too.

    Raises:
        RulesError: they have none, or are.
    """
    if rules.hard and rules.consistent:
        raise RulesError(f"{rules}: consistent guesses use all hints: leave out hard")
    if rules.hard and not rules.kind.levels:
        raise RulesError(f"{rules}: hard play needs an answer for each place: places or right")


def check_byte_answers(rules: Rules, subject: str) -> None:
    """Check that the answers fit a byte, which a subject, such as "certificates", is limited to.

    Raises:
        RulesError: there are too many.
    """
    if rules.wide:
        raise RulesError(
            f"{subject} are for games of at most {BYTE_ANSWERS} answers: {rules} has "
            f"{len(rules.feedbacks)}"
        )


def check_classic(rules: Rules, subject: str) -> None:
    """Check that rules are classic, which a subject, such as "certificates", is limited to.

    Raises:
        RulesError: they are not.
    """
    if not rules.classic:
        raise RulesError(
            f"{subject} are for codes in pegs without house rules, such as 4p6c or 4p6c-black: "
            f"{rules} is another game"
        )
