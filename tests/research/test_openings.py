"""``mmtree openings`` prints the figures of a strategy for each first guess."""

import csv
import json
import os
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mmtree import PegRules, build_tree, parse_code, parse_rules
from mmtree.errors import OpeningsFileError
from mmtree.game.code_table import CodeTable
from mmtree.game.symmetry import Symmetry
from mmtree.research import openings
from mmtree.research.openings import (
    build_figures,
    class_size,
    list_openings,
    lowest_equivalent,
    study,
    summarize_totals,
)
from mmtree.research.openings_file import format_csv, format_json, read
from mmtree.strategies.catalogue import ROWS

from support.readmes import Readme

SMALL = [
    *("1p2c", "2p2c", "3p3c", "3p4c", "4p4c"),
    *("3p5c-distinct", "3p4c-black", "3p4c-distinct-black"),
]


@pytest.mark.parametrize("rules", SMALL)
def test_classes_equal_those_of_the_symmetry(rules):
    table = CodeTable(parse_rules(rules))
    alike = [lowest_equivalent(int(code), table.rules) for code in table.numbers]
    lowest = list_openings(table, every=False)
    assert sorted(set(alike)) == lowest
    assert all(class_size(code, table.rules) == alike.count(code) for code in lowest)
    representatives = Symmetry(table).representatives(table.numbers.argsort())
    assert lowest == table.numbers[representatives].tolist()
    assert list_openings(table, every=True) == list(table.rules.codes())


@pytest.mark.parametrize("strategy", ["lexicographic", "palm-knuth"])
def test_figures_are_those_of_the_tree_with_the_opening(strategy):
    found = study(strategy, "3p3c", every=True, jobs=1).openings
    assert found == {code: build_tree(strategy, "3p3c", opening=code).figures for code in range(27)}


@pytest.mark.slow
def test_ties_by_code_order_make_a_class_differ():
    """Palm found that AABB and ABBA, which are equivalent, have totals 5808 and 5795."""
    alike = {
        lowest_equivalent(parse_code(name, PegRules()), PegRules())
        for name in ("AABB", "ABBA", "EFFE")
    }
    assert alike == {parse_code("AABB", PegRules())}
    found = study("palm-knuth", "3p4c", every=True, jobs=1)
    assert any(len(set(totals)) > 1 for totals in found.classes.values())
    assert [len(totals) for totals in found.classes.values()] == [4, 36, 24]


def test_symmetric_strategies_give_a_class_equal_totals():
    symmetric = [row.name for row in ROWS if row.symmetric]
    assert symmetric == ["koyama-lai"]
    for options in ({}, {"max_guesses": 4}):
        found = study("koyama-lai", "3p3c", every=True, jobs=1, **options)
        assert all(len(set(totals)) == 1 for totals in found.classes.values())


ALL = [
    [cell.strip() for cell in row.split("|")]
    for row in re.findall(
        r"^\| ([a-z0-9-]+ \| \d+ \| [A-F ]+ \| \d.*) \|$",
        Readme("mmtree/research/OPENINGS.md").text,
        re.M,
    )
]
"""Rows of a table in OPENINGS.md; ``mmtree openings NAME --all`` takes a minute for each."""
assert len(ALL) == 6


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("row", ALL, ids=lambda row: row[0])
def test_openings_named_in_the_readme(row):
    """The test builds the trees of these openings only: all 1296 trees would take minutes."""
    name, least, best, median, greatest, worst, with_five, five = row
    for total, opened in ((least, best), (greatest, worst), (with_five, five)):
        for opening in opened.split():
            figures = build_figures((name, "4p6c", ()), 1, parse_code(opening, PegRules()))
            assert (figures.total, opened == five) == (int(total), figures.max == 5)
    assert int(least) < int(median) < int(greatest)


