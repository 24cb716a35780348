"""Errors in texts name line and column; reading takes memory and time in proportion to length."""

import re
import sys

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from mmtree import build_tree, load, parse_rules
from mmtree.errors import NotationError
from mmtree.research.notations.notations import NOTATIONS, read_tree, write_tree

SMALL = load("koyama-lai-3p2c")
KNUTH = load("knuth-4p6c")
MANY = 100_000


def refused(text, notation, rules=None):
    """Return the error message for a text, without its name."""
    with pytest.raises(NotationError) as error:
        read_tree(text.encode() if isinstance(text, str) else text, notation, "text", rules)
    assert "\n" not in str(error.value)
    return str(error.value).removeprefix("text")


OPENED = "81 (1122: 1, 4%s, 6, 4, 1; 0, 12, 16, 4; 4, 8, 12; 8; 1)"  # quickly searched

IRVING = {
    "1296 (1122: 1, 16": ", line 1, column 18: expected ',', ';' or ')', found the end of the text",
    "1296 (1122: 1,\n16 (12:": ", line 2, column 5: 12 has 2 pegs, but the opening has 4",
    "1296 (1122: , 1": ", line 1, column 13: expected a number of secrets, found ','",
    "1296 (:": ", line 1, column 7: expected a guess, found ':'",
    "1296 (1122! 1": ", line 1, column 11: expected ':' or ')', found '!'",
    "1296 (1122: 1, 2; 3)": ", line 1, column 1: groups of 2, 1 answers after 1122: expected 5, 4, 3, 1, 1",
    "1297 (1122: 1, 16, 96, 256, 256; 0, 36, 208, 256; 4, 32, 114; 20; 1)": ", line 1, column 1: 1297 secrets are printed, but the answers sum to 1296",
    "1296 (1122: 1, 17, 95, 256, 256; 0, 36, 208, 256; 4, 32, 114; 20; 1)": ", line 1, column 16: 17 printed for 0b3w after 1122, but 16 secrets give it",
    "1296 (1122: 1, 16, 96, 256, 256; 0, 36, 208, 256; 4, 32, 114; 1, 19; 1)": ", line 1, column 63: 1 secret is printed for 3b1w, which is impossible",
    OPENED % "A": ", line 1, column 14: A is not defined",
    OPENED % " (1213)" + "\nA = (1213)": ", line 2, column 5: A is defined, but never used",
    OPENED % "A" + "\nA = (1213)\n A = (1213)": ", line 3, column 2: A is defined twice",
    OPENED % "A"
    + "\nA = 17 (1213)": ", line 2, column 5: A is defined with 17 secrets, but used with 4",
    OPENED % "A"
    + "\nA = (2213: 0,0,0,0,0;0,0,0,0;1,2A,0;0;1)": ", line 2, column 32: 2213 does not split the secrets left: all 2 answer 2b1w",
    OPENED % "A" + "\nA: (1213)": ", line 2, column 2: expected '=', found ':'",
    OPENED % "A" + "\n3": ", line 2, column 1: expected a letter, as in A = (1122: …), found '3'",
    OPENED
    % " (2213*)": ", line 1, column 14: 2213* is marked as inconsistent, but it can be the secret",
    OPENED
    % " (1122)": ", line 1, column 14: 1122 does not split the secrets left: all 4 answer 0b3w",
    OPENED
    % " (1217)": ", line 1, column 14: '7' in code '1217' is not a colour: 4p3c has letters A to C or digits 1 to 3",
    OPENED.replace(": 1,", ": 1 (2212),")
    % "": ", line 1, column 11: 2212 is printed as the last guess, but 2211 is left",
    "1295 (1122: 1, 15, 96, 256, 256; 0, 36, 208, 256; 4, 32, 114; 20; 1)": ": 1295 secrets are printed, but no rules with 4 pegs have that many: give --rules",
    "1296 (1122)": ": no answer is printed: give --rules",
    "1296": ": no guess is printed: give --rules",
}

CARD = """--- OO- X-- XOO XX- XXX
1 1 AAB --- BBA BBB >2 >3 AAB
2 2 ABA --- --- --- BAA --- ABA
3 2 ABB --- --- AAA BAB --- ABB
"""


def card(old="", new=""):
    return CARD.replace(old, new, 1)


