"""Exported C players on the instruction sets of chips play every secret as their trees do."""

import shutil
from dataclasses import replace
from functools import cache

import pytest

from mmtree import load
from mmtree.export.pack import pack
from mmtree.export.targets import export

from footprint.chips import (
    CHIPS,
    SOURCES,
    ChipError,
    UnmeasuredError,
    build_simulator,
    run,
    run_on_chip,
)
from footprint.measure import expected_line, measure
from support.environment import TREES
from support.expected_games import tree_of

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
each_chip = pytest.mark.parametrize("chip", CHIPS.values(), ids=CHIPS)
# test_c.py plays trees of all kinds on the host; test_readme_figures.py plays 4p6c on two chips.


@pytest.fixture(scope="session")
def runner(tmp_path_factory):
    """Compiles the simulator of AVR programs on the first call: runner() returns its file."""
    return cache(lambda: build_simulator(tmp_path_factory.mktemp("runner"), "avr_runner"))


@pytest.fixture
def ready(tmp_path, program, runner):
    """Returns a folder in which programs for a chip can be compiled and run: ready(chip)."""

    def prepare(chip):
        for name, _ in chip.programs:
            program(name)
        folder = tmp_path / chip.name
        folder.mkdir(exist_ok=True)
        if chip.simulator == "simavr":
            shutil.copy(runner(), folder / "avr_runner")
        return folder

    return prepare


@pytest.fixture
def on_chip(ready):
    """Replays a player on a chip: on_chip(chip, files, tree)."""
    return lambda chip, files, tree, **options: measure(
        chip, files, tree.rules, ready(chip), **options
    )


def strict(chip):
    """Return a chip whose compiler treats warnings as errors."""
    return replace(chip, compiler=(*chip.compiler, *WARNINGS))


@pytest.mark.slow
@each_chip
def test_chip_plays_every_secret_as_the_tree_does(chip, on_chip):
    tree = tree_of("knuth-4p6c" if chip is AVR else "knuth-4p4c")
    measured = on_chip(strict(chip), export(tree, "c"), tree)
    assert measured.line == expected_line(tree)
    secrets = tree.rules.secrets
    assert measured.line.startswith(f"secrets {secrets} total {tree.total} max {tree.max} ")
    assert measured.table == len(pack(tree).table)
    assert 100 < measured.code < 1000
    assert measured.ram <= 12
    if chip.simulator:
        assert measured.cost.guesses == tree.total - secrets
        assert 50 < measured.cost.total / measured.cost.guesses < measured.cost.most < 4000
        assert 4 <= measured.cost.stack <= 64
    else:
        assert measured.cost is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "chip"),
    [("knuth-4p6c", "host"), ("entropy-4p4c", "cortex-m0"), ("entropy-4p4c", "atmega328p")],
)
def test_chip_plays_from_a_seed(name, chip, ready):
    """The trees of chips are small, because a chip takes 100000 cycles for a guess of 4p6c.

    test_attiny13a.py plays more trees from a seed on a smaller chip, and test_readme_figures.py
    plays one of 4p6c on a Cortex-M0.
    """
    tree, chip = tree_of(name), CHIPS[chip]
    files = export(tree, "c", "mm", "seed")
    measured = measure(strict(chip), files, tree.rules, ready(chip), every=500)
    assert measured.line == expected_line(tree, every=500)
    assert measured.table < 256
    assert measured.code < 1000
    assert measured.ram < 64
    assert measured.cost is None or measured.cost.stack < 128


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("rules", "chip"),  # each set of rules on one of two chips, 9p2c on both
    [
        ("1p2c", "attiny85"),
        ("2p36c", "cortex-m0"),
        ("3p3c-distinct", "cortex-m0"),
        ("3p5c-black", "attiny85"),
        ("4p4c-distinct-black", "cortex-m0"),
        ("9p2c", "attiny85"),
        ("9p2c", "cortex-m0"),
    ],
)
def test_chip_plays_by_any_rules(rules, chip, on_chip):
    tree = tree_of(rules)
    measured = on_chip(strict(CHIPS[chip]), export(tree, "c"), tree, every=50)
    assert measured.line == expected_line(tree, every=50)


# Wrong players: expressions that replace the result of mm_step in the replay.
WRONG = {
    "accepts impossible answers": "state == MM_IMPOSSIBLE ? MM_PLAYING : state",
    "restarts at an impossible answer": "state == MM_IMPOSSIBLE ? (mm_reset(game), state) : state",
    "never ends": "state == MM_SOLVED ? MM_PLAYING : state",
    "ends at once": "MM_SOLVED",
    "refuses everything": "MM_IMPOSSIBLE",
    "is solved twice": "game->solved ? MM_SOLVED : state",
    "accepts what no answer has": "answer == 255 ? MM_PLAYING : state",
}


