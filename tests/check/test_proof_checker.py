"""The checker of certificates accepts what is proved, and refuses everything else in one line."""

import math
import re
from functools import cache
from random import Random

import numpy as np
import pytest

from mmtree import ProofError, SizeError, parse_rules
from mmtree.check.proof import checker, codes
from mmtree.check.proof.certificate import ProvedStatement
from mmtree.check.proof.checker import check_certificate, check_data

from support.naive_proofs import Game, Raised, Record, certificate, header, table, varint

LENGTHY = Game("2p5c", lengthy=True)
"""Its certificate has generators, marks and references with renamings."""


def check(data):
    return check_data(data, "a.proof")


def refusal(data):
    """Return why a certificate is refused, in one line."""
    with pytest.raises(ProofError) as caught:
        check(data)
    assert str(caught.value).startswith("a.proof: ")
    assert "\n" not in str(caught.value)
    return caught.value.reason


@pytest.mark.parametrize(
    ("rules", "options", "bound"),
    [
        ("1p4c", {}, 10),
        ("2p2c", {}, 8),
        ("2p3c", {}, 21),
        ("3p3c", {}, 73),
        ("3p4c", {}, 206),
        ("2p4c-distinct", {}, 30),
        ("3p3c-distinct", {}, 14),
        ("3p3c-black", {}, 95),
        ("3p4c-distinct", {"lengthy": True}, 72),
        ("2p3c-black", {"lengthy": True}, 25),
        ("2p5c", {"lengthy": True}, 81),
        ("3p3c-black", {"lengthy": True}, 95),
        ("3p3c", {"last": 3}, math.inf),
        ("3p3c", {"last": 3, "lengthy": True}, math.inf),
        ("3p3c", {"unit": 28, "last": 4, "surcharge": 1, "lengthy": True}, 2045),
        ("3p3c", {"surcharge": 1000, "since": 4, "lengthy": True}, None),
        ("2p3c", {"last": 4, "surcharge": 9, "since": 2, "opening": "AB"}, None),
        ("3p3c", {"opening": "AAA", "lengthy": True}, 86),
        ("2p3c", {"unit": 10, "opening": "AB", "last": 3, "surcharge": 3}, None),
        ("2p5c", {"lengthy": True, "limited": True}, 81),
        ("3p3c", {"limited": True}, 73),
        ("3p4c", {"limited": True}, 206),
        ("3p3c-black", {"limited": True}, 95),
        ("3p4c-distinct", {"limited": True}, 72),
        ("3p3c", {"last": 3, "limited": True}, math.inf),
    ],
)
def test_least_price_is_proved(rules, options, bound):
    game = Game(rules, **options)
    bound = game.price(0, game.whole) if bound is None else bound
    record, records = game.record(bound)
    version = 3 if game.limited else 1
    certificate = check(header(rules, version) + game.line(bound) + record.encode())
    assert certificate.rules == parse_rules(rules)
    (statement,) = certificate.statements
    assert statement.bound == (None if bound == math.inf else bound)
    assert (statement.unit, statement.last) == (game.unit, game.last)
    assert (statement.surcharge, statement.since) == (game.surcharge, game.since)
    assert statement.records == records


@pytest.mark.parametrize("rules", ["2p3c", "2p4c-distinct", "2p3c-black"])
def test_higher_price_cannot_be_proved(rules):
    """The records of the least price are used for a bound that is one higher."""
    game = Game(rules, lengthy=True)
    price = game.price(0, game.whole)
    record, _ = game.record(price)
    assert "is left out" in refusal(header(rules) + game.line(price + 1) + record.encode())


def test_writer_uses_references_and_renamings():
    for game in (Game("3p3c-black", lengthy=True), LENGTHY):
        certificate(game)
        records = [record for *_, record in game.ended]
        cells = [cell for record in records for _, raised in record.listed for cell in raised]
        assert any(record.generators for record in records)
        assert any(record.marked for record in records)
        assert any(cell.reference for cell in cells)


def test_certificate_may_have_several_statements():
    games = Game("3p3c", last=3), Game("3p3c", last=4), Game("3p3c", opening="AAB")
    texts = [str(statement) for statement in check(certificate(*games)).statements]
    assert texts == [
        "no strategy finds every secret within 3 guesses",
        "no strategy of at most 4 guesses has a total below 73",
        "no strategy opened AAB has a total below 73",
    ]


def test_statement_names_its_prices():
    statement = ProvedStatement(28, 4, 1, "AAB9", 2045, 1)
    assert str(statement) == (
        "no strategy opened AAB9 of at most 4 guesses costs less than 2045, "
        "at 28 a guess and 1 more for guess 4"
    )
    late = str(ProvedStatement(1, 0, 99, None, 2045, 1, since=5))
    assert late == "no strategy costs less than 2045, at 1 a guess and 99 more for guess 5 or later"


