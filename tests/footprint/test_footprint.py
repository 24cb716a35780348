"""The command prints the row of each player, and reports players that it cannot measure."""

import tempfile

import pytest

from mmtree import TreeFileError, build_tree, load, save
from mmtree.export.pack import pack
from mmtree.export.targets import export

from footprint import __main__ as footprint
from footprint.chips import CHIPS
from support.environment import SMALL, TREES, linux


@pytest.fixture
def run(capsys):
    """Runs the command, and returns its status, rows and messages: run(tree, "--to", "host")."""

    def run(*arguments):
        status = footprint.main([*map(str, arguments)])
        out, err = capsys.readouterr()
        head, rule, *rows = ([*map(str.strip, line.split("|")[1:-1])] for line in out.splitlines())
        assert [len(row) for row in (rule, *rows)] == [len(head)] * (1 + len(rows))
        return status, [dict(zip(head, row, strict=True)) for row in rows], err

    return run


@pytest.fixture
def tools(program):
    """Requires the programs of all machines, as the fixture program does."""
    for chip in CHIPS.values():
        for name, _ in chip.programs:
            program(name)


@pytest.fixture
def folder(tmp_path_factory, monkeypatch):
    """An empty folder, in which all temporary files are made."""
    path = tmp_path_factory.mktemp("temporary")
    monkeypatch.setattr(tempfile, "tempdir", str(path))
    return path


@pytest.mark.slow
def test_every_machine_and_layout_has_a_row(run, tools, folder):
    status, rows, err = run(SMALL)
    assert [(row["machine"], row["layout"]) for row in rows] == [
        *(
            (chip, layout)
            for chip in ("host", "atmega328p", "attiny85", "cortex-m0")
            for layout in ("dense", "seed")
        ),
        ("attiny13a", "seed"),
        ("micropython", "dense"),
        ("javascript", "dense"),
    ]
    tree = load(SMALL)
    for row in rows:
        if row["layout"] != "seed":
            assert int(row["table"]) == len(pack(tree).table)
        if row["code"]:
            assert int(row["both"]) == int(row["table"]) + int(row["code"])
        if row["stack"]:
            assert 0 < int(row["RAM"]) < 32
            assert 0 < int(row["stack"]) < 128
            assert 50 < int(row["a guess"]) <= int(row["at most"]) < 4000
            assert row[""] == ("instructions" if row["machine"] == "cortex-m0" else "cycles")
    assert (status, err) == (0, "")
    assert not list(folder.iterdir())


@pytest.mark.slow
def test_player_too_large_is_reported_without_failure(run, tools):
    large = TREES / "koyama-lai-bulls-and-cows.mmtree"
    asked = (large, "--to", "attiny85", "--layout", "dense")
    size = len(pack(load(large)).table)
    message = f"attiny85 dense: does not fit: {size} bytes of flash, at most 8192\n"
    assert run(*asked) == (1, [], message)  # since nothing was measured
    status, rows, err = run(*asked, "--to", "host")
    assert (status, [row["machine"] for row in rows], err) == (0, ["host"], message)


@linux
def test_missing_tools_are_reported_with_packages(run, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    status, rows, err = run(SMALL, "--to", "cortex-m0", "--layout", "dense")
    assert err == (
        "cortex-m0 dense: needs arm-none-eabi-gcc, qemu-system-arm "
        "(Debian: apt install gcc-arm-none-eabi qemu-system-arm)\n"
    )
    assert (status, rows) == (1, [])
    for name in ("gcc", "avr-gcc"):  # these compilers find no header
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    error = "needs avr/io.h, simavr/sim_avr.h (Debian: apt install avr-libc libsimavr-dev)"
    assert error in run(SMALL, "--to", "attiny85")[2]


@pytest.mark.slow
@pytest.mark.parametrize(("machine", "layout"), [("host", "dense"), ("attiny13a", "seed")])
def test_player_of_another_tree_is_reported(machine, layout, run, tools, monkeypatch, folder):
    other = build_tree("lexicographic", "3p2c")
    monkeypatch.setattr(footprint, "export", lambda tree, *rest: export(other, *rest))
    status, rows, err = run(SMALL, "--to", machine, "--layout", layout)
    assert err.startswith(f"{machine} {layout}: does not play as the tree does")
    assert (status, rows, err.count("\n")) == (1, [], 1)
    assert not list(folder.iterdir())


def test_players_without_these_layouts_are_left_out(run):
    status, rows, err = run(SMALL, "--to", "javascript", "--to", "attiny13a", "--layout", "dense")
    assert (status, [row["machine"] for row in rows], err) == (0, ["javascript"], "")


def test_tree_of_another_game_or_no_tree_is_refused(run, tmp_path):
    save(build_tree("entropy", "2p3c-places"), tmp_path / "places.mmtree")
    asked = ("--to", "host", "--layout", "dense")
    status, rows, err = run(tmp_path / "places.mmtree", *asked)
    assert (status, rows) == (1, [])
    assert "host dense: 2p3c-places: the replay supports only rules such as 4p6c" in err
    with pytest.raises(TreeFileError):
        run("missing.mmtree", *asked)
