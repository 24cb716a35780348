"""The notation of Knuth 1976, Irving 1978, Neuwirth 1982, Koyama and Lai 1993, and of mmstrat.

``n (guess: c, c, …; …)`` is a position with n secrets left, a guess, and for each answer the
position after it, in the order 04, 03, 02, 01, 00; 13, 12, 11, 10; 22, 21, 20; 30; 40 of black and
white pegs: ``;`` stands between answers of different black pegs. Three black and one white cannot
be: Knuth prints a 0 for it, the others nothing. The last is 1 where the guess can be right, or 0.

What is left out is implied:

- ``n`` alone is for one or two secrets, guessed in order, and for more where any order will do.
- ``n (guess)``, where each of the secrets gives another answer: the next guess is right.
- ``n (guess*)``, the same where the guess itself cannot be right (Irving and later).
- ``n (guessx)``, where at most two secrets give the same answer (Knuth); ``nx`` is ``n`` alone.
- ``nA``: the position stands elsewhere, as ``A = (guess: …)``.

The orders of the answers within the groups, and of the groups, are told by the numbers: they must
be those of the partition.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from mmtree.game.code import Symbols, format_code
from mmtree.game.rules import MAX_PEGS, Rules
from mmtree.literature.notations.printed_tree import Outline, Part
from mmtree.literature.notations.text import Text, counted
from mmtree.tree.tree import StrategyTree

_LABEL = re.compile("[A-Z]+")
_GUESS = re.compile("[0-9A-Za-z]+")
_WIDTH = 99


def read(text: Text) -> Outline:
    """The outline of a text.

    Raises:
        NotationError: something stands where it cannot.
    """
    reader = _Reader(text)
    root = reader.position(counted=True)
    defined: dict[str, Part] = {}
    while text.skip() < len(text.text):
        at = text.at
        label = text.take(_LABEL)
        if not label or not text.mark("="):
            raise text.unexpected("'='" if label else "a letter, as in A = (1122: …),")
        if label in defined:
            raise text.fail(at, f"{label} is defined a second time")
        defined[label] = reader.position(counted=False)
    for label in defined.keys() - reader.used.keys():
        raise text.fail(defined[label].at, f"{label} is defined, but nothing leads to it")
    for label, users in reader.used.items():
        if label not in defined:
            raise text.fail(users[0].at, f"{label} is nowhere defined")
        meant = defined[label]
        for part in users:
            if meant.count is not None and meant.count != part.count:
                told = f"{meant.count} secrets, but where it is used {part.count}"
                raise text.fail(meant.at, f"{label} is defined with {told}")
            part.guess, part.branches = meant.guess, meant.branches
            part.outside, part.rest = meant.outside, meant.rest
    pegs = len(root.guess)
    rising = {
        10 * black + white: 10 * black + pegs - black - white
        for black in range(pegs - 1)
        for white in range(pegs - black + 1)
    }
    return Outline(text, root, reader.parts, [({}, ""), (rising, "white pegs rising")])


class _Reader:
    """Reads positions, one after another."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.parts: list[Part] = []
        self.used: dict[str, list[Part]] = {}

    def position(self, counted: bool) -> Part:
        """A position and all that follows it; one that a letter stands for may have no number."""
        text = self.text
        first, opened = self._begin(counted)
        waiting: list[tuple[Part, list[list[Part]]]] = [(first, [[]])] if opened else []
        while waiting:
            part, groups = waiting[-1]
            cell, opened = self._begin(counted=True)
            groups[-1].append(cell)
            pegs = len(part.guess)
            if sum(map(len, groups)) > (pegs + 1) * (pegs + 2) // 2:
                raise text.fail(cell.at, f"there are not so many answers to {part.guess}")
            if opened:
                waiting.append((cell, [[]]))
                text.check_depth(cell.at, len(waiting))
                continue
            while waiting:
                part, groups = waiting[-1]
                mark = text.mark(",;)")
                if not mark:
                    raise text.unexpected("',', ';' or ')'")
                if mark == ";":
                    groups.append([])
                if mark != ")":
                    break
                part.branches = self._branches(part, groups)
                waiting.pop()
        return first

    def _begin(self, counted: bool) -> tuple[Part, bool]:
        """The next position up to its first answer, and whether there is one."""
        text = self.text
        part = Part(text.skip(), count=text.number())
        if part.count is None and counted:
            raise text.unexpected("a number of secrets")
        if part.count != 0:  # for an answer that cannot be; there are only so many for a guess
            text.count_position(part.at, self.parts[0].guess if self.parts else "")
        self.parts.append(part)
        if text.mark("("):
            return part, self._guess(part)
        if not counted:
            raise text.unexpected("'('")
        if text.mark("x"):
            return part, False
        label = text.take(_LABEL)
        if label:
            self.used.setdefault(label, []).append(part)
        return part, False

    def _guess(self, part: Part) -> bool:
        """The guess of a part and its marks; true where its answers follow."""
        text = self.text
        at = text.skip()
        word = text.take(_GUESS)
        pegs = len(self.parts[0].guess)
        if word.endswith("x") and (
            len(word) == pegs + 1 if pegs else word[:-1].upper() == word[:-1]
        ):
            word = word[:-1]
            part.rest = True
        if not word:
            raise text.unexpected("a guess")
        if pegs and len(word) != pegs:
            raise text.fail(at, f"{word[:40]} has {len(word)} pegs, but the opening has {pegs}")
        if len(word) > MAX_PEGS:
            raise text.fail(at, f"{word[:40]} has {len(word)} pegs: codes have up to {MAX_PEGS}")
        part.guess = word
        while mark := text.mark("*x"):
            part.outside |= mark == "*"
            part.rest |= mark == "x"
        mark = text.mark(":)")
        if not mark:
            raise text.unexpected("':' or ')'")
        part.rest &= mark == ")"
        return mark == ":"

    def _branches(self, part: Part, groups: list[list[Part]]) -> list[tuple[int, Part]]:
        """The parts after a guess, with the feedbacks that they stand for."""
        pegs = len(part.guess)
        sizes = [len(group) for group in groups]
        for rows in _orders(pegs):
            rows_sizes = [len(row) for row in rows]
            if sizes in (rows_sizes, [sum(rows_sizes)]):
                break
        else:
            found = ", ".join(map(str, sizes))
            wanted = ", ".join(str(len(row)) for row in next(_orders(pegs)))
            told = f"{found} answers between ';' after {part.guess}: there should be {wanted}"
            raise self.text.fail(part.at, told)
        keys = (key for row in rows for key in row)
        cells = dict(zip(keys, (cell for group in groups for cell in group), strict=True))
        never = 10 * pegs - 9
        odd = cells.pop(never, None)
        if odd is not None and odd.count:
            # Where white pegs rise, it is the other of the two that cannot be.
            if cells[never - 1].count:
                told = f"{counted(odd.count, 'secret is', 'secrets are')} printed for {pegs - 1}b1w"
                raise self.text.fail(odd.at, f"{told}, which cannot be")
            cells[never - 1] = odd
        total = sum(cell.count or 0 for cell in cells.values())
        if part.count is not None and total != part.count:
            told = f"{part.count} secrets are printed, but {total} in the answers after it"
            raise self.text.fail(part.at, told)
        return list(cells.items())


