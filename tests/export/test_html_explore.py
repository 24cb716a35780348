"""The page explores the tree: as a picture, by clicks and keys, and as a table of links."""

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal

import pytest

from mmtree import feedback, format_code, load, parse_code

from support.environment import TREES
from support.expected_games import games, tree_of
from support.webpage import Words, cells, go, pictures, reload, said, wait_for_address

STILL = {"reduced_motion": "reduce"}


@pytest.fixture
def explore(knuth, show):
    """Open Knuth's tree in the mode explore, with reduced motion."""
    return show(knuth, "explore", **STILL)


def address(node):
    """Return the fragment of the address of a node, without #."""
    parts = [format_code(node.guess, node.tree.rules)]
    index = node.index
    while index:
        above = parent(node.tree, index)
        parts[:0] = [
            format_code(node.tree.guess[above], node.tree.rules),
            f"{node.tree.feedback[index]:02}",
        ]
        index = above
    return "/".join(parts)


def parent(tree, index):
    """Return the index of the parent of a node."""
    return max(above for above in range(index) if above + tree.extent[above] > index)


def begin(node):
    """Return the number of secrets before those of a node, in the order of its tree."""
    return sum(node.tree.consistent[: node.index])


def at(page):
    wait_for_address(page)
    return page.url.partition("#")[2]


def expected_text(node, words):
    """Return the description of a node."""
    after = f"After {words.answer(node.tree.feedback[node.index])}" if node.index else "First guess"
    secrets, needed = node.secrets_left, max(histogram(node))
    return (
        f"{after}: {words.code(node.guess)}. "
        f"{secrets:,} code{'s' * (secrets != 1)} still possible, "
        f"{needed} guess{'es' * (needed != 1)} at most still needed, average {average(node)}."
    )


def histogram(node):
    """Count the secrets left at a node by the number of guesses needed from it on."""
    counts = Counter([1] * node.consistent)
    for child in node.children.values():
        counts.update({turn + 1: count for turn, count in histogram(child).items()})
    return counts


def average(node):
    """Return the mean number of guesses needed from a node, as the page writes it."""
    counts = histogram(node)
    mean = sum(turn * count for turn, count in counts.items()) / counts.total()
    return str(Decimal(mean).quantize(Decimal("0.01"), ROUND_HALF_UP))


def picture(page):
    return page.get_by_role("application", name="Picture of the strategy")


def click(page, node, row, rows=5, frame=(0, 1296), use="click"):
    """Click a node in the picture, which shows the secrets of a frame in this many rows."""
    box = picture(page).bounding_box()
    middle = begin(node) + node.secrets_left / 2
    x = (middle - frame[0]) / (frame[1] - frame[0]) * box["width"]
    y = (row + 0.5) / rows * box["height"]
    getattr(picture(page), use)(position={"x": x, "y": y})


def colors(page, places, aside=0):
    """Return the colours in the picture, and those of the numbers of guesses needed.

    A place is a part of the width, a part of the height and this number; ``aside`` are pixels.
    """
    return page.evaluate(
        """async ([places, aside]) => {
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          const canvas = document.querySelector("canvas");
          const { width, height } = canvas;
          const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
          return places.map(([x, y, needed]) => {
            const column = Math.floor(x * width + aside);
            const pixel = 4 * (column + width * Math.round(y * height + aside));
            const hex = [...data.slice(pixel, pixel + 4)].map((v) => v.toString(16).padStart(2, "0"));
            return [`#${hex.join("")}`, `${mmtree.app.shade(needed)[0]}ff`];
          });
        }""",
        [places, aside],
    )


def text(page):
    wait_for_address(page)
    return page.locator(".about").inner_text()


@pytest.mark.slow
def test_table_lists_the_answers(knuth, words, explore):
    for node in map(knuth.node, ([], [10], [10, 11], [11, 21])):
        go(explore, address(node))
        table = explore.get_by_role("table", name=f"Answers to {words.code(node.guess)}")
        children = node.children.items()
        rows = [[words.answer(answer), *columns(node, answer, words)] for answer, _ in children]
        if 40 in node.possible_feedbacks:
            rows.append(["4 black, 0 white", "found", "1", "", ""])
        assert cells(explore) == rows
        links = [link.get_attribute("href") for link in table.get_by_role("link").all()]
        assert links == [f"#{address(child)}" for _, child in children if not child.is_leaf]


