"""HTML sheets on a phone: games are played by tapping, one row at a time, without a script."""

import pytest

from mmtree import build_tree, feedback, parse_code
from mmtree.show.sheets.html import html
from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.spoken_text import spoken_cell, spoken_code

from support.expected_games import games

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "java_script_enabled": False,
}
NUMBERED = ["card", "table", "booklet"]


@pytest.fixture
def show(browser, tmp_path):
    """Opens a sheet on a phone: show(tree, style, option of a sheet=…)."""
    opened = []

    def open_sheet(tree, style, viewport=PHONE["viewport"], **options):
        file = tmp_path / f"{style}.html"
        file.write_text("".join(html(Sheet(tree, style, **options), "a4")), encoding="utf-8")
        page = browser.new_page(**{**PHONE, "viewport": viewport})
        opened.append(page)
        page.goto(file.as_uri())
        return page

    yield open_sheet
    for page in opened:
        page.close()


def look(page):
    """Return the visible rows, codes and links; fail if the page scrolls sideways."""
    seen = page.evaluate(
        """() => {
          const shown = (of, what) => [...of.querySelectorAll(what)].filter((e) => e.checkVisibility());
          const main = document.querySelector("main");
          return {
            rows: shown(main, ".row").map((row) => row.id),
            guesses: shown(main, ".c").filter((code) => !code.closest(".cell"))
              .map((code) => [code.textContent, code.getBoundingClientRect().top]),
            last: shown(main, ".cell:target .c").map((code) => code.textContent),
            heights: shown(document, "main a, nav a").map((a) => a.getBoundingClientRect().height),
            over: document.documentElement.scrollWidth - innerWidth,
            back: shown(main, "a.phone").map((a) => a.getAttribute("href")),
          };
        }"""
    )
    assert seen["over"] <= 0
    assert min(seen["heights"]) >= 40
    return seen


def tap(page, answer):
    page.locator(f".cell.k{answer:02}:visible").tap()


def check_game(page, secret, tree):
    """Play the game of the tree by tapping; each row must link to the row before it."""
    rules, guesses, way = tree.rules, [], []
    while True:
        seen = look(page)
        ((guess, top),) = seen["guesses"]
        assert 0 <= top < 400
        assert len(seen["rows"]) == 1
        assert seen["back"] == [f"#{row}" for row in way[-1:]]
        if seen["last"]:
            codes = [parse_code(code, rules) for code in seen["last"]]
            guesses += codes[: codes.index(secret) + 1]
            break
        way += seen["rows"]
        guesses.append(parse_code(guess, rules))
        if guesses[-1] == secret:
            break
        tap(page, feedback(guesses[-1], secret, rules))
        if look(page)["last"]:
            way.pop()
    assert guesses == [guess for guess, _ in games(tree)[secret]]


@pytest.mark.slow
@pytest.mark.parametrize("style", NUMBERED)
def test_games_by_tapping(style, knuth, show):
    page = show(knuth, style)
    for secret in (8, 656):
        check_game(page, secret, knuth)
        page.locator("nav a").first.tap()
        assert look(page)["rows"] == ["r1"]
        assert page.locator("h1").is_visible()


@pytest.mark.slow
def test_poster_shows_guesses_so_far(knuth, show):
    page = show(knuth, "poster")
    node, way = knuth.root, []
    while True:
        look(page)
        lines = page.locator("main a:visible .c")
        way.append(node.guess)
        codes = [parse_code(code, knuth.rules) for code in lines.all_inner_texts()]
        assert codes[: len(way)] == way
        on = [value for value, child in node.children.items() if child.secrets_left > 2]
        assert len(codes) == len(way) + len(on)
        if not on:
            break
        node = node.children[on[-1]]
        page.locator("main li a:visible").last.tap()
    page.locator("main a:visible").first.tap()
    assert page.locator("main a:visible").count() == 1 + len(
        [child for child in knuth.root.children.values() if child.secrets_left > 2]
    )


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("style", [*NUMBERED, "poster", "short"])
def test_page_fits_phone_width(style, knuth, show):
    page = show(knuth, style, title="Wide" * 25)
    for width in (360, 430):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("[innerWidth, document.documentElement.scrollWidth]") == [width] * 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("style", "rules"),
    [
        *(("card", "9p2c"), ("card", "1p2c"), ("table", "2p12c"), ("table", "9p2c")),
        *(("booklet", "3p3c-black"), ("booklet", "2p12c")),
    ],
)
def test_phone_sheet_of_other_rules(style, rules, show):
    tree = build_tree("lexicographic", rules)
    page = show(tree, style, symbols="letters" if rules == "2p12c" else "pegs")
    check_game(page, max(tree.rules.codes()), tree)


@pytest.mark.slow
def test_wide_table_scrolls_under_its_head(knuth, show):
    page = show(knuth, "table")
    page.locator("nav a").last.tap()
    assert len(look(page)["rows"]) > 200
    frame = "document.querySelector('main')"
    assert page.evaluate(f"{frame}.scrollWidth > 3 * {frame}.clientWidth")
    page.evaluate(f"{frame}.scrollTo(500, 900)")
    page.wait_for_function(f"{frame}.scrollLeft == 500 && {frame}.scrollTop == 900")
    box = page.locator("main").bounding_box()
    seen = page.evaluate(
        f"""() => [[30, 300], [100, 300], [200, 20], [30, 20]].map(([x, y]) => {{
          const at = document.elementFromPoint({box["x"]} + x, {box["y"]} + y);
          return at.closest("th, td").outerHTML.slice(0, 3) + at.closest("tr").parentNode.tagName;
        }})"""
    )
    assert seen == ["<thTBODY", "<tdTBODY", "<thTHEAD", "<tdTHEAD"]


@pytest.mark.slow
def test_wide_window_shows_all_rows(knuth, show):
    page = show(knuth, "card", viewport={"width": 1280, "height": 800})
    assert page.locator("main .row:visible").count() > 200
    assert page.locator(".phone:visible").count() == 0


@pytest.mark.slow
def test_screen_reader_reads_row(knuth, show):
    page = show(knuth, "table")
    tap(page, 11)
    number = look(page)["rows"][0][1:]
    sheet = Sheet(knuth, "table")
    row = sheet.rows[int(number)]
    links = page.locator("main a.cell:visible").all()
    labels = [link.get_attribute("aria-label") for link in links]
    assert labels == [spoken_cell(sheet, cell) for cell in row.cells]
    assert page.get_by_role("img", name=spoken_code(sheet, row.guess), exact=True).is_visible()
