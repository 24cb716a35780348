"""The page hides a secret: guesses by clicks, touches and keys, and their review."""

import re
from decimal import ROUND_HALF_UP, Decimal

import pytest

from mmtree import build_tree, format_code, parse_code
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.expected_size import expected_size
from mmtree.play.game_rows import consistent
from mmtree.play.review import review

from support.expected_games import games, tree_of
from support.webpage import (
    Words,
    enter,
    go,
    heading,
    own_game,
    palette,
    pictures,
    press,
    reload,
    said,
    touch,
    type_letters,
)

BEGIN, HIDDEN = "Begin", "a hidden colour"


@pytest.fixture
def play(knuth, show):
    """Open Knuth's tree in the mode play; until a reload, the secret is AAAA, which no test guesses first."""
    page = show(knuth, "play")
    page.evaluate("() => { crypto.getRandomValues = (drawn) => drawn.fill(0); }")
    return page


def secret_of(page, words):
    """Return the secret that is shown when the game is over."""
    return words.read(page.locator(".desk .code").get_attribute("aria-label"))


def breaker(tree):
    """Return a function that guesses as the tree does."""

    def guess_next(rows):
        player = Codebreaker(tree)
        for guess, answer in rows:
            player.observe(answer, guess)
        return player.guess

    return guess_next


@pytest.mark.slow
@pytest.mark.parametrize("put", [enter, touch, type_letters])
def test_games_by_clicks_touches_and_keys(put, knuth, words, show):
    page, expected = show(knuth, "play", has_touch=put is touch), games(knuth)
    press(page, BEGIN)
    rows = own_game(page, words, put, breaker(knuth))
    assert heading(page) == f"Found with guess {len(rows)}!"
    assert rows == expected[secret_of(page, words)]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("name", "names"),
    [("lexicographic-3p3c-distinct-black", None), ("irving-3p7c", "invicta,empty")]
    + [("lexicographic-9p2c", "red,empty")],
)
def test_game_of_every_kind_of_rules(name, names, show):
    tree = tree_of(name)
    page, words = show(tree, "play", names=names), Words(tree.rules, names)
    press(page, BEGIN)
    rows = own_game(page, words, type_letters, breaker(tree))
    assert rows == games(tree)[secret_of(page, words)]


@pytest.mark.slow
def test_more_guesses_than_the_strategy_can_be_played(play, words):
    press(play, "Set a code")
    type_letters(play, parse_code("FEDC", words.rules), words)
    guesses = [*["AAAA"] * 6, "FEDC"]
    codes = [parse_code(guess, words.rules) for guess in guesses]
    rows = own_game(play, words, type_letters, lambda rows: codes[len(rows)])
    assert [guess for guess, _ in rows] == codes
    assert heading(play) == "Found with guess 7!"
    assert play.locator(".cards > li").count() == 7
    assert play.locator(".cards > li").nth(5).get_by_text("Skill 0 · Luck 50").is_visible()
    row = play.locator(".histogram li").last
    assert row.inner_text().split() == ["7", "0", "←", "this", "game"]
    assert "at most 5 guesses" in play.locator("footer").inner_text()


def average(number):
    """Format an average as the page does."""
    least = Decimal("0.1" if 0 < number < 10 else "1")
    return str(Decimal(number).quantize(least, ROUND_HALF_UP))


@pytest.mark.slow
def test_review_agrees_with_mmtree(knuth, words, play):
    press(play, "Set a code")  # 6.25 are left on average
    type_letters(play, parse_code("DCEF", words.rules), words)
    wanted = [parse_code(code, words.rules) for code in ("AABB", "ABCD", "FEDC")]
    for guess in wanted:
        type_letters(play, guess, words)
    press(play, "Give up")
    assert heading(play) == "The secret was"
    judged = review(knuth, wanted, secret_of(play, words))
    cards = play.locator(".cards > li").all()
    assert len(cards) == len(judged.guesses)
    for number, (card, row) in enumerate(zip(cards, judged.guesses, strict=True), 1):
        assert pictures(card) == [
            *(words.code(row.guess), words.answer(row.feedback), words.code(row.suggested))
        ]
        pegs = "".join(f"\n{letter}" for letter in format_code(row.suggested, words.rules)) + "\n"
        here = "found" if row.found else f"{row.after:,}"
        assert card.inner_text().split("\n")[0].startswith(str(number))
        assert [line.inner_text() for line in card.get_by_role("paragraph").all()] == [
            f"{row.before:,} code{'' if row.before == 1 else 's'} possible; "
            f"{average(row.average)} stay on average, here: {here}",
            f"could be right: {'yes' if row.possible else 'no'}",
            f"suggested: {pegs} ({average(row.suggested_average)} stay on average)",
            f"Skill {row.skill} · Luck {row.luck}",
        ]
    assert play.locator(".scores > span").all_inner_texts() == [
        f"Skill {judged.skill}",
        f"Luck {judged.luck}",
    ]
    press(play, "What are skill and luck?")
    assert play.get_by_role("dialog").get_by_text("Skill: how few codes").is_visible()
    press(play, "Done")
    own = play.locator(".board.compact").get_by_role("listitem")
    assert [pictures(row) for row in own.all()] == [
        [words.code(guess), words.answer(answer)] for guess, answer in judged.tree_game
    ]
    title = f": found with guess {len(judged.tree_game)}"
    assert title in play.get_by_role("heading").last.inner_text()


