"""The page plays games that are not classic: house rules, words and tables."""

import re
from dataclasses import replace
from urllib.parse import quote

import pytest

from mmtree import build_tree, feedback, format_code, format_feedback, parse_code
from mmtree.errors import ExportError
from mmtree.export.html import other_games
from mmtree.export.html.html import page
from mmtree.game.make_table import table_rules
from mmtree.game.word_rules import word_rules
from mmtree.play.codebreaker import Codebreaker

from support.expected_games import tree_of
from support.webpage import Words, go, heading, pictures, press, said, violations


def script_of(*trees):
    """Return the script of a page."""
    made = page([("tree", tree) for tree in trees])
    return re.search(rb'<script type="module">(.*)</script>', made, re.S)[1].decode()


def test_page_has_only_the_modules_that_its_games_need(knuth):
    classic = script_of(knuth)
    assert not re.search("OtherRules|WordRules|TableRules|markRight|wordsOf", classic)
    words = script_of(tree_of("words"), knuth)
    assert all(name in words for name in ("WordRules", "markRight", "wordsOf"))
    assert not re.search("TableRules|tableOf|distinctSecrets =", words)


def test_page_refuses_too_many_answers_to_look_up(monkeypatch):
    monkeypatch.setattr(other_games, "COMPUTED", ())
    monkeypatch.setattr(other_games, "MAX_CELLS", 64 * 27 - 1)
    with pytest.raises(ExportError, match=r"^3p3c-holes: a page has at most 1727 .* needs 1728$"):
        page([("tree", tree_of("holes"))])


@pytest.mark.parametrize("name", ["words", "table"])
def test_games_without_colours_refuse_names_of_colours(name):
    with pytest.raises(ExportError, match=r"has no colours: leave out their names$"):
        page([("tree", tree_of(name))], names="red,green")


def give_marks(page, answer, rules):
    """Tap the tile of each place as often as its mark needs, then give the answer, unless it is the only one."""
    pad = page.get_by_role("group", name="Answers").get_by_role("button")
    if pad.count() == 1:
        return pad.click()
    for place, mark in enumerate(format_feedback(answer, rules)):
        for _ in range("-~+".index(mark)):
            pad.nth(place).click()
    return press(page, "This is the answer")


def type_marks(page, answer, rules):
    """Type the marks, which moves the focus to the button."""
    page.keyboard.type(format_feedback(answer, rules))
    page.keyboard.press("Enter")


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("give", [give_marks, type_marks])
def test_marks_are_tapped_or_typed(give, show):
    tree = tree_of("places")
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
def test_tile_says_its_place_colour_and_mark(show):
    opened = show(tree_of("right"), "guide")
    tile = opened.get_by_role("group", name="Answers").get_by_role("button").first
    before = tile.get_attribute("aria-label")
    assert re.fullmatch(r"Place 1, [ABC] \w+: wrong", before)
    tile.press("Enter")
    assert tile.get_attribute("aria-label") == before.replace("wrong", "right")
    assert tile.evaluate("(tile) => tile === document.activeElement")


def enter_word(page, word, rules):
    """Click the letters of a word, then OK."""
    keys = page.get_by_role("group", name="Letters")
    for letter in word:
        name = re.compile(f"^{rules.symbol(rules.alphabet.index(letter))}(:|$)")
        keys.get_by_role("button", name=name).click()
    press(page, "Guess")


