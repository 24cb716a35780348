"""The page plays games that are not classic: house rules, words and tables."""

import json
import random
import re
import shutil
from urllib.parse import quote

import pytest

from mmtree import build_tree, feedback, format_code, format_feedback, parse_code
from mmtree.errors import ExportError
from mmtree.export.html import other_games
from mmtree.export.html.html import page
from mmtree.game.table_rules import table_rules
from mmtree.game.word_rules import word_rules
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.game_rows import consistent, repairs
from mmtree.play.review import review

from support.environment import ROOT
from support.other_games import OTHER_GAMES
from support.webpage import Words, go, press, said, violations

EXPORT = ROOT / "mmtree" / "export"
SCRIPT = """
import { readFileSync } from "node:fs";
import { readChallenge, writeChallenge } from "./html/challenge.js";
import { codeOfDay } from "./html/daily.js";
import { gameOf, needed, position, repairs } from "./html/game.js";
import { review } from "./html/review.js";
import { Tree } from "./html/tree.js";
import "./html/kind_pegs.js";
import "./html/kind_table.js";
import "./html/kind_words.js";

const { data, played, wrong, reviewed, typed } = JSON.parse(readFileSync(process.argv[2]));
const tree = new Tree(data);
const { rules } = tree;
const pairs = (rows) => rows.map(({ guess, answer }) => [guess, answer]);
const rows = (pairs) => pairs.map(([guess, answer]) => ({ guess, answer }));
console.log(JSON.stringify({
  games: rules.secrets.map((secret) => [secret, pairs(gameOf(tree, secret))]),
  positions: played.map((game) => {
    const { left, guess, solved, onTree } = position(tree, rows(game));
    return [[...left], guess, solved, onTree, solved ? 0 : needed(tree, left) ?? null];
  }),
  repairs: wrong.map((game) =>
    repairs(tree, rows(game)).map(({ row, answer, secrets }) => [row, answer, secrets])),
  reviews: rules.identified || reviewed.map(([guesses, secret]) => {
    const { judged, skill, luck } = review(tree, guesses, secret);
    return [skill, luck, ...judged.map((row) => Object.values(row))];
  }),
  typed: typed.map((text) => rules.find(text)),
  symbols: rules.letters?.map((_, color) => rules.symbol(color)),
  addresses: rules.codes.every((code) => rules.read(rules.text(code)) === code),
  challenges: rules.secrets.every((secret) =>
    readChallenge(rules, writeChallenge(rules, secret)) === secret),
  today: rules.isSecret(codeOfDay(rules, "2026-11-26")),
}));
"""


@pytest.fixture(scope="module")
def trees():
    """The tree of each game, built once."""
    return {name: build_tree("entropy", rules) for name, rules in OTHER_GAMES.items()}


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

    def run(tree, played=(), wrong=(), reviewed=(), typed=()):
        games = {"played": played, "wrong": wrong, "reviewed": reviewed, "typed": typed}
        given = {"data": data_of(tree), **games}
        (tmp_path / "game.json").write_text(json.dumps(given))
        return json.loads("".join(node(modules / "run.js", tmp_path / "game.json")))

    return run


def data_of(tree):
    """Return the data of a tree in its page."""
    text = re.search(rb'id="data">(.*?)</script>', page([("tree", tree)]))[1]
    return json.loads(text)["trees"][0]


def numbers_of(rules):
    """Return the page's number of each code: that of a word is its place among all words."""
    return {code: place for place, code in enumerate(rules.codes())}


def random_game(tree, draw):
    """Return a player after some guesses that are allowed, the secret, and whether it goes on."""
    rules, player = tree.rules, Codebreaker(tree)
    secret = draw.choice(list(rules.secret_codes()))
    for _ in range(draw.randrange(4)):
        if player.solved:
            break
        left = consistent(rules.secret_codes(), player.history, rules)
        codes = left if rules.consistent else list(rules.codes())
        if rules.identified:
            codes = [code for code in codes if not rules.is_secret(code)]
        guess = draw.choice([player.guess, draw.choice(codes)])
        player.observe(feedback(guess, secret, rules), guess)
    return player


LOOKED_UP = ["distinct-secrets", "holes", "places", "consistent", "words", "words-pegs"]
"""Games that are also played as one whose answers the page cannot compute."""


