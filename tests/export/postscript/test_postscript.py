"""The PostScript program in text mode: every game, wrong input, damaged tables."""

import re

import pytest

from mmtree import build_tree, format_code, load, parse_code
from mmtree.check.game import answer
from mmtree.export import pack as packing
from mmtree.export.pack import pack
from mmtree.game.feedback import format_feedback
from mmtree.tree.tree import Node

from support.environment import TREES
from support.expected_games import games, tree_of
from support.expected_games import postscript_source as source

SMALL = load(TREES / "koyama-lai-3p2c.mmtree")


def player(tree):
    """Return the program without its page, for another program to use."""
    return source(tree).split("%%Page:")[0]


def line(tree, secret):
    """Return the line that the program prints for a game."""
    return line_of(tree, secret, games(tree)[secret])


def line_of(tree, secret, game):
    played = "  ".join(
        f"{format_code(guess, tree.rules)} {format_feedback(answer)}" for guess, answer in game
    )
    return f"{format_code(secret, tree.rules)}: {played}  found by guess {len(game)}"


def every_line(tree):
    """Return the output of the program for all secrets."""
    lines = [line_of(tree, secret, game) for secret, game in games(tree).items()]
    return [*lines, f"{tree.rules.secrets} secrets, {tree.total} guesses"]


