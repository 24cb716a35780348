"""``mmtree footprint`` prints a table of players, and reports players that it cannot measure."""

import json
import tempfile
from contextlib import contextmanager

import pytest

from mmtree import build_tree, load, save
from mmtree.export.pack import pack
from mmtree.export.targets import export
from mmtree.footprint import footprint
from mmtree.footprint.footprint import MACHINES

from support.environment import SMALL, TREES, linux


@pytest.fixture
def tools(program):
    """Requires the programs of all machines, as the fixture program does."""
    for machine in MACHINES.values():
        for name, _ in machine.programs:
            program(name)


@pytest.fixture
def folder(tmp_path_factory, monkeypatch):
    """An empty folder, in which all temporary files are made."""
    path = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(path))
    return path


@pytest.mark.slow
def test_every_machine_and_layout_has_a_row(mmtree, tools, folder, tmp_path):
    result = mmtree("footprint", SMALL)
    title, head, *lines = result.out.splitlines()
    assert title == "koyama-lai for 3p2c: total 18, average 18/8 = 2.2500, max 3"
    assert head.split() == [
        "machine",
        "layout",
        "table",
        "code",
        "both",
        "RAM",
        "stack",
        "a",
        "guess",
        "at",
        "most",
    ]
    assert [tuple(line.split()[:2]) for line in lines] == [
        *(
            (chip, layout)
            for chip in ("host", "atmega328p", "attiny85", "cortex-m0")
            for layout in ("words", "dense", "seed")
        ),
        ("attiny13a", "seed"),
        ("micropython", "words"),
        ("micropython", "dense"),
        ("javascript", "dense"),
    ]
    tree = load(SMALL)
    for line in lines:
        machine, layout, table, *rest = line.split()
        if layout != "seed":
            assert int(table) == len(pack(tree, layout).table)
        if "cycles" in line or "instructions" in line:
            code, both, ram, stack, average, most, unit = rest
            assert int(both) == int(table) + int(code)
            assert 0 < int(ram) < 32
            assert 0 < int(stack) < 128
            assert 50 < int(average) <= int(most) < 4000
            assert unit == ("instructions" if machine == "cortex-m0" else "cycles")
    assert result.err == ""
    assert result.status == 0
    assert not list(folder.iterdir())
    assert not list(tmp_path.iterdir())


def test_tree_of_another_game_is_refused(refused, tmp_path):
    save(build_tree("entropy", "2p3c-places"), tmp_path / "places.mmtree")
    assert refused("footprint", "places.mmtree") == (
        "mmtree: 2p3c-places: the replay supports only rules such as 4p6c, 4p6c-distinct and "
        "4p6c-black: use mmtree export --to c for the player only\n"
    )


@pytest.mark.slow
def test_markdown_and_json_have_the_same_figures(mmtree, program):
    program("gcc")
    asked = ("footprint", SMALL, "--to", "host", "--layout", "words")
    _, head, line = mmtree(*asked).out.splitlines()
    *_, cells, rule, row = mmtree(*asked, "--format", "markdown").out.splitlines()
    assert cells.replace("|", "").split() == head.split()
    assert row.replace("|", "").split() == line.split()
    assert rule.count("|") == cells.count("|") == row.count("|") == 11
    data = json.loads(mmtree(*asked, "--format", "json").out)
    host, words, table, code, whole, ram = line.split()
    assert data == {
        "rows": [
            {
                "machine": host,
                "layout": words,
                "table": int(table),
                "code": int(code),
                "whole": int(whole),
                "ram": int(ram),
                "stack": None,
                "unit": None,
                "average": None,
                "most": None,
            }
        ],
        "not_measured": [],
    }


@pytest.mark.slow
def test_player_too_large_is_reported_without_failure(mmtree, tools):
    large = TREES / "koyama-lai-bulls-and-cows.mmtree"
    asked = ("footprint", large, "--to", "attiny85", "--layout", "words")
    result = mmtree(*asked)
    size = len(pack(load(large), "words").table)
    assert result.err == f"attiny85 words: does not fit: {size} bytes of flash, at most 8192\n"
    assert (result.out, result.status) == ("", 1)  # since nothing was measured
    result = mmtree(*asked, "--to", "host")
    assert "\nhost" in result.out
    assert "does not fit" in result.err
    assert result.status == 0