@pytest.mark.slow
def test_links_lead_down_and_up(knuth, words, explore):
    node, seen = knuth.root, []
    while inner := [child for child in node.children.values() if not child.is_leaf]:
        seen.append(node)
        node = inner[-1]
        explore.get_by_role("table").get_by_role("link").last.click()
        assert at(explore) == address(node)
        assert text(explore) == expected_text(node, words)
    way = explore.get_by_role("navigation", name="Guesses so far")
    assert way.get_by_role("listitem").count() == len(seen) + 1
    assert way.get_by_role("link").count() == len(seen)
    way.get_by_role("link").first.click()
    assert at(explore) == address(knuth.root)
    explore.go_back()
    assert at(explore) == address(node)
    assert way.get_by_role("link").count() == len(seen)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("use", ["click", "tap"])
def test_picture_is_navigated_by_pointer(use, knuth, words, show):
    page = show(knuth, "explore", has_touch=use == "tap", **STILL)
    for answer in (0, 10, 20) if use == "click" else ():
        node = knuth.root.child(answer)
        click(page, node, 1, use="hover")
        assert (at(page), text(page)) == ("explore", expected_text(node, words))
    first = knuth.root.child(10)
    click(page, first, 1, use=use)
    assert (at(page), text(page)) == (address(first), expected_text(first, words))
    frame = (begin(first), begin(first) + first.secrets_left)
    box = picture(page).bounding_box()
    second = first.child(11)
    middle = (begin(second) + second.secrets_left / 2 - frame[0]) / first.secrets_left
    top = 30 + (box["height"] - 30) * 1.5 / 4  # below the thin row of the first guess
    getattr(picture(page), use)(position={"x": middle * box["width"], "y": top})
    assert (at(page), text(page)) == (address(second), expected_text(second, words))
    getattr(picture(page), use)(position={"x": 20, "y": 10})
    assert at(page) == address(knuth.root)


@pytest.mark.slow
def test_picture_is_navigated_by_keys(knuth, words, explore):
    picture(explore).focus()
    first = next(iter(knuth.root.children.values()))
    second = list(knuth.root.children.values())[1]
    below = next(iter(second.children.values()))
    steps = [
        ("ArrowUp", knuth.root),
        ("ArrowLeft", knuth.root),
        ("ArrowDown", first),
        ("ArrowLeft", first),
        ("ArrowRight", second),
        ("ArrowDown", below),
        ("ArrowUp", second),
    ]
    for key, node in steps:
        explore.keyboard.press(key)
        assert text(explore) == expected_text(node, words)
    explore.keyboard.press("Enter")
    wait_for_address(explore)
    assert at(explore) == address(second)
    assert picture(explore).evaluate("(canvas) => canvas === document.activeElement")
    explore.keyboard.press("Escape")
    assert at(explore) == address(knuth.root)


@pytest.mark.slow
def test_picture_has_the_colours_of_its_legend(knuth, explore):
    """The colour at the corner of each wide node is that of its number of guesses needed."""
    wide = [(1, node) for node in knuth.root.children.values() if node.secrets_left > 60] + [
        (0, knuth.root)
    ]
    wanted = [(begin(node) / 1296, row / 5, max(histogram(node))) for row, node in wide]
    assert all(seen == shade for seen, shade in colors(explore, wanted, 8))
    legend = explore.locator(".swatch")
    assert legend.all_inner_texts() == ["1", "2", "3", "4", "5"]


def find(page, typed):
    """Enter a secret to find, as a user types it."""
    field = page.get_by_role("textbox", name="Find a secret")
    field.fill(typed)
    field.press("Enter")
    wait_for_address(page)


def listed_games(page):
    """Return the games that are listed, as names of guesses and answers."""
    return [
        [tuple(pictures(row)) for row in board.get_by_role("listitem").all()]
        for board in page.locator(".board").all()
    ]


def named(game, words):
    """Return the names of the guesses and answers of a game."""
    return [(words.code(guess), words.answer(answer)) for guess, answer in game]