PUNCHCARD = {
    card(">3", ">1"): ", line 2, column 24: line 1 is the opening",
    card(">3", ">2"): ", line 2, column 24: line 2 is referenced twice",
    card(">3", ">4"): ", line 2, column 24: line 4 does not exist",
    card(">3", "---"): ", line 4, column 5: line 3 is never referenced",
    card("BAB", ">2"): ", line 4, column 21: line 2 is referenced twice",
    card(
        ">3", ">" + "9" * 99
    ): f", line 2, column 24: expected a line such as >2, a last guess or dashes, found {'>' + '9' * 39!r}",
    card("2 2", "1 2"): ", line 3, column 1: line 1 is printed twice",
    card("2 2", "2 3"): ", line 2, column 21: line 2 is for guess 3, expected guess 2",
    card(
        "1 1", "1 2"
    ): ", line 2, column 5: the first line is for guess 2: expected guess 1, the opening",
    card("1 1", "1 x"): ", line 2, column 3: expected the number of a line or guess, found 'x'",
    card(
        " >3", ""
    ): ", line 2, column 1: 8 columns: expected line number, guess number, guess and 6 answers",
    card(
        "OO-", "oxy"
    ): ", line 1, column 5: 'oxy' is not an answer: the first line lists the answers, X for black, O for white, - for none",
    card("OO-", "OO"): ", line 1, column 5: 'OO' must have as many signs as the answers before",
    card("OO-", "X--"): ", line 1, column 9: 'X--' is printed twice",
    card("AAB", "A+B"): ", line 2, column 5: 'A+B' is not a guess",
    card(
        "BBA", "+++"
    ): ", line 2, column 13: expected a line such as >2, a last guess or dashes, found '+++'",
    "--- XXX\n": ", line 1, column 1: no lines below the head",
    card(
        "BAB", "BAA"
    ): ": 7 codes are named, but no rules with 3 pegs have that many: give --rules",
}

YAML = {
    "- AAB\n- 10: &a AAA\n  00: *a\n": ", line 3, column 7: expected a code, or a list of a guess and its answers",
    "- AAB\n- <<: {10: AAA}\n": ", line 2, column 3: expected two digits or signs such as XO--, found '<<'",
    "- !!python/object/apply:os.system [ls]\n": ", line 1, column 3: expected a code, or a list of a guess and its answers",
    "[AAB, {02: BBA}]\n---\n[AAB]": ", line 3, column 1: expected the end of the text",
    "AAB:\n  10: AAA\n": ", line 1, column 1: expected a code, or a list of a guess and its answers",
    "[AAB]": ", line 1, column 1: expected a guess and its answers, such as '10': AB",
    "[AAB, {}, 3]": ", line 1, column 1: expected a guess and its answers, such as '10': AB",
    "[[AAB], {}]": ", line 1, column 2: expected a code, or a list of a guess and its answers",
    "[]": ", line 1, column 1: expected a code, or a list of a guess and its answers",
    "[AAB, {1: AAA}]": ", line 1, column 8: expected two digits or signs such as XO--, found '1'",
    "[AAB, {[10]: AAA}]": ", line 1, column 8: expected two digits or signs such as XO--, found ''",
    '[AAB, {10: ""}]': ", line 1, column 12: '' is not a code",
    "[AAB, {10: A A}]": ", line 1, column 12: 'A A' is not a code",
    "- AAB\n- 10: AAA\n  10: AAA\n": ": 2 codes are named, but no rules with 3 pegs have that many: give --rules",
    "[AAB, {02: BBA, 10: BBB, 12: [ABA, {12: BAA}], 20: [ABB, {10: AAA}]}]": ": 7 codes are named, but no rules with 3 pegs have that many: give --rules",
    "[AAB, {02: BBA, 02: BBB, 12: [ABA, {12: BAA}], 20: [ABB, {10: AAA, 12: BAB}]}]": ", line 1, column 21: 0b2w after AAB is printed twice",
    "[AAB, {02: BBA, 10: BBB, 12: [ABA, {12: BAA}], 20: [ABB, {10: AAA, 20: BAB}]}]": ", line 1, column 72: no secret gives 2b0w after ABB",
    "[AAB, {02: BBA, 10: BBB, 12: ABA, 20: [ABB, {10: AAA, 12: [BAB, {12: BAA}]}]}]": ", line 1, column 30: ABA is printed as the last guess, but 2 secrets are left",
    "[AAB, {02: BBA, 10: BBB, 12: [ABA, {12: BAA}], 20: [ABB, {10: AAA, 12: BAB}], 30: AAA}]": ", line 1, column 83: 3b0w after AAB ends the game: no guess may follow",
    "# nothing\n": ", line 2, column 1: expected a list",
    "- 'AAB": ", line 1, column 7: is not valid YAML: found unexpected end of stream",
}  # fmt: skip


