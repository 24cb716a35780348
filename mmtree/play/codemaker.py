"""A codemaker with a secret who answers guesses truthfully."""

from __future__ import annotations

from mmtree.arguments import expect
from mmtree.game.feedback import Feedback, feedback, to_feedback
from mmtree.game.rules import Rules


class Codemaker:
    """Answers guesses about one secret.

    Raises:
        RulesError: the rules have no such secret.
        TypeError: the secret is no number, or the rules are no Rules.
    """

    def __init__(self, secret: int, rules: Rules) -> None:
        expect(Rules, rules, "rules", "Rules, as parse_rules('4p6c') returns")
        self.rules = rules
        feedback(secret, secret, rules)  # it is a secret
        self._secret = rules.prepare(secret)

    def __repr__(self) -> str:  # the secret stays one
        return f"<Codemaker for {self.rules}>"

    def answer(self, guess: int) -> Feedback:
        """Return the feedback to a guess, a code or its number.

        Raises:
            RulesError: the guess is not a code of the rules.
            TypeError: the guess is not a number.
        """
        rules = self.rules
        return to_feedback(rules.answer(rules.prepare(guess), self._secret), rules)
