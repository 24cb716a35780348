"""The page guides a game on a board: clicks, touches, keys, wrong answers, own guesses."""

import random
from collections import Counter

import pytest

from mmtree import build_tree, feedback, load
from mmtree.game.code import format_code, parse_code
from mmtree.play.codebreaker import Codebreaker
from mmtree.play.game_rows import consistent

from support.environment import TREES
from support.expected_games import games, tree_of
from support.webpage import (
    Words,
    answer,
    bar_widths,
    click,
    enter,
    follow,
    go,
    guess_of,
    guided_game,
    heading,
    pictures,
    press,
    press_arrows,
    press_digits,
    reload,
    reload_with,
    said,
    tap,
)

WRONG = "These answers can't all be right."


@pytest.fixture
def guide(knuth, show):
    """Open Knuth's tree in the mode guide."""
    return show(knuth, "guide")


def fragment(page):
    return page.url.partition("#")[2]


@pytest.mark.slow
@pytest.mark.parametrize("give", [click, tap, press_digits, press_arrows])
def test_games_by_clicks_touches_and_keys(give, knuth, words, show):
    page, expected = show(knuth, "guide", has_touch=give is tap), games(knuth)
    if give is press_arrows:
        page.get_by_role("button", name="0 black, 0 white").focus()
    secret = random.Random(give.__name__).randrange(1296)
    assert guided_game(page, secret, words, give) == expected[secret]
    assert heading(page) == f"Found with guess {len(expected[secret])}!"
    assert said(page) == f"The secret is {words.code(secret)}"


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("name", "names", "give"),
    [
        ("lexicographic-1p2c", None, click),
        ("knuth-4p6c-black", "invicta", press_digits),
        ("kooi-2p36c", None, click),
        ("lexicographic-9p2c", "red,empty", press_digits),
        ("lexicographic-3p3c-distinct-black", None, click),
    ],
)
def test_game_of_every_kind_of_rules(name, names, give, show):
    tree = tree_of(name)
    expected = games(tree)
    secret = random.Random(name).choice(list(expected))
    page = show(tree, "guide", names=names)
    assert guided_game(page, secret, Words(tree.rules, names), give) == expected[secret]


@pytest.mark.slow
def test_bulls_and_cows_and_super_mastermind_in_one_page(show):
    names = ["koyama-lai-bulls-and-cows", "koyama-lai-5p8c"]
    trees = {name: load(TREES / f"{name}.mmtree") for name in names}
    page = show(trees)
    for name, tree in trees.items():
        page.locator(".games summary").click()
        page.get_by_role("main").locator(f"a[href='#{name}']").click()
        follow(page.get_by_role("link", name="Help me beat a real board"))
        secret = random.Random(name).choice(list(tree.rules.codes()))
        player, words = Codebreaker(tree), Words(tree.rules)
        while not player.solved:
            player.observe(feedback(player.guess, secret, tree.rules))
        assert guided_game(page, secret, words, press_digits) == player.history
        assert fragment(page).startswith(f"{name}/guide/")
        follow(page.get_by_role("link", name="mmtree, to the start"))


@pytest.mark.slow
def test_secrets_left_are_shown(guide, knuth, words):
    known = guide.get_by_role("complementary", name="What is known")
    player, secret = Codebreaker(knuth), parse_code("FEDC", knuth.rules)
    while not player.solved:
        left = player.secrets_left
        assert known.locator("b").inner_text() == f"{left:,}"
        assert known.get_by_role("listitem").count() == (left if left <= 36 else 0)
        player.observe(feedback(player.guess, secret, knuth.rules))
        click(guide, player.history[-1][1], knuth.rules)
    assert known.count() == 0


