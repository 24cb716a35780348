"""The pages: all games can be played from them, and they fit their paper."""

import re
from collections import Counter

import pytest

from mmtree import DrawingError, build_tree, feedback, parse_code
from mmtree.show.dot import paper
from mmtree.show.dot.paper import A3, A4, READABLE, one_pdf, pictures, printed_pages
from mmtree.show.dot.program import run

NODE = re.compile(r"^\ttable_(\d+) \[label=<(.*)>\]$", re.MULTILINE)
EDGE = re.compile(r"^\ttable_(\d+):answer_(\d\d):e -> table_(\d+):head:w", re.MULTILINE)
PEG = re.compile(r"<td bgcolor=[^>]*><font [^>]*>(?:<b>)?(\w)(?:</b>)?</font></td>")
NEXT = re.compile(r"▸&#160;(\d+)(?:, page (\d+))?&#160;")


def codes(text, rules):
    """The codes that stand in a line of a table, as its pegs read from left to right."""
    letters = "".join(PEG.findall(text))
    return [
        parse_code(letters[at : at + rules.pegs], rules)
        for at in range(0, len(letters), rules.pegs)
    ]


def read(sources, rules):
    """What a reader sees: tables by number (page, guess, lines by answer), and the edges."""
    tables, edges = {}, set()
    for number, source in enumerate(sources, 1):
        for name, label in NODE.findall(source):
            head, *lines = re.findall(r"<tr>(.*?)</tr>", label)
            answers = {}
            for line in lines:
                answer = re.match(r"<td[^>]*>(none|●*○*)&#160;</td>", line)[1]
                value = 10 * answer.count("●") + answer.count("○")
                follows = NEXT.search(line)
                assert value not in answers
                answers[value] = follows.groups() if follows else codes(line, rules)
            assert name not in tables
            tables[name] = (number, codes(head, rules)[0], answers)
        edges |= {(a, int(b), c) for a, b, c in EDGE.findall(source)}
    return tables, edges


def play(tables, edges, secret, rules):
    """How many guesses it takes to find a secret from the pages alone."""
    number, guesses = min(tables, key=int), 0
    while True:
        page, guess, answers = tables[number]
        guesses += 1
        answer = feedback(guess, secret, rules)
        if answer == rules.all_black:
            return guesses
        following = answers[answer]
        if isinstance(following, list):
            assert len(following) in (1, 2)
            return guesses + following.index(secret) + 1
        after, on = following
        assert tables[after][0] == int(on or page)
        assert ((number, answer, after) in edges) == (on is None)
        number = after


@pytest.mark.parametrize("name", ["knuth", "koyama_lai"])
def test_every_secret_is_found_from_the_pages_as_by_the_tree(name, request, program):
    program("dot")
    tree = request.getfixturevalue(name)
    rules = tree.rules
    tables, edges = read([sheet.source for sheet in printed_pages(tree)], rules)
    needed = [play(tables, edges, secret, rules) for secret in rules.codes()]
    assert (len(needed), sum(needed), max(needed)) == (1296, tree.total, tree.max)
    found = Counter(needed)
    assert tuple(found[guesses] for guesses in range(1, tree.max + 1)) == tree.histogram


def test_a_page_for_the_opening_and_for_each_answer_that_leaves_three_secrets(knuth, program):
    program("dot")
    ready = printed_pages(knuth)
    large = [child for child in knuth.root.children.values() if child.secrets_left > 2]
    assert [sheet.title for sheet in ready][:3] == ["opening", "0b0w", "0b1w"]
    assert len(ready) == 1 + len(large) == 12


def test_the_drawing_fits_the_paper_and_the_type_can_be_read(knuth, program):
    program("dot")
    for sheet in printed_pages(knuth):
        assert sheet.paper in (*A4, A3)
        assert sheet.type_size >= READABLE - 0.5  # another font may be a little wider
        width, height = sheet.paper.width, sheet.paper.height
        seen = re.search(r"<svg width=\"(\d+)pt\" height=\"(\d+)pt\"", picture(sheet))
        assert (int(seen[1]), int(seen[2])) == (width, height)
        scale = float(re.search(r'viewport="\d+,\d+,([\d.]+)', sheet.source)[1])
        drawn = run(sheet.source, "plain").decode().split()
        assert float(drawn[2]) * 72 * scale <= width
        assert float(drawn[3]) * 72 * scale <= height


