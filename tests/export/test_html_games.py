"""The page's functions agree with the trees and with mmtree's players and reviews."""

import random
from collections import Counter

import pytest

from mmtree import build_tree, feedback, load, parse_code
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.expected_size import MAX_COMPARISONS
from mmtree.play.game_rows import answers, consistent, repairs
from mmtree.play.review import review

from support.environment import TREES
from support.expected_games import games, position_lines, tree_of

VARIANTS = ["lexicographic-1p2c", "knuth-3p2c", "knuth-4p6c-distinct", "knuth-4p6c-black"]
VARIANTS += ["irving-4p7c", "kooi-2p36c", "lexicographic-9p2c", "lexicographic-3p3c-distinct-black"]
"""2p36c has colours without letter and name, 9p2c a mask of more than 31 bits."""
POSITIONS = """() => {
  const { app: { tree }, position } = mmtree;
  const lines = [];
  const visit = (rows) => {
    const { guess, counts } = position(tree, rows);
    const possible = [...counts.keys()].sort((a, b) => a - b);
    const path = rows.map(({ answer }) => answer).join(" ");
    lines.push([`${path}: ${tree.rules.text(guess)}:`, ...possible].join(" "));
    for (const answer of possible) {
      if (answer !== tree.rules.allBlack) visit([...rows, { guess, answer }]);
    }
  };
  visit([]);
  return lines.sort();
}"""
GAMES = """(secrets) => secrets.map((secret) =>
  mmtree.gameOf(mmtree.app.tree, secret).map(({ guess, answer }) => [guess, answer]))"""
POSITION = """(games) => games.map((rows) => {
  const { left, solved, guess, onTree, counts } = mmtree.position(mmtree.app.tree, rows);
  const { codes } = mmtree.app.tree.rules;
  return [[...left].map((place) => codes[place]), solved, guess, onTree, Object.fromEntries(counts)];
})"""
REPAIRS = """(games) => games.map((rows) =>
  mmtree.repairs(mmtree.app.tree, rows).map(({ row, answer, secrets }) => [row, answer, secrets]))"""
REVIEW = """(games) => games.map(([guesses, secret]) => {
  const { judged, skill, luck } = mmtree.review(mmtree.app.tree, guesses, secret);
  return [skill, luck, ...judged.map((row) => Object.values(row))];
})"""
RANDOM = [  # strategy, rules, number of games
    ("knuth", "4p4c", 40),
    ("kooi", "4p5c-distinct", 40),
    ("entropy", "4p4c-black", 40),
    ("knuth", "2p9c", 40),
    ("knuth", "3p2c", 20),
    ("knuth", "4p6c", 10),
    ("knuth", "4p6c-distinct", 10),
]


def played(page, secrets):
    """Return the games of some secrets, played by the page's functions."""
    lists = page.evaluate(GAMES, list(secrets))
    return {secret: list(map(tuple, game)) for secret, game in zip(secrets, lists, strict=True)}


