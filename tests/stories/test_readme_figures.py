"""The figures in the READMEs, computed again."""

import re
import shlex

import pytest

from mmtree import build_tree, format_code, load, parse_rules
from mmtree.cli.bench import CASES
from mmtree.export.seed.encode import encode
from mmtree.game.code_table import CodeTable
from mmtree.search.kernel import kernel
from mmtree.search.two_guess_bounds import lower_bound
from mmtree.strategies.catalogue import ROWS as KNOWN
from mmtree.strategies.catalogue import find

from footprint.__main__ import main as measure_footprints
from support.environment import TREES, needs_native
from support.readmes import Readme

ROWS = re.findall(
    r"^\| ([a-z0-9-]+)(?:, (.*?))? \| ([A-F]{4}) \| (\d+) \| ([\d.]+) \| (\d) \| (.*?) \|",
    Readme("mmtree/strategies/README.md").text,
    re.M,
)
DEFAULT_OPENINGS = {row[:2]: row for row in ROWS[::-1] if row[0] != "palm-t2"}
"""The first row of each strategy and setting; palm-t2 has no row for its default opening."""


def not_by_numpy(strategy):
    """Skip slow builds with the NumPy kernel; tests of the strategy show that the kernels agree."""
    if strategy.startswith(("least-bits", "beam")) and kernel() == "numpy":
        pytest.skip("takes long with the NumPy kernel")


@pytest.mark.slow(after=6)
@pytest.mark.parametrize("row", ROWS, ids=["-".join(row[:3]) for row in ROWS])
def test_strategy_table_has_the_figures_of_new_trees(row):
    name, setting, opening, total, average, most, source = row
    not_by_numpy(name)
    options = {}
    if setting.startswith("seed"):
        options["seed"] = int(setting.split()[1])
    if setting.startswith("effort"):
        options["effort"] = int(setting.split()[1])
    if setting.startswith("at most"):
        options["max_guesses"] = int(setting.split()[2])
    if DEFAULT_OPENINGS.get(row[:2]) != row:
        options["opening"] = opening
    own = build_tree(name, **options)
    assert format_code(own.root.guess, own.rules) == opening
    assert (str(own.total), str(own.max)) == (total, most)
    assert f"{float(own.average):.4f}" == average
    papers = re.findall(r"[A-Z]\w+(?: and \w+)? \d{4}", source)
    assert any(paper in find(name).source for paper in papers)


def test_strategy_table_lists_every_strategy():
    assert {row[0] for row in ROWS} == {row.name for row in KNOWN}


SEEDS = re.findall(
    r"^\| (\d+) \| (\d+) \| ([\d.]+) \| (\d) \| `(.*?)`",
    Readme("mmtree/export/README.md").text,
    re.M,
)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("row", SEEDS, ids=[f"{row[0]}-bytes" for row in SEEDS])
def test_seed_table_has_the_figures_of_new_trees(mmtree, row):
    size, total, average, most, arguments = row
    tree = TREES / "least-bits-4p6c.mmtree"
    if total != "5625":  # tests of the strategy build this one
        not_by_numpy(arguments)
        tree = "a.mmtree"
        mmtree("build", "--strategy", *shlex.split(arguments), "-o", tree)
    built = load(tree)
    assert (str(built.total), str(built.max)) == (total, most)
    assert f"{float(built.average):.4f}" == average
    assert len(encode(built).table) == int(size)


def test_seed_table_includes_the_proved_optimum():
    assert len(SEEDS) == 7
    least = load(TREES / "least-bits-4p6c.mmtree")
    assert least.proof.optimal
    sentence = f"strategy with the least average takes a table of {len(encode(least).table)} bytes"
    assert sentence in " ".join(Readme("README.md").text.split())


FOOTPRINT = Readme("tests/footprint/README.md").text
MEASURED = re.findall(r"^\| [a-z0-9-]+ \| (?:dense|seed) \| .* \|$", FOOTPRINT, re.M)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("machine", "layouts"),
    [
        ("atmega328p", ["dense"]),  # a seed is slow; test_chips.py plays one
        ("cortex-m0", ["dense", "seed"]),
        ("attiny13a", ["seed"]),
        ("micropython", ["dense"]),
        ("javascript", ["dense"]),
    ],
)
def test_footprint_table_has_the_measured_rows(capsys, program, machine, layouts):
    """The rows are measured with the compilers of Debian 12."""
    for name in ("avr-gcc", "arm-none-eabi-gcc", "qemu-system-arm", "node"):
        program(name)
    options = [word for layout in layouts for word in ("--layout", layout)]
    assert not measure_footprints(["least-bits-4p6c", "--to", machine, *options])
    out, err = capsys.readouterr()
    assert err == ""
    rows = [line for line in out.splitlines() if line.startswith(f"| {machine} ")]
    assert len(rows) == len(layouts)
    assert set(rows) <= set(MEASURED)