@pytest.mark.slow
def test_letters_and_keys_show_their_marks(show):
    rules = word_rules(["crane", "crown", "money", "train", "fuzzy"], ["brown"])
    opened = show(build_tree("entropy", rules), "play")
    opened.evaluate("mmtree.app.set({ secret: mmtree.app.tree.rules.find('crown'), guesses: [] })")
    for word in ("crane", "money"):
        opened.keyboard.type(word)
        opened.keyboard.press("Enter")
    row = opened.locator(".board .row").first
    assert pictures(row) == ["crane", "right, right, nowhere, elsewhere, nowhere"]
    assert row.locator(".sign").all_text_contents() == [*"++–~–"]
    fills = row.locator(".peg > :first-child").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).fill)"
    )
    green, yellow, grey = (fills[at] for at in (0, 3, 2))
    assert fills == [green, green, grey, yellow, grey]
    assert len({green, yellow, grey, "rgb(251, 247, 236)"}) == 4
    keys = opened.get_by_role("group", name="Letters").locator("button")
    names = keys.evaluate_all("(all) => all.map(({ ariaLabel }) => ariaLabel)")
    marked = ["E: nowhere", "R: right", "Y: nowhere", "O: elsewhere", "A: nowhere", "C: right"]
    assert [name for name in names if ":" in name] == [*marked, "N: elsewhere", "M: nowhere"]
    assert [name[0] for name in names] == [*"WERTYUIOAFZCBNM"]
    back = "(key) => getComputedStyle(key).backgroundColor"
    for name, color in (("C: right", green), ("O: elsewhere", yellow), ("M: nowhere", grey)):
        assert opened.get_by_role("button", name=name).evaluate(back) == color
    press(opened, "Give up")
    assert pictures(opened.locator(".cards > li").first)[:2] == pictures(row)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("locale", "words", "rows"),
    [
        ("en-GB", ["fjord", "waltz", "nymph", "gucks"], "WRTYUOP ASDFGHJKL ZCNM"),
        ("de-DE", ["fjörd", "waltz", "nymph"], "WRTZP ADFHJLÖ YNM"),
        ("fr-FR", ["éclat", "zèbre", "aqwzm"], "AZERT QLM WCB ÈÉ"),
        ("en-GB", ["אבשם", "מאבש", "שבאם"], "אבםמש"),
    ],
)
def test_keyboard_has_the_layout_of_the_language(locale, words, rows, show):
    opened = show(build_tree("entropy", word_rules(words)), "play", locale=locale)
    opened.locator("[data-focus=random]").click()
    shown = opened.locator(".letters > div").all_inner_texts()
    assert [re.sub(r"\s", "", row) for row in shown] == rows.split()


def test_word_is_guessed_on_the_letter_keyboard(show):
    tree = tree_of("words")
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
    give_marks(opened, rules.all_right, rules)
    assert opened.get_by_role("heading", name="Found with guess 2!").is_visible()


@pytest.mark.slow
def test_word_of_the_day_is_played_and_reviewed(show):
    rules = tree_of("words").rules
    opened = show(tree_of("words"), "play/today")
    secret = opened.evaluate("mmtree.app.state.secret")
    for word in (rules.other_words[0], format_code(list(rules.codes())[secret], rules).lower()):
        enter_word(opened, word, rules)
    assert opened.get_by_role("heading", name="Found with guess 2!").is_visible()
    assert opened.get_by_role("heading", name="What each guess was worth").is_visible()


@pytest.mark.slow
def test_secret_of_a_friend_must_be_possible(show):
    opened = show(tree_of("holes"), "play")
    press(opened, "Set a code")
    opened.keyboard.type("a.b")
    assert opened.get_by_role("alert").inner_text() == "This cannot be the secret."
    assert opened.get_by_role("button", name="Set", exact=True).is_disabled()


@pytest.mark.slow
def test_guess_that_is_no_longer_possible_is_refused(show):
    opened = show(tree_of("consistent"), "guide")
    opened.keyboard.type("00")
    press(opened, "I played another guess")
    code = opened.evaluate("mmtree.app.tree.rules.text(mmtree.app.state.rows[0].guess)")
    opened.keyboard.type(code)
    assert opened.get_by_role("alert").inner_text().startswith("This contradicts an answer")


def ask(page, tree, secret):
    """Answer all questions about a secret."""
    player = Codebreaker(tree)
    while not player.solved:
        assert page.locator("#current .name").inner_text() == str(player.guess)
        answer = feedback(player.guess, secret, tree.rules)
        page.locator(".pad").get_by_role("button", name=str(answer), exact=True).click()
        player.observe(answer)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("locale", "end"), [("en-GB", "It is {}."), ("fr-FR", "C’est {}.")])
def test_table_is_asked_until_the_secret_is_named(locale, end, show):
    tree, secret = tree_of("table"), 40
    opened = show(tree, "guide", locale=locale)
    ask(opened, tree, secret)
    name = tree.rules.symbol(secret)
    assert heading(opened) == end.format(name)
    assert said(opened) == end.format(name)
    go(opened, "")
    assert opened.locator(".action.again").count() == 0


@pytest.mark.slow
def test_other_question_of_a_table_is_chosen_by_name(show):
    opened = show(tree_of("table"), "guide")
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
    tree = build_tree("entropy", rules)
    opened = show(tree, "guide")
    ask(opened, tree, rules.named(HOSTILE[2]))
    assert heading(opened) == f"It is {HOSTILE[2]}."
    assert opened.locator("i, img:not(.logo img), .board b").count() == 0


