"""A codemaker with a secret who answers guesses truthfully."""

from __future__ import annotations

from mmtree.arguments import expect
from mmtree.game.feedback import Feedback, compare, pegs, to_feedback
from mmtree.game.rules import Rules


class Codemaker:
    """Answers guesses about one secret.

    Raises:
        RulesError: the secret is not a code of the rules.
        TypeError: the secret is no number, or the rules are no Rules.
    """

    def __init__(self, secret: int, rules: Rules) -> None:
        expect(Rules, rules, "rules", "Rules, as Rules.parse('4p6c') returns")
        self.rules = rules
        self._secret = pegs(secret, rules)

    def __repr__(self) -> str:  # the secret stays one
        return f"<Codemaker for {self.rules}>"

    def answer(self, guess: int) -> Feedback:
        """Return the feedback to a guess, a code or its number.

        Raises:
            RulesError: the guess is not a code of the rules.
            TypeError: the guess is not a number.
        """
        return to_feedback(compare(pegs(guess, self.rules), self._secret, self.rules.whites))
