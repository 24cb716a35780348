"""The strategy tree in memory: flat arrays in preorder, and a view of one node."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cached_property
from itertools import chain
from types import NoneType
from typing import TYPE_CHECKING

from mmtree.arguments import expect, whole_number
from mmtree.errors import FeedbackError, TreeError
from mmtree.game.code import Code, format_code, to_code
from mmtree.game.feedback import Feedback, describe_feedback, to_feedback
from mmtree.game.rules import Rules
from mmtree.tree.provenance import Figures, Proof, Provenance, Strategy
from mmtree.tree.replay import consistent_nodes, contradiction

if TYPE_CHECKING:
    from fractions import Fraction


class StrategyTree:
    """A strategy tree of the given rules.

    Nodes are numbered in preorder. A node of extent 1 is a leaf, whose guess must be right. Trees
    are equal if their files would be: the same rules, strategy, proof, claim and nodes.

    Attributes:
        rules: the rules of the game.
        provenance: its strategy, its proof and its file's claims, and whether they are verified.
        guess: array of uint64, the code number guessed at each node.
        feedback: array of uint8, of a wide game uint16: the feedback 10·black + white that leads to
            each node (root: 0).
        extent: array of uint32, the number of nodes in each subtree, its root counted.

    Raises:
        TypeError: an argument is of a wrong type.
        TreeError: the nodes are not a strategy tree.
    """

    def __init__(
        self,
        rules: Rules,
        strategy: Strategy,
        guess: array[int],
        feedback: array[int],
        extent: array[int],
        proof: Proof | None = None,
        claim: Figures | None = None,
    ) -> None:
        expect(Rules, rules, "rules", "Rules, as parse_rules('4p6c') returns")
        expect(Strategy, strategy, "strategy", "a Strategy")
        for name, part in (("guess", guess), ("feedback", feedback), ("extent", extent)):
            expect(array, part, name, "an array of a number for each node")
            if not len(part) == len(guess) > 0:
                raise TreeError(f"{len(part)} of {name} for {len(guess)} nodes")
        expect((Proof, NoneType), proof, "proof", "a Proof or None")
        expect((Figures, NoneType), claim, "claim", "a Figures or None")
        self.rules = rules
        self.guess = guess
        self.feedback = feedback
        self.extent = extent
        claimed = self._counted if claim is None else claim
        self.provenance = Provenance(strategy, proof, claimed)

    def __repr__(self) -> str:
        return f"<StrategyTree of {self.strategy.name} for {self.rules}: {len(self)} nodes>"

    def __len__(self) -> int:
        """Number of nodes."""
        return len(self.guess)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StrategyTree):
            return NotImplemented
        return self._content == other._content

    def __hash__(self) -> int:
        return hash((self.rules, self.guess[0], len(self)))

    @property
    def _content(self) -> tuple[object, ...]:
        origin = self.provenance
        named = self.rules, origin.strategy, origin.proof, origin.figures
        return (*named, self.guess, self.feedback, self.extent)

    @property
    def root(self) -> Node:
        """The node of the opening."""
        return Node(self, 0)

    def node(self, feedbacks: Iterable[int]) -> Node:
        """Return the node after these feedbacks.

        Raises:
            FeedbackError: one of them is impossible at its node.
            TypeError: they are not iterable, or one of them is not a whole number.
        """
        expect(Iterable, feedbacks, "feedbacks", "a row of them, as [11, 20]")
        node = self.root
        for value in feedbacks:
            node = node.child(value)
        return node

    def walk(self, top: int = 0) -> Iterator[tuple[int, int]]:
        """Yield the index and depth (top: 0) of a node and of all below it, in preorder."""
        ends: list[int] = []
        for index, extent in enumerate(self.extent[top : top + self.extent[top]], top):
            while ends and ends[-1] == index:
                ends.pop()
            yield index, len(ends)
            ends.append(index + extent)

    def child_indices(self, index: int) -> Iterator[int]:
        """Yield the indices of the next nodes of a node, in canonical order of their feedback."""
        child, end = index + 1, index + self.extent[index]
        while child < end:
            yield child
            child += self.extent[child]

    @cached_property
    def consistent(self) -> bytearray:
        """One byte for each node: 1 if its guess can be the secret.

        Raises:
            TreeError: the nodes are not a strategy tree.
        """
        return consistent_nodes(self.rules, self.walk(), self.guess, self.feedback, self.extent)

    @cached_property
    def figures(self) -> Figures:
        """Total, max and histogram, counted from the nodes.

        Raises:
            TreeError: the nodes are not a strategy tree, or contradict the claim or proof of the
                file.
        """
        counted = self._counted
        for part in fields(Figures):
            claimed = getattr(self.provenance.figures, part.name)
            found = getattr(counted, part.name)
            if claimed != found:
                raise TreeError(f"claims {part.name} {claimed!s:.60}, but has {found!s:.60}")
        if self.proof:
            opening = format_code(self.guess[0], self.rules)
            wrong = contradiction(self.proof.objective, self.proof.upper_bound, counted, opening)
            if wrong:
                raise TreeError(wrong)
        return counted

    @cached_property
    def _counted(self) -> Figures:
        """The figures counted from the nodes."""
        histogram: list[int] = []
        weighted: list[int] = []
        weights = dict(zip(self.rules.secret_codes(), self.rules.weights, strict=False))
        free = int(self.rules.identified)  # a leaf is identified by the guess before
        for (index, depth), consistent in zip(self.walk(), self.consistent, strict=True):
            place = depth - (free and self.extent[index] == 1)
            histogram += [0] * (place + 1 - len(histogram))
            histogram[place] += consistent
            if weights and consistent:
                weighted += [0] * (place + 1 - len(weighted))
                weighted[place] += weights[self.guess[index]]
        return Figures.of(histogram, weighted)

    @property
    def strategy(self) -> Strategy:
        """The strategy of the provenance."""
        return self.provenance.strategy

    @property
    def proof(self) -> Proof | None:
        """The proof of the provenance, or None."""
        return self.provenance.proof

    @property
    def total(self) -> int:
        """Guesses summed over all secrets."""
        return self.figures.total

    @property
    def average(self) -> Fraction:
        """Guesses per secret, as an exact fraction."""
        return self.figures.average

    @property
    def max(self) -> int:
        """The most guesses any secret needs."""
        return self.figures.max

    @property
    def histogram(self) -> tuple[int, ...]:
        """Number of secrets found by the first, second, … guess."""
        return self.figures.histogram


def extents_of(depths: array[int]) -> array[int]:
    """Return the extents of nodes in preorder, from the number of nodes above each."""
    extents = array("I", depths)
    path: list[int] = []  # the last node and those above it, outermost first
    for index, depth in enumerate(chain(depths, (0,))):
        while len(path) > depth:
            node = path.pop()
            extents[node] = index - node
        path.append(index)
    return extents


@dataclass(frozen=True, repr=False)
class Node:
    """A view of one node of a strategy tree.

    Attributes:
        tree: the tree.
        index: the index of the node in preorder.

    Raises:
        TypeError: the tree is not a StrategyTree, or the index is not a whole number.
        TreeError: the tree has no such node.
    """

    tree: StrategyTree
    index: int

    def __post_init__(self) -> None:
        expect(StrategyTree, self.tree, "tree", "a StrategyTree")
        if not 0 <= whole_number(self.index, "index") < len(self.tree):
            raise TreeError(f"node {self.index}: use an index from 0 to {len(self.tree) - 1}")

    def __repr__(self) -> str:
        return f"<Node {self.index} of {self.tree!r}: guess {self.guess}>"

    @property
    def guess(self) -> Code:
        """The code to guess here."""
        return to_code(self.tree.guess[self.index], self.tree.rules)

    @property
    def is_leaf(self) -> bool:
        """Whether only one secret is left, the guess itself."""
        return self.tree.extent[self.index] == 1

    @property
    def consistent(self) -> bool:
        """Whether the guess is one of the secrets left."""
        return bool(self.tree.consistent[self.index])

    @property
    def secrets_left(self) -> int:
        """The number of secrets that agree with all feedback so far."""
        return self.tree.consistent.count(1, self.index, self.index + self.tree.extent[self.index])

    @property
    def children(self) -> dict[Feedback, Node]:
        """The next node for each feedback except all black, in canonical order."""
        tree = self.tree
        return {
            to_feedback(tree.feedback[index], tree.rules): Node(tree, index)
            for index in tree.child_indices(self.index)
        }

    @property
    def possible_feedbacks(self) -> tuple[Feedback, ...]:
        """The feedbacks that this guess can get, in canonical order, all black included."""
        numbers = [self.tree.feedback[index] for index in self.tree.child_indices(self.index)]
        if self.consistent:
            numbers.append(self.tree.rules.all_right)
        return tuple(to_feedback(number, self.tree.rules) for number in numbers)

    def get(self, feedback: int, default: Node | None = None) -> Node | None:
        """Return the next node after this feedback, or the default if there is none.

        Raises:
            TypeError: the feedback is not a whole number.
        """
        feedback = whole_number(feedback, "feedback", "10·black + white, as 21 for 2b1w")
        for index in self.tree.child_indices(self.index):
            if self.tree.feedback[index] == feedback:
                return Node(self.tree, index)
        return default

    def child(self, feedback: int) -> Node:
        """Return the next node after this feedback.

        Raises:
            FeedbackError: no secret left gives this feedback, or it ends the game.
            TypeError: the feedback is not a whole number.
        """
        node = self.get(feedback)
        if node is not None:
            return node
        rules = self.tree.rules
        written = describe_feedback(feedback, rules)
        if feedback == rules.all_right and self.consistent:
            raise FeedbackError(f"{written} ends the game: nothing follows it")
        possible = " ".join(map(str, self.possible_feedbacks))
        raise FeedbackError(f"no branch for feedback {written}: possible are {possible}")