def wrong(files, step):
    wrapper = f"""
#ifdef CHIP_H
static uint8_t wrong_step(mm_game *game, uint8_t answer)
{{
    uint8_t state = mm_step(game, answer);
    return {step};
}}
#define mm_step wrong_step
#endif
"""
    return {**files, "mm.h": files["mm.h"] + wrapper.encode()}


@pytest.mark.slow
@pytest.mark.parametrize("step", ["state", *WRONG.values()], ids=["is right", *WRONG])
def test_wrong_player_is_detected(step, on_chip, knuth):
    line = on_chip(CHIPS["host"], wrong(export(knuth, "c"), step), knuth).line
    assert (line == expected_line(knuth)) == (step == "state")


@pytest.mark.slow
def test_tree_with_same_figures_is_detected(on_chip, koyama_lai):
    other = load(TREES / "koyama-lai-fewest-at-max-4p6c.mmtree")
    line = on_chip(CHIPS["host"], export(other, "c"), other).line
    assert line.split()[:6] == expected_line(koyama_lai).split()[:6]
    assert line != expected_line(koyama_lai)


def with_source(files, lines):
    return {**files, "mm.c": files["mm.c"] + lines.encode()}


AVR = CHIPS["attiny85"]


def test_too_large_program_is_refused(on_chip, knuth):
    """The player fits, but not the program that replays it."""
    table = "__attribute__((used)) static const char more[3800] MM_FLASH = {1};"
    with pytest.raises(UnmeasuredError, match=r"^does not fit: \d+ bytes of flash, at most 8192$"):
        on_chip(AVR, with_source(export(knuth, "c"), table), knuth)


def test_too_much_stack_is_refused(on_chip, koyama_lai):
    step = "(uint8_t)(((volatile char[460]){0})[answer] + state)"
    with pytest.raises(UnmeasuredError, match=r"^does not fit: \d+ bytes of RAM, at most 512$"):
        on_chip(AVR, wrong(export(koyama_lai, "c"), step), koyama_lai)


def test_table_in_ram_is_refused(on_chip, knuth):
    table = 'const char more[] __attribute__((used)) = "in RAM on an AVR";'
    with pytest.raises(ChipError, match=r"^18 bytes of the player are copied to RAM$"):
        on_chip(AVR, with_source(export(knuth, "c"), table), knuth)


PROGRAM = """
#include <stdint.h>
#include "chip.h"
{before}
int main(void)
{{
    chip_start();
    chip_put('a');
    chip_put('\\n');
    {body}
    chip_stop();
    return 0;
}}
"""


@pytest.fixture
def run_program(ready):
    """Runs a small program on a chip and returns its output: run_program(chip, body, before)."""

    def compile_and_run(chip, body, before=""):
        folder = ready(chip)
        (folder / "small.c").write_text(PROGRAM.format(body=body, before=before))
        sources = [str(SOURCES / source) for source in chip.sources]
        options = [*chip.link, "-Os", f"-I{SOURCES}", "small.c", *sources, "-lgcc", "-o", "small"]
        run([*chip.compiler, *options], folder)
        return run_on_chip(chip, folder / "small", folder, seconds=30)

    return compile_and_run


def asm(*lines, changes=""):
    text = "\\n".join(lines)
    return f'__asm__ volatile("{text}" : : : "memory"{changes});'


@pytest.mark.parametrize("chip", list(CHIPS.values())[1:], ids=list(CHIPS)[1:])
def test_marks_count_cycles_between_them(chip, run_program):
    """Seven NOPs take seven cycles or instructions; a begin without an end does not count."""
    body = "for (int i = 0; i < 10; i++) chip_begin();"
    for nops in (7, 0, 3):
        body += f"chip_begin(); {asm(*['nop'] * nops)} chip_end();"
    text, *_, measured = run_program(chip, body).splitlines()
    unit = "cycles" if chip.simulator == "simavr" else "instructions"
    assert (text, measured) == ("a", f"measured 3 {unit} 10 7 stack 0")


@pytest.mark.parametrize("name", ["atmega328p", "attiny85"])
def test_stack_is_measured_to_the_byte(name, run_program):
    """Four nested calls, each with a return address and three registers, take 20 bytes."""
    push, pop = ["push r0"] * 3, ["pop r0"] * 3
    lines = [*push, "dec r24", "breq 1f", "rcall deep", "1:", *pop, "ret"]
    deep = f"__attribute__((naked, noinline)) void deep(void) {{ {asm(*lines)} }}"
    four = asm("ldi r24, 4", "rcall deep", changes=', "r24"')
    output = run_program(CHIPS[name], f"chip_begin(); {four} chip_end();", deep)
    assert output.splitlines()[-1].endswith(" stack 20")