# ---- text ----


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    "name",
    ["knuth-4p6c", "3p2c", "koyama-lai-4p6c", "koyama-lai-bulls-and-cows", "1p36c", "9p2c"]
    + ["4p4c-distinct-black"],
)
def test_all_secrets_are_played_like_the_tree(name, gs):
    tree = tree_of(name)
    assert gs(source(tree), "-dTEXT", "-sSECRET=all") == ("\n".join([*every_line(tree), ""]), "")


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("width", [32, 9, 16, 31])
def test_units_of_any_width_are_read(width, gs, monkeypatch):
    monkeypatch.setattr(packing, "UNITS", (width,))
    tree = tree_of("koyama-lai-3p2c")
    assert f"/unit {width} def" in source(tree)
    assert gs(source(tree), "-dTEXT", "-sSECRET=all") == ("\n".join([*every_line(tree), ""]), "")


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "strings"), [("5p8c", 5), ("9p2c", 1)])
def test_no_number_needs_more_than_32_bits(rules, strings, gs):
    tree = tree_of(f"lexicographic-{rules}")
    assert source(tree).count("<~") == strings
    watched = "".join(
        f"/{name} {{ {name} dup abs 2147483647 gt {{ (too wide: {name}\\n) print }} if }} bind def\n"
        for name in ("add", "sub", "mul", "bitshift")
    )
    assert "too wide: add" in gs(watched + "2147483647 1 add quit")[0]
    codes = list(tree.rules.codes())[:: tree.rules.secrets // 40]
    secrets = ",".join(format_code(code, tree.rules) for code in codes)
    output, _ = gs(watched + source(tree), "-dTEXT", f"-sSECRET={secrets}")
    assert output.splitlines()[:-1] == [line(tree, code) for code in codes]


# ---- the secret ----


def test_secret_in_file_can_be_edited(gs, koyama_lai):
    program = source(koyama_lai)
    assert program.count("\n/secret (FEDC) def\n") == 1
    assert program.splitlines().index("/secret (FEDC) def") < 30
    rules = koyama_lai.rules
    for text, secrets in [("FEDC", ["FEDC"]), ("ABCA, beef", ["ABCA", "BEEF"])]:
        changed = program.replace("/secret (FEDC)", f"/secret ({text})")
        output = gs(changed, "-dTEXT")[0].splitlines()
        assert output[: len(secrets)] == [line(koyama_lai, parse_code(s, rules)) for s in secrets]


@pytest.mark.slow(after=2)
@pytest.mark.parametrize(
    ("rules", "written"),
    [("4p6c", {"fEd c": "FEDC", "0015": "AABF"}), ("2p26c", {"z9": "ZJ"})]
    + [("2p36c", {"z9": "Z9"}), ("3p12c", {"ALL": "ALL"})],
)
def test_secrets_are_written_as_mmtree_writes_them(rules, written, gs):
    tree = build_tree("lexicographic", rules)
    output, trouble = gs(source(tree), "-dTEXT", f"-sSECRET={','.join(written)}")
    secrets = [parse_code(text, tree.rules) for text in written]
    assert secrets == [parse_code(text, tree.rules) for text in written.values()]
    assert output.splitlines()[: len(secrets)] == [line(tree, secret) for secret in secrets]
    assert trouble == ""


WRONG = {
    "": "code '' has 0 pegs: 4p6c has 4",
    "ABC": "code 'ABC' has 3 pegs: 4p6c has 4",
    "ABCDEFABCDEF": "code 'ABCDEFABCDEF' has 12 pegs: 4p6c has 4",
    "ABCG": "'G' in code 'ABCG' is not a colour: 4p6c has ABCDEF",
    "0126": "'6' in code '0126' is not a colour: 4p6c has ABCDEF",
    "A(\nB": "'(' in code 'A(?B' is not a colour: 4p6c has ABCDEF",
    "A" * 500: f"code '{'A' * 57}...' has 500 pegs: 4p6c has 4",
}


def test_wrong_secrets_are_reported_in_a_line_each(gs, koyama_lai):
    reported = "".join(f"{trouble}\n" for trouble in WRONG.values())
    assert gs(source(koyama_lai), "-dTEXT", f"-sSECRET={','.join(WRONG)}") == ("", reported)
    no_text = "the secret is no text: write -sSECRET=FEDC\n"
    assert gs(source(koyama_lai), "-dTEXT", "-dSECRET=1234") == ("", no_text)


@pytest.mark.slow
def test_wrong_secret_does_not_stop_the_others(gs, printed):
    tree = load(TREES / "koyama-lai-bulls-and-cows.mmtree")
    output, trouble = gs(source(tree), "-dTEXT", "-sSECRET=ABCA,DCBA")
    assert trouble == ("code 'ABCA' repeats a colour: the colours of 4p10c-distinct are distinct\n")
    assert output == line(tree, parse_code("DCBA", tree.rules)) + "\n"
    pages, again = printed(source(tree), "-sSECRET=ABCA,DCBA", dpi=20)
    assert (len(pages), again) == (2, trouble)
    pages, refused = printed(source(tree), "-sSECRET=all", dpi=20)
    assert (len(pages), refused) == (1, "all secrets are played as text only: add -dTEXT\n")


def test_name_of_an_operator_works(gs):
    for name in ("add", "dup", "mm_2"):
        assert gs(source(SMALL, name), "-dTEXT", "-sSECRET=AAB")[0] == line(SMALL, 1) + "\n"


# ---- the console ----

HELP = "Write black then white pegs, as 21, 2 1, bbw or 2b1w; 0 for none."
CANNOT = "That cannot be: no secret agrees with it and the answers before."


def test_black_only_rules_ask_for_one_number(gs):
    tree = build_tree("lexicographic", "3p3c-black")
    output, trouble = gs(source(tree), "-dTEXT", "-dASK", input="x\n3\n")
    assert trouble == ""
    assert "Answer with the number of black pegs, as 2, bb or 2b; 0 for none." in output
    assert "Write the number of black pegs, as 2, bb or 2b; 0 for none." in output
    assert "found by guess 1" in output


def test_program_asks_for_the_answers(gs, koyama_lai):
    output, trouble = gs(source(koyama_lai), "-dTEXT", "-dASK", input="10\n1 1\r\nbw\n1b3w\n4b\n")
    assert trouble == ""
    assert re.findall("guess ([0-9]):  ([A-F]+)   answer: ", output) == [
        ("1", "AABC"), ("2", "ADDE"), ("3", "FAFE"), ("4", "EDFC"), ("5", "FEDC")
    ]  # fmt: skip
    assert output.endswith(
        "found by guess 5: of 1296 secrets 747 are found sooner, 547 as soon, 2 later\n"
    )


SPELLINGS = {
    (2, 1): ["21", " 2 1", "2,1", "2b1w", "1W 2B", "bbw", "b w b"],
    (0, 0): ["0", "-", "00", "0b0w", "0 0"],
    None: ["", "1", "x", "2b1", "1 2 3", "12b", "x" * 500],
}
"""Texts by the black and white pegs that they are read as; None for those that are no answer."""


def test_answers_are_accepted_in_every_spelling(gs, koyama_lai):
    read = "read-answer { exch == == } { (none\\n) print } ifelse"
    texts = [text for several in SPELLINGS.values() for text in several]
    program = [f"({text}) {read}" for text in texts]
    output, _ = gs("\n".join([player(koyama_lai), "mm.player begin", *program, "quit"]))
    assert output.splitlines() == [
        str(shown)
        for pegs, several in SPELLINGS.items()
        for _ in several
        for shown in (("none",) if pegs is None else pegs)
    ]


def test_invalid_answer_is_asked_again(gs, koyama_lai):
    slips = SPELLINGS[None]
    output, _ = gs(source(koyama_lai), "-dTEXT", "-dASK", input="\n".join([*slips, "10\n"]))
    assert output.count("guess 1:  AABC   answer: ") == len(slips) + 1
    assert output.count(HELP) == len(slips)
    assert output.count("guess 2:  ADDE   answer: ") == 1


def test_impossible_answer_is_asked_again(gs, koyama_lai):
    slips = ("31", "50", "05", "99", "b" * 79, "4w4b")
    answers = "\n".join(["10", *slips, "11\n"])
    output, _ = gs(source(koyama_lai), "-dTEXT", "-dASK", input=answers)
    assert output.count("guess 2:  ADDE   answer: ") == len(slips) + 1
    assert output.count(CANNOT) == len(slips)
    assert output.count("guess 3:  FAFE   answer: ") == 1


def test_last_guess_accepts_only_all_black(gs, koyama_lai):
    output, _ = gs(source(koyama_lai), "-dTEXT", "-dASK", input="10\n11\n11\n13\n30\n40\n")
    assert output.count("guess 5:  FEDC   answer: ") == 2
    assert output.count(CANNOT) == 1


def test_secret_is_asked_until_valid(gs, koyama_lai):
    output, trouble = gs(source(koyama_lai), "-dTEXT", "-sSECRET=ask", input="FED\nfedc\n")
    assert output == f"secret: secret: {line(koyama_lai, parse_code('FEDC', koyama_lai.rules))}\n"
    assert trouble == "code 'FED' has 3 pegs: 4p6c has 4\n"
    assert gs(source(koyama_lai), "-dTEXT", "-sSECRET=ask") == ("secret: \n", "")


@pytest.mark.slow
def test_console_game_is_drawn_like_that_of_its_secret(printed, koyama_lai):
    (console,), _ = printed(source(koyama_lai), "-dASK", input="10\n11\n11\n13\n40\n", dpi=50)
    (output,), _ = printed(source(koyama_lai), "-sSECRET=FEDC", dpi=50)
    assert (console == output).all()
    assert printed(source(koyama_lai), "-dASK", input="10\n")[0] == []


# ---- step, the interface that all players have ----


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("rules", ["1p2c", "3p3c", "2p4c-black", "3p4c-distinct"])
def test_step_accepts_only_possible_answers_at_every_node(rules, gs):
    tree = build_tree("irving", rules)
    rules = tree.rules
    answers = [(black, white) for black in range(-1, 6) for white in range(-1, 12)]
    paths = {0: ()}
    for index, _ in tree.walk():
        for value, child in Node(tree, index).children.items():
            paths[child.index] = (*paths[index], value)
    program, expected = [player(tree), "mm.player begin"], []

    def step(black, white):
        program.append(f"{black} {white} step == code == guess ==")

    def expect(result, node):
        digits = " ".join(map(str, rules.digits(node.guess)))
        expected.extend([f"/{result}", str(int(node.guess)), f"[{digits}]"])

    for path in paths.values():
        node = tree.node(path)
        for black, white in answers:
            program.append("reset " + " ".join(f"{a // 10} {a % 10} step pop" for a in path))
            step(black, white)
            answer = 10 * black + white if min(black, white) >= 0 and white < 10 else -1
            if answer not in node.possible_feedbacks:
                expect("impossible", node)
            elif answer == rules.all_right:
                expect("solved", node)
            else:
                expect("playing", node.child(answer))
        if node.consistent:  # once solved, nothing is possible
            program.append("reset " + " ".join(f"{a // 10} {a % 10} step pop" for a in path))
            for _ in range(2):
                step(rules.pegs, 0)
            expect("solved", node)
            expect("impossible", node)
    output, trouble = gs("\n".join([*program, "count == quit"]))
    assert output.split("\n") == [*expected, "0", ""]
    assert trouble == ""


# ---- a damaged table ----

FLIP = """
mm.player begin
/text true def
/report { print (\\n) print } def
/explore { % every answer here, and all that may come after it
  0 1 pegs {
    0 1 pegs {
      1 index exch [ at code right over damaged ] 3 1 roll
      step /playing eq { code codes ge { (outside\\n) print } if explore } if
      aload pop /damaged exch def /over exch def /right exch def /code exch def /at exch def
    } for
    pop
  } for
} def
0 1 table 0 get length 1 sub { /place exch def
  0 1 7 { 1 exch bitshift /bit exch def
    table 0 get place 2 copy get bit xor put
    (----\\n) print
    /ended false def 0 play-all
    reset explore
    table 0 get place 2 copy get bit xor put
  } for
} for
(---- as it was\\n) print /ended false def 0 play-all
count == quit
"""


@pytest.mark.slow(after=2)
@pytest.mark.parametrize("rules", ["3p2c", "3p3c-distinct", "2p4c-black"])
def test_flipped_bit_is_harmless_or_reported(rules, gs):
    tree = build_tree("irving", rules)
    rules = tree.rules
    output, trouble = gs(player(tree) + FLIP)
    assert trouble == ""
    *flipped, last = output.split("----")[1:]
    assert last.splitlines()[1:] == [*every_line(tree)[:-1], "0"]
    assert len(flipped) == 8 * len(pack(tree).table)
    damaged = 0
    for lines in map(str.splitlines, flipped):
        if lines[-1] == "the table in this file is damaged":
            damaged += 1
            lines.pop()
        else:
            assert len(lines) == 1 + rules.secrets
        for text in lines[1:]:
            secret, *moves = re.findall(r"\b[A-Z]+\b", text)
            answers = [int(b + w) for b, w in re.findall("([0-9])b([0-9])w", text)]
            for guess, given in zip(moves, answers, strict=True):
                tried, hidden = ([ord(letter) - 65 for letter in code] for code in (guess, secret))
                assert answer(tried, hidden, rules.whites) == given
            assert moves[-1] == secret
    assert len(flipped) / 2 < damaged < len(flipped)


def test_table_with_missing_line_is_reported(gs, koyama_lai):
    lines = source(koyama_lai).splitlines(keepends=True)
    del lines[lines.index("table 0 <~\n") + 3]
    damaged = "the table in this file is damaged\n"
    assert gs("".join(lines), "-dTEXT") == ("", damaged)
    assert gs("".join(lines), "-dTEXT", "-dASK", input="10\n")[1] == damaged
    assert gs("".join(lines), "-dTEXT", "-sSECRET=all")[1] == damaged
