"""The program for an ATtiny13A plays as its tree does, on the pins of a simulated chip."""

import re
import subprocess
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

import pytest

from mmtree import feedback
from mmtree.errors import ExportError
from mmtree.export.c import attiny13a
from mmtree.export.targets import export

from footprint.chips import SOURCES
from support.expected_games import games, tree_of

PINS = SOURCES / "attiny13a_pins.c"
BIT = 1000  # cycles: 9600 baud at 9.6 MHz
STRICT = "-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"


@dataclass
class Program:
    """A compiled program.

    Attributes:
        elf: the file for the chip.
        flash: bytes of it.
        static: bytes of RAM for variables.
    """

    elf: Path
    flash: int
    static: int


@pytest.fixture
def compiled(tmp_path_factory, program):
    """Makes the program of a tree by the commands in its source."""

    def make(tree):
        folder = tmp_path_factory.mktemp("attiny13a")
        [(path, source)] = export(tree, "attiny13a", "mm").items()
        (folder / path).write_bytes(source)
        program("avr-gcc")
        text = source.decode().replace("\\\n *", "")
        for command in re.findall(r"^ \* +(avr-(?:gcc|objcopy) .*)", text, re.M):
            command = command.replace("avr-gcc", f"avr-gcc {STRICT}")
            subprocess.run(command.split(), cwd=folder, check=True)
        assert (folder / "mm_attiny13a.hex").stat().st_size
        sizes = subprocess.run(
            [program("avr-size"), "-C", "--mcu=attiny13a", "mm_attiny13a.elf"],
            cwd=folder,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        flash, static = map(int, re.findall(r"(\d+) bytes", sizes))
        table = int(re.search(r"MM_TABLE_BYTES (\d+)", text)[1])
        # The exporter refuses trees under this assumption.
        assert flash - table <= attiny13a._PROGRAM + attiny13a._DISTINCT * tree.rules.distinct
        return Program(folder / "mm_attiny13a.elf", flash, static)

    return make


@pytest.fixture(scope="session")
def simulator(tmp_path_factory):
    """Compiles the simulator once."""

    @cache
    def make(gcc):
        pins = tmp_path_factory.mktemp("pins") / "pins"
        command = [gcc, "-O2", "-Wall", "-Wextra", "-Werror", PINS, "-lsimavr", "-o", pins]
        subprocess.run(command, check=True)
        return pins

    return make


@pytest.fixture
def talk(simulator, program, tmp_path):
    """Send answers to chips that run in parallel; return the output and the figures of each."""
    numbers = count()

    def start(elf, answers):
        stdin_path, output = (tmp_path / f"{next(numbers)}.txt" for _ in range(2))
        stdin_path.write_text("".join(f"{answer}\n" for answer in answers))
        command = [simulator(program("gcc")), elf, str(BIT)]
        with stdin_path.open() as stdin, output.open("w") as stdout:
            return output, subprocess.Popen(command, stdin=stdin, stdout=stdout)

    def run(elf, *all_answers):
        ended = []
        for output, process in [start(elf, answers) for answers in all_answers]:
            assert process.wait(timeout=300) == 0
            *lines, figures, end = output.read_bytes().decode().split("\n")
            assert end == ""
            ended.append((lines, {name: int(n) for name, n in re.findall(r"(\w+) (\d+)", figures)}))
        return ended

    return run


def letters(code, rules):
    return "".join(chr(ord("A") + color) for color in rules.digits(code)) + "\r"


def digits(value, rules):
    return f"{value:02}" if rules.whites else f"{value // 10}"


def talks(tree, secrets):
    """Return the lines that the chip must send, and the answers to them."""
    rules, played = tree.rules, games(tree)
    moves = [move for secret in secrets for move in played[secret]]
    lines = [letters(guess, rules) for guess, _ in moves]
    return [*lines, letters(tree.root.guess, rules)], [digits(value, rules) for _, value in moves]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "every"),
    [
        ("knuth-4p6c", 24),  # test_readme_figures.py plays every secret of another tree
        ("lexicographic-4p6c", 48),  # nine guesses take most of the memory
        ("koyama-lai-4p6c-distinct", 24),
        ("entropy-4p4c-distinct", 1),
        ("entropy-3p4c-black", 1),
    ],
)
def test_every_secret_is_played_as_the_tree_does(name, every, compiled, talk):
    tree = tree_of(name)
    program = compiled(tree)
    codes = list(tree.rules.codes())[::-every]
    halves = [talks(tree, codes[half::2]) for half in range(2)]
    ended = talk(program.elf, *(answers for _, answers in halves))
    for (lines, answers), (sent, figures) in zip(halves, ended, strict=True):
        assert sent == lines
        assert figures["thought"] == len(answers)
        assert figures["late"] < BIT // 10  # within nine bits
        assert program.static + figures["stack"] <= 64
    assert program.flash <= 1024
    if every == 1:
        assert sum(len(answers) for _, answers in halves) == tree.total


@pytest.mark.slow
def test_impossible_answer_is_asked_again(compiled, talk, koyama_lai):
    """At every guess of some games, all impossible answers are sent, then the right one."""
    rules = koyama_lai.rules
    lines, answers = [letters(koyama_lai.root.guess, rules)], []
    for secret in (8, 1295, 700):
        node = koyama_lai.root
        while node:
            value = feedback(node.guess, secret, rules)
            wrong = [f"{black}{white}" for black in range(6) for white in (*range(6), 9)]
            wrong = [text for text in wrong if int(text) not in node.possible_feedbacks]
            answers += [*wrong, digits(value, rules)]
            lines += ["?" + letters(node.guess, rules)] * len(wrong)
            node = node.get(value)
            lines.append(letters((node or koyama_lai.root).guess, rules))
    [(sent, _)] = talk(compiled(koyama_lai).elf, answers)
    assert sent == lines


def test_characters_other_than_digits_are_ignored(compiled, talk, koyama_lai):
    node = koyama_lai.root
    guesses = [node.guess, node.child(11).guess, node.child(11).child(2).guess]
    [(sent, _)] = talk(compiled(koyama_lai).elf, ["b1 w=1", "/:0\x7f~\t2"])
    assert sent == [letters(guess, koyama_lai.rules) for guess in guesses]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("lexicographic-2p27c", "at most 26 colours"),
        ("koyama-lai-bulls-and-cows", "1024 bytes of flash"),
        ("lexicographic-6p3c-black", "64 bytes of RAM"),
        (
            "koyama-lai-5p7c",
            r"this tree needs \d+ bits in the seed form, at most 8192 are supported",
        ),
    ],
)
def test_tree_too_large_for_attiny13a_is_refused_with_remedy(name, why):
    tree = tree_of(name)
    with pytest.raises(ExportError, match=f"{why}.*: use --to c and a larger chip$"):
        export(tree, "attiny13a")
    assert export(tree, "c")
