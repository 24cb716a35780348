"""The names of word games and tables: given, in files, and made from the names of files."""

import pytest

from mmtree import RulesError, read_words, table_rules, word_rules

WRONG = [
    "",
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
    "ſ",
    "a" * 41,
]
DEVICES = ["con", "NUL.txt", "lpt1"]
RULES = ["4p6c", "4P6C-black", "9p99c-places", "mastermind", "super-distinct"]


@pytest.mark.parametrize("name", [*WRONG, *DEVICES, *RULES])
def test_names_that_could_mislead_are_refused_in_one_line(name):
    for make, arguments in (
        (word_rules, (["ab", "ba"],)),
        (table_rules, (["q"], ["a", "b"], [["x", "y"]])),
    ):
        with pytest.raises(RulesError, match="is not allowed: use at most 40 letters") as refused:
            make(*arguments, name=name)
        assert str(refused.value).isprintable()


def test_names_of_files_are_allowed_or_changed(tmp_path):
    for name in ("a", "A-b_c.2", "a" * 40, "console", "superb", "4p6"):
        assert str(word_rules(["ab", "ba"], name=name)) == name
    changed = {"My list (2).txt": "my-list--2", "4p6c.txt": "list-4p6c", "Super.txt": "list-super"}
    changed |= {"con.txt": "list-con", "é": "list", "a" * 39 + " b": "a" * 39}
    for file, name in changed.items():
        (tmp_path / file).write_text("ab\nba\n")
        assert str(read_words(tmp_path / file)) == name
