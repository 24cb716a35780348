"""The page's modules play, advise, correct and review in every game as mmtree does."""

import json
import random
import re
import shutil
from collections import Counter
from datetime import date, timedelta

import pytest

from mmtree import build_tree, feedback, load, parse_code
from mmtree.export.html import other_games
from mmtree.export.html.html import page
from mmtree.game.make_table import table_rules
from mmtree.game.word_rules import word_rules
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.expected_size import MAX_COMPARISONS
from mmtree.play.game_rows import consistent, repairs
from mmtree.play.review import review

from support.environment import ROOT, TREES
from support.expected_games import games, tree_of
from support.other_games import OTHER_GAMES
from support.webpage import challenge, code_of_day

EXPORT = ROOT / "mmtree" / "export"
SCRIPT = """
import { readFileSync } from "node:fs";
import { writeChallenge } from "./html/challenge.js";
import { codeOfDay } from "./html/daily.js";
import { readFragment, writeFragment } from "./html/fragment.js";
import { dodged, gameOf, needed, position, repairs } from "./html/game.js";
import { review } from "./html/review.js";
import { Tree } from "./html/tree.js";
import "./html/kind_pegs.js";
import "./html/kind_table.js";
import "./html/kind_words.js";

const { data, every, played = [], wrong = [], reviewed = [], typed = [], days = [], openings = [],
  cheated = [] } = JSON.parse(readFileSync(process.argv[2]));
const tree = new Tree(data);
const { rules } = tree;
const pairs = (rows) => rows.map(({ guess, answer }) => [guess, answer]);
const rows = (pairs) => pairs.map(([guess, answer]) => ({ guess, answer }));
const reread = (state) => readFragment([tree], writeFragment([tree], tree, state), tree).state;
const longest = (left, rows) => {
  const { guess, counts } = position(tree, rows);
  const after = [...counts.keys()].filter((answer) => answer !== rules.allBlack).map((answer) => {
    const next = rules.agreeing(guess, answer, left);
    return needed(tree, next) ?? longest(next, [...rows, { guess, answer }]);
  });
  return 1 + Math.max(0, ...after);
};
const ofEverySecret = () => ({
  games: rules.secrets.map((secret) => [secret, pairs(gameOf(tree, secret))]),
  statistics: Array.from(tree.nodes.extent, (_, node) => tree.statistics(node)),
  texts: rules.codes.every((code) => rules.read(rules.text(code)) === code),
  addresses: new Set(rules.secrets.map((secret) =>
    writeFragment([tree], tree, { mode: "play", secret }))).size,
  challenges: rules.secrets.map((secret) => writeChallenge(rules, secret)),
  shared: tree.own.noPlay || rules.secrets.every((secret) => [true, false].every((sent) =>
    reread({ mode: "play", secret, sent }).secret === secret)),
  symbols: rules.letters?.map((_, color) => rules.symbol(color)),
});
console.log(JSON.stringify({
  ...every && ofEverySecret(),
  nodes: [tree.nodes.guess, tree.nodes.answer, [...tree.nodes.extent]],
  positions: played.map((game) => {
    const { left, guess, solved, onTree, counts } = position(tree, rows(game));
    const most = solved ? 0 : needed(tree, left, rows(game)) ?? null;
    const codes = [...left].map((place) => rules.codes[place]);
    return [codes, guess, solved, onTree, most, Object.fromEntries(counts)];
  }),
  repairs: wrong.map((game) =>
    repairs(tree, rows(game)).map(({ row, answer, secrets }) => [row, answer, secrets])),
  reviews: reviewed.map(([guesses, secret, hints, dodges]) => {
    const { judged, skill, luck, sentence } = review(tree, guesses, secret, { hints, dodges });
    return [skill, luck, sentence ?? null, ...judged.map((row) => Object.values(row))];
  }),
  dodged: cheated.map((guesses) => {
    const { secret } = dodged(tree, guesses);
    const state = { mode: "play", dodges: true, guesses, hints: [0], over: false, secret };
    const read = reread(state);
    return [secret, tree.own.noPlay || Object.keys(state).every((key) =>
      JSON.stringify(read[key]) === JSON.stringify(state[key]))];
  }),
  typed: typed.map((text) => rules.find(text)),
  days: days.map((day) => codeOfDay(rules, day)),
  longest: openings.map((guesses) => {
    let games = [[rules.everything(), []]];
    for (const guess of guesses) {
      games = games.flatMap(([left, rows]) =>
        [...rules.counts(guess, left).keys()].filter((answer) => answer !== rules.allBlack)
          .map((answer) => [rules.agreeing(guess, answer, left), [...rows, { guess, answer }]]));
    }
    return guesses.length + Math.max(...games.map(([left, rows]) => longest(left, rows)));
  }),
}));
"""
CLASSIC = ["knuth-3p2c", "knuth-4p6c", "knuth-4p6c-distinct", "entropy-4p4c-black", "kooi-1p36c"]
CLASSIC += ["lexicographic-9p2c", "lexicographic-3p3c-distinct-black", "lexicographic-1p2c"]
"""1p36c has colours without letter and name, 9p2c a mask of more than 31 bits."""
LOOKED_UP = ["distinct-secrets", "holes", "places", "consistent", "words", "words-pegs"]
"""Games that are also played as one whose answers the page cannot compute."""
DAYS = [date(2026, 11, 26) + timedelta(days) for days in range(400)]


