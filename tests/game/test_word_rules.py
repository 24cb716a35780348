"""Word games: their lists, also hostile ones."""

from unicodedata import normalize

import pytest

from mmtree import (
    RulesError,
    build_tree,
    feedback,
    format_code,
    parse_code,
    read_words,
    word_rules,
)
from mmtree.errors import CodeError
from mmtree.game.read_rules import from_map

from support.least_total import least_total


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
        (b"crane\nslat\n", r"4 letters: 1 word \(the first is line 2, 'slat'\): all words"),
        (b"abcdefghij\nbbcdefghij\n", "at most 9"),
        (b"crane\nsl\0te\n", r"'\\x00' is not a letter"),
        (b"crane\nsl\x1bte\n", r"'\\x1b' is not a letter"),
        (b"crane\nsla e\n", "' ' is not a letter"),
        ("שלום\nabcd\n".encode(), "letters 'a' and 'ו' are written in opposite directions"),
        ("ab\u202ed\nabcd\n".encode(), "not a letter"),
        ("\u0301ab\nabc\n".encode(), "is not a letter"),
        ("ab\u200bc\nabcd\n".encode(), r"line 1, 'ab\\u200bc': '\\u200b' is not a letter"),
        ("ab\u200d\nabc\n".encode(), r"'\\u200d' is not a letter"),
        ("👩\u200d🐶\n🐱👩\u200d\n".encode(), r"'\\u200d' is not a letter"),
        ("a\ufe0fb\nab\n".encode(), "is not a letter"),
        ("❤️🐶\n🐶❤\n".encode(), "looks the same as"),
        ("don't\ncan’t\n".encode(), "looks the same as"),
        (("a" + 20 * "\u0301" + "b\nab\n").encode(), "a letter has 20 characters, 16 at most"),
        ("\n".join(chr(0x4E00 + n) + 8 * "一" for n in range(200)).encode(), "at most 128"),
        (b"crane\n\xff\x81\n", "not text in UTF-8: byte 6"),
        (b"crane\nslate\n" * 500_000, "more than"),
        (b"\n".join(b"%06d" % n for n in range(100_001)), "more than 100000 words"),
        ("\u00b5a\n\u03bca\n".encode(), r"letter '\\u03bc' looks the same as '\\xb5'"),
        ("a\u3164\nab\n".encode(), r"'\\u3164' is not a letter"),
    ],
)
def test_hostile_lists_are_refused_in_one_line(data, reason, tmp_path):
    path = tmp_path / "words.txt"
    path.write_bytes(data)
    with pytest.raises(RulesError, match=reason) as refused:
        read_words(path)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("name", "secrets", "typed", "right_to_left"),
    [
        ("equations", 5, "8/2=4", False),
        ("apostrophe", 3, "CAN\u2019T", False),
        ("hebrew", 3, " \u05e9\u05dc\u05d5\u05dd ", True),
        ("emoji", 3, "🐱🐶🐭", False),
    ],
)
def test_words_have_any_letters(name, secrets, typed, right_to_left):
    words = {
        "equations": "1+2=3\n2+1=3\n4-1=3\n9-6=3\n8/2=4",
        "apostrophe": "don't\ncan't\nwon't",
        "hebrew": "שלום\nשמים\nשירה",
        "emoji": "🐶🐱🐭\n🐱🐶🐭\n🐭🐱🐶",
    }[name].split()
    rules = word_rules(words, name=name)
    assert (rules.secrets, rules.right_to_left) == (secrets, right_to_left)
    code = parse_code(typed, rules)
    assert rules.is_secret(code)
    assert from_map(rules.to_map()) == rules