@pytest.mark.slow
def test_guess_is_retried_from_the_review(knuth, words, show):
    page, player, rules = show(knuth, "play/today"), Codebreaker(knuth), words.rules
    guesses = [parse_code(text, rules) for text in ("AABB", "CDEF", "FFFF")]
    for code in guesses:
        type_letters(page, code, words)
    page.once("dialog", lambda dialog: dialog.accept())
    press(page, "Give up")
    for row in review(knuth, guesses, secret_of(page, words)).guesses[:2]:
        player.observe(row.feedback, row.guess)
    least = min(expected_size(player.cell_sizes(code), rules.all_right) for code in rules.codes())
    page.locator("summary", has_text="Retry").last.press("Enter")
    best = page.locator(".retry[open] > p").filter(has=page.get_by_role("img")).first
    assert best.inner_text().split()[-1] == average(least)
    press(page, "Play on from here")
    assert heading(page) == "Your guess 3"
    shown = [words.answer(answer) for _, answer in player.history]
    assert [pictures(row)[1] for row in page.locator(".board .row").all()[:2]] == shown
    assert page.evaluate("mmtree.app.state.secret") in consistent(
        rules.codes(), player.history, rules
    )
    go(page, "play/today")
    assert heading(page) == "The secret was"


@pytest.mark.slow
def test_secret_can_be_drawn_by_shape(play, words):
    for pattern in ("AAAA", "AAAB", "AABB", "AABC", "ABCD"):
        press(play, pattern)
        press(play, "Give up")
        secret = format_code(secret_of(play, words), words.rules)
        times = sorted((secret.count(letter) for letter in set(secret)), reverse=True)
        shape = "".join(letter * count for letter, count in zip("ABCD", times, strict=False))
        assert shape == pattern
        press(play, "New game")
        assert heading(play) == "Choose a code"


@pytest.mark.slow
def test_secrets_are_equally_likely(play, words):
    """The largest numbers drawn, which would favour the first secrets, are drawn again."""
    play.evaluate(
        """() => {
          const drawn = [2 ** 52 - 1, 2 ** 52 - (2 ** 52 % 1296), 5 * 1296 + 8];
          crypto.getRandomValues = (numbers) => {
            const number = drawn.shift(); // the upper 52 bits of two numbers
            numbers.set([number / 2 ** 20, (number % 2 ** 20) << 12]);
          };
        }"""
    )
    press(play, BEGIN)
    press(play, "Give up")
    assert format_code(secret_of(play, words), words.rules) == "AABC"


@pytest.mark.slow
def test_second_person_sets_the_secret(play, words):
    press(play, "Set a code")
    play.keyboard.type("ab")
    press(play, "Back")
    assert heading(play) == "Choose a code"
    press(play, "Set a code")
    assert play.get_by_role("button", name="empty").count() == 4
    play.keyboard.type("fe")
    palette(play).get_by_role("button", name="D yellow").click()
    shown = play.get_by_role("group", name="Your code")
    assert [place.get_attribute("aria-label") for place in shown.get_by_role("button").all()] == [
        *(f"Place {place}: {HIDDEN}" for place in (1, 2, 3)),
        "Place 4: empty",
    ]
    pictures = [place.inner_html() for place in shown.locator(".peg").all()]
    assert len(set(pictures)) == 1
    assert said(play) == HIDDEN
    play.keyboard.type("c")
    play.keyboard.press("Enter")
    assert heading(play) == "Your guess 1"
    assert "FEDC" not in play.url
    type_letters(play, parse_code("FEDC", words.rules), words)
    assert heading(play) == "Found with guess 1!"