def test_attiny13a_figures_in_text_agree_with_the_table():
    [row] = [line for line in MEASURED if line.startswith("| attiny13a ")]
    flash, ram, stack, average, most = (int(row.split(" | ")[at]) for at in (4, 5, 6, 7, 8))
    text = " ".join(Readme("mmtree/export/README.md").text.split())
    assert f"takes {flash} bytes of flash, table included, and {ram + stack} of RAM" in text
    in_ms = [round(cycles / 9600) for cycles in (average, most)]
    assert f"a guess takes {in_ms[0]} ms on average and {in_ms[1]} at most" in text


def test_table_of_strategies_has_figures_of_its_trees():
    rows = Readme("README.md").table("## Strategies")
    assert len(rows) == 7
    for row in rows:
        tree = load(row["ready-made tree"].strip("`"))
        figures = [str(tree.total), f"{float(tree.average):.4f}", str(tree.max)]
        assert [row["total"], row["average"], row["max"]] == figures
        name, _, options = row["strategy"].strip("`").partition(" ")
        assert tree.strategy.name == name
        most = options.removeprefix("--max-guesses ")
        proved = {
            None: "",
            "proved optimal (expected)": "least total",
            f"proved optimal (expected, at most {most})": f"least total within {most} guesses",
        }
        assert row["proved"] == proved[tree.proof and str(tree.proof)]


BENCHMARKS = Readme("mmtree/search/BENCHMARKS.md")
TIMES = BENCHMARKS.text.partition("## How fast it is")[2].partition("\n## ")[0]
SETS = r"^\| (\S+ \| [^|]+) \| \d+ \| \d \| [\d.]+ \| [\d.]+ \| (\d+) \|"


def test_benchmark_table_has_every_build_and_its_total():
    """The times in the table are not measured again."""
    rows = re.findall(r"^\| (\S+) \| ([^|]+) \| (\d+) \| (\d) \| [\d.]+ \|", TIMES, re.M)
    assert rows == [(c.rules, str(c), str(c.total), str(c.max)) for c in CASES]


@pytest.mark.slow
@needs_native
def test_benchmark_searches_the_documented_number_of_sets(mmtree):
    if kernel() == "numpy":
        pytest.skip("the table is of the native kernel")
    table = mmtree("bench", "4p6c", "3p9c", "5p5c", "--jobs", "1", "--repeat", "1").out
    counted = re.findall(SETS, table, re.M)
    assert len(counted) == 6
    assert set(counted) <= set(re.findall(SETS, TIMES, re.M))


@pytest.mark.slow
def test_5p7c_figures_in_text_are_those_of_the_trees():
    trees = [load(TREES / f"koyama-lai{kind}-5p7c.mmtree") for kind in ("", "-worst-first")]
    assert [tree.proof.optimal for tree in trees] == [True, True]
    assert trees[1].max == 6
    text = " ".join(Readme("mmtree/search/README.md").text.split())
    opening = format_code(trees[0].root.guess, trees[0].rules)
    average = f"{float(trees[0].average):.4f}"
    assert f"{trees[0].total}, opened {opening}, on average {average} guesses" in text
    assert f"within 6 guesses it is {trees[1].total}" in text


def test_short_sheet_has_the_documented_number_of_lines(mmtree):
    sheet = mmtree(
        "sheet",
        TREES / "koyama-lai-4p6c.mmtree",
        "--style",
        "short",
        *("--format", "txt", "-o", "-"),
    )
    lines = sheet.out[sheet.out.rindex("\nAABC\n") + 1 :].split("\n\n")[0].split("\n")
    text = " ".join(Readme("mmtree/show/README.md").text.split())
    assert f"{len(lines)} lines of text for Koyama and Lai" in text


def test_beam_table_compares_with_the_proved_totals():
    for row in BENCHMARKS.table("comparison of the beam with the proof"):
        least = load(TREES / f"koyama-lai-{row['rules']}.mmtree").total
        more = 1000 * (int(row["beam"]) - least) / least
        assert (row["proved least"], row["more, ‰"]) == (str(least), f"{more:.2f}")


def test_beam_table_beyond_proof_has_right_averages_and_bounds():
    for row in BENCHMARKS.table("strategies that look one step ahead"):
        secrets = parse_rules(row["rules"]).secrets
        assert row["secrets"] == str(secrets)
        assert row["average"] == f"{int(row['beam']) / secrets:.4f}"
        for name in ("beam", "irving", "entropy", "kooi", "knuth"):
            assert row[name] == "-" or int(row["at least"]) <= int(row[name])
        if secrets < 40_000 and kernel() == "native":
            table = CodeTable(parse_rules(row["rules"]))
            assert row["at least"] == str(lower_bound(table, None))