@pytest.mark.slow
def test_why_this_guess_in_words_and_bars(guide, knuth, words):
    """Also of a guess of the player's own; once opened, it stays open."""
    rules, secret, rows = knuth.rules, parse_code("FEDC", knuth.rules), []
    place = guide.locator(".why")
    assert not place.get_by_role("paragraph").is_visible()
    place.get_by_text("Why this guess?").click()
    while not rows or rows[-1][1] != 40:
        if len(rows) == 1:
            guide.get_by_role("button", name="I played another guess").click()
            enter(guide, parse_code("AAAA", rules), words)
        guess = guess_of(guide, words)
        left = consistent(rules.codes(), rows, rules)
        given = Counter(feedback(guess, code, rules) for code in left)
        stay = {answer: 0 if answer == 40 else count for answer, count in given.items()}
        average = sum(count * stay[answer] for answer, count in given.items()) / len(left)
        shown = f"{average:.1f}" if average < 10 else f"{average:.0f}"
        right = "could be right itself." if guess in left else "cannot be right itself."
        text = (
            f"{len(left):,} codes possible; whatever the answer, at most {max(stay.values())} stay"
        )
        text = f"{text}, {shown} on average; it {right}"
        if len(left) == 1:
            text = f"1 code possible; it {right}"
        assert place.get_by_role("paragraph").inner_text() == text
        bars = place.get_by_role("listitem").all()
        assert [(pictures(bar), bar.locator(".count").inner_text()) for bar in bars] == [
            ([words.answer(answer)], f"{given[answer]:,}") for answer in sorted(given)
        ]
        widths = bar_widths(place)
        scale = max(widths) / max(given.values())
        expected = [max(1, scale * given[answer]) for answer in sorted(given)]
        assert widths == pytest.approx(expected, abs=0.1)
        rows.append((guess, feedback(guess, secret, rules)))
        click(guide, rows[-1][1], rules)


@pytest.mark.slow
def test_answers_can_be_undone(guide, words):
    undo = guide.get_by_role("button", name="Undo")
    for way in ("Undo", "Backspace", "u"):
        assert undo.is_disabled()
        seen = []
        for given in (11, 21, 21, 40):
            seen.append((fragment(guide), guess_of(guide, words)))
            click(guide, given, words.rules)
        for address, guess in reversed(seen):
            undo.click() if way == "Undo" else guide.keyboard.press(way)
            assert (fragment(guide), guess_of(guide, words)) == (address, guess)
    guide.keyboard.press("Backspace")
    assert fragment(guide) == "guide"


@pytest.mark.slow
def test_answer_can_be_changed(guide, knuth, words):
    for given in (11, 21):
        click(guide, given, words.rules)
    before = fragment(guide)
    change = guide.get_by_role("button", name="Change the answer to guess 1")
    change.click()
    assert heading(guide) == "Change the answer to guess 1"
    assert answer(guide, 11, words.rules).get_attribute("aria-pressed") == "true"
    guide.keyboard.press("Escape")
    assert (heading(guide), fragment(guide)) == ("The answer to guess 3?", before)
    change.click()
    click(guide, 20, words.rules)
    assert fragment(guide) == before.replace("/AABB/11/", "/AABB/20/")
    player = Codebreaker(knuth)
    player.observe(20, parse_code("AABB", knuth.rules))
    player.observe(21, parse_code(before.split("/")[3], knuth.rules))
    assert guess_of(guide, words) == player.guess
    guide.get_by_role("button", name="Undo").click()
    assert fragment(guide) == before
    change.click()
    guide.keyboard.type("40")
    assert (heading(guide), fragment(guide)) == ("Found with guess 1!", "guide/AABB/40")


@pytest.mark.slow
def test_one_wrong_answer_is_found(knuth, guide, words):
    """After a first answer that is wrong, the game goes on until no secret agrees."""
    secret = parse_code("CEFC", knuth.rules)
    first, true = knuth.root.guess, feedback(knuth.root.guess, secret, knuth.rules)
    press_digits(guide, true + 10, knuth.rules)
    while heading(guide) != WRONG:
        press_digits(guide, feedback(guess_of(guide, words), secret, knuth.rules), knuth.rules)
    more = guide.get_by_role("button", name="more")
    if more.count():
        more.click()
    name = f"guess 1: {words.answer(true + 10)} should be {words.answer(true)}"
    guide.get_by_role("button", name=name).click()
    assert fragment(guide).startswith(f"guide/{format_code(first, knuth.rules)}/{true:02}/")
    while guide.locator("#current").count():
        press_digits(guide, feedback(guess_of(guide, words), secret, knuth.rules), knuth.rules)
    assert words.read(guide.locator(".desk .code").get_attribute("aria-label")) == secret


