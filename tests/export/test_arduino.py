"""The Arduino library: its sketch plays every secret on the console and reports wrong input."""

import re
import subprocess
from pathlib import Path

import pytest

from mmtree.errors import ExportError
from mmtree.export.c import c
from mmtree.export.seed import encode
from mmtree.export.targets import export
from mmtree.game.code import format_code
from mmtree.game.feedback import format_feedback

from support.environment import TREES
from support.expected_games import games, tree_of

STUB = Path(__file__).parent / "arduino"
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")
HELLO = {
    "4p6c": "Think of a code: 4 pegs, A to F.",
    "3p2c": "Think of a code: 3 pegs, A to B.",
    "4p10c-distinct": "Think of a code: 4 pegs, A to J, none twice.",
    "2p36c": "Think of a code: 2 pegs, A to Z, 0 to 9.",
    "1p27c": "Think of a code: 1 peg, A to Z, 0.",
    "3p3c-black": "Think of a code: 3 pegs, A to C.",
}
HOW = "Answer with two digits, black pegs and white pegs, or n for a new game."
HOW_BLACK = "Answer with one digit, the number of black pegs, or n for a new game."


@pytest.fixture
def sketch(program, tmp_path):
    """Compile the example as Arduino does, and return its output for all lines typed."""

    def build(tree, layout="dense", name="mm"):
        for path, data in export(tree, "arduino", name, layout).items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_bytes(data)
        source = tmp_path / name / "src"
        play = tmp_path / name / "examples" / "Play" / "Play.ino"
        for command in (
            [
                program("gcc"),
                "-std=gnu11",
                "-Os",
                *WARNINGS,
                "-c",
                source / f"{name}.c",
                "-o",
                "player.o",
            ],
            [program("g++"), "-std=gnu++11", *WARNINGS, "-x", "c++", "-include", "Arduino.h"]
            + [f"-I{STUB}", f"-I{source}", play, "-x", "none", "player.o", "-o", "play"],
        ):
            made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert (made.stderr, made.returncode) == ("", 0)
        return lambda typed: (
            subprocess.run(
                [tmp_path / "play"],
                input=typed,
                capture_output=True,
                text=True,
                timeout=300,
                check=True,
            ).stdout
        )

    return build


def said(tree, guess, number):
    return f"guess {number}: {format_code(guess, tree.rules)}\n"


def hello(tree):
    how = HOW if tree.rules.whites else HOW_BLACK
    return f"{HELLO[str(tree.rules)]}\n{how}\n{said(tree, tree.root.guess, 1)}"


def typed(value, rules):
    """Return an answer as it is typed."""
    if rules.kind.counts:
        return f"{value:02}"[: rules.kind.counts]
    return format_feedback(value, rules) + "\r\n"


def typed_games(tree):
    """Return what to type in the game of each secret, and the lines that the sketch shows for it."""
    rules = tree.rules
    for secret, game in games(tree).items():
        moves = enumerate(game, 1)
        lines = [f"{rules.move} {turn}: {format_code(guess, rules)}" for turn, (guess, _) in moves]
        end = f"it is {format_code(secret, rules)}"
        lines.append(end if rules.identified else f"found by guess {len(game)}")
        yield "".join(typed(answer, rules) for _, answer in game), lines


GAMES = ["koyama-lai-4p6c", "3p3c-black", "1p27c", "2p36c", "koyama-lai-bulls-and-cows"]
GAMES += ["words", "words-pegs", "holes", "places", "table", "table-guessed", "hostile"]


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("name", "layout"),
    [("words", "dense"), *((name, "dense") for name in GAMES if name != "words")]
    + [(name, "seed") for name in GAMES[:2]],
)
def test_finds_every_secret_on_the_console(name, layout, sketch):
    tree = tree_of(name)
    games = list(typed_games(tree))
    assert len(games) == tree.rules.secrets
    output = sketch(tree, layout)("".join(answers for answers, _ in games))
    shown = [line for line in output.splitlines() if not line.startswith(("Think", "Answer"))]
    assert shown == [*(line for _, lines in games for line in lines), games[0][1][0]]


