"""Players of games of other kinds than the classic one: C, JavaScript, MicroPython and Arduino."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from mmtree import build_tree, save, verify
from mmtree.errors import ExportError
from mmtree.export.player_tree import answer_texts
from mmtree.export.targets import export
from mmtree.game.code import format_code
from mmtree.game.feedback import format_feedback
from mmtree.game.table_rules import table_rules
from mmtree.game.word_rules import word_rules

from footprint.measure import secret_paths
from support.environment import ROOT, needed
from support.other_players import GAMES, position_lines, tree_of

HERE = Path(__file__).parent
C = ("-std=c99", "-Wconversion", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror")
SANITIZED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
MICROPYTHON = "@micropython/micropython-webassembly-pyscript"


@pytest.fixture
def c_lines(program, tmp_path):
    """Compile ``answers.c`` with a player, and return the lines that it prints."""

    def run(tree, *options, source="answers.c", arguments=("",)):
        files = export(tree, "c")
        if source == "damage.c":
            files["mm.c"] = files["mm.c"].replace(b"static const", b"static")
        for path, data in files.items():
            (tmp_path / path).write_bytes(data)
        sources = (HERE / "c" / source, *(("mm.c",) if source == "answers.c" else ()))
        command = [program("gcc"), *C, *options, "-I.", *sources, "-o", "made"]
        made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (made.stderr, made.returncode) == ("", 0)
        lines = []
        for argument in arguments:
            made = [tmp_path / "made", argument]
            ended = subprocess.run(made, capture_output=True, text=True, timeout=60)
            assert (ended.stderr, ended.returncode) == ("", 0), ended.stdout[-300:]
            lines += sorted(ended.stdout.splitlines())
        return lines

    return run


@pytest.mark.parametrize("game", GAMES)
def test_c_player_takes_every_possible_answer_and_no_other(game, c_lines):
    tree = tree_of(game)
    assert c_lines(tree) == position_lines(tree)


@pytest.mark.slow(after=4)
@pytest.mark.parametrize("game", GAMES[::-1])
def test_checked_c_player_does_the_same(game, c_lines):
    tree = tree_of(game)
    assert c_lines(tree, *SANITIZED, "-DMM_CHECKED") == position_lines(tree)


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("game", GAMES[-2::-1])
def test_c_player_compiles_as_cpp_and_for_an_avr(game, program, tmp_path):
    for path, data in export(tree_of(game), "c").items():
        (tmp_path / path).write_bytes(data)
    for compiler in (("g++", "-x", "c++", "-std=c++11"), ("avr-gcc", "-mmcu=attiny85", *C)):
        command = [program(compiler[0]), *compiler[1:], "-Wall", "-Wextra", "-Werror", "-Os", "-c"]
        made = subprocess.run([*command, "mm.c"], cwd=tmp_path, capture_output=True, text=True)
        assert (made.stderr, made.returncode) == ("", 0)
    sizes = subprocess.run(
        [program("avr-size"), "mm.o"], cwd=tmp_path, capture_output=True, text=True
    )
    assert sizes.stdout.splitlines()[1].split()[1:3] == ["0", "0"]  # nothing in RAM


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("game", ["words", "table"])
def test_checked_c_player_stays_within_a_damaged_table(game, c_lines):
    tree = tree_of(game)
    checked = (*SANITIZED, "-DMM_CHECKED", f"-DANSWERS={tree.rules.all_right + 1}")
    kinds = ("none", "flips", "noise")
    none, *damaged = c_lines(tree, *checked, source="damage.c", arguments=kinds)
    assert none == "tables 1 damaged 0"
    assert all(int(line.rpartition(" ")[2]) > 50 for line in damaged)


def javascript_lines(trees, node, folder):
    """Return the lines that ``answers.mjs`` prints for the modules of some trees, for each."""
    modules = [folder / f"mm{number}.mjs" for number in range(len(trees))]
    for tree, module in zip(trees, modules, strict=True):
        module.write_bytes(export(tree, "javascript")["mm.js"])
    lines = "\n".join(node(HERE / "javascript/answers.mjs", *modules))
    return [sorted(part.splitlines()) for part in lines.removesuffix("\nend").split("\nend\n")]


def test_javascript_players_take_every_possible_answer_and_no_other(node, tmp_path):
    trees = [tree_of(game) for game in GAMES]
    assert javascript_lines(trees, node, tmp_path) == [position_lines(tree) for tree in trees]


@pytest.mark.parametrize("game", GAMES)
def test_micropython_player_takes_every_possible_answer_and_no_other(game, capsys):
    """In CPython; the next test runs some of them in MicroPython."""
    tree = tree_of(game)
    player, script = {}, {}
    exec(export(tree, "micropython")["mm.py"], player)
    exec((HERE / "micropython/answers.py").read_text("utf-8"), script)
    script["positions"](SimpleNamespace(**player), answer_texts(tree.rules))
    assert sorted(capsys.readouterr().out.splitlines()) == position_lines(tree)


@pytest.mark.parametrize("game", ["words", "table"])
def test_micropython_runs_the_player(game, node, tmp_path):
    needed((ROOT / "node_modules" / MICROPYTHON).exists(), MICROPYTHON)
    tree = tree_of(game)
    (tmp_path / "mm.py").write_bytes(export(tree, "micropython")["mm.py"])
    (tmp_path / "answers.py").write_bytes((HERE / "micropython/answers.py").read_bytes())
    script = f"import mm, answers\nanswers.positions(mm, {answer_texts(tree.rules)!a})"
    lines = node(HERE / "micropython/run.mjs", tmp_path, 1 << 20, input=script)
    assert sorted(lines) == position_lines(tree)


@pytest.fixture
def sketch(program, tmp_path):
    """Compile the Arduino sketch of a tree, and return its output for all lines typed."""

    def build(tree):
        for path, data in export(tree, "arduino").items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_bytes(data)
        warnings = ("-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Imm/src")
        stub = ("-include", "Arduino.h", f"-I{HERE / 'arduino'}")
        play = ("mm/examples/Play/Play.ino", "-x", "none", "mm.o", "-o", "play")
        for command in (
            [program("gcc"), "-std=gnu11", *warnings, "-c", "mm/src/mm.c"],
            [program("g++"), "-std=gnu++11", *warnings, "-x", "c++", *stub, *play],
        ):
            made = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
            assert (made.stderr, made.returncode) == ("", 0)
        return lambda typed: (
            subprocess.run(
                [tmp_path / "play"], input=typed, capture_output=True, text=True, check=True
            ).stdout
        )

    return build


def typed_games(tree):
    """Return the answers of the game of each secret, and the lines that the sketch shows for it."""
    rules = tree.rules
    for path in secret_paths(tree):
        answers = [format_feedback(tree.feedback[index], rules) for index in path[1:]]
        shown = [format_code(tree.guess[index], rules) for index in path]
        if not rules.identified:
            answers.append(format_feedback(rules.all_right, rules))
        move = "question" if rules.identified else "guess"
        asked = shown[: len(answers)]
        lines = [f"{move} {number}: {text}" for number, text in enumerate(asked, 1)]
        yield answers, [*lines, f"it is {shown[-1]}"]


@pytest.mark.parametrize("game", ["words", "holes", "table", "table-guessed"])
def test_arduino_sketch_plays_every_secret(game, sketch):
    tree = tree_of(game)
    games = list(typed_games(tree))
    output = sketch(tree)("".join(f"{answer}\r\n" for answers, _ in games for answer in answers))
    shown = [line for line in output.splitlines() if not line.startswith(("Think", "Answers"))]
    begun = [line for _, lines in games for line in lines]
    assert shown == [*begun, games[0][1][0]]


def test_arduino_sketch_refuses_what_is_no_answer(sketch):
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


def test_arduino_refuses_codes_of_more_than_32_bits():
    message = "long-words: an AVR does not read codes of more than 32 bits: use --to c"
    assert refused(tree_of("long-words"), "arduino") == message


def test_codes_beyond_53_bits_are_refused():
    """Nine letters of an alphabet of 60."""
    letters = [chr(first + place) for first in (0x61, 0x3B1, 0x430) for place in range(20)]
    letters[37] = "z"  # the two small sigmas are one letter
    secrets = {"".join(letters[place : place + 9]) for place in range(0, 52, 3)}
    tree = build_tree("entropy", word_rules({*secrets, "".join(letters[51:])}, answers="pegs"))
    message = "words: the numbers of this tree need more than 53 bits each"
    assert refused(tree, "javascript") == refused(tree, "c") == message


def refused(tree, to, layout=None):
    with pytest.raises(ExportError) as error:
        export(tree, to, layout=layout)
    return str(error.value)


@pytest.mark.parametrize("game", GAMES)
def test_other_targets_name_one_that_works(game):
    tree = tree_of(game)
    only = "supports only rules such as 4p6c, 4p6c-distinct and 4p6c-black"
    rules = tree.rules
    assert refused(tree, "c", "seed") == f"{rules}: the seed form {only}: use --layout dense"
    assert f"the seed form {only}: use --layout dense" in refused(tree, "arduino", "seed")
    chip = f"the ATtiny13A program {only}: use --to c and a larger chip"
    assert refused(tree, "attiny13a") == f"{rules}: {chip}"
    assert (
        refused(tree, "postscript")
        == f"{rules}: the PostScript program {only}: use --to javascript"
    )


HOSTILE = ["'", '"', "\\", "*/", "/*", "</script>", "<!--", "${x}", "`", "$name", "%s", "\\n", "é"]
HOSTILE += ["//", "??/", "#if", "mm_step", "MM_STEP", "\U0001f600", "x" * 190]


def hostile_tree():
    """Return a tree whose questions, secrets and answers are texts that end comments and strings."""
    secrets = [f"{text} {place}" for place, text in enumerate(HOSTILE)]
    questions = [f"{text}?" for text in HOSTILE]
    cells = [
        [HOSTILE[(row + at) % len(HOSTILE)] for at in range(len(HOSTILE))] for row in range(20)
    ]
    return build_tree("entropy", table_rules(questions, secrets, cells))


def test_hostile_texts_stay_texts(c_lines, sketch, node, tmp_path, capsys):
    tree = hostile_tree()
    expected = position_lines(tree)
    assert c_lines(tree) == expected
    assert "it is" in sketch(tree)("".join(f"{text}\n" for text in next(typed_games(tree))[0]))
    assert export(tree, "javascript")["mm.js"].count(b"</script") == 1  # that of the example
    assert javascript_lines([tree], node, tmp_path) == [expected]
    player, script = {}, {}
    exec(export(tree, "micropython")["mm.py"], player)
    exec((HERE / "micropython/answers.py").read_text("utf-8"), script)
    script["positions"](SimpleNamespace(**player), answer_texts(tree.rules))
    assert sorted(capsys.readouterr().out.splitlines()) == expected


@pytest.mark.parametrize(("end", "answers"), [("identified", 254), ("guessed", 253)])
def test_most_answers_are_built_verified_and_played(c_lines, node, tmp_path, end, answers):
    secrets = [f"s{n}" for n in range(answers + 2)]
    cells = [[str(n % answers), str(n // answers)] for n in range(answers + 2)]
    rules = table_rules(["q", "r"], secrets, [*zip(*cells, strict=True)], end=end)
    assert (len(rules.texts), rules.all_right) == (255, 254)
    tree = build_tree("koyama-lai", rules)
    save(tree, tmp_path / "a")
    assert verify(tmp_path / "a").holds
    expected = position_lines(tree)
    assert c_lines(tree) == expected
    assert javascript_lines([tree], node, tmp_path) == [expected]


def test_questions_that_are_not_asked_are_left_out():
    tree = tree_of("table")
    asked = {tree.guess[index] for index, extent in enumerate(tree.extent) if extent > 1}
    assert len(asked) < len(tree.rules.questions)
    header = export(tree, "c")["mm.h"].decode()
    assert f"#define MM_CODES {len(asked) + tree.rules.secrets} " in header


def test_tree_of_consistent_guesses_has_the_player_of_the_classic_game():
    tree = tree_of("consistent")
    assert b"_step(mm_game *game, uint8_t black, uint8_t white);" in export(tree, "c")["mm.h"]
    assert export(tree, "packed")["mm.packed"][4] == 1
    for to, layout in (("c", "seed"), ("attiny13a", None), ("postscript", None), ("arduino", None)):
        assert export(tree, to, layout=layout)
