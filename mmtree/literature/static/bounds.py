"""Fewer guesses than this cannot tell all secrets apart, whatever they are."""

from __future__ import annotations

from collections.abc import Sequence

from mmtree.game.rules import Rules


def most_rows(rows: Sequence[int], guesses: int) -> int:
    """No more different rows of answers than this are got by so many guesses.

    Args:
        rows: the most rows of no guess, one guess, and so on as far as known; of more guesses than
            that, some give at most so many, and the others do.
        guesses: how many there are.
    """
    known = len(rows) - 1
    return int(rows[known] ** (guesses // known) * rows[guesses % known])


def by_counting(rules: Rules, rows: Sequence[int]) -> tuple[int, str]:
    """A lower bound for the number of guesses, and why in words.

    There must be a row of answers for each secret; and of two colours that no guess shows, neither
    can be told from the other, so that all but one must be shown.

    Args:
        rules: the rules.
        rows: as for :func:`most_rows`.
    """
    least = 1
    while most_rows(rows, least) < rules.secrets:
        least += 1
    shown = -((1 - rules.colors) // rules.pegs)
    fewer = max(least, shown) - 1
    if not fewer:
        return 1, "without a guess there is no answer"
    some = "1 guess" if fewer == 1 else f"{fewer} guesses"
    if shown > least:
        return shown, (
            f"{some} can show {fewer * rules.pegs} of the {rules.colors} colours, and two that "
            "none shows are not told apart"
        )
    return least, (
        f"{some} can get {most_rows(rows, fewer)} different rows of answers, and there are "
        f"{rules.secrets} secrets"
    )