UNKNOWN = ("nozero", "identified", "words-identified")  # games that the page refuses
OTHERS = [name for name in OTHER_GAMES if name not in UNKNOWN]
GAMES = [CLASSIC[0], *OTHERS, *(f"{name}, looked up" for name in LOOKED_UP), *CLASSIC[1:]]


@pytest.fixture(params=GAMES)
def tree(request, monkeypatch):
    """The tree of a game, whose answers the page computes or looks up."""
    name, _, looked_up = request.param.partition(", ")
    if looked_up:
        monkeypatch.setattr(other_games, "COMPUTED", ())
    return tree_of(name)


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """The page's modules, without their texts, for Node.js."""
    folder = tmp_path_factory.mktemp("modules")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "run.js").write_text(SCRIPT)
    for room in ("html", "javascript"):
        shutil.copytree(EXPORT / room, folder / room)
    for module in (folder / "html").glob("*.js"):  # the page fills them in
        module.write_text(re.sub(r'"\$[A-Z_]+"', "{}", module.read_text("utf-8")), "utf-8")
    return folder


@pytest.fixture
def engine(node, modules, tmp_path):
    """Run the page's modules on a tree and on some games of it, without a browser."""

    def run(tree, **given):
        (tmp_path / "game.json").write_text(json.dumps({"data": data_of(tree), **given}))
        return json.loads("".join(node(modules / "run.js", tmp_path / "game.json")))

    return run


def data_of(tree):
    """Return the data of a tree in its page."""
    text = re.search(rb'id="data">(.*?)</script>', page([("tree", tree)]))[1]
    return json.loads(text)["trees"][0]


def numbers_of(rules):
    """Return the page's number of each code: where codes are not pegs, its place among all."""
    return {code: code if rules.uses_pegs else at for at, code in enumerate(rules.codes())}


@pytest.mark.slow(after=12)
def test_page_plays_every_secret_as_mmtree_does(tree, engine):
    """Its nodes are those of the tree, and so are the histogram and the secrets of each node."""
    rules, number = tree.rules, numbers_of(tree.rules)
    found, expected = engine(tree, every=True, days=list(map(str, DAYS))), games(tree)
    assert found["nodes"] == [
        [number[code] for code in tree.guess],
        list(tree.feedback),
        list(tree.extent),
    ]
    assert found["games"] == [
        [number[secret], [[number[code], answer] for code, answer in game]]
        for secret, game in expected.items()
    ]
    ways, way = {}, []
    for game in expected.values():
        for turn in range(len(game) + rules.identified):
            answers = tuple(answer for _, answer in game[:turn])
            ways.setdefault(answers, Counter())[len(game) - turn] += 1
    assert len(ways) == len(tree)
    for (index, depth), shown in zip(tree.walk(), found["statistics"], strict=True):
        way[depth:] = [tree.feedback[index]]
        counts = ways[tuple(way[1:])]
        most, secrets = max(counts), counts.total()
        total = sum(turn * count for turn, count in counts.items())
        assert (shown["max"], shown["secrets"], shown["average"]) == (
            most,
            secrets,
            total / secrets,
        )
        del counts[0]  # the secret has been named
        assert Counter(dict(enumerate(shown["histogram"], 1))) == counts
    assert found["texts"]
    assert found["shared"]
    assert found["addresses"] == rules.secrets
    codes = found["challenges"]
    assert len(set(codes)) == rules.secrets
    assert not rules.classic or codes == [challenge(rules, at) for at in range(rules.secrets)]
    if rules.defined_by_text:
        assert found["days"] == [number[code_of_day(rules, day)] for day in DAYS]
    assert set(found["days"]) <= {number[secret] for secret in expected}


