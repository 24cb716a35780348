"""A codebreaker that plays from a strategy tree: it walks, and never searches."""

from __future__ import annotations

from mmtree.arguments import expect, whole_number
from mmtree.errors import FeedbackError
from mmtree.game.code import format_code
from mmtree.game.feedback import format_feedback
from mmtree.tree.tree import Node, StrategyTree


class Codebreaker:
    """One game played from a tree.

    Attributes:
        tree: the strategy tree.
        history: the guesses made so far (code numbers), each with its feedback 10·black + white.
        solved: True once the last feedback was all black.

    Raises:
        TypeError: the tree is no StrategyTree.
    """

    def __init__(self, tree: StrategyTree) -> None:
        expect(StrategyTree, tree, "tree", "a StrategyTree, as load returns")
        self.tree = tree
        self.history: list[tuple[int, int]] = []
        self.solved = False
        self._path: list[Node] = [tree.root]

    def __repr__(self) -> str:
        tree, guess = self.tree, format_code(self.guess, self.tree.rules)
        if self.solved:
            now = f"found {guess} by guess {len(self.history)}"
        else:
            now = f"guess {len(self.history) + 1} is {guess}, secrets left: {self.secrets_left}"
        return f"<Codebreaker of {tree.strategy.name} for {tree.rules}: {now}>"

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
            TypeError: it is no whole number.
        """
        feedback = whole_number(feedback, "feedback", "10·black + white, as 21 for 2b1w")
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