def test_text_that_is_no_answer_is_refused(sketch):
    play = sketch(tree_of("table-guessed"))
    hello = [
        "Think of a secret of table.",
        "Answers are no, perhaps, yes, no (named), right; new begins a new game.",
        "guess 1: question 3",
    ]
    assert play("maybe\nrightt\nright\n\nno\nnew\n").splitlines() == [
        *hello,
        *["unknown answer; answer again"] * 2,
        "impossible: no secret agrees with all your answers; answer again",
        "guess 2: question 8",
        *hello,
    ]


def test_answers_are_accepted_in_every_spelling(sketch):
    tree = tree_of("koyama-lai-4p6c")
    after = hello(tree) + said(tree, tree.root.child(11).guess, 2)
    play = sketch(tree)
    for typed in ("11", "11\n", "11\r\n", "1 1\n", "1b1w\n", " 1, 1"):
        assert play(typed) == after


def test_impossible_answer_is_reported_and_game_continues(sketch):
    tree = tree_of("koyama-lai-4p6c")
    impossible = "impossible: no secret agrees with all your answers; answer again\n"
    second = tree.root.child(11)
    third = second.child(11)
    (value, fourth), *_ = third.children.items()
    never = next(value for value in tree.rules.feedbacks if value not in third.possible_feedbacks)
    heard = sketch(tree)(f"05\n99\n31\n11\n1\n11\n{never:02}\n{value:02}\n\n")
    assert heard == (
        hello(tree)
        + 3 * impossible
        + said(tree, second.guess, 2)
        + "two digits, please: black pegs and white pegs\n"
        + said(tree, third.guess, 3)
        + impossible
        + said(tree, fourth.guess, 4)
    )


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(("name", "typed"), [("koyama-lai-4p6c", "11\n2n"), ("3p3c-black", "1\nn")])
def test_n_begins_a_new_game(name, typed, sketch):
    tree = tree_of(name)
    feedback = 11 if tree.rules.whites else 10
    after = said(tree, tree.root.child(feedback).guess, 2)
    play = sketch(tree)
    assert play(typed) == hello(tree) + after + hello(tree)
    assert play(typed + typed) == 2 * (hello(tree) + after) + hello(tree)


def test_library_has_arduino_format():
    tree = tree_of("koyama-lai-4p6c")
    files = export(tree, "arduino", "Uno_Game")
    assert sorted(files) == [
        "Uno_Game/README.md",
        "Uno_Game/examples/Play/Play.ino",
        "Uno_Game/keywords.txt",
        "Uno_Game/library.properties",
        "Uno_Game/src/Uno_Game.c",
        "Uno_Game/src/Uno_Game.h",
    ]
    lines = files["Uno_Game/library.properties"].decode("ascii").splitlines()
    properties = dict(line.split("=", 1) for line in lines)
    assert len(properties) == len(lines)
    assert properties.pop("paragraph").startswith("Mastermind, 4 pegs, 6 colours (4p6c). Strategy")
    assert properties == {
        "name": "Uno_Game",
        "version": "1.0.0",
        "author": "mmtree",
        "maintainer": "mmtree",
        "sentence": "Breaks the code you think of, in at most 6 guesses.",
        "category": "Data Processing",
        "url": "",
        "architectures": "*",
        "includes": "Uno_Game.h",
    }
    assert export(tree, "arduino", "Uno_Game") == files