def random_game(tree, draw):
    """Return a player after some guesses that the rules allow: the tree's, repeated or any ones.

    Some answers are unknown.
    """
    rules, player = tree.rules, Codebreaker(tree)
    secret = draw.choice(list(rules.secret_codes()))
    for _ in range(draw.randrange(6)):
        if player.solved:
            break
        codes = list(rules.codes())
        if rules.identified:
            codes = [code for code in codes if not rules.is_secret(code)]
        repeated = [guess for guess, _ in player.history[:1]]
        if rules.consistent:
            codes, repeated = consistent(rules.secret_codes(), player.history, rules), []
        guess = draw.choice([player.guess, draw.choice(codes), draw.choice(codes), *repeated])
        player.observe(draw.choice([feedback(guess, secret, rules)] * 5 + [None]), guess)
    return player


def cheated_game(tree, draw):
    """Return a player after some guesses against a codemaker who cheats."""
    player = Codebreaker(tree)
    for _ in range(draw.randrange(1, 5)):
        if player.solved:
            break
        codes = [] if tree.rules.identified or tree.rules.consistent else list(tree.rules.codes())
        guess = draw.choice(
            [player.guess, player.guess, *codes[:1], *draw.sample(codes, min(2, len(codes)))]
        )
        player.observe(player.hardest_answer(guess), guess)
    return player


@pytest.mark.slow(after=8)
def test_page_advises_corrects_and_reviews_as_mmtree_does(tree, engine):
    """After any guesses that the rules allow, and after one or two wrong answers."""
    rules, draw, number = tree.rules, random.Random(str(tree.rules)), numbers_of(tree.rules)
    count = 15 if rules.secrets < 500 else 10
    players = [random_game(tree, draw) for _ in range(count)]
    answers = rules.feedbacks[:-1] if rules.identified else rules.feedbacks
    secrets, wrong, ended = list(rules.secret_codes()), [], []
    while len(wrong) < 10:
        rows = list(random_game(tree, draw).history)
        for row in draw.sample(range(len(rows)), min(len(rows), draw.choice([1, 1, 2]))):
            rows[row] = rows[row][0], draw.choice(answers)
        if rows and not consistent(secrets, rows, rules):
            wrong.append(rows)
    cheated = [cheated_game(tree, draw) for _ in range(count)]
    for player in players:
        secret = player.guess if player.solved else draw.choice(secrets)
        guesses = [guess for guess, _ in player.history]
        guesses = guesses[: guesses.index(secret) + 1 if secret in guesses else None]
        if guesses and not rules.identified and (player.solved or not rules.consistent):
            ended.append(
                (guesses, secret, *draw.choice([([], False), ([0, 2], False), ([1], True)]))
            )
    found = engine(
        tree,
        played=[[(number[code], answer) for code, answer in player.history] for player in players],
        wrong=[[(number[code], answer) for code, answer in rows] for rows in wrong],
        reviewed=[
            ([number[code] for code in guesses], number[secret], *how)
            for guesses, secret, *how in ended
        ],
        cheated=[[number[code] for code, _ in player.history] for player in cheated],
    )
    for player, (left, guess, *rest, counts) in zip(players, found["positions"], strict=True):
        expected = consistent(secrets, player.history, rules)
        assert left == [number[code] for code in expected]
        assert guess == number[player.guess]
        assert rest == [player.solved, player.on_tree, player.guesses_needed]
        given = Counter(feedback(player.guess, one, rules) for one in expected)
        assert counts == ({} if player.solved else {str(int(key)): n for key, n in given.items()})
    corrected = [repairs(rows, rules) for rows in wrong]
    assert found["repairs"] == [
        [[repair.row, repair.instead, repair.secrets_left] for repair in several]
        for several in corrected
    ]
    assert any(corrected)
    lowest = [consistent(secrets, player.history, rules)[0] for player in cheated]
    assert found["dodged"] == [[number[secret], True] for secret in lowest]
    for (guesses, secret, hints, cheats), shown in zip(ended, found["reviews"], strict=True):
        expected = review(tree, guesses, secret, hints=hints, cheats=cheats)
        sentence = expected.sentence and list(expected.sentence)
        assert shown == [expected.skill, expected.luck, sentence] + [
            [number[row.guess], row.feedback, row.possible, row.before, row.average, row.after]
            + [number[row.suggested], row.suggested_average, row.skill, row.luck, row.hint]
            for row in expected.guesses
        ]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("name", "games"),
    [
        ("koyama-lai-bulls-and-cows", "JIHG/01 ABCD/01/ABCE/01 ABCD/02/DCBA/02 ABCD/00/EFGH/11"),
        (
            "koyama-lai-5p8c",
            "AAAAA/00 ABCDE/10 AAAAA/10/AAAAA/10 ABCDE/12/EDCBA/12 ABCDE/02/FGHAB/11",
        ),
    ],
)
def test_large_trees_and_advice_with_many_secrets_left_agree_with_mmtree(name, games, engine):
    """Then only some codes are compared."""
    tree = load(TREES / f"{name}.mmtree")
    players = []
    for game in games.split():
        players.append(Codebreaker(tree))
        parts = game.split("/")
        for code, given in zip(parts[::2], parts[1::2], strict=True):
            players[-1].observe(int(given), parse_code(code, tree.rules))
    assert all(player.secrets_left > 36 for player in players)
    many = [player for player in players if player.secrets_left**2 > MAX_COMPARISONS]
    assert None in [player.guesses_needed for player in many]
    found = engine(tree, played=[player.history for player in players])
    assert found["nodes"] == [list(tree.guess), list(tree.feedback), list(tree.extent)]
    assert [guess for _, guess, *_ in found["positions"]] == [player.guess for player in players]


