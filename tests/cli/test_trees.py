"""``mmtree trees`` lists the ready-made trees; other commands take their names."""

import json
from contextlib import closing

import pytest

from mmtree import load
from mmtree.tree import ready_made

from support.environment import KNUTH, TREES, linux
from support.terminals import Terminal

ALL = list(ready_made.names())


def order(name):
    """Return the key by which trees are sorted: their rules, and those of the same rules by total."""
    tree = load(TREES / f"{name}.mmtree", replay=False)
    rules = tree.rules
    return (rules.pegs, rules.colors, rules.distinct, not rules.whites, tree.total)


@pytest.fixture(scope="module")
def ordered():
    return sorted(ALL, key=order)


@pytest.mark.slow
def test_all_trees_in_columns(mmtree, ordered):
    result = mmtree("trees")
    assert (result.status, result.err) == (0, "")
    head, *rows = result.out.splitlines()
    assert head.split() == ["name", "rules", "total", "average", "max", "proved", "least"]
    assert [row.split()[0] for row in rows] == ordered
    ends = {row.index(" ", len(name)) for name, row in zip(ordered, rows, strict=True)}
    assert len(ends) > 5  # names have many lengths, but columns are aligned
    for column in ("rules", "proved least"):
        at = head.index(column)
        assert all(row[at - 1] == " " != row[at] for row in rows)
    for column in ("total", "average", "max"):
        at = head.index(column) + len(column)
        assert all(row[at - 1].isdigit() and row[at] == " " for row in rows)


@linux
@pytest.mark.parametrize("width", [80, 100, 120])
def test_each_tree_has_one_line_on_a_terminal(mmtree, tmp_path, width):
    """At 80 columns the rules are headings instead of a column."""
    piped = [row.split() for row in mmtree("trees").out.splitlines()[1:]]
    with closing(Terminal("trees", width=width, cwd=tmp_path)) as terminal:
        assert terminal.status() == 0
    head, *shown, note, end = terminal.lines()
    assert (note, end) == ("? says the file: mmtree has no certificate of it", "")
    assert ("rules" in head) == (width > 80)
    rows = [row.split() for row in shown]
    if width == 80:
        rules, rows = "", []
        for row in map(str.split, shown):
            if row[1:]:
                rows.append([row[0], rules, *row[1:]])
            else:
                [rules] = row
    assert rows == piped


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("knuth-4p6c", "4p6c    5801   4.4761    5  -"),
        ("koyama-lai-max5-4p6c", "4p6c    5626   4.3410    5  average within 5"),
        ("koyama-lai-fewest-at-max-4p6c", "4p6c    5625   4.3403    6  average, max, …"),
        ("koyama-lai-bulls-and-cows", "4p10c-distinct  26274   5.2131    7  average"),
        ("koyama-lai-worst-first-5p7c", "5p7c   85656   5.0964    6  max, average ?"),
    ],
)
def test_named_tree_has_one_row(mmtree, name, row):
    assert mmtree("trees", name).out.splitlines()[1:] == [f"{name}  {row}"]


@pytest.mark.slow
def test_figures_are_those_of_the_trees(mmtree, ordered):
    report = json.loads(mmtree("trees", "--json").out)
    assert [one["name"] for one in report] == ordered
    for one in report:
        tree = load(TREES / f"{one['name']}.mmtree", replay=False)  # other tests check the claims
        assert one == {
            "name": one["name"],
            "rules": str(tree.rules),
            "strategy": tree.strategy.name,
            "secrets": tree.provenance.figures.secrets,
            "total": tree.provenance.figures.total,
            "max": tree.provenance.figures.max,
            "proved_optimal": tree.proof.objective if tree.proof and tree.proof.optimal else None,
            "lower_bound": tree.proof.lower_bound if tree.proof else None,
            "certified": tree.provenance.proved,
        }


def test_rules_select_the_trees_of_one_game(mmtree, ordered):
    def named(*arguments):
        return [line.split()[0] for line in mmtree("trees", *arguments).out.splitlines()[1:]]

    assert named("--rules", "mastermind") == named("--rules", "4p6c")
    assert named("--rules", "4p6c") == [n for n in ordered if n.endswith("-4p6c")]
    assert named("--rules", "bulls-and-cows") == [n for n in ordered if "bulls" in n]
    assert named("--rules", "5p7c", "koyama-lai-5p7c", "knuth-4p6c") == ["koyama-lai-5p7c"]


def test_named_trees_are_listed_once_in_the_given_order(mmtree):
    names = ["kooi-4p6c", "knuth-4p6c", "kooi-4p6c"]
    report = json.loads(mmtree("trees", "--json", *names).out)
    assert [one["name"] for one in report] == ["kooi-4p6c", "knuth-4p6c"]


def test_copy_without_trees_says_so(refused, monkeypatch):
    monkeypatch.setattr(ready_made, "_paths", dict)
    assert "this copy of mmtree has no ready-made trees (see mmtree trees" in refused("trees")


def test_damaged_or_missing_file_gives_one_line(refused, monkeypatch, tmp_path):
    (tmp_path / "a").write_bytes(KNUTH.read_bytes()[:100])
    monkeypatch.setattr(
        ready_made, "_paths", lambda: {"a": str(tmp_path / "a"), "b": "gone.mmtree"}
    )
    assert refused("trees", "a") == f"mmtree: {tmp_path}/a: truncated\n"
    for command in (["trees"], ["info"]):
        assert "o such file" in refused(*command, "b")


@pytest.mark.slow
def test_output_is_named_after_the_tree(mmtree, tmp_path):
    mmtree("sheet", "knuth-4p6c", "--format", "txt")
    mmtree("dot", "knuth-4p6c")
    mmtree("export", "knuth-4p6c", "--to", "packed")
    made = {path.name for path in tmp_path.iterdir()}
    assert made >= {"knuth-4p6c-card.txt", "knuth-4p6c.dot"}
    assert len(made) == 3
