"""A row of the catalogue: a strategy with its rule, its source and its arguments.

It names its function by a text, so that commands that only list strategies load neither NumPy
nor the searches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from mmtree.errors import CodeError, StrategyError
from mmtree.game.code import format_code
from mmtree.game.rules import Rules
from mmtree.strategies.options import Option, Setting

if TYPE_CHECKING:
    from mmtree.strategies.interface import Make


def has_few_codes(rules: Rules) -> bool:
    """Whether a strategy that chooses each guess by itself takes seconds at most."""
    return rules.secrets <= 8000


@dataclass(frozen=True)
class StrategyRow:
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
    def make(self) -> Make:
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
        if self.names_secrets and rules.identified:
            raise StrategyError(
                f"strategy {self.name} guesses secrets only, and {rules} asks questions: use "
                "entropy, beam or koyama-lai"
            )
        if self.classic and not rules.classic:
            raise StrategyError(f"strategy {self.name} does not know house rules such as {rules}")
        if opening is None:
            return
        if rules.consistent and not rules.is_secret(opening):
            raise CodeError(
                f"opening {format_code(opening, rules)}: {rules} allows only secrets as guesses"
            )
        if rules.identified and rules.is_secret(opening):
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