def _orders(pegs: int) -> Iterator[list[list[int]]]:
    """The orders of the answers, in groups: Irving's, Knuth's, and that of black pegs alone.

    All pegs but one black and that one white cannot be; only Knuth has a place for it.
    """
    never = 10 * pegs - 9
    whole = [
        [10 * black + white for white in range(pegs - black, -1, -1)] for black in range(pegs + 1)
    ]
    without = [[key for key in row if key != never] for row in whole]
    for rows in (without, whole, [[10 * black] for black in range(pegs + 1)]):
        yield rows
        yield rows[::-1]


def symbols_of(rules: Rules) -> Symbols:
    """How the papers write codes: by digits from 1, and of ten colours by digits from 0."""
    return "digits1" if rules.colors < 10 else "digits" if rules.colors == 10 else "letters"


def write(tree: StrategyTree, symbols: Symbols) -> Iterator[str]:
    """The lines of a tree as Irving and those after him print it.

    What is left out is implied, so that the same tree is read back.

    Raises:
        CodeError: the rules have too many colours for these symbols.
    """
    texts = _positions(tree, symbols)
    branches = _children(tree, 0)
    rules = tree.rules
    counts = {value: texts[child].partition(" ") for value, child in branches.items()}
    # What is short is as well read where it is.
    least = rules.pegs * (rules.pegs + 3) // 2
    defined: list[str] = []
    cells: dict[int, str] = {}
    for value in (key for row in _rows(rules) for key in row if key in counts):
        count, _, rest = counts[value]
        cells[value] = texts[branches[value]]
        if int(count) > least and ":" in rest:
            cells[value] = count + _label(len(defined))
            defined.append(f"{_label(len(defined))} = {rest}")
    opening = _position(tree, 0, rules.secrets, cells, symbols)
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


def _positions(tree: StrategyTree, symbols: Symbols) -> list[str]:
    """The text of each node but the opening, with all that follows it."""
    texts = [""] * len(tree)
    secrets = list(tree.consistent)
    for index in range(len(tree) - 1, 0, -1):
        branches = _children(tree, index)
        count = secrets[index] = secrets[index] + sum(secrets[at] for at in branches.values())
        if not branches:
            texts[index] = "1"
        elif any(tree.extent[child] > 1 for child in branches.values()):
            cells = {value: texts[child] for value, child in branches.items()}
            texts[index] = _position(tree, index, count, cells, symbols)
        elif count == 2 and tree.consistent[index] and tree.guess[index] < tree.guess[index + 1]:
            texts[index] = "2"
        else:
            code = format_code(tree.guess[index], tree.rules, symbols)
            texts[index] = f"{count} ({code}{'' if tree.consistent[index] else '*'})"
        for child in branches.values():
            texts[child] = ""  # it stands in this one now
    return texts


def _position(
    tree: StrategyTree, index: int, count: int, cells: dict[int, str], symbols: Symbols
) -> str:
    """A guess with all its answers."""
    rules = tree.rules
    cells[rules.all_black] = str(tree.consistent[index])
    rows = (", ".join(cells.get(key, "0") for key in row) for row in _rows(rules))
    return f"{count} ({format_code(tree.guess[index], rules, symbols)}: {'; '.join(rows)})"


def _rows(rules: Rules) -> list[list[int]]:
    """The order in which the answers of some rules are printed."""
    rows = next(_orders(rules.pegs))
    return rows if rules.whites else [[10 * black] for black in range(rules.pegs + 1)]


def _children(tree: StrategyTree, index: int) -> dict[int, int]:
    """The nodes after each feedback but all black."""
    children: dict[int, int] = {}
    child, end = index + 1, index + tree.extent[index]
    while child < end:
        children[tree.feedback[child]] = child
        child += tree.extent[child]
    return children


def _label(number: int) -> str:
    """A, B, … Z, AA, AB, …"""
    label = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        label = chr(ord("A") + letter) + label
    return label
