"""What an accepted certificate proves."""

from dataclasses import dataclass

from mmtree.counts import format_count
from mmtree.game.rules import Rules


@dataclass(frozen=True)
class ProvedStatement:
    """A statement that a certificate proves.

    Attributes:
        unit, last, surcharge: the price list; last is 0 if any number of guesses is allowed.
        opening: the text of the only first guess allowed, or None for any first guess.
        bound: every strategy costs at least as much; None if none keeps within the last guess.
        records: the number of records of its proof.
        move: what is counted, guesses or questions.
        since: the first guess with the surcharge; None for the last one.
    """

    unit: int
    last: int
    surcharge: int
    opening: str | None
    bound: int | None
    records: int
    move: str = "guess"
    since: int | None = None

    @property
    def size(self) -> str:
        """The number of records, in words."""
        return format_count(self.records, "record")

    def __str__(self) -> str:
        text = "no strategy"
        if self.opening is not None:
            text += f" opened {self.opening}"
        if self.bound is None:
            return f"{text} finds every secret within {format_count(self.last, self.move)}"
        if self.last:
            text += f" of at most {format_count(self.last, self.move)}"
        dear = self.surcharge and (self.last if self.since is None else self.since)
        if self.unit == 1 and not dear:
            return f"{text} has a total below {self.bound}"
        extra = f" and {self.surcharge} more for {self.move} {dear}" if dear else ""
        extra += " or later" if dear and self.since is not None else ""
        return f"{text} costs less than {self.bound}, at {self.unit} a {self.move}{extra}"


@dataclass(frozen=True)
class Certificate:
    """The rules and the statements of a certificate that was accepted."""

    rules: Rules
    statements: tuple[ProvedStatement, ...]
