"""Checks the nodes of a tree by a replay of every secret, and its proof by the figures found."""

from collections.abc import Iterable, Sequence

from mmtree.counts import format_count
from mmtree.errors import RulesError, TreeError
from mmtree.game.answers import Prepared
from mmtree.game.objective import Objective
from mmtree.game.rules import Rules
from mmtree.tree.provenance import Figures


def check_size(nodes: int, rules: Rules) -> None:
    """Check that a tree of these rules can have this number of nodes.

    Every secret has its own node, and every other node at least two branches, so there are fewer
    of those.

    Raises:
        TreeError: there are too few or too many.
    """
    if nodes < rules.secrets:
        raise TreeError(
            f"only {format_count(nodes, 'node')} for the {rules.secrets} secrets of {rules}"
        )
    if nodes >= 2 * rules.secrets:
        raise TreeError(f"{nodes} nodes: a tree of {rules} has fewer than {2 * rules.secrets}")


def consistent_nodes(
    rules: Rules,
    walk: Iterable[tuple[int, int]],
    numbers: Sequence[int],
    feedback: Sequence[int],
    extent: Sequence[int],
) -> bytearray:
    """Return one byte for each node: 1 if its guess can be the secret.

    Args:
        rules: the rules of the tree.
        walk: the index and depth of every node, in preorder.
        numbers, feedback, extent: the arrays of the tree.

    Raises:
        TreeError: the nodes are not a strategy tree: there are too few or too many, a guess or
            feedback is out of range, branches are not in canonical order, a guess splits nothing,
            a last guess cannot be right, or a secret is missing.
    """
    check_size(len(numbers), rules)
    allowed = frozenset(rules.feedbacks) - {rules.all_right}
    answer, prepare, digits = rules.answer, rules.kind.prepare, rules.digits
    all_secrets = rules.secrets == rules.guesses
    consistent = bytearray(len(numbers))
    path: list[tuple[int, Prepared, int]] = []  # the guesses above, with the feedback to each
    last = [-1]  # the last branch seen at each depth
    for index, depth in walk:
        number = numbers[index]
        try:
            guess = prepare(digits(number))
        except RulesError as error:
            raise TreeError(str(error)) from None
        del path[depth:], last[depth + 1 :]
        if depth:
            value = feedback[index]
            if value not in allowed:
                raise TreeError(f"feedback {value} cannot lead to a branch in {rules}")
            if value <= last[depth]:
                raise TreeError(
                    f"branch {value} follows branch {last[depth]}: "
                    "branches must be in ascending order"
                )
            last[depth] = value
            path[depth - 1] = *path[depth - 1][:2], value
        last_one = extent[index] == 1
        possible = all_secrets or rules.is_secret(number)
        agrees = possible and all(answer(above, guess) == given for _, above, given in path)
        if agrees:
            consistent[index] = 1
            if rules.only_asks and not last_one:
                raise TreeError(f"guess {number} names a secret while others are left")
        elif last_one:
            raise TreeError(f"the last guess {number} contradicts the feedback before it")
        elif extent[index] == 1 + extent[index + 1]:
            raise TreeError(f"guess {number} splits nothing: it leaves one branch only")
        elif rules.needs_history:
            if not all(rules.allows(number, above, given) for above, _, given in path):
                what = "does not use all hints" if rules.hard else "cannot agree with all answers"
                raise TreeError(f"guess {number} {what}, which {rules} demands")
        elif rules.consistent:
            raise TreeError(f"guess {number} cannot be the secret, which {rules} demands")
        path.append((number, guess, -1))
        last.append(-1)
    # No secret is found by two nodes: it would have to answer its own guess with another feedback
    # than all black. So the count suffices.
    if (count := sum(consistent)) != rules.secrets:
        raise TreeError(f"only {count} of the {rules.secrets} secrets of {rules} are found")
    return consistent


def contradiction(words: str, price: int, figures: Figures, opening: str) -> str | None:
    """Return the first contradiction between a proof and its tree as a message, or None.

    The lower bound is not checked, which takes a search.

    Args:
        words: the objective in the words of the proof.
        price: the price of the tree according to the proof, its upper bound.
        figures: those of the tree.
        opening: the first guess, in letters.
    """
    objective = Objective.read(words)
    if not objective:
        return f"its proof has an unknown objective {words!r:.60}"
    most, opened = objective.max_guesses, objective.opening
    if most is not None and most < figures.max:
        within = format_count(most, "guess")
        return f"its proof is for at most {within}, but the tree takes {figures.max}"
    if opened and opened != opening:
        return f"its proof is for trees opened {opened:.20}, but the tree opens {opening}"
    cost = objective.price(figures.counted)
    if price != cost:
        return f"its proof has the price {price}, but the tree costs {cost}"
    return None