@pytest.mark.parametrize(
    ("word", "letters"),
    [
        ("e\u0301cole", "é c o l e"),
        ("x\u0301y", "x\u0301 y"),  # no single character in Unicode
        ("🇫🇷🇩🇪🇫", "🇫🇷 🇩🇪 🇫"),
        ("👍👍🏽👩\u200d👩\u200d👧", "👍 👍🏽 👩\u200d👩\u200d👧"),
        ("1️⃣❤️🏴󠁧󠁢󠁷󠁬󠁳󠁿", "1️⃣ ❤️ 🏴󠁧󠁢󠁷󠁬󠁳󠁿"),
        ("שָׁלוֹם", "שָׁ ל וֹ ם"),
        ("नमस्ते", "न म स् ते"),
        ("각가", "각 가"),
    ],
)
def test_letters_are_what_people_see(word, letters):
    expected = [normalize("NFC", letter) for letter in letters.split()]
    rules = word_rules([word, "".join(expected[::-1])], answers="pegs")
    code = parse_code(word, rules)
    assert [rules.symbol(color).lower() for color in rules.digits(code)] == expected
    assert from_map(rules.to_map()) == rules


def test_final_forms_are_letters_of_their_own():
    assert word_rules(["שם", "שמ"]).alphabet == ("ם", "מ", "ש")


def test_letters_of_several_characters_are_separated_in_files():
    flags = word_rules(["🇫🇷x\u0301", "x\u0301🇫🇷"]).to_map()
    assert flags["alphabet"] == "x\u0301 🇫🇷"
    assert flags["secrets"] == "x\u0301 🇫🇷\n🇫🇷 x\u0301"
    for key, value in [
        ("alphabet", "x\u0301🇫🇷"),
        ("alphabet", "🇫🇷 x\u0301"),
        ("alphabet", "x\u0301 🇫 🇷"),
        ("secrets", "x\u0301🇫🇷\n🇫🇷x\u0301"),
        ("secrets", "🇫🇷 x\u0301\nx\u0301 🇫🇷"),
        ("secrets", "x\u0301 🇫🇷\n🇫🇷 x\u0301\n"),
        ("secrets", "x\u0301 🇫 🇷\n🇫🇷 x\u0301"),
    ]:
        with pytest.raises(RulesError):
            from_map(flags | {key: value})


def test_accents_are_taken_off_and_equal_words_counted(tmp_path):
    path, notes = tmp_path / "words.txt", []
    path.write_text("École\r\necole\r\nétang\r\nEtang\r\n\r\nETANG\r\n", "utf-8-sig")
    assert read_words(path, fold=True, note=notes.append).secret_words == ("ecole", "etang")
    assert notes == [
        f"{path}: 1 word dropped that occurs twice",
        f"{path}: 2 words dropped that became equal without accents",
    ]
    assert read_words(path).secrets == 4


def test_length_of_other_guesses_is_named():
    with pytest.raises(
        RulesError, match=r"2 letters: 1 word .*'abc'\): all words must have 2, as the"
    ):
        word_rules(["ab", "ba"], ["abc", "aa", "cba"])


def test_missing_list_is_named(tmp_path):
    with pytest.raises(RulesError, match=r"nothing\.txt: No such file"):
        read_words(tmp_path / "nothing.txt")


def test_other_guesses_are_not_ignored_in_consistent_play():
    assert word_rules(["ab", "ba"], ["aa"], consistent=True).guesses == 3
    assert word_rules(["ab", "ba"], ["ab"], consistent=True).guesses == 2


@pytest.mark.parametrize("answers", ["common", "black"])
def test_words_in_likeness(answers):
    rules = word_rules(["gangs", "walls", "names", "ranks"], answers=answers)
    assert build_tree("koyama-lai", rules).total == least_total(rules) == 8


def test_right_is_another_answer_than_that_to_an_anagram():
    rules = word_rules(["least", "slate", "stale"], answers="common")
    word = {text: rules.named(text) for text in rules.secret_words}
    answers = [str(feedback(word["slate"], each, rules)) for each in word.values()]
    assert answers == ["5", "right", "5"]


def test_unknown_answers_are_refused():
    with pytest.raises(RulesError, match="use places or pegs"):
        word_rules(["ab", "ba"], answers="right")
