"""The page as a file: size, security policy, reproducible bytes, and escaped texts."""

import base64
import json
import re
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from mmtree import CodeError, build_tree, load
from mmtree.errors import ExportError
from mmtree.export.html.html import page
from mmtree.export.pack import pack
from mmtree.tree.provenance import Strategy

from support.environment import KNUTH, SMALL, TREES
from support.webpage import go

CELLS = TREES / "koyama-lai-bulls-and-cows.mmtree"
HOSTILE = [
    "</script><script>document.title = 'taken'</script>",
    "</title></style><img src=x onerror=alert(1)>",
    """' " & &lt; &quot; ` ${alert(1)} $title $$ \\u003c \\""",
    "<!--<script>",
    "שלום مرحبا 😀 Ω",
    "{max} {n} || {name}",
]


class Elements(HTMLParser):
    """The elements of a page: name, attributes and text of each."""

    def __init__(self, data):
        super().__init__()
        self.all = []
        self.inside = False
        self.feed(data.decode())
        self.close()

    def handle_starttag(self, tag, attrs):
        self.all.append([tag, dict(attrs), ""])
        self.inside = True

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.all[-1][2] += data

    def text(self, tag, **attributes):
        """Return the text of the only element that has these attributes."""
        (text,) = [
            text
            for name, attrs, text in self.all
            if name == tag and attributes.items() <= attrs.items()
        ]
        return text


def data_of(elements):
    """Return the data of the trees in a page."""
    return json.loads(elements.text("script", id="data"))


def script_of(elements):
    """Return the script of the page."""
    return elements.text("script", type="module").encode()


@pytest.fixture(scope="module")
def small():
    return load(SMALL)


