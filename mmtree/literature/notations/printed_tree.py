"""What every reader gives: the tree as it is printed, with what was left out left out."""

from __future__ import annotations

from dataclasses import dataclass, field

from mmtree.literature.notations.text import Text


@dataclass(slots=True, eq=False)
class Part:
    """One position of the game, as far as it is printed.

    Attributes:
        at: where it stands in the text.
        guess: the code as it is written; nothing where none is printed.
        count: the number of secrets left that is printed, if one is.
        branches: a part for each feedback 10·black + white printed; None where none is.
        last: it is printed as the last guess, which must be right.
        rest: branches may be missing, since a mark says that some were left out; where none is
            printed, that some of them leave two secrets.
        outside: a mark says that the guess cannot be the secret.
    """

    at: int
    guess: str = ""
    count: int | None = None
    branches: list[tuple[int, Part]] | None = None
    last: bool = False
    rest: bool = False
    outside: bool = False


@dataclass
class Outline:
    """A text that was read.

    Attributes:
        text: the text.
        root: the opening.
        parts: all parts in which something is printed.
        readings: how the feedbacks of the branches can be meant, the likeliest first: a table of
            those that are meant otherwise than they stand in the parts, and a word on it.
    """

    text: Text
    root: Part
    parts: list[Part]
    readings: list[tuple[dict[int, int], str]] = field(default_factory=lambda: [({}, "")])
