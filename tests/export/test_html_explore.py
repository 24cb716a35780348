"""The page explores the tree: as a picture, by clicks and keys, and as a table of links."""

import pytest

from mmtree import build_tree, feedback, format_code, load

from support.environment import TREES
from support.webpage import Words, cells, go, wait_for_address

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
    secrets, needed = node.secrets_left, height(node)
    return (
        f"{after}: {words.code(node.guess)}. "
        f"{secrets:,} code{'s' * (secrets != 1)} still possible, "
        f"{needed} guess{'es' * (needed != 1)} at most still needed."
    )


def height(node):
    """Return the most guesses needed from a node."""
    return 1 + max((height(child) for child in node.children.values()), default=0)


def picture(page):
    return page.get_by_role("application", name="Picture of the strategy")


def click(page, node, row, rows=5, frame=(0, 1296), use="click"):
    """Click a node in the picture, which shows the secrets of a frame in this many rows."""
    box = picture(page).bounding_box()
    middle = begin(node) + node.secrets_left / 2
    x = (middle - frame[0]) / (frame[1] - frame[0]) * box["width"]
    y = (row + 0.5) / rows * box["height"]
    getattr(picture(page), use)(position={"x": x, "y": y})


def text(page):
    wait_for_address(page)
    return page.locator(".about").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("way", [[], [10], [10, 11], [11, 21]])
def test_table_lists_the_answers(way, knuth, words, show):
    node = knuth.root
    for answer in way:
        node = node.child(answer)
    page = show(knuth, address(node))
    table = page.get_by_role("table", name=f"Answers to {words.code(node.guess)}")
    rows = [
        [
            words.answer(answer),
            words.code(child.guess),
            f"{child.secrets_left:,}",
            f"{height(child)}",
        ]
        for answer, child in node.children.items()
    ]
    if 40 in node.possible_feedbacks:
        rows.append(["4 black, 0 white", "found", "1", "–"])
    assert cells(page) == rows
    links = [link.get_attribute("href") for link in table.get_by_role("link").all()]
    inner = [child for child in node.children.values() if not child.is_leaf]
    assert links == [f"#{address(child)}" for child in inner]


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
def test_pointer_shows_information_about_a_node(knuth, words, explore):
    for answer in (0, 10, 20):
        node = knuth.root.child(answer)
        click(explore, node, 1, use="hover")
        assert text(explore) == expected_text(node, words)
    assert at(explore) == "explore"


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
    wanted = [(begin(node) / 1296, row / 5, height(node)) for row, node in wide]
    same = explore.evaluate(
        """async (wanted) => {
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          const canvas = document.querySelector("canvas");
          const { width, height } = canvas;
          const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
          return wanted.map(([x, y, needed]) => {
            const pixel = 4 * (Math.round(x * width + 8) + width * Math.round(y * height + 8));
            const hex = [...data.slice(pixel, pixel + 3)].map((v) => v.toString(16).padStart(2, "0"));
            return [`#${hex.join("")}`, mmtree.app.shade(needed)[0]];
          });
        }""",
        wanted,
    )
    assert [seen for seen, _ in same] == [shade for _, shade in same]
    legend = explore.locator(".swatch")
    assert legend.all_inner_texts() == ["1", "2", "3", "4", "5"]


@pytest.mark.slow
def test_invalid_addresses_are_ignored(knuth, explore):
    for fragment, leads_to in [
        ("AABB/10/ACDD/99", "AABB/10/ACDD"),
        ("AABB/10/ACDD/99/ABCD", "AABB/10/ACDD"),
        ("AABB/x", "AABB"),
        ("AABB/31", "AABB"),
        ("AABB//", "AABB"),
    ]:
        go(explore, fragment)
        state = explore.evaluate("mmtree.app.fragment(mmtree.app.state)")
        assert (fragment, state) == (fragment, leads_to)
    go(explore, "FFFF")
    assert explore.get_by_role("heading", name="Crack any Mastermind code").count() == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("strategy", "rules"), [("lexicographic", "1p2c"), ("knuth", "4p4c-black"), ("kooi", "2p36c")]
)
def test_trees_of_all_kinds_of_rules(strategy, rules, show):
    tree = build_tree(strategy, rules)
    page = show(tree, "explore", **STILL)
    words = Words(tree.rules)
    assert text(page) == expected_text(tree.root, words)
    picture(page).focus()
    node = tree.root
    while not node.is_leaf:
        node = next(iter(node.children.values()))
        page.keyboard.press("ArrowDown")
        assert text(page) == expected_text(node, words)


@pytest.mark.slow
def test_explorer_opens_super_mastermind(show):
    tree = load(TREES / "beam-5p8c.mmtree")
    page, words = show(tree, "explore", **STILL), Words(tree.rules)
    assert text(page) == expected_text(tree.root, words)
    secret, node = 4711, tree.root
    while True:
        answer = feedback(node.guess, secret, tree.rules)
        if answer == tree.rules.all_black or node.child(answer).is_leaf:
            break
        node = node.child(answer)
        page.get_by_role("table").locator(f'a[href="#{address(node)}"]').click()
        assert (at(page), text(page)) == (address(node), expected_text(node, words))
    assert node.index