@pytest.fixture(params=[*OTHER_GAMES, *(f"{name}, looked up" for name in LOOKED_UP)])
def name(request, monkeypatch):
    """The name of a game, whose answers the page computes or looks up."""
    name, _, looked_up = request.param.partition(", ")
    if looked_up:
        monkeypatch.setattr(other_games, "COMPUTED", ())
    return name


def test_page_plays_every_secret_as_mmtree_does(name, trees, engine):
    tree, number = trees[name], numbers_of(trees[name].rules)
    rules, found = tree.rules, engine(tree)
    assert len(found["games"]) == rules.secrets
    for secret, (place, game) in zip(rules.secret_codes(), found["games"], strict=True):
        player = Codebreaker(tree)
        while not player.solved:
            player.observe(feedback(player.guess, secret, rules))
        assert place == number[secret]
        assert game == [[number[code], answer] for code, answer in player.history]
    assert (found["addresses"], found["challenges"], found["today"]) == (True, True, True)


def test_page_advises_corrects_and_reviews_as_mmtree_does(name, trees, engine):
    """After any guesses that the rules allow, and after one wrong answer."""
    tree, draw = trees[name], random.Random(name)
    rules, number = tree.rules, numbers_of(tree.rules)
    players = [random_game(tree, draw) for _ in range(30)]
    wrong = []
    while len(wrong) < 10:
        rows = list(random_game(tree, draw).history)
        rows[:1] = [(guess, draw.choice(rules.feedbacks[:-1])) for guess, _ in rows[:1]]
        if rows and not consistent(rules.secret_codes(), rows, rules):
            wrong.append(rows)
    ended = [] if rules.identified else [player for player in players if player.solved]
    games = [([code for code, _ in player.history], player.guess) for player in ended]
    found = engine(
        tree,
        [[(number[code], answer) for code, answer in player.history] for player in players],
        [[(number[code], answer) for code, answer in rows] for rows in wrong],
        [([number[code] for code in guesses], number[secret]) for guesses, secret in games],
    )
    for player, (left, guess, *rest) in zip(players, found["positions"], strict=True):
        expected = consistent(rules.secret_codes(), player.history, rules)
        assert left == [number[code] for code in expected]
        assert guess == number[player.guess]
        assert rest == [player.solved, player.on_tree, player.guesses_needed]
    assert found["repairs"] == [
        [[repair.row, repair.instead, repair.secrets_left] for repair in repairs(rows, rules)]
        for rows in wrong
    ]
    for (guesses, secret), judged in zip(games, found["reviews"] if games else [], strict=True):
        expected = review(tree, guesses, secret)
        assert judged == [expected.skill, expected.luck] + [
            [number[row.guess], row.feedback, row.possible, row.before, row.average, row.after]
            + [number[row.suggested], row.suggested_average, row.skill, row.luck]
            for row in expected.guesses
        ]


def script_of(*trees):
    """Return the script of a page."""
    made = page([("tree", tree) for tree in trees])
    return re.search(rb'<script type="module">(.*)</script>', made, re.S)[1].decode()


def test_page_has_only_the_modules_that_its_games_need(trees, knuth):
    classic = script_of(knuth)
    assert not re.search("OtherRules|WordRules|TableRules|markRight|wordsOf", classic)
    words = script_of(trees["words"], knuth)
    assert all(name in words for name in ("WordRules", "markRight", "wordsOf"))
    assert not re.search("TableRules|tableOf|distinctSecrets =", words)


def test_page_shows_and_reads_texts_as_mmtree_does(engine):
    words = build_tree("entropy", word_rules(["kır", "kir", "kar"]))
    found = engine(words, typed=["KIR", "kır", "kyr"])
    assert found["typed"] == [1, 2, -1]  # places among kar, kir and kır
    assert found["symbols"] == list("aikrı")
    secrets = ["Oak", "oak", "Fir"]
    table = build_tree("entropy", table_rules(["bald\n one"], secrets, [["Yes", "yes", "no"]]))
    found = engine(table, typed=[*secrets, "fir", "OAK", "bald  one "])
    assert found["typed"] == [1, 2, 3, 3, -1, 0]