@pytest.mark.slow
def test_table_is_not_played_against_the_page(show):
    opened = show(tree_of("table"), "play")
    assert opened.get_by_role("navigation").get_by_role("link").all_inner_texts() == [
        "Guide",
        "Explore",
    ]
    assert opened.get_by_role("heading", name="1. Ask").count() == 0
    assert opened.locator(".home").is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["words", "table", "places"])
def test_other_games_are_accessible_and_fit_a_phone(name, show):
    opened = show(
        {name: tree_of(name), "other": tree_of(name)}, viewport={"width": 360, "height": 740}
    )
    code = opened.evaluate("mmtree.app.tree.rules.text(mmtree.app.tree.nodes.guess[0])")
    found = []
    for screen in ("", "guide", f"guide/{code}/0", "play", "play/today", "explore"):
        go(opened, f"{name}/{screen}")
        found += violations(opened)
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen
    assert found == []


@pytest.mark.slow(after=0)
def test_page_draws_and_averages_by_weight(show):
    rules = replace(word_rules(["alder", "birch", "cedar"]), weights=(120, 2, 30))
    opened = show(build_tree("koyama-lai", rules), "explore")
    assert "average 1.21." in opened.inner_text("main")
    assert "1.21 on average, 2 at most (weighted by likelihood)" in opened.inner_text("main")
    for drawn, secret in (
        (119, "alder"),
        (120, "birch"),
        (121, "birch"),
        (122, "cedar"),
        (151, "cedar"),
    ):
        low = drawn << 12  # the upper 20 bits of the second number drawn
        opened.evaluate(f"void (crypto.getRandomValues = (numbers) => numbers.set([0, {low}]))")
        go(opened, "play")
        press(opened, "Begin")
        press(opened, "Give up")
        assert said(opened) == f"The secret is {secret}"
    go(opened, "play")
    press(opened, "Begin")
    opened.keyboard.type("cedar")
    press(opened, "Guess")
    press(opened, "What are skill and luck?")
    assert "count secrets, not their weights" in opened.get_by_role("dialog").inner_text()


@pytest.mark.slow
def test_long_names_and_answers_fit_a_phone(show):
    cells = [["n" * 20, "k" * 20, "yes"], ["no", "yes", "no"]]
    rules = table_rules(["q" * 60, "Q" * 60], [letter * 60 for letter in "rst"], cells)
    opened = show(build_tree("entropy", rules), "guide", viewport={"width": 360, "height": 740})
    for screen in ("guide", "guide/0/00", "guide/1/01", "explore", f"explore/={rules.secrets + 1}"):
        go(opened, screen)
        for more in opened.locator("summary").all():
            more.click()
        assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth"), screen


@pytest.mark.slow(after=1)
def test_words_are_set_from_right_to_left(show):
    opened = show(tree_of("hebrew"), "guide")
    for tile in (".row.current .code svg", "[data-tile]"):
        places = [one.bounding_box()["x"] for one in opened.locator(tile).all()]
        assert len(places) == 4
        assert places == sorted(places, reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("hard", [True, False])
def test_guess_that_answers_forbid_is_refused_on_the_page(hard, show):
    words = ["slate", "stale", "least", "scale"]
    others = ["shade", "tales"]
    tree = build_tree("entropy", word_rules(words, others, hard=hard, consistent=not hard))
    opened = show(tree, "guide")
    player = Codebreaker(tree)
    for own in ("stale", None):
        if own:
            press(opened, "I played another guess")
            enter_word(opened, own, tree.rules)
        code = tree.rules.named(own) if own else player.guess
        current = opened.locator("#current").get_by_role("img")
        assert current.get_attribute("aria-label") == format_code(code, tree.rules).lower()
        if own:
            given = feedback(code, tree.rules.named("slate"), tree.rules)
            player.observe(given, code)
            give_marks(opened, given, tree.rules)
    press(opened, "I played another guess")
    opened.keyboard.type("shade")
    texts = ("This contradicts an answer", "Not allowed in hard mode")
    assert opened.get_by_role("alert").inner_text().startswith(texts[hard])
    for _ in range(5):
        opened.keyboard.press("Backspace")
    opened.keyboard.type("slate")
    assert opened.get_by_role("alert").count() == 0