STRANGE = {
    5: "AABB ABAB EFEF",
    6: "AAAB ABCD FEDC ABCD,DCBA AABB,AABB FFAB,EEFC AEFD,CBDF ABCD,EFAB,AAAA",
    7: "AAAA,AAAA AAAA,BBBB AAAA,AAAB ABCD,ABCD AAAB,BAAA FFFF,FFFE",
    8: "AAAA,BBBB,CCCC ABCD,ABCD,ABCD",
}
"""Openings of 4p6c by the most guesses that any secret needs if the page's advice is followed."""


@pytest.mark.slow
def test_most_guesses_after_strange_openings(engine, koyama_lai):
    openings = {opening: most for most, several in STRANGE.items() for opening in several.split()}
    codes = [[parse_code(code, koyama_lai.rules) for code in each.split(",")] for each in openings]
    assert engine(koyama_lai, openings=codes)["longest"] == [*openings.values()]


def test_page_shows_and_reads_texts_as_mmtree_does(engine):
    words = build_tree("entropy", word_rules(["kır", "kir", "kar"]))
    found = engine(words, every=True, typed=["KIR", "kır", "kyr"])
    assert found["typed"] == [1, 2, -1]  # places among kar, kir and kır
    assert found["symbols"] == list("aikrı")
    secrets = ["Oak", "oak", "Fir"]
    table = build_tree("entropy", table_rules(["bald\n one"], secrets, [["Yes", "yes", "no"]]))
    found = engine(table, typed=[*secrets, "fir", "OAK", "bald  one "])
    assert found["typed"] == [1, 2, 3, 3, -1, 0]


def test_large_table_has_only_the_rows_that_the_tree_asks(monkeypatch, engine):
    """Its games are the same."""
    tree = tree_of("table")
    monkeypatch.setattr(other_games, "MAX_WHOLE", 10)
    asked = {int(code) for code in tree.guess if not tree.rules.is_secret(code)}
    names = [tree.rules.questions[code] for code in sorted(asked)]
    game = data_of(tree)["game"]
    assert game["questions"] == names
    found = engine(tree, every=True)["games"]
    for secret, (_, rows) in zip(tree.rules.secret_codes(), found, strict=True):
        player = Codebreaker(tree)
        while not player.solved:
            player.observe(feedback(player.guess, secret, tree.rules))
        shown = [(names[code], answer) for code, answer in rows]
        assert shown == [(str(code), answer) for code, answer in player.history]