def test_large_table_has_only_the_rows_that_the_tree_asks(monkeypatch, trees, engine):
    """Its games are the same."""
    tree = trees["table"]
    monkeypatch.setattr(other_games, "MAX_WHOLE", 10)
    asked = {int(code) for code in tree.guess if not tree.rules.is_secret(code)}
    names = [tree.rules.questions[code] for code in sorted(asked)]
    game = data_of(tree)["game"]
    assert game["questions"] == names
    found = engine(tree)["games"]
    for secret, (_, rows) in zip(tree.rules.secret_codes(), found, strict=True):
        player = Codebreaker(tree)
        while not player.solved:
            player.observe(feedback(player.guess, secret, tree.rules))
        shown = [(names[code], answer) for code, answer in rows]
        assert shown == [(str(code), answer) for code, answer in player.history]


def test_page_refuses_too_many_answers_to_look_up(monkeypatch, trees):
    monkeypatch.setattr(other_games, "COMPUTED", ())
    monkeypatch.setattr(other_games, "MAX_CELLS", 64 * 27 - 1)
    with pytest.raises(ExportError, match=r"^3p3c-holes: a page has at most 1727 .* needs 1728$"):
        page([("tree", trees["holes"])])


@pytest.mark.parametrize("name", ["words", "table"])
def test_games_without_colours_refuse_names_of_colours(name, trees):
    with pytest.raises(ExportError, match=r"has no colours: leave out their names$"):
        page([("tree", trees[name])], names="red,green")


def give_marks(page, answer, rules):
    """Tap the tile of each place as often as its mark needs, then give the answer."""
    for place, mark in enumerate(format_feedback(answer, rules)):
        for _ in range("-~+".index(mark)):
            page.get_by_role("group", name="Answers").get_by_role("button").nth(place).click()
    press(page, "This is the answer")


def type_marks(page, answer, rules):
    """Type the marks, which moves the focus to the button."""
    page.keyboard.type(format_feedback(answer, rules))
    page.keyboard.press("Enter")


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("give", [give_marks, type_marks])
def test_marks_are_tapped_or_typed(give, trees, show):
    tree = trees["places"]
    player, opened = Codebreaker(tree), show(tree, "guide")
    while not player.solved:
        name = opened.locator("#current").get_by_role("img").get_attribute("aria-label")
        assert name == Words(tree.rules).code(player.guess)
        answer = feedback(player.guess, parse_code("CAC", tree.rules), tree.rules)
        player.observe(answer)
        give(opened, answer, tree.rules)
    assert opened.get_by_role("heading", level=2).inner_text() == (
        f"Found with guess {len(player.history)}!"
    )


@pytest.mark.slow
def test_tile_says_its_place_colour_and_mark(trees, show):
    opened = show(trees["right"], "guide")
    tile = opened.get_by_role("group", name="Answers").get_by_role("button").first
    before = tile.get_attribute("aria-label")
    assert re.fullmatch(r"Place 1, [ABC] \w+: wrong", before)
    tile.press("Enter")
    assert tile.get_attribute("aria-label") == before.replace("wrong", "right")
    assert tile.evaluate("(tile) => tile === document.activeElement")


def enter_word(page, word, rules):
    """Click the letters of a word, then OK."""
    for letter in word:
        keys = page.get_by_role("group", name="Letters").get_by_role("button")
        keys.nth(rules.alphabet.index(letter)).click()
    press(page, "Guess")


def test_word_is_guessed_on_the_letter_keyboard(trees, show):
    tree = trees["words"]
    rules = tree.rules
    secret = next(word for word in rules.secret_words if "é" not in word)  # no key of the robot
    other = next(word for word in rules.other_words if "é" in word)
    opened = show(tree, "guide")
    press(opened, "I played another guess")
    enter_word(opened, other, rules)
    current = opened.locator("#current").get_by_role("img")
    assert current.get_attribute("aria-label") == other
    give_marks(opened, feedback(rules.named(other), rules.named(secret), rules), rules)
    assert opened.evaluate("location.hash").startswith(f"#guide/{quote(other)}/")
    press(opened, "I played another guess")
    opened.keyboard.type("aaaa")
    assert opened.get_by_role("alert").inner_text() == "This word is not on the list."
    opened.keyboard.press("Enter")
    assert current.get_attribute("aria-label") != "aaaa"
    for _ in range(4):
        opened.keyboard.press("Backspace")
    opened.keyboard.type(secret)
    opened.keyboard.press("Enter")
    assert current.get_attribute("aria-label") == secret
    press(opened, "All right")
    assert opened.get_by_role("heading", name="Found with guess 2!").is_visible()


