"""A player in C plays every secret as its tree does, with compilers of C and C++."""

import os
import re
import subprocess
from array import array
from itertools import product
from pathlib import Path

import pytest

from mmtree.errors import ExportError
from mmtree.export import pack as packing
from mmtree.export.c.c import player
from mmtree.export.targets import export
from mmtree.tree.provenance import Strategy
from mmtree.tree.tree import StrategyTree

from support.expected_games import OTHER, position_lines, tree_of

SOURCES = Path(__file__).parent / "c"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror")
C = ("-std=c99", "-Wconversion", *WARNINGS)
CPP = ("-std=c++11", *WARNINGS)
COMPILERS = {
    "gcc": ("gcc", *C),
    "clang": ("clang", *C),
    "g++": ("g++", "-x", "c++", *CPP),
    "clang++": ("clang++", "-x", "c++", *CPP),
    "avr-gcc for atmega328p": ("avr-gcc", "-mmcu=atmega328p", *C),
    "avr-gcc for attiny85": ("avr-gcc", "-mmcu=attiny85", *C),
    "arm-none-eabi-gcc": ("arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", *C),
}
SANITIZED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def execute(*command):
    """Run a program."""
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    return subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment)


@pytest.fixture
def compile(program, tmp_path):
    """Write the files of a player, compile sources with them, and return the compiler's result."""

    def run(files, compiler, *options, sources=(), **changes):
        command, *given = COMPILERS[compiler]
        for path, data in {**files, **changes}.items():
            (tmp_path / path).write_bytes(data)
        return subprocess.run(
            [program(command), *given, *options, "-I.", *map(str, sources), "-o", "made"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=300,
        )

    return run


@pytest.fixture
def positions(compile, program, tmp_path):
    """Return the lines of ``positions.c``, compiled with a player, in order."""

    program("gcc")

    def run(tree, compiler="gcc", *options, layout="dense"):
        options = (f"-DCOUNTS={tree.rules.kind.counts}", *options, *["-DSEED"] * (layout == "seed"))
        sources = (SOURCES / "positions.c", "mm.c")
        made = compile(export(tree, "c", "mm", layout), compiler, *options, sources=sources)
        assert (made.stderr, made.returncode) == ("", 0)
        ended = execute(tmp_path / "made")
        assert (ended.stderr, ended.returncode) == ("", 0), ended.stdout[-300:]
        return sorted(ended.stdout.splitlines())

    return run


# Every position, which is every guess of every game, and every answer there


OTHER_PEGS = [
    "koyama-lai-3p2c",
    "koyama-lai-4p6c-distinct",
    "koyama-lai-bulls-and-cows",
    "1p2c",
    "1p36c",
    "2p36c",
    "3p3c-black",
    "3p3c-distinct-black",
    "9p2c",
    "koyama-lai-5p8c",
]
CHECKED = ("-O1", *SANITIZED, "-DMM_CHECKED")
SMALL = ("2p36c", "3p3c-distinct-black", "9p2c")
SEED = ("3p4c-distinct", "3p3c-black", "1p2c", "2p3c", "4p4c-distinct-black", "2p9c", "5p3c")


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("name", "compiler", "options"),
    [
        ("koyama-lai-4p6c", "gcc", ("-Os",)),
        ("koyama-lai-4p6c", "clang", ("-Os",)),
        ("knuth-4p6c", "g++", ("-Os",)),
        ("koyama-lai-4p6c", "clang++", ("-Os",)),
        ("knuth-4p6c", "gcc", ("-O1", *SANITIZED)),
        ("knuth-4p6c", "gcc", CHECKED),
        *((name, "gcc", ("-O2",)) for name in OTHER_PEGS),
        *((name, "gcc", CHECKED) for name in SMALL),
    ],
)
def test_plays_every_game_and_accepts_only_possible_answers(name, compiler, options, positions):
    tree = tree_of(name)
    assert positions(tree, compiler, *options) == position_lines(tree)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("name", "options"),
    [
        *((f"entropy-{rules}", options) for rules in SEED[:2] for options in (("-O2",), CHECKED)),
        *((f"entropy-{rules}", CHECKED) for rules in SEED[2:]),
        ("koyama-lai-4p6c-distinct", ("-O2",)),
    ],
)
def test_seed_form_plays_every_game(name, options, positions):
    tree = tree_of(name)
    assert positions(tree, "gcc", *options, layout="seed") == position_lines(tree)