@pytest.mark.slow
def test_found_secret_lists_its_game_and_arrow_keys_step_along(knuth, words, explore):
    """Its nodes have their full colours in the picture, all others paler ones."""
    for secret in ("AABB", "FEDC"):
        game = games(knuth)[parse_code(secret, knuth.rules)]
        find(explore, secret.lower())
        assert at(explore) == f"AABB/={secret}"
        assert listed_games(explore) == [named(game, words)]
        assert said(explore) == f"Found with guess {len(game)}!"
        assert picture(explore).evaluate("(canvas) => canvas === document.activeElement")
        answers = [answer for _, answer in game[:-1]]
        nodes = [knuth.node(answers[:turn]) for turn in range(len(game))]
        for node in nodes[1:]:
            explore.keyboard.press("ArrowDown")
            assert text(explore) == expected_text(node, words)
        explore.keyboard.press("ArrowDown")  # the game has ended
        for node in reversed(nodes):
            assert text(explore) == expected_text(node, words)
            explore.keyboard.press("ArrowUp")
    shown = [*enumerate(nodes), (1, knuth.root.child(10))]
    wanted = [
        ((begin(node) + node.secrets_left / 2) / 1296, (row + 0.2) / 5, max(histogram(node)))
        for row, node in shown
    ]
    seen = [seen == shade for seen, shade in colors(explore, wanted)]
    assert seen == [True] * len(nodes) + [False]
    reload(explore)
    assert listed_games(explore) == [named(game, words)]
    find(explore, "")
    assert (at(explore), listed_games(explore)) == ("AABB", [])


@pytest.mark.slow
def test_invalid_secret_gets_one_line(knuth, show):
    page = show({"knuth": knuth, "small": tree_of("3p4c-distinct")}, "knuth/explore", **STILL)
    find(page, "fedc")
    status = page.locator(".finder").get_by_role("status")
    for typed in ("FED", "FEDCB", "FEDG", "FE-C", "💥", "6666", "<b>", "x" * 500):
        find(page, typed)
        line = "Not a secret of this game (4 pegs, 6 colours), whose symbols are A to F."
        assert status.inner_text() == line
        assert at(page) == "knuth/AABB/=FEDC"
    find(page, " f ab b")
    assert (at(page), status.inner_text()) == ("knuth/AABB/=FABB", "")
    go(page, "small/explore")
    find(page, "AAB")
    assert "3 pegs, 4 colours, no colour twice" in status.inner_text()
    find(page, "DCB")
    assert at(page).endswith("/=DCB")


@pytest.mark.slow
def test_secret_is_found_by_the_symbols_of_the_settings(knuth, show):
    page = show(knuth, "explore")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="1 2 3").check()
    page.get_by_role("button", name="Done").click()
    find(page, "6543")
    assert at(page) == "AABB/=FEDC"
    assert page.get_by_role("textbox", name="Find a secret").input_value() == "6543"
    find(page, "6540")
    status = page.locator(".finder").get_by_role("status").inner_text()
    assert status.endswith("whose symbols are 1 to 6.")


@pytest.mark.slow
def test_second_tree_is_compared(knuth, koyama_lai, words, show):
    cells_of = load(TREES / "koyama-lai-bulls-and-cows.mmtree")
    page = show({"one": knuth, "other": koyama_lai, "cows": cells_of}, "one/explore/=FEDC", **STILL)
    choice = page.get_by_role("combobox", name="Compare with")
    assert choice.locator("option").all_inner_texts() == ["–", "koyama-lai"]
    choice.select_option("koyama-lai")
    secret = parse_code("FEDC", knuth.rules)
    for way in ([], [0], [0, 3]):
        go(page, f"one/{address(knuth.node(way))}/=FEDC/+other")
        both = [named(games(tree)[secret], words) for tree in (knuth, koyama_lai)]
        assert listed_games(page) == both
        nodes = [tree.node(way) for tree in (knuth, koyama_lai)]
        assert cells(page) == compared(nodes, words)
        assert page.locator(".histogram").count() == 2
        for tree, figure in zip(nodes, page.locator(".histogram").all(), strict=True):
            counts = figure.locator(".count").all_inner_texts()
            expected = [histogram(tree)[turn] for turn in range(1, tree.tree.max + 1)]
            assert counts == [f"{count:,}" for count in expected]
    page.get_by_role("table").get_by_role("link").first.click()
    assert at(page).endswith("/=FEDC/+other")
    choice.select_option("–")
    assert at(page).endswith("/=FEDC")
    (never,) = [answer for answer in koyama_lai.root.children if answer not in knuth.root.children]
    go(page, f"other/{address(koyama_lai.node([never]))}/+one")
    assert page.locator(".columns").first.inner_text().endswith("knuth\n–")
    assert page.locator(".histogram").count() == 1
    assert page.get_by_role("columnheader").count() == 5


