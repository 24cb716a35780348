"""What a strategy can be told: the kinds of options that a row declares.

An option is declared once, in :mod:`mmtree.strategies.catalogue`. The command line, the Python
call, the checks, the help, what the tree file keeps and the default file name follow from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from mmtree.arguments import whole_number
from mmtree.errors import StrategyError

LARGEST = 2**63 - 1
"""The largest number that a tree file can hold."""

Value = int | str | bool


@dataclass(frozen=True)
class Option(ABC):
    """One option.

    Attributes:
        name: in Python and in the tree file; the strategy's function has a parameter of that name.
        help: what it does, in a line of the command's help.
        default: what holds where nothing is said. None and False are not kept in the tree file.
    """

    name: str
    help: str
    default: Value | None

    @property
    def flag(self) -> str:
        """How the command line writes it."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def shown(self) -> str:
        """The default as the help shows it; empty where there is none."""
        return "" if self.default is None else f"{self.default}"

    @abstractmethod
    def check(self, value: object) -> Value:
        """The value as a tree file keeps it.

        Raises:
            StrategyError: it is none of this option.
        """

    def in_name(self, value: Value) -> str:
        """What the default file name of a tree says of it."""
        return f"{self.name}{value}"


@dataclass(frozen=True)
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
        """As :func:`whole`."""
        return whole(self.name, value, self.least, self.most)

    def in_name(self, value: Value) -> str:
        """Name and number."""
        return f"{self.short or self.name}{value}"


@dataclass(frozen=True)
class Word(Option):
    """One of some words."""

    words: tuple[str, ...] = ()

    def check(self, value: object) -> str:
        """The word."""
        if not isinstance(value, str) or value not in self.words:
            raise StrategyError(f"{self.name} {value!r}: it is {' or '.join(self.words)}")
        return value

    def in_name(self, value: Value) -> str:
        """Just the word."""
        return f"{value}"


@dataclass(frozen=True)
class Switch(Option):
    """Something that holds or, as is the default, does not.

    Attributes:
        said: on the command line, where it is not a flag but one of two words: the option and the
            words for False and True.
    """

    said: tuple[str, str, str] | None = None

    @property
    def flag(self) -> str:
        """As the command line writes it."""
        return self.said[0] if self.said else super().flag

    @property
    def shown(self) -> str:
        """The word that stands for no."""
        return self.said[1] if self.said else ""

    def check(self, value: object) -> bool:
        """The truth value."""
        if not isinstance(value, bool):
            raise StrategyError(f"{self.name} {value!r}: it is True or False")
        return value

    def in_name(self, value: Value) -> str:
        """Its name, for it is there."""
        return self.name.replace("_", "-")


@dataclass(frozen=True)
class Setting:
    """An argument of a build that the tree file does not name.

    Attributes:
        name: in Python.
        flag: on the command line.
    """

    name: str
    flag: str


def whole(name: str, value: object, least: int, most: int = LARGEST) -> int:
    """A number, of whatever integer type, as a plain integer.

    Raises:
        StrategyError: it is no whole number, or out of range.
    """
    try:
        number = whole_number(value, name)
    except TypeError:
        raise StrategyError(f"{name} {value!r}: it is a whole number") from None
    if not least <= number <= most:
        raise StrategyError(f"{name} {number}: it runs from {least} to {most}")
    return number
