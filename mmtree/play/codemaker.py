"""A codemaker who keeps a secret and answers guesses truthfully."""

from __future__ import annotations

from mmtree.game.feedback import compare, pegs
from mmtree.game.rules import Rules


class Codemaker:
    """Answers guesses about one secret.

    Raises:
        RulesError: the secret is no code of the rules.
    """

    def __init__(self, secret: int, rules: Rules) -> None:
        self.rules = rules
        self._secret = pegs(secret, rules)

    def answer(self, guess: int) -> int:
        """Feedback 10·black + white to a guess (a code number).

        Raises:
            RulesError: the guess is no code of the rules.
        """
        return compare(pegs(guess, self.rules), self._secret, self.rules.whites)
