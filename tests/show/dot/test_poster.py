"""The poster: the whole tree around its first guess, no guess upon another."""

import re

import pytest

from mmtree import DrawingError
from mmtree.show.dot import poster
from mmtree.show.dot.poster import poster_source, render_poster

from places import linux

EDGE = re.compile(r"^\tguess_(\d+) -> guess_(\d+) ", re.MULTILINE)


def places(source):
    """Left, right, bottom and top of each guess, in inches, and the size of the poster."""
    lines = [line.split() for line in render_poster(source, "plain").decode().splitlines()]
    boxes = {}
    for word in lines:
        if word[0] == "node":
            x, y, width, height = map(float, word[2:6])
            boxes[word[1]] = (x - width / 2, x + width / 2, y - height / 2, y + height / 2)
    return boxes, tuple(map(float, lines[0][2:4]))


def test_every_guess_hangs_on_the_one_before_it(koyama_lai):
    source = poster_source(koyama_lai)
    edges = [(int(parent), int(child)) for parent, child in EDGE.findall(source)]
    assert sorted(child for _, child in edges) == list(range(1, len(koyama_lai)))
    for parent, child in edges:
        assert parent < child < parent + koyama_lai.extent[parent]
    assert "koyama-lai for 4p6c" in source


def test_no_two_guesses_overlap_and_the_first_is_in_the_middle(koyama_lai, program):
    program("dot")
    boxes, (width, height) = places(poster_source(koyama_lai))
    assert len(boxes) == len(koyama_lai)
    ordered = sorted(boxes.values())
    for at, (_, right, bottom, top) in enumerate(ordered):
        for left, _, low, high in ordered[at + 1 :]:
            if left > right - 0.001:
                break
            assert low > top - 0.001 or high < bottom + 0.001
    left, right, bottom, top = boxes["guess_0"]
    assert 0.3 * width < (left + right) / 2 < 0.7 * width
    assert 0.3 * height < (bottom + top) / 2 < 0.7 * height


def test_the_same_poster_each_time(koyama_lai, program):
    program("dot")
    source = poster_source(koyama_lai, guesses=3)
    assert len({render_poster(source, "pdf") for _ in range(4)}) == 1


def test_less_of_the_tree(koyama_lai):
    assert len(EDGE.findall(poster_source(koyama_lai, guesses=2))) == len(koyama_lai.root.children)
    node = koyama_lai.node([11, 20])
    source = poster_source(koyama_lai, start=[11, 20])
    assert len(EDGE.findall(source)) == koyama_lai.extent[node.index] - 1
    assert "the branch after 1b1w 2b0w" in source


def test_too_large_a_tree_is_refused(koyama_lai, monkeypatch):
    monkeypatch.setattr(poster, "MAX_GUESSES", 1000)
    with pytest.raises(DrawingError, match=r"1331 guesses are too many .*at most 1000.*--from"):
        poster_source(koyama_lai)


@linux
def test_graphviz_without_triangulation_is_reported(koyama_lai, tmp_path, monkeypatch):
    """Without it, sfdp says so and leaves guesses upon each other."""
    fake = tmp_path / "dot"
    fake.write_text("#!/bin/sh\necho 'Error: not built with triangulation library' >&2\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DrawingError, match=r"failed to draw \w+: .*triangulation library"):
        render_poster(poster_source(koyama_lai, guesses=1), "svg")
