"""The tree that a player needs, and the texts of its guesses and answers."""

from array import array

from mmtree.errors import ExportError
from mmtree.game.code import symbol
from mmtree.game.feedback import format_feedback
from mmtree.game.rules import Rules
from mmtree.tree.tree import StrategyTree


def player_tree(tree: StrategyTree) -> StrategyTree:
    """Return the tree by the least rules that suffice to play it.

    A table has no questions that the tree does not ask; a tree of consistent guesses is one of the
    game where any code may be guessed.
    """
    rules, numbers = tree.rules.for_player(set(tree.guess))
    if rules == tree.rules:
        return tree
    guess = array("Q", (numbers[code] for code in tree.guess))
    return StrategyTree(rules, tree.strategy, guess, tree.feedback, tree.extent)


def classic_tree(tree: StrategyTree, what: str) -> StrategyTree:
    """Return the tree by classic rules, for a form or program that supports no others.

    Args:
        what: the form or program, for the message.

    Raises:
        ExportError: the tree has other rules.
    """
    tree = player_tree(tree)
    if not tree.rules.classic:
        raise ExportError(
            f"{tree.rules}: {what} supports only rules such as 4p6c, 4p6c-distinct and 4p6c-black"
        )
    return tree


def symbols(rules: Rules) -> list[str]:
    """Return the text of each colour."""
    return [symbol(color, rules) for color in range(rules.colors)]


def has_names(rules: Rules) -> bool:
    """Return whether colours have symbols of their own, not the letters A, B, C …"""
    return any(rules.symbol(color) for color in range(rules.colors))


def answers(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of all answers in canonical order, all right last if it is answered."""
    return rules.feedbacks[:-1] if rules.only_asks else rules.feedbacks


def answer_texts(rules: Rules) -> list[str]:
    """Return the text of each answer, in canonical order."""
    return [format_feedback(value, rules) for value in answers(rules)]
