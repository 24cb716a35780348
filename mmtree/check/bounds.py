"""Lower bounds for all strategies, by counting.

A guess finds at most one secret and leaves one set for each other feedback; of each set, the next
guess finds at most one secret, and so on (Viaud 1979, Neuwirth 1982). Where secrets are only to be
identified, the most even tree is the best one; of a table, a question finds none.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, factorial, perm

from mmtree.check.game import Game, game_of
from mmtree.errors import SizeError
from mmtree.game.rules import Rules

MAX_ANSWERS = 1_000_000
"""The most answers to first guesses that are counted one by one; they take a second or two."""


@dataclass(frozen=True)
class Bound:
    """Lower bounds for the figures of all strategy trees.

    Attributes:
        max: for the most guesses that any secret needs.
        total: for the guesses summed over all secrets.
    """

    max: int
    total: int


def formula(
    secrets: int, feedbacks: int, identified: bool = False, only_asks: bool = False
) -> Bound:
    """Return the bound for a number of secrets and of feedbacks, that to the right guess included.

    Args:
        secrets, feedbacks: the numbers.
        identified: whether the last secret left need not be guessed.
        only_asks: whether no guess finds a secret.
    """
    if identified:
        return _most_even_tree(secrets, feedbacks - 1, not only_asks)
    guesses, total, width, left = 0, 0, 1, secrets
    while left:
        guesses += 1
        found = min(left, width)
        total += guesses * found
        left -= found
        width *= feedbacks - 1
    return Bound(guesses, total)


def _most_even_tree(leaves: int, branches: int, right: bool) -> Bound:
    """Return the height and the sum of all depths of the most even tree.

    Args:
        leaves: their number.
        branches: so many branches of an inner node may branch again.
        right: whether it has one more, which is a leaf.
    """
    depth, width, ended, spent = 0, 1, 0, 0
    while leaves >= width * (branches + right) + ended > width + ended:
        depth, ended = depth + 1, ended + width * right
        spent, width = spent + width * right * depth, width * branches
    deeper = leaves - width - ended
    total = spent + depth * (width + deeper)
    if deeper:  # so many leaves more than inner nodes that replace a leaf
        deeper += -(-deeper // (branches + right - 1))
    return Bound(depth + (deeper > 0), total + deeper)


@dataclass(frozen=True)
class OpeningBound:
    """A first guess, with the bound for all strategies that begin with it.

    Attributes:
        code: the first code of its class, as a row of colours.
        equivalent: the number of codes in its class; they differ by positions and colour names.
        cells: the number of secrets with each feedback, sorted by feedback.
        bound: the bound.
    """

    code: tuple[int, ...]
    equivalent: int
    cells: dict[int, int]
    bound: Bound


def after_real_opening(rules: Rules) -> Bound:
    """Return the bound with the cells of the first guess counted, for all codes.

    Raises:
        SizeError: as :func:`openings`.
    """
    return least_of([opening.bound for opening in openings(rules)])


def least_of(bounds: Sequence[Bound]) -> Bound:
    """Return the least max and the least total, possibly from different openings."""
    return Bound(min(bound.max for bound in bounds), min(bound.total for bound in bounds))


def openings(rules: Rules) -> Iterator[OpeningBound]:
    """Yield one opening of each class that splits the secrets, by rising number of colours.

    Raises:
        SizeError: there are too many answers to count.
    """
    game = game_of(rules)
    listed = not (rules.uses_pegs and game.answers == "pegs") or rules.nozero
    classes = list(_classes(game)) if game.second else []
    first = len(classes) or rules.guesses
    if listed and first * rules.secrets > MAX_ANSWERS:
        raise SizeError(
            f"{rules} has {first} first guesses for {rules.secrets} secrets: at most "
            f"{MAX_ANSWERS} answers are counted"
        )
    classes = classes or list(_classes(game))
    secrets = list(game.secrets()) if listed else []
    for code, equivalent in classes:
        cells = _count(game, code, secrets) if listed else opening_cells(rules, code)
        if len(cells) == 1 < rules.secrets:
            continue
        most, total = 1, cells.get(rules.all_right, 0)
        for value, size in cells.items():
            if value != rules.all_right:
                bound = formula(size, len(rules.feedbacks), game.identified, game.only_asks)
                total += size + bound.total
                most = max(most, 1 + bound.max)
        yield OpeningBound(code, equivalent, cells, Bound(most, total))


def _count(game: Game, code: tuple[int, ...], secrets: list[bytes]) -> dict[int, int]:
    """Return the cell sizes of a first guess at the secrets, by feedback, rising."""
    guess, right = game.row(game.rules.number(code)), game.rules.all_right
    answers = (right if guess == secret else game.answer(guess, secret) for secret in secrets)
    return dict(sorted(Counter(answers).items()))


def opening_cells(rules: Rules, opening: tuple[int, ...]) -> dict[int, int]:
    """Return the cell sizes of a first guess, by feedback 10·black + white, rising.

    The secrets are not listed but built peg by peg. The state of a partial secret is the number of
    pegs that it shares with the guess, by colour, and the number of black pegs. There are so few
    states that the largest rules take less than a second.

    Args:
        opening: the guess as a row of colours.
    """
    distinct = rules.distinct or rules.distinct_secrets
    colors = range(rules.colors - rules.holes)  # a hole of the guess is no colour of a secret
    own = Counter(opening)
    kinds = sorted(own.keys() & set(colors))
    foreign = len(colors) - len(kinds)
    # The number of partial secrets by shared pegs of each colour, other pegs, and blacks.
    begun: Counter[tuple[tuple[int, ...], int, int]] = Counter({((0,) * len(kinds), 0, 0): 1})
    for asked in opening:
        longer: Counter[tuple[tuple[int, ...], int, int]] = Counter()
        for (shared, others, black), ways in begun.items():
            free = foreign - others if distinct else foreign
            if free:
                longer[shared, others + 1, black] += ways * free
            for at, color in enumerate(kinds):
                if distinct and shared[at]:
                    continue
                more = shared
                if shared[at] < own[color]:
                    more = (*shared[:at], shared[at] + 1, *shared[at + 1 :])
                longer[more, others, black + (color == asked)] += ways
        begun = longer
    cells: Counter[int] = Counter()
    for (shared, _, black), ways in begun.items():
        cells[10 * black + (sum(shared) - black if rules.whites else 0)] += ways
    return dict(sorted(cells.items()))


def _classes(game: Game) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the first code of each class, as a row of colours, and the size of the class.

    A class is defined by how often each colour occurs, and by the number of holes. Where colours
    can be renamed at each position, they do not count. Of words and of tables, none are equivalent,
    nor where the first colour is another than the others, nor of answers not computed here.
    """
    rules = game.rules
    if not (rules.uses_pegs and game.second) or rules.nozero:
        yield from ((game.colors(row), 1) for row in game.first_guesses())
        return
    colors, hole = rules.colors - rules.holes, (rules.colors - 1,)
    distinct = rules.distinct or rules.distinct_secrets
    separately = not distinct and (game.answers == "right" or not rules.whites)
    for holes in range(rules.pegs + 1 if rules.holes else 1):
        pegs, places = rules.pegs - holes, comb(rules.pegs, holes)
        most = 1 if rules.distinct else pegs
        if separately:
            yield (0,) * pegs + hole * holes, places * colors**pegs
            continue
        for counts in _multiplicities(pegs, most, colors):
            code = tuple(color for color, count in enumerate(counts) for _ in range(count))
            yield code + hole * holes, places * codes_of(counts, colors)


def _multiplicities(pegs: int, most: int, colors: int) -> Iterator[tuple[int, ...]]:
    """Yield the falling numbers of pegs that the colours of a code can have."""
    if pegs == 0:
        yield ()
    elif colors:
        for count in range(min(pegs, most), 0, -1):
            for rest in _multiplicities(pegs - count, count, colors - 1):
                yield (count, *rest)


def codes_of(counts: tuple[int, ...], colors: int) -> int:
    """Return the number of codes whose colours have these numbers of pegs."""
    places, named = factorial(sum(counts)), perm(colors, len(counts))
    for count in counts:
        places //= factorial(count)
    for equal in Counter(counts).values():
        named //= factorial(equal)
    return places * named
