"""Which rules guesses are written for, where nobody says."""

from __future__ import annotations

from mmtree.game.code import LETTERS
from mmtree.game.rules import Rules


def rules_of(codes: list[str], digits_from: int = 0) -> Rules:
    """The rules that codes of letters or digits seem to be of.

    Mastermind's where they fit its pegs and colours; otherwise as many pegs as the first code has,
    and the colours up to the last one that occurs.

    Args:
        codes: as they are written, one at least.
        digits_from: the digit that stands for the first colour.

    Raises:
        RulesError: there are no rules of so many pegs.
    """
    pegs = len(codes[0])
    colors = 2
    for char in "".join(codes).upper():
        place = LETTERS.find(char)
        colors = max(colors, 1 + (int(char) - digits_from if char.isdecimal() else place))
    standard = Rules()
    if pegs == standard.pegs and colors <= standard.colors:
        return standard
    return Rules(pegs, colors)
