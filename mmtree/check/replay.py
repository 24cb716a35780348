"""Play every secret of a tree with the checker's own feedback."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from mmtree.check.game import game_of
from mmtree.check.report import Report
from mmtree.errors import RulesError, TreeFileError

_Path = tuple[tuple[bytes, int], ...]
"""The guesses before, each with its answer."""


def replay(
    report: Report, note: Callable[[bytes, int], object] = lambda secret, guesses: None
) -> bool:
    """Add the figures of the tree to the report; return whether it finds every secret.

    Each guess splits its secrets among its branches. The replay ends at a guess that splits
    nothing, so that its time is limited. Where secrets are identified, naming the last one is not
    counted.

    Args:
        report: the report on the tree; it gets a finding if a secret is not found.
        note: called with each secret that is found, as a row of colours, and its guesses.

    Raises:
        TreeFileError: a guess is not a code of the rules.
    """
    tree, game = report.tree, game_of(report.tree.rules)
    identified, answer = game.identified, game.answer

    def asked(node: int) -> str:
        return f"node {node}, {game.rules.move} {game.text(game.row(tree.guess[node]))},"

    def agrees(guess: bytes, path: _Path) -> bool:
        return all(answer(earlier, guess) == given for earlier, given in path)

    def refuse(topic: str, text: str) -> bool:
        report.fail(topic, text)
        return False

    histogram: list[int] = []
    weighted: list[int] = []
    weights = dict(zip(game.secrets(), game.data.get("weights", ()), strict=False))
    worst = b""
    waiting: list[tuple[int, _Path, Iterable[bytes]]] = [(0, (), game.secrets())]
    while waiting:
        node, path, secrets = waiting.pop()
        depth = len(path)
        try:
            guess = game.row(tree.guess[node])
        except RulesError as error:
            raise TreeFileError(report.path, str(error)) from None
        found = False
        cells: defaultdict[int, bytearray] = defaultdict(bytearray)  # the secrets, end to end
        for secret in secrets:
            if secret == guess:
                found = True
            else:
                cells[answer(guess, secret)] += secret
        # Words of the second list need not be secrets.
        others = game.data.get("guesses")
        if game.rules.consistent and not found and not (others and agrees(guess, path)):
            what = "agree with all answers" if others else "be the secret"
            return refuse("nodes", f"{asked(node)} cannot {what}, as {game.rules} demands")
        if game.hard and not all(game.uses_hints(guess, *row) for row in path):
            return refuse("nodes", f"{asked(node)} does not use all hints, as {game.rules} demands")
        if game.only_asks and cells and not game.is_question(guess):
            return refuse("nodes", f"node {node} names {game.text(guess)} while others are left")
        if found:
            guesses = depth + 1 - (identified and not cells)
            histogram += [0] * (guesses - len(histogram))
            histogram[guesses - 1] += 1
            weighted += [0] * (guesses - len(weighted))
            weighted[guesses - 1] += weights.get(guess, 1)
            note(guess, guesses)
            if len(histogram) == guesses and (histogram[-1] == 1 or guess < worst):
                worst = guess
        following, last = [], -1
        for child in tree.child_indices(node):
            value = tree.feedback[child]
            if value <= last:
                return refuse("order", f"branch {value} of node {node} follows {last}")
            if value not in cells:
                return refuse("nodes", f"{asked(child)} is reached by no secret")
            after = (*path, (guess, value))
            following.append((child, after, _rows(cells.pop(value), game.width)))
            last = value
        for value, cell in cells.items():
            lost = game.text(bytes(cell[: game.width]))
            return refuse(
                "secrets",
                f"{lost} is never found: {game.rules.move} {depth + 1}, {game.text(guess)}, "
                f"gets {game.answer_text(value)}, and the tree has no branch for it",
            )
        if not found and len(following) == 1:
            return refuse("nodes", f"{asked(node)} splits nothing")
        waiting += reversed(following)
    report.histogram = tuple(histogram)
    report.secrets = sum(histogram)
    report.total = sum(guesses * weight for guesses, weight in enumerate(weighted, 1))
    report.weighted = tuple(weighted) if weights else ()
    report.weight = sum(weighted)
    report.max = len(histogram)
    report.worst = game.text(worst)
    return True


def _rows(cell: bytearray, width: int) -> Iterator[bytes]:
    """Yield the secrets of a cell."""
    for at in range(0, len(cell), width):
        yield bytes(cell[at : at + width])
