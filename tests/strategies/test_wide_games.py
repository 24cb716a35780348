"""Games of more than 255 answers, which are numbered in two bytes."""

from fractions import Fraction
from functools import cache
from itertools import permutations
from random import Random

import msgpack
import pytest

from mmtree import RulesError, TreeFileError, build_tree, save
from mmtree.check.verify import verify
from mmtree.errors import ExportError, KernelError
from mmtree.export.targets import TARGETS, export
from mmtree.game.answers import MAX_ANSWERS
from mmtree.game.code_table import CodeTable
from mmtree.game.make_table import table_rules
from mmtree.game.peg_rules import parse_rules
from mmtree.game.word_rules import word_rules
from mmtree.search.prices import Prices
from mmtree.search.proof import Statement
from mmtree.strategies.prove import prove
from mmtree.tree.file import decode, encode

from support.environment import needs_native
from support.least_total import least_total
from support.other_games import OTHER_GAMES
from support.synthetic_words import synthetic_words

ENDS = ("identified", "guessed")


def random_game(seed):
    """Return words of six to nine letters, or a table of so many texts that few repeat."""
    random = Random(seed)
    if seed % 2:
        words = {"".join(random.choices("abc", k=6 + seed % 4)) for _ in range(22)}
        return word_rules([*words][:11], [*words][11:])
    cells = [[f"{row} {random.randrange(2)}" for _ in range(9)] for row in range(150)]
    names = [f"s{place}" for place in range(9)]
    return table_rules([f"q{row}" for row in range(150)], names, cells, end=ENDS[seed // 2 % 2])


least = cache(lambda seed: least_total(random_game(seed)))


@pytest.mark.slow(after=4)
@pytest.mark.parametrize("seed", range(6))
def test_exact_search_finds_the_least_total_as_brute_force_does(seed, kernel, tmp_path):
    rules = random_game(seed)
    assert rules.wide
    tree = build_tree("koyama-lai", rules)
    assert tree.total == least(seed)
    assert tree.proof.optimal
    save(tree, tmp_path / "a.mmtree")
    assert verify(tmp_path / "a.mmtree").holds
    for strategy in ("least-max", "beam", "entropy", "knuth"):
        save(build_tree(strategy, rules), tmp_path / "a.mmtree")
        assert verify(tmp_path / "a.mmtree").holds


def one_question_of_many(end):
    """Return a table of a question with 300 answers, and of three with up to 20 that also divide."""
    random, places = Random(3), range(320)
    rows = {"many": [f"{place % 300}" for place in places]}
    rows |= {f"q{n}": [f"{random.randrange(5 * n)}" for _ in places] for n in (2, 3, 4)}
    names = [f"s{place}" for place in places]
    return table_rules([*rows], names, [*rows.values()], end=end)


@needs_native
@pytest.mark.parametrize("strategy", ["entropy", "knuth", "kooi", "palm-t2", "beam", "least-max"])
@pytest.mark.parametrize("end", ENDS)
def test_kernels_agree_where_one_guess_has_300_answers(strategy, end, monkeypatch, tmp_path):
    rules, trees = one_question_of_many(end), []
    assert CodeTable(rules).width == 301
    for kernel in ("native", "numpy"):
        monkeypatch.setenv("MMTREE_KERNEL", kernel)
        trees.append(encode(build_tree(strategy, rules)))
    assert trees[0] == trees[1]
    tree = decode(trees[0])
    assert tree.max == (2 if end == "identified" else 3)
    (tmp_path / "a.mmtree").write_bytes(trees[0])
    assert verify(tmp_path / "a.mmtree").holds


def test_total_is_least_where_one_guess_has_300_answers(kernel):
    """20 answers of 300 leave two secrets."""
    assert build_tree("koyama-lai", one_question_of_many("identified")).total == 280 + 2 * 40


@needs_native
def test_search_with_checkpoint_resumes_to_the_same_tree(tmp_path):
    words, guesses = ([word + word[0] for word in part] for part in synthetic_words(120, 200))
    rules, path = word_rules(words, guesses), tmp_path / "a.checkpoint"
    near = build_tree("koyama-lai", rules, checkpoint=path, gap=Fraction(1, 5))
    assert path.exists()
    tree = build_tree("koyama-lai", rules, checkpoint=path)
    assert tree.total <= near.total
    assert encode(tree) == encode(build_tree("koyama-lai", rules, jobs=1))


def test_checkpoint_is_refused_where_a_guess_has_more_than_255_answers(tmp_path):
    with pytest.raises(KernelError, match="at most 255 answers to a guess"):
        build_tree("koyama-lai", one_question_of_many("guessed"), checkpoint=tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_forms_of_bytes_refuse_in_one_line():
    rules = OTHER_GAMES["wide-words"]
    tree = build_tree("entropy", rules)
    for target in TARGETS.keys() - {"html"}:
        with pytest.raises(
            ExportError, match=r"has 723 answers|supports only rules such as"
        ) as why:
            export(tree, target)
        assert "\n" not in str(why.value)
    with pytest.raises(RulesError, match="certificates are for games of at most 255 answers"):
        prove([Statement(rules, Prices(), 100)])


def test_hostile_cells_of_two_bytes_are_refused():
    content = msgpack.unpackb(encode(build_tree("entropy", OTHER_GAMES["wide-table"])))
    cells = content["rules"]["cells"]
    assert len(cells) == 2 * 90 * 18
    swapped = b"".join(cells[at : at + 2][::-1] for at in range(0, len(cells), 2))
    for other in (cells[:-1], cells[:-2], cells + b"\0\0", swapped, cells[::2], b"\xff\xff" * 1620):
        rules = content["rules"] | {"cells": other}
        with pytest.raises(TreeFileError, match=r"cells are not|not made of the values") as why:
            decode(msgpack.packb(content | {"rules": rules}))
        assert "\n" not in str(why.value)
    for answer in (65_536, len(content["rules"]["answers"]) - 1, -1):
        nodes = [content["tree"][0], answer, *content["tree"][2:]]
        with pytest.raises(TreeFileError, match=r"feedback|branch"):
            decode(msgpack.packb(content | {"tree": nodes}))


@pytest.mark.slow
def test_most_answers_of_a_table(tmp_path):
    cells = [[f"{question} {secret}" for secret in range(923)] for question in range(71)]
    names = [f"s{place}" for place in range(923)]
    rules = table_rules([f"q{place}" for place in range(71)], names, cells, end="guessed")
    assert len(rules.texts) == MAX_ANSWERS
    tree = build_tree("entropy", rules)
    assert tree.histogram == (0, 923)
    assert max(tree.feedback) > 255
    save(tree, tmp_path / "a.mmtree")
    assert verify(tmp_path / "a.mmtree").holds


def test_two_boards_and_six_letters_from_files(tmp_path, mmtree):
    (tmp_path / "six.txt").write_text("marble\ngarden\nwinter\nsilver\n")
    build = "build", "--strategy", "koyama-lai"
    assert "total 7, average 7/4" in mmtree(*build, "--rules", "six.txt").out
    board = parse_rules("3p4c-places")
    codes = [*board.codes()][::2]
    marks = {
        (guess, code): board.kind.format(board.answer(board.prepare(guess), board.prepare(code)))
        for guess in codes
        for code in codes
    }
    lines = [",".join(["", *map(str, codes)])]
    for one, other in permutations(codes, 2):
        cells = [f"{marks[guess, one]} {marks[guess, other]}" for guess in codes]
        lines.append(",".join([f"{one} {other}", *cells]))
    (tmp_path / "two.csv").write_text("\n".join(lines))
    assert (
        "total 1874, average 1874/992 = 1.8891, max 2" in mmtree(*build, "--answers", "two.csv").out
    )
    assert mmtree("verify", "koyama-lai-two.mmtree").status == 0