@linux
def test_missing_tools_are_reported_with_packages(mmtree, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    result = mmtree("footprint", SMALL, "--to", "host", "--to", "cortex-m0", "--to", "javascript")
    assert result.err.splitlines() == [
        "host: needs gcc (Debian: apt install gcc)",
        "cortex-m0: needs arm-none-eabi-gcc, qemu-system-arm "
        "(Debian: apt install gcc-arm-none-eabi qemu-system-arm)",
        "javascript: needs node (Debian: apt install nodejs)",
    ]
    assert (result.out, result.status) == ("", 1)
    for name in ("gcc", "avr-gcc"):  # these compilers find no header
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    result = mmtree("footprint", SMALL, "--to", "attiny85")
    assert result.err == (
        "attiny85: needs avr/io.h, simavr/sim_avr.h (Debian: apt install avr-libc libsimavr-dev)\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("machine", "layout"),
    [("host", "dense"), ("attiny13a", "seed"), ("micropython", "words"), ("javascript", "dense")],
)
def test_player_of_another_tree_is_reported(machine, layout, mmtree, tools, monkeypatch, folder):
    other = build_tree("lexicographic", "3p2c")
    monkeypatch.setattr(footprint, "export", lambda tree, *rest: export(other, *rest))
    result = mmtree("footprint", SMALL, "--to", machine, "--layout", layout)
    assert result.err.startswith(f"{machine} {layout}: does not play as the tree does: ")
    assert result.err.count("\n") == 1
    assert (result.out, result.status) == ("", 1)
    assert not list(folder.iterdir())


@pytest.mark.slow
def test_machine_without_the_layouts_is_reported(mmtree, program):
    program("gcc")
    asked = ("footprint", SMALL, "--to", "host", "--to", "attiny13a", "--layout", "words")
    result = mmtree(*asked)
    assert "\nhost" in result.out
    assert result.err == "attiny13a: has no layout words, only seed\n"
    assert result.status == 0
    data = json.loads(mmtree(*asked, "--format", "json").out)
    assert [row["machine"] for row in data["rows"]] == ["host"]
    assert data["not_measured"] == [
        {
            "machine": "attiny13a",
            "layout": "",
            "reason": "has no layout words, only seed",
            "wrong": False,
        }
    ]


@pytest.mark.parametrize("form", ["text", "markdown", "json"])
def test_no_player_is_tried_without_a_possible_layout(form, refused):
    for (machine, layout), said in {
        ("attiny13a", "words"): "attiny13a: has no layout words, only seed",
        ("javascript", "seed"): "javascript: has no layout seed, only dense",
    }.items():
        asked = ("--to", machine, "--layout", layout, "--format", form)
        assert said in refused("footprint", SMALL, *asked)


@pytest.mark.slow
def test_progress_counts_players(mmtree, program, monkeypatch):
    program("gcc")
    shown = []

    @contextmanager
    def bar():
        yield shown.append

    monkeypatch.setattr("mmtree.cli.footprint.progress_bar", bar)
    asked = ("--to", "host", "--to", "micropython", "--to", "attiny13a")
    mmtree("footprint", SMALL, *asked, "--layout", "words", "--layout", "dense")
    assert shown == [
        (1, 4, ("host",)),
        (2, 4, ("host",)),
        (3, 4, ("micropython",)),
        (4, 4, ("micropython",)),
    ]


def test_help_names_replacement_of_board(mmtree):
    assert "CPython replaces the board" in " ".join(mmtree("footprint", "--help").out.split())


def test_wrong_input_is_reported_in_one_line(refused):
    for asked, said in {
        ("missing.mmtree",): "missing.mmtree",
        (SMALL, "--to", "pdp11"): "'pdp11' is not one of",
        (SMALL, "--layout", "louds"): "'louds' is not one of",
        (SMALL, "--limit", "0"): "must be a whole number from 1 to 86400, got '0'",
    }.items():
        assert said in refused("footprint", *asked)


def test_repeated_machine_is_measured_once(mmtree, program):
    program("gcc")
    asked = ["--to", "host", "--layout", "words"]
    data = json.loads(mmtree("footprint", SMALL, *asked, *asked, "--format", "json").out)
    assert [(row["machine"], row["layout"]) for row in data["rows"]] == [("host", "words")]