def test_keywords_are_those_of_the_header():
    files = export(tree_of("koyama-lai-4p6c"), "arduino", "uno")
    keywords = dict(line.split("\t") for line in files["uno/keywords.txt"].decode().splitlines())
    header = files["uno/src/uno.h"].decode()
    for word, kind in keywords.items():
        pattern = {
            "KEYWORD1": rf"(?:^typedef \w+|^}}) {word};",
            "KEYWORD2": rf"^(?:static inline )?\w+ {word}\(",
            "LITERAL1": rf"^#define {word} |^    {word}\b",
        }[kind]
        assert re.search(pattern, header, re.M), word
    functions = re.findall(r"^(?:static inline )?\w+ (\w+)\(", header, re.M)
    assert [word for word, kind in keywords.items() if kind == "KEYWORD2"] == functions


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("name", ["koyama-lai-4p6c", "3p3c-black"])
def test_readme_of_library_shows_a_real_game(name, sketch):
    tree = tree_of(name)
    readme = export(tree, "arduino", "mm")["mm/README.md"].decode()
    game = re.search("```text\n(.*?)```", readme, re.S)[1]
    typed = "".join(line + "\n" for line in game.splitlines() if line.isdigit())
    shown = "".join(line + "\n" for line in game.splitlines() if not line.isdigit())
    *_, opening = hello(tree).splitlines(keepends=True)
    assert opening + sketch(tree)(typed).partition(opening)[2] == shown + hello(tree)
    assert "right colour elsewhere" in readme or not tree.rules.whites


@pytest.mark.slow
@pytest.mark.parametrize(
    ("layout", "why"),
    [
        ("dense", "the table takes 55004 bytes in the layout dense, an AVR holds at most 32767"),
        ("seed", "this tree needs 19510 bits in the seed form, at most 8192 are supported"),
    ],
)
def test_tree_too_large_for_avr_is_refused_with_remedy(layout, why, mmtree, refused):
    path = TREES / "koyama-lai-5p7c.mmtree"
    error = refused("export", path, "--to", "arduino", "--layout", layout)
    assert error == f"mmtree: 5p7c: {why}: use --to c and a larger chip\n"
    assert mmtree("export", path, "--to", "c", "--output", "player").status == 0


def test_table_too_large_for_avr_suggests_smaller_layout(monkeypatch):
    monkeypatch.setattr(c, "AVR_BYTES", 3000)
    tree = tree_of("koyama-lai-4p6c")
    with pytest.raises(ExportError) as refused:
        export(tree, "arduino")
    advice = ": use --layout seed (163 bytes), or --to c and a larger chip"
    assert str(refused.value).endswith(advice)
    files = export(tree, "arduino", layout="seed")
    assert "MM_TABLE_BYTES 163\n" in files["mm/src/mm.h"].decode()


@pytest.mark.parametrize(
    ("most", "advice"), [(4000, "--layout dense (3090 bytes), or --to c"), (3000, "--to c")]
)
def test_refused_seed_form_suggests_another_layout(most, advice, monkeypatch):
    monkeypatch.setattr(c, "AVR_BYTES", most)
    monkeypatch.setattr(encode, "MAX_BITS", 100)
    tree = tree_of("koyama-lai-4p6c")
    with pytest.raises(ExportError) as refused:
        export(tree, "arduino", "mm", "seed")
    assert str(refused.value).endswith(f": use {advice} and a larger chip")


def test_library_fits_an_arduino_uno(program, tmp_path):
    """The library and its sketch, with the console of avr-libc in place of Arduino's own."""
    for path, data in export(tree_of("koyama-lai-4p6c"), "arduino", "mm").items():
        (tmp_path / Path(path).name).write_bytes(data)
    options = ["-mmcu=atmega328p", "-Os", *WARNINGS, "-I.", f"-I{STUB}"]
    for command in (
        ["avr-gcc", "-std=gnu11", *options, "-c", "mm.c", "-o", "mm.o"],
        ["avr-g++", "-std=gnu++11", *options, "-x", "c++", "-include", "Arduino.h", "Play.ino"]
        + ["-x", "none", "mm.o", "-o", "play"],
        ["avr-size", "-C", "--mcu=atmega328p", "play"],
    ):
        command[0] = program(command[0])
        made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (made.stderr, made.returncode) == ("", 0)
    used = {name: int(size) for name, size in re.findall(r"(\w+): +(\d+) bytes", made.stdout)}
    assert 3090 < used["Program"] < 32256
    assert used["Data"] < 1000