@pytest.mark.slow
def test_figures_do_not_depend_on_number_of_processes():
    """niedermayer draws random samples of guesses."""
    found = [study("niedermayer", "3p3c", every=True, jobs=jobs) for jobs in (1, 3)]
    assert found[0] == found[1]
    assert format_json(found[0], found[0].openings) == format_json(found[1], found[1].openings)


def test_opening_without_tree_is_reported(mmtree):
    """The exact search proves that 3p4c with opening AAA takes five guesses."""
    found = study("koyama-lai", "3p4c", max_guesses=4)
    assert [(code, found.openings[code] is None) for code in found.openings] == [
        *((0, True), (1, False), (6, False))
    ]
    result = mmtree("openings", "koyama-lai", "--rules", "3p4c", "--max-guesses", 4)
    assert result.out.splitlines()[-2:] == [
        "AAA          4      -        -    -  proved that there is no tree",
        "openings of a class are worth the same to the best trees",
    ]
    none = mmtree("openings", "koyama-lai", "--rules", "2p2c", "--max-guesses", 1, "--all")
    assert (none.status, none.out.count("proved that there is no tree")) == (1, 4)
    assert none.out.startswith("koyama-lai for 2p2c, --max-guesses 1: ")
    assert (
        mmtree("openings", "koyama-lai", "--rules", "2p2c", "--max-guesses", 1, "--json").status
        == 1
    )


@pytest.mark.parametrize(
    ("strategy", "options", "written"),
    [
        ("koyama-lai", ["--fewest-at-max"], "--fewest-at-max"),
        ("koyama-lai", ["--objective", "worst-then-expected"], "--objective worst-then-expected"),
        ("counting", ["--direction", "down"], "--direction down"),
        ("koyama-lai", ["--max-guesses", 4], "--max-guesses 4"),
    ],
)
def test_heading_names_options_as_on_the_command_line(mmtree, strategy, options, written):
    result = mmtree("openings", strategy, "--rules", "2p3c", *options)
    assert result.out.splitlines()[0].startswith(f"{strategy} for 2p3c, {written}: ")


@pytest.mark.slow
def test_best_and_worst_openings_are_named(mmtree):
    result = mmtree("openings", "palm-t2", "--rules", "3p4c", "--all", "--rows", 1, "--jobs", 1)
    found = study("palm-t2", "3p4c", every=True, jobs=1)
    totals = [figures.total for _, figures in found.built]
    least, median, greatest = summarize_totals(totals)
    assert (least, greatest) == (min(totals), max(totals))
    assert sum(total <= median for total in totals) >= 32
    assert result.out.splitlines()[:2] == [
        "palm-t2 for 3p4c: all 64 openings",
        f"{len(set(totals))} different totals, from {least} to {greatest}, median {median}",
    ]
    head, first, between, last = result.out.splitlines()[-4:]
    assert head.split()[:4] == ["opening", "total", "average", "max"]
    assert between == "… 62 more: --rows, --json or -o shows them"
    assert (int(first.split()[1]), int(last.split()[1])) == (least, greatest)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("order", "first"), [("total", "AABC"), ("max", "AABB"), ("code", "AAAA")])
def test_rows_are_sorted_as_requested(mmtree, order, first):
    result = mmtree("openings", "irving", "--sort", order)
    assert result.out.splitlines()[2].split()[0] == first


def test_column_of_published_totals_is_left_out_if_empty(mmtree):
    """OPENINGS.md shows a table with it."""
    assert "published" not in mmtree("openings", "knuth", "--rules", "2p2c").out
    assert "published" not in mmtree("openings", "koyama-lai", "--rules", "2p3c").out