@pytest.mark.parametrize(
    ("notation", "text", "reason"),
    [
        (notation, text, reason)
        for notation, texts in (("irving", IRVING), ("punchcard", PUNCHCARD), ("yaml", YAML))
        for text, reason in texts.items()
    ],
)  # fmt: skip
def test_error_names_place_and_reason(notation, text, reason):
    assert refused(text, notation) == reason


@pytest.mark.parametrize("notation", NOTATIONS)
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", ": is empty"),
        (b" \r\n\t\n", ": is empty"),
        (b"a\n\xff", ", line 2, column 1: is not UTF-8: save the text in that encoding"),
        (
            "AAB".encode("utf-16"),
            ", line 1, column 1: is not UTF-8: save the text in that encoding",
        ),
        (b"\0" * (2**24 + 1), ": larger than 16777216 bytes"),
    ],
    ids=["nothing", "blanks", "bytes", "UTF-16", "too much"],
)
def test_invalid_text_is_refused(notation, data, reason):
    assert refused(data, notation) == reason


DEEP = {
    "irving": "1296 (1122: ",
    "yaml": "[AABB,{00: ",
    "tree-json": '{"guess": "AABB", "children": {"00": ',
    "tree-lines": "AABB 00 ",
}
WIDE = {
    "an end of digits": ("irving", "9" * MANY),
    "an opening": ("yaml", f"[{'A' * MANY}, {{}}]"),
    "a long guess": ("irving", f"1296 ({'1' * MANY})"),
    "answers": ("irving", "1296 (1122: " + "0," * MANY),
    "groups": ("irving", "1296 (1122: " + "0;" * MANY),
    "lists": ("yaml", "[" * MANY),
    "dashes": ("yaml", "- " * MANY),
    "keys": ("yaml", "? " * MANY),
    "columns": ("punchcard", "--- " * MANY),
    "objects": ("tree-json", "{" * MANY),
    "a long text": ("tree-json", f'{{"guess": "{"A" * MANY}"}}'),
    "ignored lists": ("tree-json", '{"size": ' + "[" * MANY),
    "answers so far": ("tree-flat", "00 " * MANY),
    "answers in a row": ("tree-rows", "#0:AAB " + "(00)BBA " * MANY),
    "turns": ("tree-lines", "AAB 00 " * MANY),
}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("notation", DEEP)
def test_deep_nesting_is_refused(notation):
    """PyYAML 6.0.4 refuses 1000 nested lists and mappings, that is, 500 guesses in a row."""
    reason = refused(DEEP[notation] * MANY, notation)
    assert re.search(
        "more than 1000 guesses in a row|more than 2000 columns|YAML: exceeded maximum nesting depth",
        reason,
    )


@pytest.mark.slow(after=5)
@pytest.mark.parametrize("what", WIDE)
def test_endless_input_is_refused(what):
    notation, text = WIDE[what]
    for rules in (None, SMALL.rules):
        reason = refused(text, notation, rules)
        assert reason.startswith(", line 1, column")
        assert len(reason) < 200


def test_long_chain_of_lines_is_refused():
    """Each line refers to the next; the last one refers to a line that does not exist."""
    lines = [f"{n} {n} AABB >{n + 1} ----" for n in range(1, 5000)]
    text = "\n".join(["---- X---", *lines])
    assert refused(text, "punchcard").endswith("line 5000 does not exist")
    text = text.replace(">5000", "CCDD")
    rules = parse_rules("4p6c")
    assert "after AABB is missing" in refused(text, "punchcard", rules)


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("notation", NOTATIONS)
def test_rules_too_large_for_a_tree_are_refused(notation):
    text = write_tree(SMALL, notation).decode()
    for rules in ("3p36c", "9p36c"):
        assert refused(text, notation, parse_rules(rules))
    one = {
        "irving": "9 (A)",
        "yaml": "[A, {00: A}]",
        "punchcard": "X O\n1 1 A - -",
        "tree-json": '"A"',
        "tree-flat": "A",
        "tree-rows": "#0:A",
        "tree-lines": "A 90",
    }
    text = one[notation].replace("A", "ABCABCABC").replace("X O", f"{'X' * 9} {'O' * 9}")
    assert "too many for a tree" in refused(text, notation, parse_rules("9p36c"))


