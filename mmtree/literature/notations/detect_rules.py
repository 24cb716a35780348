"""Which game a text is about, and how it writes codes: told, or found from what is printed."""

from __future__ import annotations

from mmtree.errors import CodeError, NotationError, RulesError
from mmtree.game.code import LETTERS, Symbols, parse_code
from mmtree.game.rules import MAX_COLORS, MAX_PEGS, Rules
from mmtree.literature.notations.printed_tree import Outline
from mmtree.literature.notations.text import counted


def game_of(
    outline: Outline, rules: Rules | None, symbols: Symbols | None
) -> tuple[Rules, Symbols, dict[str, int]]:
    """The rules, the symbols, and the number of each code that is printed.

    A whole tree names every secret. So does the number of secrets at the opening tell the rules, or
    the number of different codes; and where no digit 0 occurs, digits count from 1.

    Args:
        outline: what was read.
        rules: those that are told; None to find them.
        symbols: those that are told; None to find them.

    Raises:
        NotationError: something printed is no code, or what is printed does not tell.
    """
    written: dict[str, int] = {}
    for part in outline.parts:
        if part.guess:
            written.setdefault(part.guess, part.at)
    if not written and rules is None:
        raise _ask(outline, "no guess is printed")
    first = outline.root.guess
    if len(first) > MAX_PEGS:
        told = f"the opening has {len(first)} pegs: codes have 1 to {MAX_PEGS}"
        raise outline.text.fail(outline.root.at, told)
    for code, at in written.items():
        if len(code) != len(first) and first:
            told = f"{code[:40]} has {counted(len(code), 'peg')}, but the opening has {len(first)}"
            raise outline.text.fail(at, told)
    signs = {sign for code in written for sign in code.upper()}
    if rules is None:
        rules, symbols = _found(outline, set(map(str.upper, written)), signs, symbols)
    elif symbols is None:
        symbols = _symbols(signs, rules.colors)
    codes: dict[str, int] = {}
    for code, at in written.items():
        try:
            codes[code] = parse_code(code, rules, symbols)
        except (CodeError, RulesError) as error:
            raise outline.text.fail(at, str(error)) from None
    return rules, symbols, codes


def _found(
    outline: Outline, codes: set[str], signs: set[str], symbols: Symbols | None
) -> tuple[Rules, Symbols]:
    """The rules of which there are so many secrets, or codes."""
    pegs, count = len(outline.root.guess), outline.root.count
    answers = {value for part in outline.parts for value, _ in part.branches or ()}
    if pegs > 1 and not answers:
        raise _ask(outline, "no answer is printed")
    whites = pegs == 1 or any(value % 10 for value in answers)
    secrets = len(codes) if count is None else count
    fitting = [Rules(pegs, colors, False, whites) for colors in range(2, MAX_COLORS + 1)]
    if pegs > 1:
        fitting += [Rules(pegs, n, True, whites) for n in range(max(2, pegs), MAX_COLORS + 1)]
    fitting = [game for game in fitting if game.secrets == secrets]
    if len(fitting) != 1:
        named = counted(secrets, "code is named", "codes are named")
        what = (
            named if count is None else counted(count, "secret is printed", "secrets are printed")
        )
        many = "several" if fitting else "no"
        raise _ask(outline, f"{what}, and {many} rules with {counted(pegs, 'peg')} have so many")
    [rules] = fitting
    return rules, symbols or _symbols(signs, rules.colors)


def _symbols(signs: set[str], colors: int) -> Symbols:
    """Letters where there is one; digits from 0 where that occurs, and else from 1, as in papers.

    Where neither 0 nor the last digit occurs, trees of both kinds differ in the names of colours.
    """
    if not signs or signs & set(LETTERS[:26]):
        return "letters"
    return "digits" if "0" in signs or colors > 9 else "digits1"


def _ask(outline: Outline, why: str) -> NotationError:
    return NotationError(outline.text.path, None, f"{why}: give --rules")


def infer_rules(codes: list[str], digits_from: int = 0) -> Rules:
    """The rules that codes of letters or digits seem to be of.

    Mastermind's where they fit its pegs and colours; otherwise as many pegs as the first code has,
    and the colours up to the last one that occurs.

    Args:
        codes: as they are written, one at least.
        digits_from: the digit that stands for the first colour.

    Raises:
        RulesError: there are no rules of so many pegs.
    """
    pegs = len(codes[0])
    colors = 2
    for char in "".join(codes).upper():
        place = LETTERS.find(char)
        colors = max(colors, 1 + (int(char) - digits_from if char.isdecimal() else place))
    standard = Rules()
    if pegs == standard.pegs and colors <= standard.colors:
        return standard
    return Rules(pegs, colors)
