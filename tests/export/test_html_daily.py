"""Today's code: from date and rules, one try a day, with streak, histogram and a result to share."""

import json
from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest

from mmtree import PegRules, build_tree, feedback, format_code, parse_code
from mmtree.play.review import review

from support.webpage import (
    CLIPBOARD,
    Words,
    code_of_day,
    follow,
    go,
    heading,
    press,
    reload,
    type_letters,
    wait,
)

MASTERMIND = PegRules(4, 6)
DAY = date(2026, 11, 26)
NOON = "2026-11-26T12:00:00"
STORED = [
    *("", "{", "5", "null", "[]", '"4p6c"', '{"4p6c":5}', '{"4p6c":"2026-11-26"}', '{"4p6c":[[]]}'),
    *('{"4p6c":{"2026-11-26":5}}', '{"4p6c":{"2026-11-26":null}}', '{"4p6c":{"2026-11-26":""}}'),
    *('{"4p6c":{"2026-11-26":"GGGG/AABBC"}}', '{"4p6c":{"today":"AABB","2026-1-1":"AABB"}}'),
    '{"4p6c":{"__proto__":"AABB","9999-99-99":"AABB/end","0000-00-00":"end"}}',
]


def letters(day, rules=MASTERMIND):
    return format_code(code_of_day(rules, day), rules)


def open_day(page, time=NOON):
    """Open today's code at a local time."""
    page.clock.set_fixed_time(time)
    go(page, "play")
    go(page, "play/today")


def guess(page, text, words):
    type_letters(page, parse_code(text, words.rules), words)


def store(page, games):
    text = games if isinstance(games, str) else json.dumps(games)
    page.evaluate("(text) => localStorage.setItem('mmtree-days', text)", text)


def stored(page):
    return json.loads(page.evaluate("localStorage.getItem('mmtree-days')"))


def card(page):
    """Return the text of the link to today's code in the mode Play."""
    go(page, "")
    go(page, "play")
    return page.locator("a.today").inner_text()


def bars(page):
    """Return label and count of each bar of the user's results."""
    return [
        (bar.locator(".number").inner_text(), bar.locator(".count").inner_text())
        for bar in page.locator(".histogram li").all()
    ]


def found(n):
    """Return the stored game of a day that was found with guess n."""
    return lambda day: "/".join(
        [*["AABB" if letters(day) != "AABB" else "ABCD"] * (n - 1), letters(day)]
    )


def test_codes_of_days_are_uniform():
    """As random codes would be: 344 of 400 differ, and each colour is 67 times in each place."""
    codes = [letters(DAY + timedelta(n)) for n in range(400)]
    assert 325 < len(set(codes)) < 363
    assert not [code for code, after in pairwise(codes) if code == after]
    for place in zip(*codes, strict=True):
        times = Counter(place).values()
        assert len(times) == 6
        assert all(40 < count < 95 for count in times)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("zone", "day"), [("Pacific/Auckland", "2026-11-27"), ("America/Los_Angeles", "2026-11-26")]
)
def test_local_date_decides(zone, day, knuth, words, show):
    page = show(knuth, timezone_id=zone)
    open_day(page, "2026-11-26T18:00:00Z")
    guess(page, letters(day), words)
    assert heading(page) == "Found with guess 1!"
    assert stored(page) == {"4p6c": {day: letters(day)}}


@pytest.mark.slow
def test_one_try_a_day_survives_reload(knuth, words, show):
    page = show(knuth, "play")
    assert page.locator("a.today").inner_text() == "Today's code"
    assert page.get_by_text("stores nothing").count() == 0
    page.clock.set_fixed_time(NOON)
    follow(page.locator("a.today"))
    assert heading(page) == "Your guess 1"
    for name in ("Suggest a guess", "Challenge a friend"):
        assert page.get_by_role("button", name=name).count() == 0
    guess(page, "AABB", words)
    reload(page)
    assert page.url.endswith("#play/today")
    assert heading(page) == "Your guess 2"
    assert card(page) == "Go on with today's code"
    follow(page.locator("a.today"))
    guess(page, letters(DAY), words)
    for _ in range(2):
        assert heading(page) == "Found with guess 2!"
        assert page.get_by_role("group", name="Your code").count() == 0
        reload(page)
    assert card(page) == "Today's code: found with guess 2, 1 day in a row"
    follow(page.locator("a.today"))
    assert heading(page) == "Found with guess 2!"


@pytest.mark.slow
def test_another_game_can_be_played_before_todays_code_is_found(knuth, words, show):
    page = show(knuth, "guide/AABB/11")
    open_day(page)
    guess(page, "AABB", words)
    assert page.evaluate("mmtree.app.last.fragment") == "guide/AABB/11"
    follow(page.get_by_role("navigation").get_by_role("link", name="Play"))
    press(page, "Begin")
    guess(page, "AABC", words)
    press(page, "Give up")
    press(page, "New game")
    follow(page.get_by_role("link", name="Go on with today's code"))
    assert heading(page) == "Your guess 2"


