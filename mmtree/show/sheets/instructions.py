"""How to play from a sheet, and the rules of the game, in sentences that a child understands."""

from collections.abc import Iterator

from mmtree.show.sheets.sheet import Sheet
from mmtree.show.sheets.spoken_text import count_words, spoken_answer
from mmtree.show.sheets.styles import STYLES, load


def how(sheet: Sheet) -> tuple[str, ...]:
    """Return the sentences, in the order in which they are needed."""
    reference = STYLES[sheet.style].how
    return tuple(load(reference)(sheet)) if reference else ()


def card(sheet: Sheet) -> Iterator[str]:
    """Explain rows with the answers in a line."""
    return _rows(sheet, _count(sheet), "findNumber")


def table(sheet: Sheet) -> Iterator[str]:
    """Explain rows with a column for each answer."""
    return _rows(sheet, _count(sheet), "findColumn")


def booklet(sheet: Sheet) -> Iterator[str]:
    """Explain rows that show answers as pegs."""
    if sheet.part == "digit":
        dots = "findDots" if sheet.rules.whites else "findBlackDots"
        return _rows(sheet, sheet.texts("allBulls"), dots)
    won = sheet.texts("allBlack", won=sheet.answer(sheet.rules.all_right))
    return _rows(sheet, won, "findPegs")


def drawn_poster(sheet: Sheet) -> Iterator[str]:
    """Explain a tree around its first guess."""
    yield from _begin(sheet, "playMiddle", "sayMiddle")
    yield _count(sheet)
    yield from map(sheet.texts, ("findRing", "followLine"))
    yield _join(sheet, "atRim", ("innerFirst", sheet.has_pairs))
    yield sheet.texts("notThere")


def pocket(sheet: Sheet) -> Iterator[str]:
    """Explain row 1 in short lines; the other rows are on the card."""
    texts = sheet.texts
    yield texts("sayRow" if sheet.part == "digit" else "playRow")
    yield _answers(sheet, "pocketBulls", "pocketBull", "pocketPegs", "pocketBlack")
    yield _count(sheet, "pocketCount")
    yield texts("pocketFind")
    yield texts("pocketGoOn")


def poster(sheet: Sheet) -> Iterator[str]:
    """Explain a tree next to its first guess."""
    yield from _begin(sheet, "playCentre", "sayCentre")
    yield _count(sheet)
    yield sheet.texts("findBranch")
    yield _join(sheet, "noLine", ("twoCodes", sheet.has_pairs))
    yield sheet.texts("notThere")


def short(sheet: Sheet) -> Iterator[str]:
    """Explain the notation."""
    yield from _begin(sheet, "playTop", "sayTop")
    yield _count(sheet)
    yield sheet.texts("findEdge")
    yield sheet.texts("findInside")
    order = "numbers"
    if sheet.drawn or sheet.symbols == "letters":
        order = "alphabet" if sheet.rules.colors <= 26 else "alphabetDigits"
    yield sheet.texts("firstThatFits", order=sheet.texts(order))
    yield sheet.texts("fits")


def _begin(sheet: Sheet, play: str, say: str) -> Iterator[str]:
    """Explain the first guess, in pegs or in digits, and the partner's answer."""
    texts = sheet.texts
    if sheet.numbers_colors:
        yield texts("numberColors", first=sheet.code_symbol(0), last=sheet.code_symbol(-1))
    yield texts(say if sheet.part == "digit" else play)
    yield answers(sheet)


def answers(sheet: Sheet) -> str:
    """Explain the partner's answer, in bulls and cows or in pegs."""
    return _answers(sheet, "answersBulls", "answersBull", "answersPegs", "answersBlack")


def _answers(sheet: Sheet, bulls: str, bull: str, pegs: str, black: str) -> str:
    """Explain the partner's answer by one of these texts: ``bull`` and ``black`` have no whites."""
    both, blacks = (bulls, bull) if sheet.part == "digit" else (pegs, black)
    # Key pegs are distinguished from black and white pegs of the code.
    coded = {"black", "white"} & {peg.name for peg in sheet.pegs}
    return sheet.texts(
        both if sheet.rules.whites else blacks,
        peg=sheet.texts("keyPeg" if coded else "peg"),
        example=sheet.rules.kind.explain(sheet.texts.language),
    )


def _count(sheet: Sheet, pegs: str = "countPegs") -> str:
    """Explain an answer in digits: ``2 black and 1 white is 21``; ``pegs`` is the first part."""
    rules = sheet.rules
    won = sheet.answer(rules.all_right)
    if sheet.in_texts:
        return sheet.texts("allBlack", won=won)
    if not rules.kind.counts:
        return sheet.texts(pegs)
    if not rules.whites:
        return sheet.texts("countBlack", won=won)
    others = set(rules.feedbacks) - {rules.all_right}
    # If no colour repeats, and few colours are left over, every answer has many pegs.
    mixed = [value for value in reversed(rules.feedbacks) if value % 10]
    value = next(value for value in (21, 12, 10, 0, *mixed) if value in others)
    digits = sheet.part == "digit"
    black, white = map(str, divmod(value, 10)) if digits else count_words(sheet, value)
    name = "countBulls" if digits else pegs
    return sheet.texts(name, black=black, white=white, answer=sheet.answer(value), won=won)


def _rows(sheet: Sheet, answer: str, find: str) -> Iterator[str]:
    """Explain numbered rows; ``answer`` explains answers, and ``find`` how to find them."""
    texts, rules, arrows = sheet.texts, sheet.rules, len(sheet.rows) > 1
    if rules.uses_names:
        yield texts("playRow")
        yield texts("findColumn" if find == "findColumn" else "findNumber")
    else:
        yield from _begin(sheet, "playRow", "sayRow")
        yield answer
        yield texts(find)
    if arrows:
        yield texts("followArrowDigits" if sheet.part == "digit" else "followArrow")
    pairs = sheet.has_pairs and not rules.only_asks
    yield _join(sheet, "noArrow" if arrows else "lastCode", ("twoCodes", pairs))
    if rules.uses_names and not rules.only_asks:
        yield texts("allBlack", won=sheet.answer(rules.all_right))
    yield texts("notThere")


def _join(sheet: Sheet, name: str, further: tuple[str, bool]) -> str:
    """Join a text and, if it holds for the sheet, a further one."""
    return " ".join(map(sheet.texts, [name, further[0]][: 1 + further[1]]))


def game_rules(sheet: Sheet) -> Iterator[str]:
    """Explain Mastermind, or bulls and cows in digits.

    The sentences are on the secret, on guesses and answers, with an example, and on who wins.
    """
    texts, digits = sheet.texts, sheet.part == "digit"
    zero = f" {texts('rulesZero')}" if digits else ""
    yield f"{texts('rulesSecret', game=sheet.in_words)}{zero}"
    yield texts("rulesGuess")
    yield answers(sheet)
    # An answer of black and white pegs, if there is one.
    cell = answered = min(sheet.rows[1].cells, key=lambda cell: abs(cell.feedback - 21))
    while cell.row:
        cell = sheet.rows[cell.row].cells[-1]
    yield texts(
        "rulesExample",
        secret=sheet.code(cell.codes[-1]),
        guess=sheet.code(sheet.rows[1].guess),
        answer=spoken_answer(sheet, answered.feedback),
    )
    yield f"{texts('allBulls' if digits else 'allBlack')} {texts('rulesSwap')}"
