"""Codes, and how to read and write them in letters, digits or colour names."""

import re
from typing import Literal, get_args

from mmtree.arguments import expect
from mmtree.counts import format_count
from mmtree.errors import CodeError, RulesError
from mmtree.game.rules import Rules

Symbols = Literal["letters", "digits", "digits1", "names"]
SYMBOLS: tuple[Symbols, ...] = get_args(Symbols)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
"""One symbol for each of up to 36 colours; the digits are for the colours after the 26th."""

PALETTE: tuple[tuple[str, str], ...] = (
    ("red", "#e0282e"),
    ("green", "#28ab6e"),
    ("blue", "#1a4ac4"),
    ("yellow", "#f9dc12"),
    ("orange", "#ff9a2e"),
    ("purple", "#581280"),
    ("white", "#fafafa"),
    ("black", "#101010"),
    ("brown", "#663610"),
    ("pink", "#f7a6cb"),
)
"""Name and sRGB value of the first ten colours.

The first eight can be distinguished in grey and by colour-blind people: purple, blue, red, green,
orange and yellow have equal steps of lightness between black and white.
"""


class Code(int):
    """A code of some rules.

    It equals, hashes and sorts as the number in files, whose base-``colors`` digits are the
    colours of the pegs, and can be used wherever that number can. Its text is ``AABC``, or the
    number if that is not a code, which a tree read without a replay may contain.

    Attributes:
        rules: its rules.

    Raises:
        RulesError: the number is not a code of the rules.
        TypeError: the code is not a number, or the rules are not Rules.
    """

    rules: Rules

    def __new__(cls, value: int, rules: Rules) -> "Code":
        """Make a code, checked."""
        expect(Rules, rules, "rules", "Rules, as parse_rules('4p6c') returns")
        rules.digits(value)
        return to_code(int(value), rules)

    def __getnewargs__(self) -> tuple[int, Rules]:  # type: ignore[override]
        return int(self), self.rules

    def __str__(self) -> str:
        try:
            return format_code(self, self.rules)
        except RulesError:
            return str(int(self))

    def __repr__(self) -> str:
        return f"<Code {self} of {self.rules}>"


def to_code(number: int, rules: Rules) -> Code:
    """Convert a number to a :class:`Code` without checking it."""
    code = int.__new__(Code, number)
    code.rules = rules
    return code


def color_names(rules: Rules) -> tuple[str, ...]:
    """Return the names of the colours of the rules, from the palette.

    Raises:
        CodeError: there are more colours than names.
    """
    if rules.colors - rules.holes > len(PALETTE):
        raise CodeError(
            f"{rules} has {rules.colors} colours, but only {len(PALETTE)} have a name: use letters"
        )
    names = tuple(name for name, _ in PALETTE[: rules.colors - rules.holes])
    return (*names, "empty") if rules.holes else names


def symbol(color: int, rules: Rules, symbols: Symbols = "letters") -> str:
    """Return the letter, digit or name of a colour.

    Raises:
        CodeError: the rules have too many colours for these symbols.
    """
    if own := rules.symbol(color):
        return "empty" if symbols == "names" and rules.holes else own
    if symbols == "letters":
        return LETTERS[color]
    if symbols == "names":
        return color_names(rules)[color]
    first = 1 if symbols == "digits1" else 0
    if rules.colors - rules.holes + first > 10:
        raise CodeError(f"{rules} has too many colours for digits from {first}: use letters")
    return str(color + first)


def format_code(code: int, rules: Rules, symbols: Symbols = "letters") -> str:
    """Write a code, names separated by blanks: 8 of 4p6c is AABC, 0012, 1123, red red green blue.

    Raises:
        CodeError: the symbols are unknown, or the rules have too many colours for them.
        RulesError: the number is not a code of the rules.
        TypeError: the code is not a number, or the rules are not Rules.
    """
    expect(Rules, rules, "rules", "Rules, as parse_rules('4p6c') returns")
    _check_symbols(symbols)
    text = [symbol(color, rules, symbols) for color in rules.digits(code)]
    return (" " if symbols == "names" else "").join(text)


def parse_code(text: str, rules: Rules, symbols: Symbols = "letters") -> Code:
    """Read a code written in letters, digits or colour names; blanks and case do not matter.

    Digits count from 0 (AABC = 0012) unless ``symbols`` is ``digits1``. With more than 26 colours,
    they are the symbols of the colours after Z.

    Raises:
        CodeError: a symbol is unknown, the length is wrong, or the rules forbid a repeated colour.
        TypeError: the text is not a string, or the rules are not Rules.
    """
    expect(str, text, "code", "it as text, as 'AABC'")
    expect(Rules, rules, "rules", "Rules, as parse_rules('4p6c') returns")
    _check_symbols(symbols)
    if (number := rules.named(text)) is not None:
        return to_code(number, rules)
    words = [word for word in re.split(r"[\s,]+", text.strip()) if word]
    # "red" is a colour name in a code of names; in one of letters it means R, E and D.
    known = color_names(rules) if rules.colors - rules.holes <= len(PALETTE) else ()
    if any(word.lower() in known for word in words):
        colors = [_named_color(word, text, rules, known) for word in words]
    else:
        colors = [_color(char, text, rules, symbols) for char in "".join(words).upper()]
    if len(colors) != rules.pegs:
        raise CodeError(
            f"code {text!r:.60} has {format_count(len(colors), 'peg')}: {rules} has {rules.pegs}"
        )
    if rules.distinct and len(set(colors)) < rules.pegs:
        raise CodeError(f"code {text!r:.60} repeats a colour: the colours of {rules} are distinct")
    if rules.nozero and not colors[0]:
        first = symbol(0, rules)
        raise CodeError(f"code {text!r:.60} begins with {first}: no code of {rules} does")
    return to_code(rules.number(tuple(colors)), rules)


def _check_symbols(symbols: str) -> None:
    if symbols not in SYMBOLS:
        raise CodeError(f"unknown symbols {symbols!r}: there are {', '.join(SYMBOLS)}")


def _named_color(word: str, text: str, rules: Rules, known: tuple[str, ...]) -> int:
    """Return the colour of a name."""
    if word.lower() in known:
        return known.index(word.lower())
    raise CodeError(
        f"{word!r:.40} in code {text!r:.60} is not a colour: {rules} has {', '.join(known)}"
    )


def _color(char: str, text: str, rules: Rules, symbols: Symbols) -> int:
    """Return the colour of a letter or digit."""
    if rules.holes and char in "._":
        return rules.colors - 1
    colors = rules.colors - rules.holes
    first = 1 if symbols == "digits1" and not rules.nozero else 0
    is_digit = char in "0123456789" and colors <= 26
    color = int(char) - first if is_digit else LETTERS.find(char)
    if 0 <= color < colors:
        return color
    digits = f" or digits {first} to {first + colors - 1}" if colors <= 10 - first else ""
    digits += " or . for a hole" if rules.holes else ""
    raise CodeError(
        f"{char!r} in code {text!r:.60} is not a colour: {rules} has letters A to "
        f"{LETTERS[colors - 1]}{digits}"
    )