@pytest.mark.slow
def test_every_game_of_knuth(knuth, show):
    expected = games(knuth)
    assert played(show(knuth), expected) == expected


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", VARIANTS)
def test_every_position_shows_its_guess(name, show):
    """And twenty games."""
    tree = tree_of(name)
    page, expected = show(tree), games(tree)
    assert page.evaluate(POSITIONS) == position_lines(tree)
    some = {secret: expected[secret] for secret in list(expected)[:: len(expected) // 20 + 1]}
    assert played(page, some) == some


@pytest.mark.slow
def test_every_position_of_bulls_and_cows(show):
    tree = load(TREES / "koyama-lai-bulls-and-cows.mmtree")
    assert show(tree).evaluate(POSITIONS) == position_lines(tree)


@pytest.mark.slow
def test_page_plays_super_mastermind(show):
    tree = load(TREES / "beam-5p8c.mmtree")
    page = show(tree)
    nodes = page.evaluate(
        "() => { const { guess, answer, extent } = mmtree.app.tree.nodes;"
        "return [guess, answer, [...extent]]; }"
    )
    assert nodes == [list(tree.guess), list(tree.feedback), list(tree.extent)]
    expected = games(tree)
    some = {secret: expected[secret] for secret in range(0, tree.rules.secrets, 1999)}
    assert played(page, some) == some


def random_games(tree, seed, count):
    """Yield games with guesses of all kinds: the tree's, repeated ones, the secret, any code."""
    rules, draw = tree.rules, random.Random(seed)
    codes = list(rules.codes())
    for _ in range(count):
        secret, player = draw.choice(codes), Codebreaker(tree)
        for _ in range(draw.randrange(7)):
            earlier = draw.choice(player.history)[0] if player.history else player.guess
            kinds = [player.guess, player.guess, earlier, draw.choice(codes), draw.choice(codes)]
            guess = draw.choice(kinds)
            player.observe(feedback(guess, secret, rules), guess)
            if player.solved:
                break
        yield player


def rows_of(history):
    """Convert a game to the page's format."""
    return [{"guess": guess, "answer": answer} for guess, answer in history]


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "rules", "count"), RANDOM)
def test_position_after_any_guesses_agrees_with_mmtree(strategy, rules, count, show):
    tree = build_tree(strategy, rules)
    players = list(random_games(tree, rules, count))
    found = show(tree).evaluate(POSITION, [rows_of(player.history) for player in players])
    for player, (left, solved, guess, on_tree, counts) in zip(players, found, strict=True):
        expected = consistent(tree.rules.codes(), player.history, tree.rules)
        assert (left, solved, guess) == (expected, player.solved, player.guess)
        assert on_tree == player.on_tree
        given = Counter(() if solved else answers(guess, left, tree.rules))
        assert counts == {str(answer): count for answer, count in given.items()}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("beam-5p8c", "AAAAA/00 ABCDE/10 AAAAA/10/AAAAA/10 ABCDE/12/EDCBA/12 ABCDE/02/FGHAB/11"),
        ("koyama-lai-bulls-and-cows", "JIHG/01 ABCD/01/ABCE/01 ABCD/02/DCBA/02 ABCD/00/EFGH/11"),
    ],
)
def test_advice_with_many_secrets_left_agrees_with_mmtree(name, games, show):
    """Only some codes are compared."""
    tree = load(TREES / f"{name}.mmtree")
    players = []
    for game in games.split():
        players.append(Codebreaker(tree))
        parts = game.split("/")
        for code, given in zip(parts[::2], parts[1::2], strict=True):
            players[-1].observe(int(given), parse_code(code, tree.rules))
    many = [player for player in players if player.secrets_left**2 > MAX_COMPARISONS]
    assert None in [player.guesses_needed for player in many]
    found = show(tree).evaluate(POSITION, [rows_of(player.history) for player in players])
    assert [guess for _, _, guess, _, _ in found] == [player.guess for player in players]


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "rules", "count"), RANDOM)
def test_suggested_corrections_agree_with_mmtree(strategy, rules, count, show):
    """Tested on games with one or two changed answers with which no secret agrees."""
    tree, draw = build_tree(strategy, rules), random.Random(rules)
    wrong = []
    while len(wrong) < count:
        for player in random_games(tree, draw.random(), 50):
            rows = player.history
            for row in draw.sample(range(len(rows)), min(len(rows), draw.choice([1, 1, 2]))):
                rows[row] = rows[row][0], draw.choice(tree.rules.feedbacks)
            if not consistent(tree.rules.codes(), rows, tree.rules):
                wrong.append(rows)
    expected = [
        [[repair.row, repair.instead, repair.secrets_left] for repair in repairs(rows, tree.rules)]
        for rows in wrong
    ]
    assert sum(map(bool, expected)) > count / 2
    assert show(tree).evaluate(REPAIRS, list(map(rows_of, wrong))) == expected


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "rules", "count"), RANDOM)
def test_review_agrees_with_mmtree(strategy, rules, count, show):
    tree, draw = build_tree(strategy, rules), random.Random(rules)
    codes = list(tree.rules.codes())
    played = []
    for player in random_games(tree, draw.random(), count):
        secret = player.guess if player.solved else draw.choice(codes)
        guesses = [guess for guess, _ in player.history]
        guesses = guesses[: guesses.index(secret) + 1 if secret in guesses else 7]
        if guesses:
            played.append((guesses, secret))
    expected = []
    for guesses, secret in played:
        judged = review(tree, guesses, secret)
        rows = [
            [row.guess, row.feedback, row.possible, row.before, row.average, row.after]
            + [row.suggested, row.suggested_average, row.skill, row.luck]
            for row in judged.guesses
        ]
        expected.append([judged.skill, judged.luck, *rows])
    assert show(tree).evaluate(REVIEW, played) == expected


LONGEST = """(openings) => {
  const { app: { tree }, position, needed } = mmtree;
  const { rules } = tree;
  const longest = (left, rows) => {
    const { guess, counts } = position(tree, rows);
    let most = 1;
    for (const answer of counts.keys()) {
      if (answer === rules.allBlack) continue;
      const after = rules.agreeing(guess, answer, left);
      const next = needed(tree, after) ?? longest(after, [...rows, { guess, answer }]);
      most = Math.max(most, 1 + next);
    }
    return most;
  };
  return openings.map((guesses) => {
    let games = [[rules.everything(), []]];
    for (const guess of guesses) {
      games = games.flatMap(([left, rows]) =>
        [...rules.counts(guess, left).keys()]
          .filter((answer) => answer !== rules.allBlack)
          .map((answer) => [rules.agreeing(guess, answer, left), [...rows, { guess, answer }]]),
      );
    }
    return guesses.length + Math.max(...games.map(([left, rows]) => longest(left, rows)));
  });
}"""
STRANGE = {
    5: "AABB ABAB EFEF",
    6: "AAAA AAAB AABC ABCD ABCC FFFF FEDC FFFE CABD ABCD,DCBA ABCD,EFAB ABCD,BCDE AABB,AABB "
    "BCAB,CCBB FFAB,EEFC EEBD,FFDD CCDE,DCCA AEFD,CBDF BDFA,EEFE ABCD,EFAB,AAAA",
    7: "AAAA,AAAA AAAA,BBBB AAAA,AAAB ABCD,ABCD AABC,AABC AAAB,BAAA FFFF,FFFE",
    8: "AAAA,BBBB,CCCC ABCD,ABCD,ABCD",
}
"""Openings of 4p6c by the most guesses that any secret needs if the page's advice is followed."""


@pytest.mark.slow
def test_most_guesses_after_strange_openings(show, koyama_lai):
    openings = [opening for several in STRANGE.values() for opening in several.split()]
    codes = [[parse_code(code, koyama_lai.rules) for code in each.split(",")] for each in openings]
    most = show(koyama_lai).evaluate(LONGEST, codes)
    assert dict(zip(openings, most, strict=True)) == {
        opening: guesses for guesses, several in STRANGE.items() for opening in several.split()
    }