def picture(sheet):
    return pictures([sheet], "svg")[0].decode()


def test_the_caption_says_what_the_page_is_for(koyama_lai, program):
    program("dot")
    second = printed_pages(koyama_lai)[2].source
    caption = re.search(r"label=<(.*)> labeljust", second)[1]
    assert "koyama-lai for 4p6c" in caption
    assert "average 5625/1296 = 4.3403, max 6 guesses" in caption
    assert "Page 3 of 13: tables 13 to 63" in caption
    assert PEG.findall(caption) == list("AABC")
    assert re.search(r"guess 1</td>.*answered</td><td[^>]*>○</td>", caption)
    assert "● right colour in the right place, ○ right colour elsewhere" in caption
    assert "A red, B green" in caption


def test_pages_of_one_branch(koyama_lai, program):
    program("dot")
    ready = printed_pages(koyama_lai, [11])
    assert ready[0].title == "1b1w"
    assert all(sheet.title.startswith("1b1w") for sheet in ready)
    with pytest.raises(DrawingError, match="after 0b4w 2 secrets are left, which need no page"):
        printed_pages(koyama_lai, [4])


def test_what_fits_no_page_is_divided_by_the_next_answer(knuth, monkeypatch, program):
    program("dot")
    monkeypatch.setattr(paper, "READABLE", 8.0)
    ready = printed_pages(knuth)
    assert len(ready) > 12
    assert "0b1w 0b0w" in [sheet.title for sheet in ready]
    tables, edges = read([sheet.source for sheet in ready], knuth.rules)
    needed = [play(tables, edges, secret, knuth.rules) for secret in range(0, 1296, 7)]
    assert max(needed) <= 5


@pytest.mark.parametrize("rules", ["2p36c", "9p2c", "3p4c-distinct", "3p3c-black", "1p2c"])
def test_any_rules(rules, program):
    program("dot")
    tree = build_tree("knuth", rules)
    ready = printed_pages(tree)
    tables, edges = read([sheet.source for sheet in ready], tree.rules)
    needed = [play(tables, edges, secret, tree.rules) for secret in tree.rules.codes()]
    assert (sum(needed), max(needed)) == (tree.total, tree.max)


def test_too_large_a_tree_is_refused_with_a_remedy(knuth, monkeypatch, program):
    program("dot")
    monkeypatch.setattr(paper, "MAX_TABLES", 100)
    with pytest.raises(DrawingError, match=r"269 tables are too many .*at most 100.*--from 10"):
        printed_pages(knuth)


def test_without_the_dot_program(knuth, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(DrawingError, match="needs the dot program"):
        printed_pages(knuth)


def test_one_pdf_has_all_pages_in_their_sizes_and_no_date(knuth, program):
    program("dot")
    import io

    import pypdf

    ready = printed_pages(knuth)
    data = one_pdf(ready, "knuth for 4p6c")
    reader = pypdf.PdfReader(io.BytesIO(data))
    sizes = [(int(p.mediabox.width), int(p.mediabox.height)) for p in reader.pages]
    assert sizes == [(sheet.paper.width, sheet.paper.height) for sheet in ready]
    assert [item.title for item in reader.outline] == [sheet.title for sheet in ready]
    assert reader.metadata.title == "knuth for 4p6c"
    assert b"CreationDate" not in data


def test_without_pypdf_it_says_so(monkeypatch):
    monkeypatch.setattr(paper, "find_spec", lambda name: None)
    with pytest.raises(
        DrawingError, match=r"needs pypdf, which is not installed: pip install 'mmtree\[print\]'"
    ):
        one_pdf([], "")