@pytest.fixture(scope="module")
def plain(small):
    """The elements of a page without any title or names."""
    return Elements(page([("small", small)]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tree", "limit"),
    [("knuth-4p6c", 170_000), ("koyama-lai-4p6c", 170_000), ("koyama-lai-5p8c", 400_000)],
)
def test_page_size_is_limited(tree, limit):
    assert len(page([(tree, load(TREES / f"{tree}.mmtree"))])) < limit


def test_policy_allows_only_own_script_and_style(plain):
    (policy,) = [
        attrs["content"]
        for tag, attrs, _ in plain.all
        if tag == "meta" and attrs.get("http-equiv") == "Content-Security-Policy"
    ]
    script, style = (
        f"'sha256-{base64.b64encode(sha256(text).digest()).decode()}'"
        for text in (script_of(plain), plain.text("style").encode())
    )
    assert policy.split("; ") == [
        "default-src 'none'",
        f"script-src {script}",
        f"style-src {style}",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    ]


def test_policy_precedes_script_and_style(plain):
    tags = [tag for tag, _, _ in plain.all]
    assert plain.all[tags.index("meta") + 1][1]["http-equiv"] == "Content-Security-Policy"
    assert tags.index("script") > tags.index("style") > tags.index("meta") + 1


def test_page_refers_to_no_other_address(plain):
    for _, attrs, _ in plain.all:
        for name in {"src", "href", "action", "srcset"} & attrs.keys():
            assert attrs[name].startswith("data:")
        assert not [name for name in attrs if name.startswith("on") or name == "style"]
    places = re.findall(rb"\bhttps?://[^\"']*", script_of(plain))
    assert set(places) == {b"http://www.w3.org/2000/svg"}
    assert "url(" not in plain.text("style")
    assert "@import" not in plain.text("style")


def test_script_never_evaluates_text(plain):
    script = script_of(plain).decode()
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|\beval\b|Function\(", script)
    assert not re.search(r"^(import|export) ", script, re.M)


def test_page_contains_data_of_tree(small):
    (data,) = data_of(Elements(page([("small", small)])))["trees"]
    packed = pack(small)
    assert base64.b64decode(data["table"]) == packed.table
    assert (data["pegs"], data["colors"], data["distinct"], data["whites"]) == (3, 2, False, True)
    assert (data["opening"], data["histogram"]) == (small.root.guess, list(small.histogram))
    assert [look["name"] for look in data["looks"]] == ["red", "green"]


@pytest.mark.parametrize("title", HOSTILE)
def test_title_stays_text(title, small, plain):
    elements = Elements(page([("small", small)], title=title))
    assert [tag for tag, _, _ in elements.all] == [tag for tag, _, _ in plain.all]
    assert (elements.text("title"), data_of(elements)["title"]) == (title, title)
    assert script_of(elements) == script_of(plain)


@pytest.mark.parametrize("word", HOSTILE)
def test_name_and_source_of_a_strategy_stay_text(word, plain):
    tree = load(SMALL)
    tree.provenance = replace(tree.provenance, strategy=Strategy(word))
    for sources in ({}, {word: word[::-1]}):
        elements = Elements(page([(word, tree)], sources=sources))
        assert [tag for tag, _, _ in elements.all] == [tag for tag, _, _ in plain.all]
        assert data_of(elements)["trees"][0]["label"] == sources.get(word, word)


@pytest.mark.parametrize("name", ["</script>", "<img onerror=x>", 'a"b&amp;', "שלום", "$title"])
def test_name_of_a_colour_stays_text(name, small, plain):
    elements = Elements(page([("small", small)], names=f"red,{name.replace('=', '')}=#123456"))
    assert [tag for tag, _, _ in elements.all] == [tag for tag, _, _ in plain.all]
    looks = data_of(elements)["trees"][0]["looks"]
    assert [look["name"] for look in looks] == ["red", name.replace("=", "")]


@pytest.mark.slow
@pytest.mark.parametrize("title", HOSTILE[1::4])
def test_title_stays_text_in_the_browser(title, small, show):
    opened = show(small, title=title)
    assert opened.get_by_role("heading", level=1).text_content() == title
    assert opened.title() == re.sub(r"\s+", " ", title)
    for mode in ("guide", "play", "AAB"):
        go(opened, mode)
        assert opened.locator("script").count() == 2
        assert opened.locator("img:not(.logo img)").count() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "locale"),
    [("<b>bold", "en-GB"), ("{n} || {max} $&$`", "de-DE"), ("__proto__", "de-DE")],
)
def test_names_of_colours_and_strategies_stay_text_in_the_browser(name, locale, show):
    tree = build_tree("knuth", "1p2c")
    tree.provenance = replace(tree.provenance, strategy=Strategy(name))
    opened = show(tree, "guide", names=f"{name}=#123456,red", locale=locale)
    assert opened.locator("#current").get_by_role("img").get_attribute("aria-label") == name
    assert f"; {name}: " in opened.locator("footer").inner_text()
    assert opened.locator("b").all_inner_texts() == ["2"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "names", "rules"),
    [
        ("en-GB", "Rot,blau,leer", "2 pegs, 2 colours or empty; "),
        ("de-DE", "red,blue,empty", "2 Stifte, 2 Farben oder leer; "),
    ],
)
def test_box_with_holes_is_named_in_both_languages(locale, names, rules, show):
    opened = show(build_tree("knuth", "2p3c"), "guide", names=names, locale=locale)
    assert opened.locator("footer").inner_text().startswith(rules)


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        (["knuth-4p6c"], ["knuth-4p6c"]),
        (["Knuth 4p6c", "knuth_4P6C", "knuth-4p6c-2"], ["knuth-4p6c", "knuth-4p6c-2", None]),
        (["guide", "play", "explore"], ["tree-guide", "tree-play", "tree-explore"]),
        (["", "42", "☃", "Größe"], ["tree", "tree-42", "tree-2", "gr-e"]),
    ],
)
def test_tree_names_become_unique_identifiers(names, ids, small):
    trees = data_of(Elements(page([(name, small) for name in names])))["trees"]
    made = [tree["id"] for tree in trees]
    assert len(set(made)) == len(names)
    assert all(id in (None, of) for id, of in zip(ids, made, strict=True))
    assert all(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", of) for of in made)


@pytest.mark.parametrize(
    "title", ["", " ", "a\nb", "a\0b", "left \u202e right", "a" * 121, "\ud800"]
)
def test_invalid_titles_are_refused(title, small):
    with pytest.raises(ExportError, match=r"^the title must have 1 to 120 printable characters"):
        page([("small", small)], title=title)


def test_colour_names_must_fit_every_tree(small, knuth):
    with pytest.raises(CodeError, match=r"^2 colours in 'red,blue': 4p6c has 6"):
        page([("small", small), ("knuth", knuth)], names="red,blue")


def test_command_writes_page(mmtree, tmp_path):
    result = mmtree("export", KNUTH, "--to", "html")
    assert (result.status, result.err) == (0, "")
    assert result.out == "wrote knuth-4p6c.html\n"
    made = (tmp_path / "knuth-4p6c.html").read_bytes()
    assert data_of(Elements(made))["trees"][0]["label"] == "Knuth 1976"
    arguments = ("--to", "html", "--title", "Two games", "--names", "invicta", "-o", "out.html")
    assert mmtree("export", KNUTH, *arguments).out == "wrote out.html\n"
    data = data_of(Elements((tmp_path / "out.html").read_bytes()))
    assert data["title"] == "Two games"
    assert data["trees"][0]["looks"][1]["name"] == "yellow"


@pytest.mark.slow
def test_command_writes_several_trees_and_to_standard_output(mmtree, tmp_path):
    assert mmtree("export", KNUTH, CELLS, "--to", "html").out == "wrote mmtree.html\n"
    out = mmtree("export", KNUTH, CELLS, "--to", "html", "-o", "-").out
    assert out.encode() == (tmp_path / "mmtree.html").read_bytes()
    ids = [tree["id"] for tree in data_of(Elements(out.encode()))["trees"]]
    assert ids == ["knuth-4p6c", "koyama-lai-bulls-and-cows"]


@pytest.mark.parametrize("option", [["--title", "A"], ["--names", "invicta"], [SMALL]])
def test_other_targets_refuse_page_options(option, refused):
    assert "html" in refused("export", KNUTH, *option, "--to", "javascript")


def test_command_does_not_overwrite_a_tree(refused, tmp_path):
    tree = tmp_path / "mine.mmtree"
    tree.write_bytes(SMALL.read_bytes())
    assert "mine.mmtree" in refused("export", tree, "--to", "html", "-o", tree)