def test_progress_ends_at_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr(checker, "PROGRESS", 1)
    path, calls = tmp_path / "a.proof", []
    path.write_bytes(certificate(LENGTHY))
    check_certificate(path, calls.append)
    size = path.stat().st_size
    assert calls[-1] == (size, size, ("record 5",))


def is_true(certificate):
    """Return whether all statements hold, by trying all strategies."""
    assert certificate.rules.secrets <= 30
    for one in certificate.statements:
        prices = one.unit, one.last, one.surcharge
        game = Game(str(certificate.rules), *prices, one.opening, since=one.since)
        if game.price(0, game.whole) < (math.inf if one.bound is None else one.bound):
            return False
    return True


@pytest.mark.slow(after=3)
@pytest.mark.parametrize("limited", [False, True])
@pytest.mark.parametrize("change", ["every value", "some values", "cut", "swapped", "repeated"])
def test_every_lie_is_refused(change, limited, monkeypatch):
    """Changed bytes are refused, or prove something else that is true."""
    monkeypatch.setattr(checker, "Codes", cache(codes.Codes))
    random = Random(0)
    data = certificate(Game("2p2c") if change == "every value" else LENGTHY)
    if limited:
        data = data.replace(b"proof 1", b"proof 3")  # as valid, since its bounds are no lower
    if change in ("every value", "some values"):
        near = (1, 128)
        lies = [
            data[:at] + bytes([value]) + data[at + 1 :]
            for at, byte in enumerate(data)
            for value in (range(256) if change == "every value" else {byte ^ one for one in near})
            if value != byte
        ]
    elif change == "cut":
        lies = [data[:end] for end in range(len(data))]
    else:
        lies = []
        for _ in range(200):
            start, middle, end = sorted(random.choices(range(len(data) + 1), k=3))
            if change == "swapped":
                piece = data[middle:end] + data[start:middle]
                lies.append(data[:start] + piece + data[end:])
            else:
                lies.append(data[:end] + data[start:])
    lies = [lie for lie in lies if lie != data]
    accepted, refused = [], []
    for lie in lies:
        try:
            accepted.append(check(lie))
        except (ProofError, SizeError) as error:
            refused.append(str(error))
    assert not any("\n" in text for text in refused)
    assert all(map(is_true, set(accepted)))
    assert len(accepted) < len(lies) / 4


def cells_of(record):
    """Yield all raised cells below a record."""
    for _, raised in record.listed:
        for cell in raised:
            yield cell
            if cell.record:
                yield from cells_of(cell.record)


def recorded(record):
    return next(cell for cell in cells_of(record) if cell.record)


def referring(record):
    return next(cell for cell in cells_of(record) if cell.reference)


def first_raised(record):
    return next(raised for _, raised in record.listed if raised)


def unmark(record):
    for *_, one in LENGTHY.ended:
        one.marked = False


def rename_wrongly(record):
    one = referring(record)
    one.renaming = one.renaming[:2] + one.renaming[:1:-1]


def list_useless_guess(record):
    inner = recorded(record).record
    secrets = next(secrets for *_, secrets, _, one in LENGTHY.ended if one is inner)
    useless = [g for g in LENGTHY.whole if len(LENGTHY.cells(g, secrets)) == 1]
    inner.listed = [(useless[0], [])]


FORGED = {  # a change of the first record, and the reason of the refusal
    "bound too high": (
        lambda record: setattr(recorded(record), "gain", recorded(record).gain + 1),
        "left out|too little",
    ),
    "reference to itself or a later record": (
        lambda record: setattr(referring(record), "reference", 5),
        "it refers to record 5, which has not ended",
    ),
    "no mark": (unmark, "which has no mark"),
    "reference raises the bound": (
        lambda record: setattr(referring(record), "gain", 0),
        "shows a lower bound than stated",
    ),
    **{
        f"no permutation {data.hex()}": (
            lambda record, data=data: setattr(referring(record), "renaming", data),
            "a renaming is no permutation, or changes answers$",
        )
        for data in (b"\0\0\0\1\2\3\4", b"\0\1\0\1\2\3\3", b"\0\1\0\1\2\3\5")
    },
    "renaming to another set": (rename_wrongly, "the renaming does not map the set of record"),
    "generator to another set": (
        lambda record: recorded(record).record.generators.append(bytes([0, 1, 4, 3, 2, 1, 0])),
        "a generator does not map the set onto itself",
    ),
    "guess left out": (lambda record: record.listed.pop(), "^record 1: guess AB is left out$"),
    "no generators": (lambda record: record.generators.clear(), "is left out$"),
    "cell raised twice": (
        lambda record: first_raised(record).append(first_raised(record)[0]),
        "is raised twice",
    ),
    **{  # 4 is all black, and there is no feedback 5
        f"feedback {feedback}": (
            lambda record, of=feedback: first_raised(record).append(Raised(of, 1, record=Record())),
            f"no cell of feedback {feedback} that can be raised",
        )
        for feedback in (4, 5, 1 << 62)
    },
    "guess that divides nothing": (list_useless_guess, "does not divide the set"),
}


