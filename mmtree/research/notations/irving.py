"""The notation of Knuth 1976, Irving 1978, Neuwirth 1982, Koyama and Lai 1993, and of mmstrat.

``n (guess: c, c, …; …)`` is a position with n secrets left, a guess, and for each answer the
position after it. NOTATIONS.md has the order of the answers, and the shorter forms.
"""

import re
import textwrap
from collections.abc import Iterator

from mmtree.counts import format_count
from mmtree.game.code import Symbols, format_code
from mmtree.game.rules import MAX_PEGS, Rules
from mmtree.research.notations.printed_tree import PrintedPosition, Text
from mmtree.tree.tree import StrategyTree

_LABEL = re.compile("[A-Z]+")
_GUESS = re.compile("[0-9A-Za-z]+")
_WIDTH = 99


def read(text: Text) -> None:
    """Read the positions of a text."""
    reader = _Reader(text)
    root = reader.read_position(counted=True)
    defined: dict[str, PrintedPosition] = {}
    while text.skip() < len(text.text):
        at = text.at
        label = text.take(_LABEL)
        if not label or not text.take_mark("="):
            raise text.unexpected("'='" if label else "a letter, as in A = (1122: …)")
        if label in defined:
            raise text.error_at(at, f"{label} is defined twice")
        defined[label] = reader.read_position(counted=False)
    for label in defined.keys() - reader.used.keys():
        raise text.error_at(defined[label].at, f"{label} is defined, but never used")
    for label, users in reader.used.items():
        if label not in defined:
            raise text.error_at(users[0].at, f"{label} is not defined")
        meant = defined[label]
        for position in users:
            if meant.count is not None and meant.count != position.count:
                reason = f"{format_count(meant.count, 'secret')}, but used with {position.count}"
                raise text.error_at(meant.at, f"{label} is defined with {reason}")
            position.guess, position.branches = meant.guess, meant.branches
            position.outside, position.rest = meant.outside, meant.rest
    pegs = len(root.guess)
    rising = {
        10 * black + white: 10 * black + pegs - black - white
        for black in range(pegs - 1)
        for white in range(pegs - black + 1)
    }
    text.readings.append((rising, "white pegs rising"))