@pytest.mark.slow
def test_word_of_the_day_is_played_and_reviewed(trees, show):
    rules = trees["words"].rules
    opened = show(trees["words"], "play/today")
    secret = opened.evaluate("mmtree.app.state.secret")
    for word in (rules.other_words[0], format_code(list(rules.codes())[secret], rules).lower()):
        enter_word(opened, word, rules)
    assert opened.get_by_role("heading", name="Found with guess 2!").is_visible()
    assert opened.get_by_role("heading", name="What each guess was worth").is_visible()


@pytest.mark.slow
def test_secret_of_a_friend_must_be_possible(trees, show):
    opened = show(trees["holes"], "play")
    press(opened, "Set a code")
    opened.keyboard.type("a.b")
    assert opened.get_by_role("alert").inner_text() == "This cannot be the secret."
    assert opened.get_by_role("button", name="Guess").is_disabled()


@pytest.mark.slow
def test_guess_that_is_no_longer_possible_is_refused(trees, show):
    opened = show(trees["consistent"], "guide")
    opened.keyboard.type("00")
    press(opened, "I played another guess")
    code = opened.evaluate("mmtree.app.tree.rules.text(mmtree.app.state.rows[0].guess)")
    opened.keyboard.type(code)
    assert opened.get_by_role("alert").inner_text().startswith("This contradicts an answer")


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("locale", "end"),
    [("en-GB", "It is {}."), ("de-DE", "Es ist {}."), ("fr-FR", "C’est {}.")],
)
def test_table_is_asked_until_the_secret_is_named(locale, end, trees, show):
    tree, secret = trees["table"], 40
    opened, player = show(tree, "guide", locale=locale), Codebreaker(tree)
    while not player.solved:
        assert opened.locator("#current .name").inner_text() == str(player.guess)
        answer = feedback(player.guess, secret, tree.rules)
        opened.locator(".pad").get_by_role("button", name=str(answer), exact=True).click()
        player.observe(answer)
    name = tree.rules.symbol(secret)
    assert opened.get_by_role("heading", level=2).inner_text() == end.format(name)
    assert said(opened) == end.format(name)


@pytest.mark.slow
def test_other_question_of_a_table_is_chosen_by_name(trees, show):
    opened = show(trees["table"], "guide")
    press(opened, "I asked another question")
    opened.get_by_role("combobox").fill("secret 1")
    press(opened, "Ask")
    assert opened.get_by_role("alert").inner_text() == "There is no such question."
    opened.get_by_role("combobox").fill("Question 17")
    opened.keyboard.press("Enter")
    assert opened.locator("#current .name").inner_text() == "question 17"


HOSTILE = ["</script><b>", "<img src=x onerror=alert(1)>", "{code} || {n}", "__proto__", "$&'\"`"]


@pytest.mark.slow
def test_names_and_answers_of_a_table_stay_text(show):
    cells = [["<i>" if row >> at & 1 else "{n}" for at in range(5)] for row in (5, 6, 9)]
    rules = table_rules([f"{name}?" for name in HOSTILE[:3]], HOSTILE, cells)
    player = Codebreaker(build_tree("entropy", rules))
    opened = show(player.tree, "guide")
    while not player.solved:
        assert opened.locator("#current .name").inner_text() == str(player.guess)
        answer = feedback(player.guess, rules.named(HOSTILE[2]), rules)
        opened.locator(".pad").get_by_role("button", name=str(answer), exact=True).click()
        player.observe(answer)
    assert opened.get_by_role("heading", level=2).inner_text() == f"It is {HOSTILE[2]}."
    assert opened.locator("i, img:not(.logo img), .board b").count() == 0


@pytest.mark.slow
def test_table_is_not_played_against_the_page(trees, show):
    opened = show(trees["table"], "play")
    assert opened.get_by_role("navigation").get_by_role("link").all_inner_texts() == [
        "Guide",
        "Explore",
    ]
    assert opened.get_by_role("heading", name="1. Ask").count() == 0
    assert opened.locator("#current").is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["words", "table", "places"])
def test_other_games_are_accessible_and_fit_a_phone(name, trees, show):
    opened = show({name: trees[name], "other": trees[name]}, viewport={"width": 360, "height": 740})
    code = opened.evaluate("mmtree.app.tree.rules.text(mmtree.app.tree.nodes.guess[0])")
    found = []
    for screen in ("", "guide", f"guide/{code}/0", "play", "play/today", "explore"):
        go(opened, f"{name}/{screen}")
        found += violations(opened)
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen
    assert found == []