@pytest.mark.slow
def test_giving_up_is_asked_and_ends_the_streak(knuth, words, show):
    page, yesterday = show(knuth), DAY - timedelta(1)
    store(page, {"4p6c": {str(yesterday): found(3)(yesterday)}})
    open_day(page)
    assert card(page) == "Today's code, 1 day in a row"
    go(page, "play/today")
    guess(page, "AABB", words)
    page.once("dialog", lambda dialog: dialog.dismiss())
    press(page, "Give up")
    assert heading(page) == "Your guess 2"
    page.once("dialog", lambda dialog: dialog.accept())
    press(page, "Give up")
    assert heading(page) == "The secret was"
    assert stored(page)["4p6c"][str(DAY)] == "AABB/end"
    assert card(page) == "Today's code: not found"
    go(page, "play/today")
    page.evaluate("() => { navigator.share = async ({ text }) => { globalThis.sent = text; }; }")
    press(page, "Share the result")
    head = "Mastermind: not found, strategy 5, skill 100\n2026-11-26\n"
    assert page.evaluate("sent").startswith(head)


STREAKS = [
    ({1: 4, 2: 5, 3: 3}, 4),
    ({2: 4, 3: 3}, 1),
    ({1: "AABB", 2: 4}, 1),
    ({1: "AABB/end", 2: 4}, 1),
    ({1: 9, 2: 1, 3: "end", 4: 4}, 3),
    ({-1: 4, 1: 2, 270: 5}, 2),
    (dict.fromkeys(range(1, 400), 4), 400),
]
"""Games by days ago, as guesses or stored text, and the days in a row if today's code is found."""


@pytest.mark.slow
def test_streak_and_histogram_are_those_of_the_stored_games(knuth, words, show):
    page = show(knuth)
    for ago, streak in STREAKS:
        games, counts = {}, Counter()
        for days, game in ago.items():
            day = DAY - timedelta(days)
            games[str(day)] = found(game)(day) if isinstance(game, int) else game
            if isinstance(game, int):
                counts["6+" if game > 5 else str(game)] += 1
            elif game.endswith("end"):
                counts["X"] += 1
        store(page, {"4p6c": games})
        open_day(page)
        guess(page, letters(DAY), words)
        counts["1"] += 1
        assert bars(page) == [
            (label, f"{counts[label]}" + (" ← this game" if label == "1" else ""))
            for label in ("1", "2", "3", "4", "5", "6+", "X")
        ]
        number = f"{counts.total()} day" + "s" * (counts.total() > 1)
        row = f"{streak} day" + "s" * (streak > 1)
        caption = page.locator(".histogram figcaption").inner_text()
        assert caption == f"Your results of {number}, {row} in a row"


