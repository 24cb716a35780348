"""A codebreaker that plays from a strategy tree, and looks one guess ahead off the tree."""

from collections import Counter
from collections.abc import Sequence

from mmtree.arguments import expect, whole_number
from mmtree.counts import format_count
from mmtree.errors import FeedbackError
from mmtree.game.code import Code, to_code
from mmtree.game.feedback import Feedback, describe_feedback, to_feedback
from mmtree.play.game_rows import GameRow, Repair, answers, consistent, repairs
from mmtree.play.position import Position
from mmtree.tree.tree import StrategyTree


class Codebreaker:
    """One game played from a tree.

    While the secrets left are those of a node of the tree, the next guess is the tree's. After a
    guess of the player or a changed answer, there may be no such node: then the next guess is the
    one that leaves the fewest secrets on average
    (:func:`mmtree.play.expected_size.smallest_expected_size`). So it is after an unknown answer,
    and the guess that got it is not suggested again while another one tells secrets apart.

    Attributes:
        tree: the strategy tree.
        history: the guesses made so far, each with its feedback; None if it is unknown.
        solved: True once the last feedback was all black, or where secrets are only identified,
            once a single one is left.

    Raises:
        TypeError: the tree is not a StrategyTree.
    """

    def __init__(self, tree: StrategyTree) -> None:
        expect(StrategyTree, tree, "tree", "a StrategyTree, as load returns")
        self.tree = tree
        self.history: list[GameRow] = []
        self.solved = False
        self._path: list[Position] = [Position(tree.root, 0, None)]
        self._refused: list[GameRow] = []

    def __repr__(self) -> str:
        tree, guess = self.tree, self.guess
        if self.solved:
            now = f"found {guess} by guess {len(self.history)}"
        else:
            now = f"guess {len(self.history) + 1} is {guess}, secrets left: {self.secrets_left}"
        return f"<Codebreaker of {tree.strategy.name} for {tree.rules}: {now}>"

    @property
    def guess(self) -> Code:
        """The code to guess now; once solved, the secret."""
        guessed = self.solved and len(self._path) == len(self.history)
        return self.history[-1][0] if guessed else self._path[-1].guess

    @property
    def on_tree(self) -> bool:
        """Whether the tree's maximum holds for this game.

        The secrets left are then those of a node of the tree, and the game has not needed more
        guesses than the tree to get there. A solved game has the value from before its last guess.
        """
        place = self._path[-1]
        return place.secrets is None and len(self._path) - 1 <= place.depth

    @property
    def possible_feedbacks(self) -> tuple[Feedback, ...]:
        """The feedbacks that the guess can still get, in canonical order; none once solved."""
        return () if self.solved else tuple(self.cell_sizes(self.guess))

    @property
    def stuck(self) -> bool:
        """Whether no question tells the secrets left apart but those whose answers are unknown."""
        return not self.solved and self._path[-1].stuck

    @property
    def secrets_left(self) -> int:
        """The number of secrets that agree with all feedback so far."""
        if self.solved:
            return 1
        place = self._path[-1]
        return place.node.secrets_left if place.secrets is None else len(place.secrets)

    @property
    def guesses_needed(self) -> int | None:
        """The most guesses still needed if each one suggested is played; 0 once solved.

        None off the tree with over :data:`mmtree.play.position.MAX_COUNTED` secrets left, whose
        games are not all played to count it, and where the game can get stuck.
        """
        if self.solved:
            return 0
        needed = self._path[-1].guesses_needed()
        return needed and needed - self.tree.rules.identified

    def cell_sizes(self, guess: int) -> dict[Feedback, int]:
        """Return how many of the secrets left give each feedback to a guess, in canonical order.

        The guess is a code or its number; only the feedbacks that it can get now are listed.

        Raises:
            RulesError: the guess is not a code of the rules.
            TypeError: the guess is not a number.
        """
        guess = whole_number(guess, "guess", "its code number, as parse_code reads it")
        place, rules = self._path[-1], self.tree.rules
        if not self.solved and place.secrets is None and guess == place.node.guess:
            cells = {feedback: node.secrets_left for feedback, node in place.node.children.items()}
            return cells | (
                {to_feedback(rules.all_right, rules): 1} if place.node.consistent else {}
            )
        left = iter([self.guess]) if self.solved else place.secrets_left()
        sizes = Counter(answers(guess, left, rules))
        return {to_feedback(feedback, rules): sizes[feedback] for feedback in sorted(sizes)}

    def observe(self, feedback: int | None, guess: int | None = None) -> bool:
        """Record the feedback to the guess; return whether it was all black.

        Args:
            feedback: the number 10·black + white; None if it is unknown, so that all secrets stay.
            guess: the code number of the guess, if it was not :attr:`guess`.

        Raises:
            FeedbackError: no secret left gives this feedback, or the game is over. The game is
                unchanged, and :meth:`repairs` lists answers that may have been wrong.
            RulesError: the guess is not a code of the rules.
            TypeError: the feedback or the guess is not a whole number.
        """
        feedback = _number(feedback)
        if self.solved:
            raise FeedbackError("the game is over: the secret was found")
        guess = self.guess if guess is None else guess
        possible = self.cell_sizes(guess)
        if feedback is not None and feedback not in possible:
            can_be = feedback in self.tree.rules.feedbacks
            self._refused = [*self.history, self._row(guess, feedback)] if can_be else []
            reason = f": no secret agrees with it and the feedback before{self.unless}; "
            raise self._impossible(feedback, f"{reason}possible are {' '.join(map(str, possible))}")
        self._refused = []
        self._follow(guess, feedback)
        return self.solved

    def hardest_answer(self, guess: int) -> Feedback:
        """Return the answer to a guess after which the game is longest, for a codemaker who cheats.

        After the tree's own guess that is the answer after which the tree needs the most guesses.
        After any other guess nothing is searched: the more secrets are left, the more guesses they
        need at least, by the number of answers. So the answer with the most secrets is returned,
        as it is of answers that need as many guesses; then the lowest one. All right comes last.

        Raises:
            RulesError: the guess is not a code of the rules.
            TypeError: the guess is not a number.
        """
        place, all_right = self._path[-1], self.tree.rules.all_right
        on_tree = place.secrets is None and guess == place.node.guess

        def rank(cell: tuple[Feedback, int]) -> tuple[int, int]:
            feedback, size = cell
            if feedback == all_right:
                return 0, size
            return (on_tree and place.after(guess, feedback).guesses_needed()) or 1, size

        return max(self.cell_sizes(guess).items(), key=rank)[0]

    def undo(self) -> None:
        """Take back the last feedback.

        Raises:
            FeedbackError: there is none.
        """
        if not self.history:
            raise FeedbackError("there is no feedback to take back")
        self._replay(self.history[:-1])

    def revise(self, row: int, feedback: int | None) -> bool:
        """Replace the feedback to an earlier guess; return whether the secret is found.

        Later guesses and their feedback stay.

        Args:
            row: the index of the guess in the history, counted from 0.
            feedback: the right feedback, as the number 10·black + white; None if it is unknown.

        Raises:
            FeedbackError: there is no such row, no secret agrees with all feedback, or the game
                would have ended earlier. The game is unchanged.
            TypeError: the row or the feedback is not a whole number.
        """
        row = whole_number(row, "row", "the index of a guess in the history")
        feedback = _number(feedback)
        if not 0 <= row < len(self.history):
            answered = format_count(len(self.history), "guess has", "guesses have")
            raise FeedbackError(f"row {row}: {answered} been answered")
        rows = self.history.copy()
        rows[row] = self._row(rows[row][0], feedback)
        if feedback is None:
            return self._replay(rows)
        if feedback == self.tree.rules.all_right and rows[row + 1 :]:
            raise self._impossible(feedback, ": guesses followed it")
        if not consistent(self._path[0].secrets_left(), rows, self.tree.rules):
            self._refused = rows
            reason = ": no secret agrees with it and the other feedback"
            raise self._impossible(feedback, reason + self.unless)
        return self._replay(rows)

    def repairs(self, feedback: int | None = None) -> tuple[Repair, ...]:
        """Return the single answers that may have been wrong, likeliest first.

        A white peg for a black one is likelier than one peg too many or too few, then black and
        white exchanged, then larger differences.

        Args:
            feedback: a feedback that the guess cannot get, as the number 10·black + white; None for
                the last refused feedback.

        Returns:
            The changes of one answer after which some secret agrees with all answers; empty if
            nothing is wrong, or if at least two answers are.

        Raises:
            FeedbackError: the rules have no such feedback, or the game is over.
            TypeError: the feedback is not a whole number.
        """
        rules = self.tree.rules
        if feedback is not None:
            feedback = whole_number(feedback, "feedback", "10·black + white, as 21 for 2b1w")
            if self.solved:
                raise FeedbackError("the game is over: the secret was found")
            if feedback not in rules.feedbacks:
                raise self._impossible(feedback, f" in {rules}")
            self._refused = [*self.history, self._row(self.guess, feedback)]
        return repairs(self._refused, rules)

    def repair(self, choice: Repair) -> bool:
        """Apply a repair to the refused answers; return whether the secret is found.

        Args:
            choice: a repair from the last call of :meth:`repairs`.

        Raises:
            FeedbackError: the repair is not one of them. The game is unchanged.
            TypeError: the choice is not a Repair.
        """
        expect(Repair, choice, "repair", "one of those that repairs() returns")
        if choice not in self.repairs():
            raise FeedbackError(
                "this repair is of another game: take one that repairs() returns now"
            )
        rows = self._refused.copy()
        rows[choice.row] = choice.guess, choice.instead
        return self._replay(rows)

    @property
    def unless(self) -> str:
        """What may be wrong instead of an answer, to end a message: the list of a word game."""
        words = not (self.tree.rules.uses_pegs or self.tree.rules.uses_names)
        return ", unless the word is not in the list" if words else ""

    def _impossible(self, feedback: int, reason: str) -> FeedbackError:
        """Return the error for a feedback, which the rules need not have."""
        text = describe_feedback(feedback, self.tree.rules)
        return FeedbackError(f"feedback {text} is impossible{reason}")

    def _replay(self, rows: Sequence[GameRow]) -> bool:
        """Replay other rows, with which some secret agrees; return whether it is found."""
        self.history, self.solved, self._refused = [], False, []
        del self._path[1:]
        for guess, feedback in rows:
            self._follow(guess, feedback)
        return self.solved

    def _row(self, guess: int, feedback: int | None) -> GameRow:
        rules = self.tree.rules
        answer = None if feedback is None else to_feedback(feedback, rules)
        return to_code(int(guess), rules), answer

    def _follow(self, guess: int, feedback: int | None) -> None:
        """Record a feedback that is possible, or None."""
        self.history.append(self._row(guess, feedback))
        self.solved = feedback == self.tree.rules.all_right
        if self.solved:
            return
        self._path.append(self._path[-1].after(guess, feedback))
        # One secret is left: where it need not be guessed, it is found.
        self.solved = self.tree.rules.identified and self.secrets_left == 1


def _number(feedback: int | None) -> int | None:
    """Return the number of a feedback, or None for an unknown one."""
    text = "10·black + white, as 21 for 2b1w, or None"
    return None if feedback is None else whole_number(feedback, "feedback", text)
