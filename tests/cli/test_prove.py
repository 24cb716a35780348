"""``mmtree prove`` and ``mmtree verify --proof``."""

import json

import pytest

from support.environment import TREES, needs_native

KOYAMA_LAI = TREES / "koyama-lai-4p6c.proof"


@needs_native
def test_certificate_of_a_tree_is_written_and_checked(mmtree, tmp_path):
    result = mmtree("prove", "koyama-lai-4p6c")
    assert result.out == (
        "no strategy for 4p6c has a total below 5625\n"
        f"wrote koyama-lai-4p6c.proof: {KOYAMA_LAI.stat().st_size} bytes\n"
    )
    assert (tmp_path / "koyama-lai-4p6c.proof").read_bytes() == KOYAMA_LAI.read_bytes()
    checked = mmtree("verify", "koyama-lai-4p6c", "--proof", "koyama-lai-4p6c.proof")
    assert (checked.status, checked.err) == (0, "")
    assert checked.out.endswith("optimal   expected: that is proved by the certificate\n")


STATEMENTS = {
    "--max-guesses 4": (0, "finds every secret within 4 guesses"),
    "--max-guesses 5": (1, "finds every secret within 5 guesses"),
    "--below 5625": (0, "has a total below 5625"),
    "--below 5626": (1, "has a total below 5626"),
    "--max-guesses 5 --below 5626": (
        0,
        "finds every secret within 5 guesses and has a total below 5626",
    ),
    "--opening AABB --max-guesses 4": (0, "opened AABB finds every secret within 4 guesses"),
    "--rules 3p2c --opening AAA --below 21": (0, "opened AAA has a total below 21"),
    "--rules 3p2c --opening AAA --below 22": (1, "opened AAA has a total below 22"),
    "--rules bulls-and-cows --max-guesses 5": (0, "finds every secret within 5 guesses"),
    "--rules 3p4c-black --max-guesses 5": (0, "finds every secret within 5 guesses"),
}


@needs_native
@pytest.mark.parametrize("options", STATEMENTS)
def test_statement_without_a_tree_is_proved_if_it_is_true(mmtree, tmp_path, options):
    status, words = STATEMENTS[options]
    result = mmtree("prove", *options.split(), "-o", "a.proof")
    assert result.status == status
    if status:
        assert result.err.endswith(f" {words}\n")
        assert list(tmp_path.iterdir()) == []
    else:
        assert words in result.out
        assert mmtree("verify", "--proof", "a.proof").status == 0


@needs_native
def test_options_of_build_define_the_game(mmtree, refused, tmp_path):
    (tmp_path / "words.txt").write_text("abc\nacb\nbca\ncab\n")
    (tmp_path / "others.txt").write_text("aab\n")
    words = "--rules", "words.txt", "--guesses", "others.txt"
    result = mmtree("prove", *words, "--below", "7", "-o", "a.proof")
    assert result.out.startswith("no strategy for words has a total below 7\n")
    assert (tmp_path / "a.proof").read_bytes().startswith(b"mmtree proof 2\n")
    assert mmtree("verify", "--proof", "a.proof").status == 0
    assert mmtree("prove", *words, "--below", "8", "-o", "b.proof").status == 1
    (tmp_path / "table.csv").write_text(",x,y,z\none,1,0,0\ntwo,0,1,0\n")
    asked = "--answers", "table.csv", "--items", "columns", "--max-guesses"
    result = mmtree("prove", *asked, "1", "-o", "c.proof")
    assert result.out.startswith("no strategy for table finds every secret within 1 question\n")
    assert mmtree("prove", *asked, "1", "--end", "guessed", "-o", "c.proof").status == 0
    result = mmtree("prove", *asked, "1", "--opening", "x")
    assert (result.status, result.out) == (2, "")
    assert result.err.splitlines() == [
        "mmtree: table: 3 items (x, y, …), 2 questions (one, two)",
        "mmtree: opening x: only questions of table are asked",
    ]


OBJECTIVES = {
    "--objective worst-then-expected": 2,
    "--max-guesses 4": 1,
    "--objective worst-then-expected --fewest-at-max": 3,
    "--fewest-at-max": 3,
    "--objective fewest-at-max": 2,
    "--objective most-within:3": 1,
    "--objective most-within:3 --max-guesses 4 --opening AAB": 1,
    "--opening AAA": 1,
}