@pytest.mark.slow(after=8)
@pytest.mark.parametrize("game", OTHER)
def test_plays_other_games(game, positions):
    tree = tree_of(game)
    assert positions(tree) == position_lines(tree)


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("game", OTHER[::-4])
def test_checked_build_plays_other_games(game, positions):
    tree = tree_of(game)
    assert positions(tree, "gcc", *CHECKED) == position_lines(tree)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("width", [8, 12, 13, 16, 17, 25, 32])
def test_reads_units_of_any_width(width, positions, monkeypatch):
    """Wider units than a tree needs hold it as well."""
    monkeypatch.setattr(packing, "UNITS", (width,))
    tree = tree_of("koyama-lai-4p6c-distinct" if width > 11 else "koyama-lai-3p2c")
    assert packing.pack(tree).shape.unit == width
    assert positions(tree, "gcc", "-O1") == position_lines(tree)


# Damaged tables


@pytest.fixture
def damaged(compile, tmp_path):
    """Return the output of ``damage.c`` for the table of a player."""

    def build(tree, *options, layout="dense"):
        files = export(tree, "c", "mm", layout)
        files["mm.c"] = files["mm.c"].replace(b"static const", b"static")
        options = ("-O1", *SANITIZED, f"-DCOUNTS={tree.rules.kind.counts}", *options)
        made = compile(files, "gcc", *options, sources=[SOURCES / "damage.c"])
        assert (made.stderr, made.returncode) == ("", 0)
        return lambda kind: execute(tmp_path / "made", kind)

    return build


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("name", "width"),
    [
        ("koyama-lai-3p2c", 8),
        ("words", None),
        ("3p5c-distinct", 13),
        ("3p4c", 12),
        ("3p4c", 16),
        ("table", None),
    ],
)
def test_checked_build_stays_within_a_damaged_table(name, width, damaged, monkeypatch):
    """It never reads beyond it, ends every game, and guesses only codes; see ``damage.c``."""
    if width:
        monkeypatch.setattr(packing, "UNITS", (width,))
    tree = tree_of(name)
    bits = 8 * len(packing.pack(tree).table)
    counts = {"none": 1, "flips": bits, "numbers": bits, "noise": 500}
    examine = damaged(tree, "-DMM_CHECKED")
    for kind, count in counts.items():
        tables, seen = damage(examine, kind)
        assert tables == count
        assert seen > count / (4 if width else 10) if kind != "none" else seen == 0


def damage(examine, kind):
    """Return how many tables there were, and in how many of them some damage was seen."""
    ended = examine(kind)
    assert (ended.stderr, ended.returncode) == ("", 0), ended.stdout
    return map(int, re.fullmatch(r"tables (\d+) damaged (\d+)\n", ended.stdout).groups())


@pytest.mark.slow
@pytest.mark.parametrize("checked", [(), ("-DMM_CHECKED",)], ids=["unchecked", "checked"])
@pytest.mark.parametrize("rules", ["3p4c", "3p4c-distinct", "3p3c-black"])
def test_both_builds_of_the_seed_form_stay_within_their_memory(rules, checked, damaged):
    """Any bytes are a table. The checked build reports games that cannot go on."""
    examine = damaged(tree_of(f"entropy-{rules}"), "-DSEED", *checked, layout="seed")
    for kind in ("none", "flips", "noise"):
        tables, seen = damage(examine, kind)
        assert tables >= (1 if kind == "none" else 8)
        assert (seen > 0) == (bool(checked) and kind != "none")


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("build", "guesses"), [("-DUNCHECKED", 100), ("-DMM_CHECKED", 1)])
def test_overflowing_subtree_sizes_do_not_lead_backwards(build, guesses, compile, tmp_path):
    """Four sizes whose sum makes the fifth subtree begin at the opening, in 16 bits."""
    shape = packing.Shape(tree_of("koyama-lai-3p2c").rules, 16)
    units = array("I", [0b11111_000, 0x3FFF, 0x3FFF, 0x3FFE, 0x3FFE, 0, 0, 0])
    files = player(packing.Packed(shape, units, 3), "mm", [])
    main = b"""
        #include <stdio.h>
        #include "mm.h"
        int main(void)
        {
            mm_game game;
            int guesses = 1;
            mm_reset(&game);
            while (mm_step(&game, mm_answer(2, 0)) == MM_PLAYING && guesses < 100)
                guesses++;
            printf("%d", guesses);
            return 0;
        }
    """
    made = compile({**files, "main.c": main}, "gcc", *SANITIZED, build, sources=["main.c", "mm.c"])
    assert (made.stderr, made.returncode) == ("", 0)
    assert execute(tmp_path / "made").stdout == f"{guesses}"