@pytest.mark.parametrize(("change", "reason"), FORGED.values(), ids=FORGED)
def test_forged_certificate_is_refused(change, reason):
    """Its first record proves the least total of 2p5c before the change."""
    record, _ = LENGTHY.record(81)
    change(record)
    assert re.search(reason, refusal(header("2p5c") + LENGTHY.line(81) + record.encode()))


def test_single_secret_costs_one_guess():
    """It leaves all secrets of its set in one cell, but it finds them."""
    single = Raised(0, 0, record=Record())  # the cell of BB
    record = Record(listed=[(0, [single])])
    reason = refusal(header("2p2c-black") + b"1 0 0 - none\n" + record.encode())
    assert reason == "record 1: guess BB is left out"


def test_nesting_is_limited(monkeypatch):
    monkeypatch.setattr(checker, "MAX_DEPTH", 0)
    assert refusal(certificate(LENGTHY)).endswith("more than 0 guesses before a set")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "a line of text is missing or does not end"),
        (b"mmtree proof 4\n", "its first line is not 'mmtree proof ' and a version: 1, 2 or 3"),
        (b"mmtree proof 1\nsuper\n", "write the rules 'super' as '5p8c'"),
        (b"mmtree proof 1\n2p\n", "unknown rules '2p'"),
        (b"mmtree proof 1\n2p3c\n", "statement 1: a line of text is missing"),
        (header("2p3c") + b"1 0 0 - 021\n", "statement 1: its line is not"),
        (header("2p3c") + b"1 0 0 AD 21\n", "the opening AD is not a code of 2p3c"),
        (header("2p3c-distinct") + b"1 0 0 AA 9\n", "the opening AA is not a code"),
        (header("2p3c") + b"1 0 0 - 9999999999999999999\n", "a number is too large"),
        (header("2p3c") + b"999999999999999999 0 0 - 21\n", "a number is too large"),
        (header("2p3c") + b"1 0 0 - 22\n" + b"\x80\x00", "takes more bytes than it needs"),
        (header("2p3c") + b"1 0 0 - 22\n" + b"\xff" * 9, "record 1: a number is too large"),
        (header("2p3c") + b"1 0 0 - 22\n\0" + varint(10), "guess 9 is not the number of a code"),
        (header("2p3c") + b"1 0 0 - 22\n" + b"\xff" * 8 + b"\x7f", "record 1: the file ends here"),
        (certificate(Game("2p3c")) + b"\0", "statement 2: a line of text is missing"),
        (certificate(Game("2p3c")).replace(b"2p3c", b"2p4c"), "renaming is no permutation"),
    ],
)
def test_wrong_line_or_number_is_refused(data, reason):
    assert reason in refusal(data)


def test_large_rules_are_refused_in_words(tmp_path, monkeypatch):
    with pytest.raises(SizeError, match=r"9p36c: 101559956668416 codes"):
        check(header("9p36c") + b"1 0 0 - 22\n\0\0")
    monkeypatch.setattr(checker, "MAX_TABLE", 80)
    with pytest.raises(SizeError, match=r"a.proof: nested sets with 96 feedbacks; at most 80"):
        check(certificate(Game("2p4c", lengthy=True)))


@pytest.mark.parametrize(
    "rules",
    ["2p3c", "3p2c", "4p2c", "2p2c-distinct", "3p4c-distinct", "3p3c-black", "3p3c-distinct-black"],
)
def test_feedback_equals_the_one_counted_peg_by_peg(rules):
    rules = parse_rules(rules)
    _, expected = table(rules)
    every = codes.Codes(rules)
    assert every.feedbacks(every.every, every.every).T.tolist() == expected


@pytest.mark.parametrize("rules", ["4p3c", "5p2c", "3p5c-distinct", "3p3c-black"])
def test_cells_of_first_guesses_are_counted_by_symmetry(rules):
    every = codes.Codes(parse_rules(rules))
    table = every.feedbacks(every.every, every.every)
    for guess in every.every.tolist():
        inside, any_code = every.most_cells(int(every.pattern[guess]))
        for kind in set(table[guess].tolist()) - {every.kinds - 1}:
            cell = table[guess] == kind
            counts = np.count_nonzero(every.cell_sizes(table[cell]), axis=0)
            assert (inside[kind], any_code[kind]) == (counts[cell].max(), counts.max())


def test_bits_are_counted_without_numpy_2(monkeypatch):
    masks = np.array([0, 1, 0b1011, (1 << 54) - 1], np.uint64)
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert codes.count_ones(masks).tolist() == [0, 1, 3, 54]
    assert codes.count_ones(masks.reshape(2, 2)).tolist() == [[0, 1], [3, 54]]