def test_two_wrong_answers_need_going_back(show, knuth):
    page = show(knuth, "guide/AABB/00/AABB/40/CCDD/00")  # the link ends at the right guess
    assert heading(page) == WRONG
    page = show(knuth, "guide/AABB/00/AABB/10/AABB/20")
    assert heading(page) == WRONG
    assert page.get_by_text("Two or more of them are wrong.").is_visible()
    assert page.get_by_role("region", name=WRONG).get_by_role("listitem").count() == 0
    page.get_by_role("button", name="Back").click()
    assert page.get_by_text("Which one was it?").is_visible()
    page.get_by_role("button", name="Back").click()
    assert (heading(page), fragment(page)) == ("The answer to guess 2?", "guide/AABB/00")


@pytest.mark.slow
def test_inconsistent_answer_can_be_changed_on_the_board(show, knuth, words):
    page = show(knuth, "guide/AABB/00/AABB/10")
    page.get_by_role("button", name="Change the answer to guess 1").click()
    assert heading(page) == "Change the answer to guess 1"
    click(page, 10, words.rules)
    assert (heading(page), fragment(page)) == ("The answer to guess 3?", "guide/AABB/10/AABB/10")


@pytest.mark.slow
def test_answer_impossible_for_any_secret_is_refused(guide):
    assert guide.get_by_role("button", name="3 black, 1 white").is_disabled()
    guide.keyboard.type("31")
    assert "no code can get this answer" in said(guide)
    guide.keyboard.type("99")
    assert fragment(guide) == "guide"
    guide.keyboard.type("11")
    assert fragment(guide) == "guide/AABB/11"


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["4p6c-distinct", "3p2c"])
def test_own_guesses_can_replace_those_of_the_tree(rules, show):
    tree, draw = build_tree("knuth", rules), random.Random(rules)
    page, words = show(tree, "guide"), Words(tree.rules)
    secret, player = draw.choice(list(tree.rules.codes())), Codebreaker(tree)
    while not player.solved:
        assert guess_of(page, words) == player.guess
        guess = player.guess
        if len(player.history) < 2:
            guess = draw.choice(list(tree.rules.codes()))
            page.get_by_role("button", name="I played another guess").click()
            enter(page, guess, words)
            assert guess_of(page, words) == guess
        player.observe(feedback(guess, secret, tree.rules), guess)
        click(page, player.history[-1][1], tree.rules)
    assert heading(page) == f"Found with guess {len(player.history)}!"


PROMISE = "at most 5 guesses"
STEP = "You left the strategy: this is the best next step."
LEFT = "This game has left the strategy, so its promise of 5 guesses does not hold here."


@pytest.mark.slow
def test_off_the_tree_maximum_is_no_longer_promised(show, knuth, words):
    page = show(knuth, "guide/ABCD/04/EFAB/11")
    footer = page.locator("footer")
    known = page.get_by_role("complementary", name="What is known")
    left = [words.read(name) for name in pictures(known)]
    assert len(left) == 2
    assert guess_of(page, words) in left
    assert known.get_by_text(STEP).is_visible()
    assert known.get_by_text("At most 2 guesses still needed.").is_visible()
    assert page.get_by_role("link", name="Show in the tree").count() == 0
    assert LEFT in footer.inner_text()
    assert PROMISE not in footer.inner_text()
    page.get_by_role("button", name="I played another guess").click()
    enter(page, parse_code("AAAA", knuth.rules), words)
    assert known.get_by_text(LEFT).is_visible()
    assert page.get_by_text("still needed").count() == 0
    page.get_by_role("button", name="New game").click()
    assert PROMISE in footer.inner_text()
    assert page.get_by_text(LEFT).count() == 0
    go(page, "guide/AAAA/00")  # 625 secrets are left, whose games are not counted
    assert page.get_by_text(STEP).is_visible()
    assert page.get_by_text("still needed").count() == 0