@pytest.mark.slow
def test_colours_can_be_placed_and_removed(play, words):
    press(play, BEGIN)
    ok, clear = (
        play.get_by_role("button", name=name) for name in (re.compile("^Guess$"), "Delete")
    )
    assert ok.is_disabled()
    assert clear.is_disabled()
    play.keyboard.type("ab?gcd")  # six colours: G is none
    assert put(play) == "red, green, blue, yellow"
    play.keyboard.press("Backspace")
    assert put(play) == "red, green, blue, empty"
    assert ok.is_disabled()
    play.keyboard.press("Enter")
    assert heading(play) == "Your guess 1"
    clear.click()
    clear.click()
    assert put(play) == "red, empty, empty, empty"
    play.get_by_role("button", name="Place 3: empty").click()
    palette(play).get_by_role("button", name="F").click()
    assert put(play) == "red, empty, purple, empty"
    play.keyboard.type("012")  # digits, where letters stand on the pegs: from 0
    assert put(play) == "red, red, purple, blue"
    ok.click()
    assert heading(play) == "Your guess 2"


def put(page):
    """Return the code that is being entered."""
    places = page.get_by_role("group", name="Your code").get_by_role("button").all()
    return ", ".join(place.get_attribute("aria-label").partition(": ")[2] for place in places)


@pytest.mark.slow
def test_no_colour_is_placed_twice_with_distinct_rules(show):
    page = show(build_tree("knuth", "3p4c-distinct"), "play")
    press(page, BEGIN)
    page.keyboard.type("aab")
    assert put(page) == "red, green, empty"
    assert palette(page).get_by_role("button", disabled=True).count() == 2
    page.keyboard.press("Backspace")
    page.keyboard.type("cd")
    assert put(page) == "red, blue, yellow"


@pytest.mark.slow
def test_hint_shows_guess_of_strategy(knuth, words, play):
    press(play, BEGIN)
    guess_next = breaker(knuth)

    def hint(page, guess, words):
        press(page, "Suggest a guess")
        assert put(page) == words.code(guess)
        press(page, "Guess")

    rows = own_game(play, words, hint, guess_next)
    assert len(rows) <= knuth.max


@pytest.mark.slow
def test_game_survives_reload_and_is_shared_as_challenge(knuth, words, play, show):
    press(play, BEGIN)
    type_letters(play, parse_code("AABB", words.rules), words)
    address = play.evaluate("location.href")
    reload(play)
    assert (play.url, heading(play)) == (address, "Your guess 2")
    assert re.search(r"#play/~[0-9a-z]+/AABB$", address)
    token = address.partition("#")[2].rpartition("/")[0]
    other = show(knuth, token)
    assert heading(other) == "Your guess 1"
    secrets = []
    for page in (play, other):
        press(page, "Give up")
        assert page.url.endswith("/end")
        secrets.append(secret_of(page, words))
    assert secrets[0] == secrets[1]
    go(other, f"{token}/{format_code(secrets[0], words.rules)}/ABCD/CDEF")
    assert heading(other) == "Found with guess 1!"  # the address ends there
    assert other.locator(".cards > li").count() == 1


@pytest.mark.slow
def test_codemaker_who_dodges_lasts_as_long_as_the_tree(knuth, words, play, show):
    press(play, "A codemaker who dodges")
    assert play.get_by_text("The secret may change while all answers stay true").is_visible()
    assert play.get_by_role("button", name="Challenge a friend").count() == 0
    type_letters(play, knuth.root.guess, words)
    reload(play)
    while heading(play).startswith("Your guess"):
        press(play, "Suggest a guess")
        press(play, "Guess")
    assert heading(play) == f"Found with guess {knuth.max}!"
    assert re.search(r"#play/dodge/AABB(/[A-F]{4}\+){4}$", play.url)
    lines = [card.inner_text().split("\n")[-1] for card in play.locator(".cards > li").all()]
    assert lines == ["Skill 100", *["Skill not counted: a hint"] * 4]
    found = "1 code possible; 0 stay on average, here: found"
    assert play.locator(".cards > li").last.get_by_text(found).is_visible()
    assert play.get_by_text("Luck is not counted: the codemaker dodged.").is_visible()
    player = Codebreaker(knuth)
    while not player.solved:
        player.observe(player.hardest_answer(player.guess))
    assert secret_of(play, words) == player.guess
    press(play, "Share the result")
    shared = play.get_by_role("dialog").get_by_role("textbox").input_value().split("\n")
    head = "Mastermind: 5 guesses, strategy 5, skill 100"
    assert shared[:2] == [head, "A codemaker who dodges"]
    assert [line.endswith(" 💡") for line in shared[2:]] == [False, *[True] * 4]
    other = show(knuth, "play/dodge/AABB/AABB+/end")
    assert heading(other) == "The secret was"
    shown = other.locator(".scores").inner_text()
    assert "Skill 100" in shown.replace("\n", " ")


@pytest.mark.slow
def test_game_of_hints_only_has_no_skill(play):
    press(play, "AAAA")
    press(play, "Suggest a guess")
    press(play, "Guess")
    press(play, "Give up")
    assert play.locator(".scores").inner_text().startswith("Skill not counted: only hints")