def compared(nodes, words):
    """Return the rows of a table of two trees."""
    answers = sorted({int(answer) for node in nodes for answer in node.possible_feedbacks})
    return [
        [words.answer(answer), *(cell for node in nodes for cell in columns(node, answer, words))]
        for answer in answers
    ]


def columns(node, answer, words):
    """Return what follows an answer, as the table shows it."""
    if answer not in node.possible_feedbacks:
        return ["–", "", "", ""]
    if answer == node.tree.rules.all_right:
        return ["found", "1", "", ""]
    child = node.child(answer)
    number = f"{child.secrets_left:,}"
    return [words.code(child.guess), number, average(child), str(max(histogram(child)))]


PHONE = {"viewport": {"width": 360, "height": 800}}


@pytest.mark.slow
def test_phone_shows_the_table_first_and_two_levels(knuth, words, show):
    page = show(knuth, "explore/=FEDC", **PHONE, **STILL)
    table, canvas = page.get_by_role("table").bounding_box(), picture(page).bounding_box()
    assert table["y"] + table["height"] <= canvas["y"]
    assert page.evaluate(
        """() => document.querySelector("table").compareDocumentPosition(
          document.querySelector("canvas")) === Node.DOCUMENT_POSITION_FOLLOWING"""
    )
    first = knuth.root.child(10)
    click(page, first, 1, rows=2)
    assert (at(page), text(page)) == (f"{address(first)}/=FEDC", expected_text(first, words))
    page.set_viewport_size({"width": 900, "height": 800})
    page.wait_for_function(
        """() => document.querySelector("canvas").compareDocumentPosition(
          document.querySelector("table")) === Node.DOCUMENT_POSITION_FOLLOWING"""
    )


@pytest.mark.slow
def test_arrow_keys_keep_the_cursor_in_the_picture(knuth, words, show):
    page = show(knuth, "explore", **PHONE, **STILL)
    find(page, "fedc")
    game = games(knuth)[parse_code("FEDC", knuth.rules)]
    node, tops = knuth.root, []
    for _, answer in game[:-1]:
        page.keyboard.press("ArrowDown")
        node = node.child(answer)
        assert text(page) == expected_text(node, words)
        tops.append(at(page).removesuffix("/=FEDC"))
    ways = [knuth.node([answer for _, answer in game[:turn]]) for turn in range(len(game) - 1)]
    assert tops == [address(above) for above in ways]
    for _ in game[:-1]:
        page.keyboard.press("ArrowUp")
    assert text(page) == expected_text(knuth.root, words)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    beside = list(knuth.root.children.values())[1]
    assert text(page) == expected_text(beside, words)
    assert at(page) == "AABB/=FEDC"


@pytest.mark.slow
def test_invalid_addresses_are_ignored(knuth, show):
    cows = load(TREES / "koyama-lai-bulls-and-cows.mmtree")
    page = show({"one": knuth, "cows": cows}, **STILL)
    extras = ("=FED", "=", "=FEDG", "+other", "+cows", "+one", "+", "+x/=y", "99", "99/ABCD")
    for fragment, leads_to in [
        *((f"AABB/10/ACDD/{extra}", "AABB/10/ACDD") for extra in extras),
        *(("AABB/x", "AABB"), ("AABB/31", "AABB"), ("AABB//", "AABB")),
    ]:
        go(page, f"one/{fragment}")
        state = page.evaluate("mmtree.app.fragment(mmtree.app.state)")
        assert (fragment, state) == (fragment, f"one/{leads_to}")
    go(page, "FFFF")
    assert page.get_by_role("heading", name="Crack any Mastermind code").count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lexicographic-1p2c", "knuth-4p4c-black", "koyama-lai-5p8c"])
def test_trees_of_all_kinds_of_rules(name, show):
    tree = tree_of(name)
    page, words, node = show(tree, "explore", **STILL), Words(tree.rules), tree.root
    assert text(page) == expected_text(node, words)
    picture(page).focus()
    while not node.is_leaf:
        node = next(iter(node.children.values()))
        page.keyboard.press("ArrowDown")
        assert text(page) == expected_text(node, words)
    secret, node = tree.rules.secrets // 7, tree.root
    while True:
        answer = feedback(node.guess, secret, tree.rules)
        if answer == tree.rules.all_right or node.child(answer).is_leaf:
            break
        node = node.child(answer)
        page.get_by_role("table").locator(f'a[href="#{address(node)}"]').click()
        assert (at(page), text(page)) == (address(node), expected_text(node, words))