@pytest.mark.slow
def test_result_is_copied_without_the_code(knuth, words, show):
    page = show(knuth, **CLIPBOARD)
    open_day(page)
    tried = ["AABB", "ABCD", "EEFF"]
    for text in [*tried, letters(DAY)]:
        guess(page, text, words)
    press(page, "Share the result")
    page.locator("#toast").wait_for()
    secret, rules = code_of_day(words.rules, DAY), words.rules
    answers = [feedback(parse_code(text, rules), secret, rules) for text in tried] + [40]
    pegs = ["⚫" * (answer // 10) + "⚪" * (answer % 10) or "–" for answer in answers]
    judged = review(knuth, [parse_code(text, rules) for text in tried] + [secret], secret)
    head = f"Mastermind: 4 guesses, strategy {len(judged.tree_game)}, skill {judged.skill}"
    expected = [head, "2026-11-26", *pegs]
    assert page.evaluate("navigator.clipboard.readText()").splitlines() == expected


@pytest.mark.slow
def test_share_sheet_that_is_closed_or_refused_and_text_that_cannot_be_copied(knuth, words, show):
    page = show(knuth)
    open_day(page)
    guess(page, letters(DAY), words)
    for error, copies in (("AbortError", 0), ("NotAllowedError", 1)):
        page.evaluate(
            """(name) => {
              globalThis.copies = [];
              navigator.clipboard.writeText = async (text) => copies.push(text);
              navigator.share = async () => { throw new DOMException("no", name); };
            }""",
            error,
        )
        press(page, "Share the result")
        counted = "new Promise((done) => setTimeout(() => done(copies.length), 50))"
        assert page.evaluate(counted) == copies
    page.evaluate("() => { navigator.clipboard.writeText = async () => { throw new Error(); }; }")
    press(page, "Share the result")
    text = page.get_by_role("dialog").get_by_role("textbox").input_value()
    assert text == "Mastermind: 1 guess, strategy 5, skill 100\n2026-11-26\n⚫⚫⚫⚫"


@pytest.mark.slow
def test_foreign_or_edited_stored_games_do_no_harm(knuth, words, show):
    page = show(knuth)
    for games in STORED:
        store(page, games)
        open_day(page)
        assert heading(page) == "Your guess 1", games
        guess(page, "ABCD", words)
        assert stored(page)["4p6c"][str(DAY)] == "ABCD", games
        assert card(page) == "Go on with today's code", games
    for text, expected in (
        (f"AABB/{letters(DAY)}/CCDD", "Found with guess 2!"),
        ("AABB/xx/CCDD", "Your guess 2"),
        ("end", "The secret was"),
    ):
        store(page, {"4p6c": {str(DAY): text}})
        open_day(page)
        assert heading(page) == expected, text


@pytest.mark.slow
def test_page_without_storage_plays_todays_code(knuth, words, show):
    page = show(knuth)
    page.evaluate(
        "() => Object.defineProperty(globalThis, 'localStorage', { get() { throw new Error(); } })"
    )
    open_day(page)
    assert page.get_by_text("This browser stores nothing here").is_visible()
    guess(page, "AABB", words)
    assert card(page) == "Go on with today's code"
    follow(page.locator("a.today"))
    guess(page, letters(DAY), words)
    assert heading(page) == "Found with guess 2!"
    caption = page.locator(".histogram figcaption").inner_text()
    assert caption == "Your results of 1 day, 1 day in a row"


@pytest.mark.slow
def test_clock_that_goes_back(knuth, words, show):
    page = show(knuth)
    open_day(page)
    guess(page, letters(DAY), words)
    page.clock.set_fixed_time("2026-11-25T12:00:00")
    assert card(page) == "Today's code"
    follow(page.locator("a.today"))
    guess(page, letters("2026-11-25"), words)
    assert card(page) == "Today's code: found with guess 1, 1 day in a row"
    page.clock.set_fixed_time(NOON)
    assert card(page) == "Today's code: found with guess 1, 2 days in a row"


@pytest.mark.slow
def test_game_counts_for_the_day_when_it_began(knuth, words, show):
    page, tomorrow = show(knuth), DAY + timedelta(1)
    open_day(page, "2026-11-26T23:59:00")
    guess(page, "AABB", words)
    page.clock.set_fixed_time("2026-11-27T00:01:00")
    guess(page, letters(DAY), words)
    assert heading(page) == "Found with guess 2!"
    assert stored(page) == {"4p6c": {str(DAY): f"AABB/{letters(DAY)}"}}
    press(page, "Today's code")
    assert heading(page) == "Your guess 1"
    guess(page, letters(tomorrow), words)
    caption = page.locator(".histogram figcaption").inner_text()
    assert caption == "Your results of 2 days, 2 days in a row"


@pytest.mark.slow
def test_time_to_the_next_code_counts_down(knuth, words, show):
    page = show(knuth)
    page.clock.install(time="2026-11-26T22:57:30")
    go(page, "play/today")
    guess(page, letters(DAY), words)
    text = page.get_by_text("The next code comes in")
    assert text.inner_text() == "The next code comes in 1 h 3 min."
    page.clock.run_for(60_000)
    assert text.inner_text() == "The next code comes in 1 h 2 min."
    page.clock.run_for(3_600_000)
    assert text.inner_text() == "The next code comes in 0 h 2 min."
    page.clock.run_for(120_000)
    assert text.count() == 0
    press(page, "Today's code")
    assert heading(page) == "Your guess 1"


@pytest.mark.slow
def test_second_window_goes_on_with_the_same_try(knuth, words, show):
    first = show(knuth)
    open_day(first)
    second = first.context.new_page()
    second.goto(first.url)
    wait(second)
    open_day(second)
    guess(first, "AABB", words)
    guess(second, "CCDD", words)
    assert second.locator(".board").get_by_role("img").first.get_attribute("aria-label") == (
        words.code(parse_code("AABB", words.rules))
    )
    assert stored(second) == {"4p6c": {str(DAY): "AABB/CCDD"}}


@pytest.mark.slow
def test_results_are_deleted_on_request(knuth, words, show):
    page = show(knuth)
    store(page, {"5p8c": {"2026-11-25": "AABBC"}})
    open_day(page)
    guess(page, letters(DAY), words)
    page.once("dialog", lambda dialog: dialog.dismiss())
    press(page, "Delete my results")
    assert set(stored(page)) == {"4p6c", "5p8c"}
    page.once("dialog", lambda dialog: dialog.accept())
    press(page, "Delete my results")
    assert stored(page) == {}
    assert page.locator("a.today").inner_text() == "Today's code"


@pytest.mark.slow
def test_trees_of_the_same_rules_have_the_same_code(knuth, koyama_lai, show):
    small = build_tree("knuth", "3p4c-distinct")
    page = show({"knuth": knuth, "best": koyama_lai, "small": small}, "best/play")
    page.clock.set_fixed_time(NOON)
    go(page, "best/play/today")
    guess(page, "AABB", Words(knuth.rules))
    go(page, "knuth/play/today")
    assert heading(page) == "Your guess 2"
    go(page, "small/play/today")
    assert heading(page) == "Your guess 1"
    guess(page, letters(DAY, small.rules), Words(small.rules))
    assert heading(page) == "Found with guess 1!"
