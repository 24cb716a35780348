"""Detects the rules and the symbols of a printed tree or of plain codes."""

import re

from mmtree.counts import format_count
from mmtree.errors import CodeError, NotationError, RulesError
from mmtree.game.code import LETTERS, Symbols, parse_code
from mmtree.game.letters import normalise
from mmtree.game.names import name_of
from mmtree.game.peg_answers import PegAnswers, PlaceAnswers
from mmtree.game.peg_rules import PegRules
from mmtree.game.rules import MAX_COLORS, MAX_PEGS, Rules
from mmtree.game.word_rules import WordRules, word_rules
from mmtree.research.notations.printed_tree import Text


def detect_rules(
    printed: Text, rules: Rules | None, symbols: Symbols | None
) -> tuple[Rules, Symbols, dict[str, int]]:
    """Return the rules, the symbols, and the number of each printed code.

    A complete tree names every secret, so the rules follow from the number of secrets printed for
    the opening, or from the number of different codes. If no digit 0 occurs, digits count from 1.
    Guesses answered by a mark for each letter are words, unless they are all codes of some rules.

    Args:
        rules: the rules, if the caller knows them; None to detect them.
        symbols: the symbols, if the caller knows them; None to detect them.

    Raises:
        NotationError: a printed word is not a code, or the rules cannot be detected.
    """
    offsets: dict[str, int] = {}  # of the first occurrence of each code
    for position in printed.positions:
        if position.guess:
            offsets.setdefault(position.guess, position.at)
    if not offsets and rules is None:
        raise _undetected(printed, "no guess is printed")
    pegs = len(printed.root.guess)
    marks = "" if rules else _kind_of_marks(printed)
    unit = "letter" if marks else "peg"
    said = set() if rules or marks else _said(printed)
    if rules and not rules.uses_pegs:
        pegs = 0  # parse_code checks words and names
    if pegs > MAX_PEGS:
        reason = f"the opening has {pegs} {unit}s: codes have 1 to {MAX_PEGS}"
        raise printed.error_at(printed.root.at, reason)
    for code, at in offsets.items():
        if pegs and len(code) != pegs:
            count = format_count(len(code), unit)
            reason = f"{code[:40]} has {count}, but the opening has {pegs}"
            raise printed.error_at(at, reason)
    signs = {sign for code in offsets for sign in code.upper()}
    words = {*map(str.upper, offsets)}
    if marks:
        fitting = _fitting(pegs, len(words), marks)
        fits = len(fitting) == 1 and len(signs) <= fitting[0].colors
        rules = fitting[0] if fits else _find_words(printed)
    elif rules is None:
        rules = _rules_of_count(printed, said, words)
    symbols = symbols or _detect_symbols(signs, rules.colors)
    codes: dict[str, int] = {}
    for code, at in offsets.items():
        try:
            codes[code] = parse_code(code, rules, symbols)
        except (CodeError, RulesError) as error:
            raise printed.error_at(at, str(error)) from None
    return rules, symbols, codes


def _kind_of_marks(printed: Text) -> str:
    """Return places or right if all answers are a mark for each letter, but not two digits."""
    texts = {position.answer for position in printed.positions if position.answer}
    if all(re.fullmatch(r"[0-9][\s,]*[0-9]", text) for text in texts):
        return ""
    kind = PlaceAnswers(len(printed.root.guess), MAX_COLORS)
    values = [kind.parse(text) for text in texts]
    if None in values:
        return ""
    return "places" if any(1 in kind.marks(value) for value in values if value) else "right"


def _find_words(printed: Text) -> WordRules:
    """Return the game of the words of a text, in which each secret ends with the right answer."""
    if not any(
        child.guess == position.guess
        for position in printed.positions
        for _, child in position.branches or ()
    ):
        raise _undetected(printed, "no right answer tells which words can be the secret")
    secrets = {normalise(position.guess) for position in printed.positions if position.last}
    others = {normalise(position.guess) for position in printed.positions} - secrets
    try:
        return word_rules(sorted(secrets), sorted(others), name=name_of(printed.path))
    except RulesError as error:
        raise _undetected(printed, str(error)) from None


def _said(printed: Text) -> set[int]:
    """Return the printed answers in black and white pegs."""
    said = {value for position in printed.positions for value, _ in position.branches or ()}
    kind = PegAnswers(len(printed.root.guess), MAX_COLORS)
    for position in printed.positions:
        if position.answer:
            value = kind.parse(position.answer)
            if value is None:
                reason = f"unknown answer {position.answer!r:.40}: give --rules, or the table of "
                raise printed.error_at(position.answer_at, f"{reason}--answers")
            said.add(value)
    return said - {-1}  # that of answers that are not read yet


def _fitting(pegs: int, secrets: int, answers: str) -> list[PegRules]:
    """Return the rules with this number of secrets, without house rules."""
    fitting = [PegRules(pegs, colors, False, answers) for colors in range(2, MAX_COLORS + 1)]
    if pegs > 1:
        fitting += [PegRules(pegs, n, True, answers) for n in range(max(2, pegs), MAX_COLORS + 1)]
    return [game for game in fitting if game.secrets == secrets]


def _rules_of_count(printed: Text, said: set[int], codes: set[str]) -> Rules:
    """Return the only rules with the printed number of secrets or codes."""
    pegs, count = len(printed.root.guess), printed.root.count
    if pegs > 1 and not said:
        raise _undetected(printed, "no answer is printed")
    whites = pegs == 1 or any(value % 10 for value in said)
    answers = "pegs" if whites else "black"
    secrets = len(codes) if count is None else count
    fitting = _fitting(pegs, secrets, answers)
    if len(fitting) != 1:
        if count is None:
            found = format_count(secrets, "code is named", "codes are named")
        else:
            found = format_count(count, "secret is printed", "secrets are printed")
        games = f"{'and several' if fitting else 'but no'} rules with {format_count(pegs, 'peg')}"
        raise _undetected(printed, f"{found}, {games} have that many")
    return fitting[0]


def _detect_symbols(signs: set[str], colors: int) -> Symbols:
    """Return letters if any occurs, digits from 0 if 0 occurs, or else digits from 1.

    If neither 0 nor the last digit occurs, both readings differ only in the names of colours.
    """
    if not signs or signs & set(LETTERS[:26]):
        return "letters"
    return "digits" if "0" in signs or colors > 9 else "digits1"


def _undetected(printed: Text, reason: str) -> NotationError:
    return NotationError(printed.path, None, f"{reason}: give --rules")


def infer_rules(codes: list[str], digits_from: int = 0) -> Rules:
    """Return the rules that codes of letters or digits are probably written for.

    These are the rules of 4p6c if the codes fit them. Otherwise they have the pegs of the first
    code and the colours up to the last one that occurs.

    Args:
        codes: one or more codes as text.
        digits_from: the digit of the first colour.

    Raises:
        RulesError: no rules have that many pegs.
    """
    pegs = len(codes[0])
    colors = 2
    for char in "".join(codes).upper():
        place = LETTERS.find(char)
        colors = max(colors, 1 + (int(char) - digits_from if char.isdecimal() else place))
    standard = PegRules()
    if pegs == standard.pegs and colors <= standard.colors:
        return standard
    return PegRules(pegs, colors)
