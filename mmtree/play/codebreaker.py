"""A codebreaker that plays from a strategy tree: it walks, and never searches."""

from __future__ import annotations

from mmtree.errors import FeedbackError
from mmtree.game.feedback import format_feedback
from mmtree.tree.tree import Node, StrategyTree


class Codebreaker:
    """One game played from a tree.

    Attributes:
        tree: the strategy tree.
        history: the guesses made so far (code numbers), each with its feedback 10·black + white.
        solved: True once the last feedback was all black.
    """

    def __init__(self, tree: StrategyTree) -> None:
        self.tree = tree
        self.history: list[tuple[int, int]] = []
        self.solved = False
        self._path: list[Node] = [tree.root]

    @property
    def guess(self) -> int:
        """The code number to guess now; once solved, the secret."""
        return self._path[-1].guess

    @property
    def possible_feedbacks(self) -> tuple[int, ...]:
        """The feedbacks that can still come, in canonical order; none once solved."""
        return () if self.solved else self._path[-1].possible_feedbacks

    @property
    def secrets_left(self) -> int:
        """How many secrets agree with all feedback so far."""
        return 1 if self.solved else self._path[-1].secrets_left

    def observe(self, feedback: int) -> bool:
        """Take the feedback to the guess; True when it was all black.

        Raises:
            FeedbackError: no secret left gives this feedback, or the game is over. The game stays
                as it was.
        """
        if type(feedback) is not int:
            raise FeedbackError(f"feedback {feedback!r} is no whole number: 2b1w is 21")
        if feedback not in self.possible_feedbacks:
            possible = " ".join(map(format_feedback, self.possible_feedbacks))
            raise FeedbackError(
                "the game is over: the secret was found"
                if self.solved
                else f"feedback {format_feedback(feedback)} cannot be: no secret agrees with it "
                f"and the feedback before; possible are {possible}"
            )
        self.history.append((self.guess, feedback))
        self.solved = feedback == self.tree.rules.all_black
        if not self.solved:
            self._path.append(self._path[-1].child(feedback))
        return self.solved

    def undo(self) -> None:
        """Take back the last feedback.

        Raises:
            FeedbackError: there is none.
        """
        if not self.history:
            raise FeedbackError("there is no feedback to take back")
        self.history.pop()
        if not self.solved:
            self._path.pop()
        self.solved = False