def test_unchecked_build_may_leave_damaged_table_as_documented(damaged):
    """So these tables detect unchecked reads."""
    tree = tree_of("4p4c")
    ended = damaged(tree)("flips")
    assert ended.returncode != 0
    assert "runtime error" in ended.stderr or "AddressSanitizer" in ended.stderr
    header = export(tree, "c")["mm.h"].decode()
    assert "The unchecked build trusts its table" in header
    assert "with the macro MM_CHECKED defined, never reads beyond the table" in header


# For small machines


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("name", "compiler"),
    [
        *(("koyama-lai-4p6c", compiler) for compiler in list(COMPILERS)[4:]),
        *product([*OTHER_PEGS[:3], "9p2c"], ["avr-gcc for attiny85", "arm-none-eabi-gcc"]),
        *((game, "avr-gcc for attiny85") for game in OTHER[-2::-1]),
        *((game, "g++") for game in OTHER[-2::-1]),
    ],
)
def test_compiles_for_small_machines_with_all_tables_in_flash(
    name, compiler, compile, program, tmp_path
):
    files = export(tree_of(name), "c")
    made = compile(files, compiler, "-Os", "-c", sources=["mm.c"])
    assert (made.stderr, made.returncode) == ("", 0)
    size = program(re.sub("gcc|g[+][+]", "size", COMPILERS[compiler][0]))
    sections = subprocess.run([size, "-A", "made"], cwd=tmp_path, capture_output=True, text=True)
    in_ram = re.findall(r"^\.(?:data|bss)\S* +(\d+)", sections.stdout, re.M)
    assert [int(number) for number in in_ram] == [0] * len(in_ram) != []


@pytest.mark.parametrize("width", [17, 32])
def test_wide_units_compile_for_an_avr(width, compile, monkeypatch):
    monkeypatch.setattr(packing, "UNITS", (width,))
    files = export(tree_of("koyama-lai-4p6c"), "c")
    made = compile(files, "avr-gcc for atmega328p", "-Os", "-c", sources=["mm.c"])
    assert (made.stderr, made.returncode) == ("", 0)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(
    ("name", "layout", "optimized"),
    [("koyama-lai-4p6c", "dense", "-Os"), ("entropy-3p4c-distinct", "seed", "-O2")],
)
def test_both_builds_compile_and_define_only_the_interface(
    name, layout, optimized, compiler, compile, program, tmp_path
):
    files = export(tree_of(name), "c", "mm", layout)
    for checked in ((), ("-DMM_CHECKED",)):
        made = compile(files, compiler, optimized, *checked, "-c", sources=["mm.c"])
        assert (made.stderr, made.returncode) == ("", 0)
        symbols = execute(program("nm"), "-g", "--defined-only", tmp_path / "made").stdout
        interface = [f"mm_{verb}" for verb in ("guess", "pegs", "reset", "step")]
        assert "++" in compiler or symbols.split()[2::3] == interface


def test_code_is_small_on_an_avr(compile, program, tmp_path):
    """The code that finds the next guess, without its pegs; avr-gcc 5.4."""
    files = export(tree_of("koyama-lai-4p6c"), "c")
    compile(files, "avr-gcc for attiny85", "-Os", "-c", sources=["mm.c"])
    symbols = subprocess.run(
        [program("avr-nm"), "-S", "-t", "d", "made"], cwd=tmp_path, capture_output=True, text=True
    ).stdout
    sizes = {name: int(size) for size, name in re.findall(r"^\d+ (\d+) [tT] (\w+)", symbols, re.M)}
    assert {"mm_reset", "mm_guess", "mm_step", "mm_pegs"} <= set(sizes)
    assert sum(sizes.values()) - sizes["mm_pegs"] <= 320
    assert "U" not in re.findall(r" ([A-Z]) ", symbols)  # no function of a library