class _Reader:
    """Reads positions, one after another."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.used: dict[str, list[PrintedPosition]] = {}

    def read_position(self, counted: bool) -> PrintedPosition:
        """Read a position with all that follows; its number must be given if ``counted``."""
        text = self.text
        first, opened = self._begin_position(counted)
        if not opened:
            return first
        waiting: list[tuple[PrintedPosition, list[list[PrintedPosition]]]] = [(first, [[]])]
        while waiting:
            position, groups = waiting[-1]
            cell, opened = self._begin_position(counted=True)
            groups[-1].append(cell)
            pegs = len(position.guess)
            if sum(map(len, groups)) > (pegs + 1) * (pegs + 2) // 2:
                raise text.error_at(cell.at, f"too many answers to {position.guess}")
            if opened:
                waiting.append((cell, [[]]))
                text.check_depth(cell.at, len(waiting))
                continue
            while waiting:
                position, groups = waiting[-1]
                mark = text.take_mark(",;)")
                if not mark:
                    raise text.unexpected("',', ';' or ')'")
                if mark == ";":
                    groups.append([])
                if mark != ")":
                    break
                position.branches = self._branches(position, groups)
                waiting.pop()
        return first

    def _begin_position(self, counted: bool) -> tuple[PrintedPosition, bool]:
        """Read the next position up to its first answer; return whether there is one."""
        text = self.text
        position = PrintedPosition(text.skip(), count=text.take_number())
        if position.count is None and counted:
            raise text.unexpected("a number of secrets")
        if position.count != 0 or not text.positions:  # 0 is printed for impossible answers
            text.add(position)
        if text.take_mark("("):
            return position, self._read_guess(position)
        if not counted:
            raise text.unexpected("'('")
        if not text.take_mark("x") and (label := text.take(_LABEL)):
            self.used.setdefault(label, []).append(position)
        return position, False

    def _read_guess(self, position: PrintedPosition) -> bool:
        """Read the guess of a position and its marks; return whether answers follow."""
        text = self.text
        at = text.skip()
        word = text.take(_GUESS)
        pegs = len(text.root.guess)
        if word.endswith("x") and (
            len(word) == pegs + 1 if pegs else word[:-1].upper() == word[:-1]
        ):
            word = word[:-1]
            position.rest = True
        if not word:
            raise text.unexpected("a guess")
        found = f"{word[:40]} has {format_count(len(word), 'peg')}"
        if pegs and len(word) != pegs:
            raise text.error_at(at, f"{found}, but the opening has {pegs}")
        if len(word) > MAX_PEGS:
            raise text.error_at(at, f"{found}: codes have up to {MAX_PEGS}")
        position.guess = word
        while mark := text.take_mark("*x"):
            position.outside |= mark == "*"
            position.rest |= mark == "x"
        mark = text.take_mark(":)")
        if not mark:
            raise text.unexpected("':' or ')'")
        position.rest &= mark == ")"
        return mark == ":"

    def _branches(
        self, position: PrintedPosition, groups: list[list[PrintedPosition]]
    ) -> list[tuple[int, PrintedPosition]]:
        """Return the position after each feedback to a guess."""
        pegs = len(position.guess)
        sizes = [len(group) for group in groups]
        for rows in _orders(pegs):
            rows_sizes = [len(row) for row in rows]
            if sizes in (rows_sizes, [sum(rows_sizes)]):
                break
        else:
            found = ", ".join(map(str, sizes))
            wanted = ", ".join(str(len(row)) for row in next(_orders(pegs)))
            reason = f"groups of {found} answers after {position.guess}: expected {wanted}"
            raise self.text.error_at(position.at, reason)
        keys = (key for row in rows for key in row)
        cells = dict(zip(keys, (cell for group in groups for cell in group), strict=True))
        never = 10 * pegs - 9
        odd = cells.pop(never, None)
        if odd is not None and odd.count:
            # If white pegs rise, the other of these two answers is the impossible one.
            if cells[never - 1].count:
                secrets = format_count(odd.count, "secret is", "secrets are")
                reason = f"{secrets} printed for {pegs - 1}b1w, which is impossible"
                raise self.text.error_at(odd.at, reason)
            cells[never - 1] = odd
        total = sum(cell.count or 0 for cell in cells.values())
        if position.count is not None and total != position.count:
            printed = format_count(position.count, "secret is", "secrets are")
            reason = f"{printed} printed, but the answers sum to {total}"
            raise self.text.error_at(position.at, reason)
        return list(cells.items())


def _orders(pegs: int) -> Iterator[list[list[int]]]:
    """Yield the orders of the answers, in groups: Irving's, Knuth's, and that of black pegs only.

    All pegs but one black and that one white is impossible; only Knuth has a place for it.
    """
    never = 10 * pegs - 9
    with_place = [
        [10 * black + white for white in range(pegs - black, -1, -1)] for black in range(pegs + 1)
    ]
    without = [[key for key in row if key != never] for row in with_place]
    for rows in (without, with_place, [[10 * black] for black in range(pegs + 1)]):
        yield rows
        yield rows[::-1]


def default_symbols(rules: Rules) -> Symbols:
    """Return the symbols of the papers: digits from 1, for ten colours digits from 0."""
    return "digits1" if rules.colors < 10 else "digits" if rules.colors == 10 else "letters"


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """Yield the lines of a tree as Irving and later authors print it.

    Only implied parts are omitted, so that reading gives the same tree.
    """
    texts = _format_nodes(tree, symbols)
    cells = {tree.feedback[child]: texts[child] for child in tree.child_indices(0)}
    rules = tree.rules
    # Short positions are not moved to a definition of their own.
    least = rules.pegs * (rules.pegs + 3) // 2
    defined: list[str] = []
    for value in (key for row in _rows(rules) for key in row if key in cells):
        count, _, rest = cells[value].partition(" ")
        if int(count) > least and ":" in rest:
            cells[value] = count + _label(len(defined))
            defined.append(f"{_label(len(defined))} = {rest}")
    opening = _format_position(tree, 0, rules.secrets, cells, symbols)
    for at, paragraph in enumerate([opening, *defined]):
        if at:
            yield ""
        yield from textwrap.wrap(
            paragraph,
            _WIDTH,
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )


def _format_nodes(tree: StrategyTree, symbols: Symbols) -> list[str]:
    """Return the text of each node except the opening, with all that follows it."""
    texts = [""] * len(tree)
    secrets = list(tree.consistent)
    for index in range(len(tree) - 1, 0, -1):
        branches = {tree.feedback[child]: child for child in tree.child_indices(index)}
        count = secrets[index] = secrets[index] + sum(secrets[at] for at in branches.values())
        if not branches:
            texts[index] = "1"
        elif any(tree.extent[child] > 1 for child in branches.values()):
            cells = {value: texts[child] for value, child in branches.items()}
            texts[index] = _format_position(tree, index, count, cells, symbols)
        elif count == 2 and tree.consistent[index] and tree.guess[index] < tree.guess[index + 1]:
            texts[index] = "2"
        else:
            code = format_code(tree.guess[index], tree.rules, symbols)
            texts[index] = f"{count} ({code}{'' if tree.consistent[index] else '*'})"
        for child in branches.values():
            texts[child] = ""  # this text now contains it
    return texts


def _format_position(
    tree: StrategyTree, index: int, count: int, cells: dict[int, str], symbols: Symbols
) -> str:
    """Format a guess with all its answers."""
    rules = tree.rules
    cells[rules.all_right] = str(tree.consistent[index])
    rows = (", ".join(cells.get(key, "0") for key in row) for row in _rows(rules))
    return f"{count} ({format_code(tree.guess[index], rules, symbols)}: {'; '.join(rows)})"


def _rows(rules: Rules) -> list[list[int]]:
    """Return the order in which the answers of some rules are printed."""
    rows = next(_orders(rules.pegs))
    return rows if rules.whites else [[10 * black] for black in range(rules.pegs + 1)]


def _label(number: int) -> str:
    """Return A, B, … Z, AA, AB, …"""
    rounds, letter = divmod(number, 26)
    return (_label(rounds - 1) if rounds else "") + chr(ord("A") + letter)
