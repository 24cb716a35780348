"""Word games: their lists, also hostile ones."""

import pytest

from mmtree import RulesError, feedback, format_code, parse_code, read_words, word_rules
from mmtree.errors import CodeError


def marks(secret, guess):
    rules = word_rules({secret, guess, "abcde"})
    return str(feedback(parse_code(guess, rules), parse_code(secret, rules), rules))


@pytest.mark.parametrize(
    ("secret", "guess", "expected"),
    [
        ("abbey", "babes", "~~++-"),
        ("abbey", "kebab", "-~+~~"),
        ("crane", "crane", "+++++"),
        ("those", "geese", "---++"),
        ("dread", "added", "~~-~+"),
    ],
)
def test_letters_are_marked_by_the_usual_rule(secret, guess, expected):
    assert marks(secret, guess) == expected


def test_words_are_codes_of_letters_without_regard_to_case(tmp_path):
    (tmp_path / "My List.txt").write_text("Crane\n\nslate\nélans\n", "utf-8")
    (tmp_path / "more.txt").write_text("SLATE\nraise\n")
    rules = read_words(tmp_path / "My List.txt", tmp_path / "more.txt")
    assert str(rules) == "my-list"
    assert (rules.secrets, rules.guesses, rules.pegs) == (3, 4, 5)
    assert [str(parse_code(text, rules)) for text in ("crane", "ÉLANS", "Raise")] == [
        *("CRANE", "ÉLANS", "RAISE")
    ]
    assert not rules.is_secret(parse_code("raise", rules))
    with pytest.raises(CodeError, match="'stone' is not a word of my-list"):
        parse_code("stone", rules)
    assert list(rules.codes()) == sorted(rules.codes())


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["kır", "kir"], "kirkır"),  # the capital of both is I
        (["κοσ", "κος"], "κοςκοσ"),
        (["ςα", "ας"], "αςςα"),
        (["µa", "aµ"], "aµµa"),  # as a capital, it is read as the letter mu
        (["straße", "stresa"], "STRAßESTRESA"),
        (["élan", "Elan"], "ELANÉLAN"),
    ],
)
def test_letters_are_capitals_only_if_these_are_read_as_the_same_letters(words, shown):
    rules = word_rules(words, answers="pegs")
    texts = [format_code(code, rules) for code in rules.codes()]
    assert "".join(texts) == shown
    assert [parse_code(text, rules) for text in texts] == list(rules.codes())
    assert len({rules.symbol(color) for color in range(rules.colors)}) == rules.colors


def test_order_of_a_list_does_not_matter():
    assert word_rules(["bab", "abc", "cab"], ["bbb"]) == word_rules(["cab", "bab", "abc"], ["bbb"])


def test_words_are_answered_in_pegs():
    rules = word_rules(["crane", "nacre"], answers="pegs")
    assert str(feedback(*rules.codes(), rules)) == "1b4w"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "fewer than two"),
        (b"crane\n", "fewer than two"),
        (b"crane\nslate\nCRANE\n", "word 3, 'CRANE', is also word 1"),
        (b"crane\nslat\n", "word 2, 'slat', has 4 letters"),
        (b"abcdefghij\nbbcdefghij\n", "at most 9"),
        (b"crane\nsl\0te\n", r"'\\x00' is not a letter"),
        (b"crane\nsl\x1bte\n", r"'\\x1b' is not a letter"),
        (b"crane\nsla e\n", "' ' is not a letter"),
        ("שלום\nשלוש\n".encode(), "from left to right"),
        ("ab\u202ed\nabcd\n".encode(), "not a letter"),
        ("e\u0301a\u0327\nabc\n".encode(), "is not a letter"),
        (b"crane\n\xff\x81\n", "not text in UTF-8: byte 6"),
        (b"crane\nslate\n" * 500_000, "more than"),
        (b"\n".join(b"%06d" % n for n in range(100_001)), "more than 100000 words"),
        (b"abcdef\nbcdefa\n", "723 answers"),
        ("\u00b5a\n\u03bca\n".encode(), r"letter '\\u03bc' looks the same as '\\xb5'"),
        ("a\u3164\nab\n".encode(), r"letter '\\u3164' cannot be seen"),
    ],
)
def test_hostile_lists_are_refused_in_one_line(data, reason, tmp_path):
    path = tmp_path / "words.txt"
    path.write_bytes(data)
    with pytest.raises(RulesError, match=reason) as refused:
        read_words(path)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_missing_list_is_named(tmp_path):
    with pytest.raises(RulesError, match=r"nothing\.txt: No such file"):
        read_words(tmp_path / "nothing.txt")


def test_other_guesses_are_not_ignored_in_consistent_play(tmp_path, refused):
    with pytest.raises(RulesError, match="give no list of guesses"):
        word_rules(["ab", "ba"], ["aa"], consistent=True)
    assert word_rules(["ab", "ba"], ["ab"], consistent=True).guesses == 2
    (tmp_path / "a.txt").write_text("ab\nba\n")
    (tmp_path / "b.txt").write_text("aa\n")
    words = ("build", "--strategy", "knuth", "--rules", "a.txt", "--guesses", "b.txt")
    assert "give no list of guesses" in refused(*words, "--consistent")


def test_unknown_answers_are_refused():
    with pytest.raises(RulesError, match="use places or pegs"):
        word_rules(["ab", "ba"], answers="right")
