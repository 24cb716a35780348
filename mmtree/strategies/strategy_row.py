"""A row of the catalogue: a strategy with its rule, its source and the options that it takes.

An option is declared once, in :mod:`mmtree.strategies.catalogue`. The command line, the Python
call, the checks, the help, the options in the tree file and the default file name follow from it.

A row names its function by a text, so that commands that only list strategies load neither NumPy
nor the searches.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from mmtree.arguments import whole_number
from mmtree.errors import CodeError, StrategyError
from mmtree.game.code import format_code
from mmtree.game.rules import Rules

if TYPE_CHECKING:
    from mmtree.strategies.interface import Make

LARGEST = 2**63 - 1
"""The largest number that a tree file can hold."""

Value = int | str | bool


@dataclass(eq=False, repr=False)
class Option(ABC):
    """One option.

    Attributes:
        name: in Python and in the tree file; the strategy's function has a parameter of that name.
        help: its effect, in a line of the command's help.
        default: its value if none is given. None and False are not saved in the tree file.
        goal: its value for ``--objective``, where it has no option of its own on the command line;
            with an N for a number.
    """

    name: str
    help: str
    default: Value | None
    goal: str = field(default="", kw_only=True)

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return "--objective" if self.goal else f"--{self.name.replace('_', '-')}"

    @property
    def default_text(self) -> str:
        """The default as the help shows it; empty for none."""
        return "" if self.default is None else f"{self.default}"

    @abstractmethod
    def check(self, value: object) -> Value:
        """Return the value as a tree file saves it.

        Raises:
            StrategyError: the value is invalid.
        """

    def in_name(self, value: Value) -> str:
        """Return its part of a tree's default file name."""
        return f"{self.name}{value}"


@dataclass(eq=False, repr=False)
class Number(Option):
    """A whole number.

    Attributes:
        least, most: the range.
        short: its name in file names; empty for the whole name.
    """

    least: int = 0
    most: int = LARGEST
    short: str = ""

    def check(self, value: object) -> int:
        """Check the number as :func:`check_whole_number` does."""
        return check_whole_number(self.name, value, self.least, self.most)

    def in_name(self, value: Value) -> str:
        """Return name and number."""
        return f"{self.short or self.name}{value}"


@dataclass(eq=False, repr=False)
class Word(Option):
    """One of some words."""

    words: tuple[str, ...] = ()

    def check(self, value: object) -> str:
        """Check that the word is one of the words."""
        if not isinstance(value, str) or value not in self.words:
            raise StrategyError(f"{self.name} must be {' or '.join(self.words)}, got {value!r}")
        return value

    def in_name(self, value: Value) -> str:
        """Return the word."""
        return f"{value}"


@dataclass(eq=False, repr=False)
class Switch(Option):
    """A truth value, by default false."""

    @property
    def default_text(self) -> str:
        """Nothing, as it is a flag."""
        return ""

    def check(self, value: object) -> bool:
        """Check that the value is a truth value."""
        if not isinstance(value, bool):
            raise StrategyError(f"{self.name} must be True or False, got {value!r}")
        return value

    def in_name(self, value: Value) -> str:
        """Return its name; a value of False is not saved."""
        return self.name.replace("_", "-")


class Setting(NamedTuple):
    """An argument of a build that is not saved in the tree file.

    Attributes:
        name: in Python.
        flag: on the command line.
    """

    name: str
    flag: str


def check_whole_number(name: str, value: object, least: int, most: int = LARGEST) -> int:
    """Return a number of any integer type as a plain integer.

    Raises:
        StrategyError: it is not a whole number, or out of range.
    """
    try:
        number = whole_number(value, name)
    except TypeError:
        number = least - 1
    if not least <= number <= most:
        limits = f"from {least} to {most}"
        if most == LARGEST and number < least:
            limits = f"of at least {least}"
        raise StrategyError(f"{name} must be a whole number {limits}, got {value!r}")
    return number


def has_few_codes(rules: Rules) -> bool:
    """Whether a strategy that chooses each guess by itself takes seconds at most."""
    return rules.secrets <= 8000


class StrategyRow(NamedTuple):
    """A strategy, and the arguments that it takes.

    Attributes:
        name: as in ``mmtree build --strategy``.
        rule: how the next guess is chosen, in a line.
        source: where it was published.
        function: its function, as "module:function" of this package.
        options: the options that it takes in addition to the opening, which all strategies take.
        settings: the settings of a build that it takes.
        symmetric: whether openings that differ only by positions and names of colours always get
            the same total; most strategies break ties by the order of the codes.
        quick: whether a tree of the given rules is built within seconds, with any kernel and
            options: ``mmtree verify`` rebuilds these.
        aliases: other names that find the strategy; trees have the name.
        names_secrets: whether it guesses secrets only, and so cannot ask the questions of a table.
        classic: whether it needs classic rules.
    """

    name: str
    rule: str
    source: str
    function: str
    options: tuple[Option, ...] = ()
    settings: tuple[Setting, ...] = ()
    symmetric: bool = False
    quick: Callable[[Rules], bool] = has_few_codes
    aliases: tuple[str, ...] = ()
    names_secrets: bool = False
    classic: bool = False

    @property
    def make(self) -> "Make":
        """The function, imported at the first call."""
        module, _, function = self.function.partition(":")
        make: Make = getattr(import_module(f"mmtree.strategies.{module}"), function)
        return make

    def check_rules(self, rules: Rules, opening: int | None) -> None:
        """Check that the strategy can play by the rules, with the given first guess if any.

        Raises:
            StrategyError: it cannot.
            CodeError: the rules do not allow that first guess.
        """
        if self.names_secrets and rules.only_asks:
            raise StrategyError(
                f"strategy {self.name} guesses secrets only, and {rules} asks questions: use "
                "entropy, beam or koyama-lai"
            )
        if self.classic and not rules.classic:
            raise StrategyError(f"strategy {self.name} does not know house rules such as {rules}")
        if opening is None:
            return
        if rules.consistent and not (rules.needs_history or rules.is_secret(opening)):
            raise CodeError(
                f"opening {format_code(opening, rules)}: {rules} allows only secrets as guesses"
            )
        if rules.only_asks and rules.is_secret(opening):
            raise CodeError(
                f"opening {format_code(opening, rules)}: only questions of {rules} are asked"
            )

    @property
    def parameters(self) -> tuple[Option | Setting, ...]:
        """The options and settings."""
        return (*self.options, *self.settings)

    def takes(self, name: str) -> bool:
        """Whether the strategy has an option or a setting of that name."""
        return any(each.name == name for each in self.parameters)