@pytest.mark.slow(after=1)
@pytest.mark.parametrize("notation", NOTATIONS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_changed_text_gives_tree_or_one_line(notation, data):
    """Bytes are replaced, removed or repeated; a tree that is read finds every secret."""
    text = bytearray(write_tree(SMALL, notation))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        end = data.draw(st.integers(at, min(at + 20, len(text))))
        signs = st.sampled_from(b"{}()[]:;,>-*xX0123456789AB \n'\"&!#%\xff\0")
        text[at:end] = bytes(data.draw(st.lists(signs, max_size=4))) * data.draw(st.integers(1, 3))
        if not text:
            break
    rules = data.draw(st.sampled_from([None, SMALL.rules]))
    try:
        tree = read_tree(bytes(text), notation, "text", rules).tree
    except NotationError as error:
        line = str(error)
    else:
        line = "text"
        assert sum(tree.histogram) == tree.rules.secrets
    assert line.startswith("text")
    assert "\n" not in line


@pytest.mark.parametrize("notation", NOTATIONS)
def test_truncated_text_is_refused(notation):
    text = write_tree(SMALL, notation).rstrip()
    for length in range(3 if notation == "irving" else 0, len(text)):  # the text 8 is complete
        refused(text[:length], notation, SMALL.rules)


@pytest.mark.slow
def test_reading_time_is_linear_in_length():
    """The test counts calls and returns of the interpreter instead of seconds."""
    steps = []
    for tree in (load("koyama-lai-4p5c"), load("koyama-lai-4p7c")):
        text = write_tree(tree, "irving")
        count = 0

        def step(frame, event, arg):
            nonlocal count
            count += 1

        sys.setprofile(step)
        try:
            read_tree(text, "irving")
        finally:
            sys.setprofile(None)
        steps.append(count / len(text))
    assert steps[1] < 2 * steps[0]


def test_yaml_is_read_by_both_parsers(monkeypatch):
    """Without libyaml, PyYAML's own parser gives equal trees and errors."""
    texts = [write_tree(SMALL, "yaml"), *(text.encode() for text in YAML)]

    def outcomes():
        for text in texts:
            try:
                yield read_tree(text, "yaml").tree.guess
            except NotationError as error:
                yield str(error)

    fast = list(outcomes())
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert list(outcomes()) == fast


def test_written_yaml_holds_only_text():
    for name in ("koyama-lai-3p2c", "koyama-lai-4p5c"):
        for symbols in ("letters", "digits"):
            waiting = [yaml.safe_load(write_tree(load(name), "yaml", symbols))]
            while waiting:
                node = waiting.pop()
                if isinstance(node, list):
                    assert isinstance(node[0], str)
                    assert all(isinstance(answer, str) for answer in node[1])
                    waiting += node[1].values()
                else:
                    assert isinstance(node, str)


def test_codes_that_yaml_reads_as_other_types_are_quoted():
    """Unquoted, too, NO, ON, Y and N are no truth values, 1E5 is no number, and 010 not octal."""
    for rules in ("2p16c-distinct", "1p26c", "2p36c"):
        tree = build_tree("lexicographic", rules)
        text = write_tree(tree, "yaml")
        plain = text.replace(b"'", b"")
        for written in (text, plain):
            assert read_tree(written, "yaml").tree.guess == tree.guess


def nested(depth):
    """Return a text in Irving's notation, in which each position has 14 answers."""
    after = ", ".join([nested(depth - 1)] * 14) if depth else ""
    return f"{14**depth} (1122: {after})" if depth else "1"


LONG = {
    "irving": nested(4),
    "yaml": "[AABB, {" + '"10": AABC, ' * MANY + "}]",
    "punchcard": "XX XO OO\n" + "".join(f"{n} 1 AABB AABC AABC AABC\n" for n in range(1, MANY)),
}


@pytest.mark.slow(after=1)
@pytest.mark.parametrize(
    ("notation", "rules", "most"),
    [*((notation, "4p6c", 5184) for notation in LONG), ("irving", None, 40_000)],
)
def test_too_many_positions_are_refused_at_their_place(notation, rules, most):
    """To read all of 16 MB would take hundreds of megabytes, so the reader stops early."""
    reason = refused(LONG[notation], notation, rules and parse_rules(rules))
    assert reason.endswith(f": more than {most} positions: a tree of these codes has fewer")


def test_too_many_columns_are_refused():
    reason = refused("XX XO OO\n" + "a " * MANY, "punchcard")
    assert reason == ", line 2, column 201: more than 100 columns: no game has so many"