@pytest.mark.slow
def test_table_too_large_for_avr_does_not_compile_there(compile):
    files = export(tree_of("koyama-lai-5p7c"), "c")
    made = compile(files, "avr-gcc for atmega328p", "-Os", "-c", sources=["mm.c"])
    errors = [line for line in made.stderr.splitlines() if "error:" in line]
    assert made.returncode != 0
    assert "no array on an AVR has more than 32767 bytes" in errors[0]
    assert not compile(files, "arm-none-eabi-gcc", "-Os", "-c", sources=["mm.c"]).stderr


# Names


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("first", "second"), [("dense", "seed"), ("seed", "dense")])
@pytest.mark.parametrize("compiler", ["gcc", "g++"])
def test_two_players_fit_into_one_program(compiler, first, second, compile, tmp_path):
    """One has a name like the prefix in the templates."""
    ours = export(tree_of("koyama-lai-3p2c"), "c", "MM_a", first)
    files = {
        **ours,
        **export(tree_of("koyama-lai-4p6c-distinct"), "c", "Second_1", second),
        "main.c": b"""
            #include <stdio.h>
            #include "MM_a.h"
            #include "Second_1.h"
            int main(void)
            {
                MM_a_game a;
                Second_1_game b;
                MM_a_reset(&a);
                Second_1_reset(&b);
                printf("%u %u ", MM_A_PEGS + 0u, SECOND_1_PEGS + 0u);
                printf("%d ", MM_a_step(&a, MM_a_answer(3, 0)) == MM_A_SOLVED);
                printf("%d\\n", Second_1_step(&b, Second_1_answer(4, 0)) == SECOND_1_SOLVED);
                return 0;
            }
        """,
    }
    for checked in ((), ("-DMM_A_CHECKED",)):
        made = compile(files, compiler, *checked, sources=["main.c", "MM_a.c", "Second_1.c"])
        assert (made.stderr, made.returncode) == ("", 0)
        ended = execute(tmp_path / "made")
        assert (ended.stdout, ended.returncode) == ("3 4 1 1\n", 0)
    assert not re.search(rb"MM_(?!A_|a[_.])|MM_A_[aA]_|\bmm_", b"".join(ours.values()))


def test_exports_differ_only_in_the_name(knuth):
    ours, theirs = (export(knuth, "c", name) for name in ("mm", "uno"))
    assert export(knuth, "c") == ours
    assert list(theirs) == ["uno.h", "uno.c"]
    for kind in ("h", "c"):
        text = ours[f"mm.{kind}"].decode("ascii")
        renamed = re.sub(r"\bMM_", "UNO_", re.sub(r"\bmm(?=_|\.[ch])", "uno", text))
        assert theirs[f"uno.{kind}"].decode() == renamed
        assert not re.search(r"mm_|MM_", renamed)
        assert "#if " not in renamed
        assert "@" not in renamed
        assert "$" not in renamed
        assert "Strategy knuth: total 5801" in renamed


def test_strategy_name_cannot_close_its_comment(compile):
    tree = tree_of("koyama-lai-3p2c")
    name = "*/ #error /*/ // **//* mm_step é"
    strange = StrategyTree(tree.rules, Strategy(name), tree.guess, tree.feedback, tree.extent)
    files = export(strange, "c", "uno")
    assert "mm_step é" in files["uno.c"].decode()
    made = compile(files, "gcc", "-c", sources=["uno.c"])
    assert (made.stderr, made.returncode) == ("", 0)


def test_too_wide_numbers_are_refused(monkeypatch):
    monkeypatch.setattr(packing, "UNITS", ())
    with pytest.raises(ExportError, match="more than 32 bits"):
        export(tree_of("koyama-lai-3p2c"), "c")


@pytest.mark.slow
def test_tree_too_large_for_seed_form_is_refused_with_remedy(compile):
    tree = tree_of("koyama-lai-5p7c")
    with pytest.raises(
        ExportError, match=r"19510 bits.* at most 8192 are supported: use --layout dense$"
    ):
        export(tree, "c", "mm", "seed")
    made = compile(export(tree, "c"), "gcc", "-c", sources=["mm.c"])
    assert (made.stderr, made.returncode) == ("", 0)
