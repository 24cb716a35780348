"""Goals of exact searches: the most secrets within some guesses, and the fewest at the least max."""

import math
from itertools import count
from random import Random

import pytest

from mmtree import Objective, build_tree, save, verify
from mmtree.check.proof.checker import check_data
from mmtree.errors import KernelError, NoTreeError, ProofError, StrategyError
from mmtree.game.make_table import table_rules
from mmtree.game.peg_rules import parse_rules
from mmtree.strategies.prove import prove, statements_of

from support.environment import needs_native
from support.plain_proofs import PlainGame, random_rules

LARGE = 10**9
"""A price above all totals."""


def least(rules, objective):
    """Return the least weight of the secrets that count first, and the least total."""
    if objective.fewest_first:
        games = (PlainGame(rules, last=last, surcharge=LARGE) for last in count(1))
    else:
        last, since = objective.max_guesses or 0, objective.most_within + 1
        games = [PlainGame(rules, last=last, surcharge=LARGE, since=since)]
    prices = (game.price(0, game.whole) for game in games)
    price = next((price for price in prices if price < math.inf), math.inf)
    return None if price == math.inf else divmod(price, LARGE)


def random_objective(random):
    if random.random() < 0.4:
        return Objective(fewest_first=True)
    most = random.choice([None, None, 2, 3, 4])
    return Objective(max_guesses=most, most_within=random.choice([1, 2, 3, 10**6]))


def uneven_table(random):
    """Return a table in which an uneven tree identifies more items early than an even one."""
    items, questions = random.randint(7, 11), random.randint(4, 8)
    rows = [random.choices(random.choice(["ab", "aab", "abc"]), k=items) for _ in range(questions)]
    names = [[f"{one} {at}" for at in range(n)] for one, n in (("q", questions), ("s", items))]
    return table_rules(*names, rows, end="identified")


@needs_native
@pytest.mark.slow(after=24)
@pytest.mark.parametrize("seed", range(72))
def test_goals_equal_brute_force_in_both_kernels(monkeypatch, tmp_path, seed):
    random = Random(seed)
    rules = random_rules(random)
    if seed % 3 == 0:
        rules = parse_rules(random.choice(["2p3c", "3p2c", "2p3c-black", "3p3c-distinct", "1p4c"]))
    elif seed % 3 == 1:
        rules = uneven_table(random)
    if seed % 2:
        rules = rules.weighted(random.choices([1, 2, 50], k=rules.secrets))
    objective, trees = random_objective(random), []
    expected = least(rules, objective)
    for kernel in ("native", "numpy"):
        monkeypatch.setenv("MMTREE_KERNEL", kernel)
        try:
            trees.append(build_tree("koyama-lai", rules, objective=objective, jobs=2))
        except NoTreeError:
            assert expected is None
    if expected is None:
        return
    tree, other = trees
    dear = tree.figures.counted[-1:]
    if objective.most_within:
        dear = tree.figures.counted[objective.most_within :]
    assert (sum(dear), tree.total) == expected
    assert (other.proof, other.guess) == (tree.proof, tree.guess)
    assert tree.proof.objective == str(objective)
    save(tree, tmp_path / "a")
    assert verify(tmp_path / "a").holds


GOALS = {  # the histogram of the tree
    "most_within=3": (1, 11, 120, 553, 608, 3),
    "most_within=4": (1, 8, 78, 681, 513, 15),
    "most_within=5": (1, 8, 91, 644, 552),  # Koyama and Lai 1993: 5626 within 5 guesses
    "fewest_first": (1, 8, 77, 671, 539),
}


@needs_native
@pytest.mark.parametrize("goal", GOALS)
def test_goals_of_4p6c_are_certified(goal):
    name, _, number = goal.partition("=")
    tree = build_tree("koyama-lai", objective=Objective(**{name: int(number) if number else True}))
    assert tree.histogram == GOALS[goal]
    certificate = check_data(prove(statements_of(tree)), goal)
    assert certificate.statements[-1].bound == tree.proof.upper_bound


def test_goals_are_refused_where_they_do_not_fit():
    for given in (
        {"fewest_first": True, "worst_first": True},
        {"most_within": 2, "fewest_at_max": True},
    ):
        with pytest.raises(StrategyError, match=r"^[a-z_]+ and [a-z_]+ exclude each other"):
            build_tree("koyama-lai", "3p3c", **given)
    tree = build_tree("koyama-lai", uneven_table(Random(1)), most_within=2)
    with pytest.raises(KernelError, match="no certificates of the most within some guesses"):
        prove(statements_of(tree))
    data = PlainGame(tree.rules, surcharge=9, since=2).certificate(14)
    with pytest.raises(ProofError, match="surcharge before the last guess, but the game ends"):
        check_data(data, "a")