@needs_native
@pytest.mark.parametrize("options", OBJECTIVES)
def test_every_objective_is_proved(mmtree, options):
    built = mmtree(
        "build", "--strategy", "koyama-lai", "--rules", "3p4c", *options.split(), "-o", "a.mmtree"
    )
    assert built.status == 0, built.err
    assert mmtree("prove", "a.mmtree").status == 0
    result = mmtree("verify", "a.mmtree", "--proof", "a.proof", "--json")
    (report,) = json.loads(result.out)
    assert report["findings"][-1]["topic"] == "optimal"
    statements = json.loads(mmtree("verify", "--proof", "a.proof", "--json").out)["statements"]
    assert len(statements) == OBJECTIVES[options]


def test_certificate_of_a_better_tree_says_nothing_against_a_worse_one(mmtree):
    result = mmtree("verify", "knuth-4p6c", "--proof", KOYAMA_LAI)
    assert result.status == 0
    assert "no strategy has a total below 5625 (73 records)" in result.out


@pytest.mark.slow
def test_certificate_must_be_about_the_tree(mmtree, tmp_path):
    result = mmtree("verify", "koyama-lai-max5-4p6c", "--proof", "koyama-lai-4p6c")
    assert result.status == 1
    missing = "no strategy of at most 5 guesses has a total below 5626"
    assert f"! optimal   the certificate does not show that {missing}\n" in result.out
    gap = "at most 0.02 % above the least total (expected, at most 5)"
    assert f"  gap       {gap}: that is proved by the certificate\n" in result.out
    result = mmtree("verify", "koyama-lai-4p6c", "--proof", "koyama-lai-4p5c")
    assert (result.status, "! proved    the certificate is for 4p5c\n" in result.out) == (1, True)


@needs_native
def test_games_of_one_name_are_not_taken_for_each_other(mmtree, tmp_path):
    for strategy, words in (("koyama-lai", "ab ba cc"), ("irving", "ab ba cc"), ("kooi", "ab ca")):
        (tmp_path / "words.txt").write_text("\n".join(words.split()))
        mmtree("build", "--strategy", strategy, "--rules", "words.txt", "-o", f"{strategy}.mmtree")
    assert mmtree("prove", "koyama-lai.mmtree", "-o", "a.proof").status == 0
    out = mmtree("verify", "irving.mmtree", "--proof", "a.proof").out
    assert "gap       the least total: that is proved by the certificate" in out
    out = mmtree("verify", "kooi.mmtree", "--proof", "a.proof").out
    assert "the certificate is for another game called words\n" in out
    build = ("build", "--strategy", "koyama-lai", "--rules", "words.txt", "--below")
    assert "tree is for another game called words (" in mmtree(*build, "irving.mmtree").err


def test_false_certificate_does_not_hold(mmtree, tmp_path):
    (tmp_path / "a.proof").write_bytes(KOYAMA_LAI.read_bytes().replace(b"- 5625", b"- 5626"))
    result = mmtree("verify", "koyama-lai-4p6c", "--proof", "a.proof")
    assert result.status == 1
    assert result.out.count("! proved    a.proof: record ") == 1
    alone = mmtree("verify", "--proof", "a.proof")
    assert (alone.status, alone.out.splitlines()[0]) == (1, "a.proof: DOES NOT HOLD")
    assert json.loads(mmtree("verify", "--proof", "a.proof", "--json").out)["holds"] is False


def test_unusable_certificate_is_refused(refused, tmp_path):
    message = "no file or ready-made certificate called nothing; `mmtree prove` writes the cert"
    assert message in refused("verify", "koyama-lai-4p6c", "--proof", "nothing")
    assert message in refused("verify", "--proof", "nothing")
    assert "name one FILE" in refused("verify", "knuth-4p6c", "kooi-4p6c", "--proof", KOYAMA_LAI)


@pytest.mark.slow
def test_own_search_of_the_checker_finds_no_lower_total(mmtree):
    result = mmtree("verify", "koyama-lai-4p5c", "--rebuild")
    assert "  optimal   the checker's own search finds no total below 2463\n" in result.out
    assert result.status == 0