@pytest.mark.parametrize("ending", ["json", "csv"])
@pytest.mark.parametrize("options", [[], ["--seed", 3]], ids=["", "with options"])
def test_written_files_are_read_back(mmtree, tmp_path, ending, options):
    name = "random" if options else "irving"
    result = mmtree("openings", name, "--rules", "3p3c", *options, "-o", f"a.{ending}")
    assert result.out.splitlines()[-1] == f"wrote a.{ending}"
    found, made = read(f"a.{ending}"), study(name, "3p3c", **({"seed": 3} if options else {}))
    assert (found.rules, found.strategy, found.openings) == (made.rules, name, made.openings)
    assert {key: int(value) for key, value in found.options.items()} == made.options
    again = mmtree("openings", name, "--rules", "3p3c", *options, "--jobs", 2, "-o", f"b.{ending}")
    assert again.status == 0
    assert (tmp_path / f"a.{ending}").read_bytes() == (tmp_path / f"b.{ending}").read_bytes()


def test_json_and_csv_hold_the_same(mmtree):
    printed = mmtree("openings", "knuth", "--rules", "3p3c", "--json", "-o", "k.csv").out
    report = json.loads(printed)["openings"]
    with open("k.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["opening"] for row in rows] == [row["opening"] for row in report]
    for row, other in zip(rows, report, strict=True):
        assert [int(count) for count in row["histogram"].split()] == other["histogram"]
        assert float(row["average"]) == other["average"] == int(row["total"]) / 27


def small(ending):
    made = study("koyama-lai", "2p3c", max_guesses=3)
    return (format_json if ending == "json" else format_csv)(made, made.openings)


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["json", "csv"])
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_broken_file_is_refused_or_consistent(tmp_path, ending, data):
    text = small(ending)
    at = data.draw(st.integers(0, len(text) - 1))
    cut = data.draw(st.integers(0, 6))
    put = data.draw(st.text(st.characters(exclude_categories=["Cs"]), max_size=4))
    path = tmp_path / f"broken.{ending}"
    path.write_text(text[:at] + put + text[at + cut :], encoding="utf-8")
    try:
        found = read(str(path))
    except OpeningsFileError as refused:
        said = str(refused)
    else:
        said = f"{path}: "
        for figures in found.openings.values():
            assert figures is None or figures.secrets == found.rules.secrets
    assert said.startswith(f"{path}: ")
    assert "\n" not in said


ROW = {"opening": "AA", "total": 24, "max": 4, "histogram": [1, 3, 3, 2]}
HEAD = {"format": "mmtree openings", "version": 1, "strategy": "x", "options": {}, "rules": "2p3c"}
OTHER = "is neither a tree nor a file written by mmtree openings"


def rows(*openings):
    return json.dumps({**HEAD, "openings": openings})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (rows({**ROW, "total": 25}), "opening AA has total 25: its histogram gives 24"),
        (rows({**ROW, "histogram": [9, 1]}), "has a histogram of 10 secrets: 2p3c has 9"),
        (rows(ROW, ROW), "has opening AA twice"),
        (rows({**ROW, "opening": "AD"}), "'D' in code 'AD' is not a colour"),
        (rows(), "holds no opening"),
        (rows({**ROW, "histogram": [1.0, 8]}), OTHER),
        (rows({**ROW, "histogram": [10, -1]}), OTHER),
        (json.dumps({**HEAD, "openings": 3}), OTHER),
        *((text, OTHER) for text in ("", "{", "a,b\n1,2\n", "\0", "{}")),
        *((sign * 9999, OTHER) for sign in "[{9"),
    ],
)
def test_other_files_and_wrong_figures_are_refused(tmp_path, text, message):
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(OpeningsFileError) as raised:
        read(str(path))
    assert message in str(raised.value)


def end_process(arguments, jobs, opening):
    os._exit(7)


def exhaust_memory(arguments, jobs, opening):
    raise MemoryError


@pytest.mark.slow
@pytest.mark.parametrize(
    ("build", "message"),
    [
        (end_process, "a worker process ended before its work was done; if memory is short, use"),
        (exhaust_memory, "not enough memory"),
    ],
)
def test_failed_process_gives_one_line(refused, monkeypatch, build, message):
    monkeypatch.setattr(openings, "build_figures", build)
    assert message in refused(
        "openings", "knuth", "--rules", "3p3c", "--all", "--jobs", 2, "-o", "a.csv"
    )