@pytest.mark.slow
def test_one_answer_is_offered_where_one_code_is_left(show, knuth, words):
    page = show(knuth, "guide")
    secret = parse_code("FEDC", knuth.rules)
    while page.locator(".answer").count() > 1:
        click(page, feedback(guess_of(page, words), secret, knuth.rules), knuth.rules)
    assert page.locator(".known").get_by_text("1 code still possible").is_visible()
    only = page.get_by_role("group", name="Answers").get_by_role("button")
    assert [one.get_attribute("aria-label") for one in only.all()] == ["4 black, 0 white"]
    page.keyboard.type("22")
    assert heading(page) == WRONG
    press(page, "Back")
    press(page, "Another answer")
    assert page.locator(".answer").count() == 15
    assert page.locator(".answer:focus").get_attribute("aria-label") == "4 black, 0 white"
    page.keyboard.press("Enter")
    assert heading(page).startswith("Found with guess")


@pytest.mark.slow
def test_own_guess_is_typed(guide, words):
    guide.get_by_role("button", name="I played another guess").click()
    guide.keyboard.type("FXEDaB")  # X is not a colour; B takes the last place
    guide.keyboard.press("Backspace")
    guide.keyboard.type("c")
    guide.keyboard.press("Enter")
    assert guess_of(guide, words) == parse_code("FEDC", words.rules)
    guide.get_by_role("button", name="I played another guess").click()
    guide.get_by_role("button", name="Back", exact=True).click()
    assert heading(guide) == "2. Tap the answer you get."


@pytest.mark.slow
def test_game_survives_reload_and_opens_from_link(guide, words, show, knuth):
    for given in (11, 21):
        click(guide, given, words.rules)
    address, guess = fragment(guide), guess_of(guide, words)
    reload(guide)
    assert (fragment(guide), guess_of(guide, words)) == (address, guess)
    assert guess_of(show(knuth, address), words) == guess
    follow(guide.get_by_role("link", name="mmtree, to the start"))
    follow(guide.get_by_role("link", name="Continue: guess 3"))
    assert (fragment(guide), guess_of(guide, words)) == (address, guess)


@pytest.mark.slow
def test_last_game_is_offered_if_its_tree_is_on_the_page(show, knuth, koyama_lai):
    """Pages of the same origin share the local storage."""
    link = {"name": "Continue: guess 2"}
    both = show({"knuth": knuth, "best": koyama_lai}, "best/guide/AABC/11")
    stored = both.evaluate("localStorage.mmtree")
    for tree, offered in ((koyama_lai, "#guide/AABC/11"), (knuth, None)):
        page = show(tree)
        reload_with(page, stored)
        links = page.get_by_role("link", **link).all()
        assert [each.get_attribute("href") for each in links] == ([offered] if offered else [])
    follow(both.get_by_role("link", name="mmtree, to the start"))
    assert both.get_by_role("link", **link).get_attribute("href") == "#best/guide/AABC/11"


@pytest.mark.slow
def test_unknown_answers_take_the_promise_back(show, knuth, words):
    page = show(knuth, "guide")
    press(page, "Nobody knows")
    assert page.get_by_text("so the promise (at most 5) no longer holds").is_visible()
    player = Codebreaker(knuth)
    player.observe(None)
    assert guess_of(page, words) == player.guess
    page.keyboard.type("10?")
    player.observe(10)
    assert page.url.endswith(f"#guide/AABB/?/{player.history[1][0]}/10/{player.guess}/?")
    player.observe(None)
    reload(page)
    assert guess_of(page, words) == player.guess
    press(page, "Change the answer to guess 1: Nobody knows")
    page.keyboard.type("10")
    player.revise(0, 10)
    press(page, "Change the answer to guess 2: 1 black, 0 white")
    press(page, "Nobody knows")
    player.revise(1, None)
    assert guess_of(page, words) == player.guess
