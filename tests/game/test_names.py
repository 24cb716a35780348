"""The names of word games and tables: given, in files, and made from the names of files."""

import pytest

from mmtree import RulesError, read_words, table_rules, word_rules

WRONG = [
    "",
    ".",
    "..",
    ".a",
    "a.",
    "a b",
    "a/b",
    "../a",
    "a\\b",
    "c:a",
    "a\n",
    "\x1ba",
    "é",
    "a" * 41,
]
DEVICES = ["con", "NUL.txt", "lpt1"]
RULES = ["4p6c", "4P6C-black", "9p99c-places", "mastermind", "super-distinct"]


@pytest.mark.parametrize("name", [*WRONG, *DEVICES, *RULES])
def test_names_that_could_mislead_are_refused_in_one_line(name):
    for make in (
        lambda: word_rules(["ab", "ba"], name=name),
        lambda: table_rules(["q"], ["a", "b"], [["x", "y"]], name=name),
    ):
        with pytest.raises(RulesError, match="is not allowed: use at most 40 letters") as refused:
            make()
        assert str(refused.value).isprintable()


@pytest.mark.parametrize("name", ["a", "A-b_c.2", "a" * 40, "console", "superb", "4p6"])
def test_names_of_files_are_allowed(name):
    assert str(word_rules(["ab", "ba"], name=name)) == name


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("My list (2).txt", "my-list--2"),
        ("4p6c.txt", "list-4p6c"),
        ("Super.txt", "list-super"),
        ("con.txt", "list-con"),
        ("é", "list"),
        ("a" * 39 + " b", "a" * 39),
    ],
)
def test_name_of_a_file_becomes_one_that_is_allowed(tmp_path, file, name):
    (tmp_path / file).write_text("ab\nba\n")
    assert str(read_words(tmp_path / file)) == name
