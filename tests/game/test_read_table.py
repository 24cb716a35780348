"""Tables in CSV, as spreadsheets write them, also hostile ones."""

import csv
import io

import pytest

from mmtree import RulesError, feedback, parse_code, parse_feedback, read_table
from mmtree.errors import CodeError

KEY = "tree,needles,white bark\noak,no,no\nfir,yes,no\nbirch,no,yes\n"


def test_table_is_read_from_csv(tmp_path):
    path = tmp_path / "Trees of a park.csv"
    path.write_text(KEY)
    notes = []
    rules = read_table(path, note=notes.append)
    assert notes == ["trees-of-a-park: 3 items (oak, fir, …), 2 questions (needles, white bark)"]
    assert str(rules) == "trees-of-a-park"
    assert rules.identified
    assert (rules.secrets, rules.guesses) == (3, 5)
    bark, birch, oak = (parse_code(text, rules) for text in ("White Bark", "birch", "oak"))
    assert str(feedback(bark, birch, rules)) == "yes"
    assert str(feedback(birch, birch, rules)) == "right"
    assert parse_feedback("YES", rules) == feedback(bark, birch, rules)
    assert [rules.is_secret(code) for code in (bark, oak)] == [False, True]
    with pytest.raises(CodeError, match="'elm' is not a question or secret of trees-of-a-park"):
        parse_code("elm", rules)


def test_rows_are_items_unless_columns_are(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(KEY)
    by_row, rows = read_table(path), csv.reader(KEY.splitlines())
    path.write_text("".join(",".join(row) + "\n" for row in zip(*rows, strict=True)))
    assert read_table(path, items="columns") == by_row
    assert read_table(path).secret_names == ("needles", "white bark")
    with pytest.raises(RulesError, match="items 'lines': use rows or columns"):
        read_table(path, items="lines")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_spreadsheets_write_many_kinds_of_csv(delimiter, encoding, tmp_path):
    rows = [
        ["", "Größe, in m", "0,5?", ""],
        ["é", "a,b; c", "", ""],
        ["ü", "1|2", "x", ""],
        [""] * 4,
    ]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter).writerows([[], *rows, []])
    path, notes = tmp_path / "table.csv", []
    path.write_bytes(text.getvalue().encode(encoding))
    rules = read_table(path, note=notes.append)
    assert (rules.questions, rules.secret_names) == (("Größe, in m", "0,5?"), ("é", "ü"))
    assert rules.texts == ("1|2", "a,b; c", "x", "—", "right")
    assert [note for note in notes if "Windows-1252" in note] == notes[:-1]
    assert (len(notes) == 2) == (encoding == "cp1252")


def test_first_line_may_name_the_delimiter(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("sep=;\r\n;q, r\r\na;x\r\nb;y\r\n", newline="")
    assert read_table(path).questions == ("q, r",)


@pytest.mark.parametrize("question", ["#weight", "Count", "ID", "colour"])
def test_property_of_each_item_gets_a_warning(question, tmp_path):
    path, notes = tmp_path / "table.csv", []
    path.write_text(f"x,{question},q\na,1,x\nb,2,x\nc,3,y\nd,4,y\n")
    read_table(path, note=notes.append)
    assert notes[1:] == [
        f"question '{question}' looks like a property of each item that a player cannot ask for: "
        "if so, leave it out"
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("inside", ["\n", "\r\n", "\r", "\x0b", "\x0c", "\x85", "\u2028", " \t\n "])
def test_line_end_in_a_cell_is_a_blank(end, inside, tmp_path):
    lines = [f',"big{inside}oak",fir', f'"is it{inside}tall?","ye{inside}s","yes{inside}"', ""]
    path = tmp_path / "table.csv"
    path.write_bytes(end.join(lines).encode())
    rules = read_table(path, items="columns")
    assert (*rules.questions, *rules.secret_names) == ("is it tall?", "big oak", "fir")
    assert rules.texts == ("ye s", "yes", "right")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is empty"),
        (",a\nq,x\n", "two items and a question"),
        (",a,b\n", "two items and a question"),
        (",a,b\nq,x\n", "row 2 has 2 cells, row 1 has 3"),
        (",a,b\nq,x,y,z\n", "row 2 has 4 cells, row 1 has 3"),
        (",a,b\n\n,x,y\n", "row 3, column 1 is empty: it should name an item or a question"),
        (",,b\nq,x,y\n", "row 1, column 2 is empty"),
        (",a,b\nq,x,y\nr,x,y\nq,y,x", "row 4, column 1: the name 'q' is also in row 2, column 1"),
        (",a,a\nq,x,y\n", "row 1, column 3: the name 'a' is also in row 1, column 2"),
        (',a b,"a\n b"\nq,x,y\n', r"the name 'a.n b' is also"),
        (",n\xe9,ne\u0301\nq,x,y\n", r"the name 'ne\\u0301' is also"),
        (",a\u2800,a\nq,x,y\n", r"the name 'a' is also in row 1, column 2"),
        (",a\u034f,a\nq,x,y\n", r"the name 'a' is also in row 1, column 2"),
        (",a,\xb5\n\u03bc,x,y\n", r"the name '\\xb5' looks the same as '\\u03bc'"),
        (",a,b\nq,x,x\ufe0f\n", r"the answer 'x\\ufe0f' looks the same as 'x'"),
        (",a,b\nq,x,\u3164\n", r"the answer '\\u3164' cannot be seen"),
        (",a,b\nq,x,a\u200b\n", "not a text"),
        (",a,b\nq,x\0y,z\n", "not a text|not a table"),
        (",a,b\nq,x,y\0\n", "not a text|not a table"),
        (",a,b\nq,x,\u202ey\n", "not a text"),
        (",a,b\nq,x,שלום\n", "from left to right"),
        (f",a,b\nq,x,{'y' * 300}\n", "1 to 200 printable"),
        (',a,b\nq,"x,y\n', "not a table in CSV"),
        (
            ","
            + ",".join(f"s{n}" for n in range(256))
            + "".join(f"\n{q}," + ",".join(f"{q}.{n}" for n in range(256)) for q in range(256)),
            "65536 different answers: at most 65533",
        ),
    ],
)
def test_hostile_tables_are_refused_in_one_line(text, reason, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(RulesError, match=reason) as refused:
        read_table(path, items="columns")
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400
