"""Draws the picture of other games for the main README: one game of each of four kinds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from mmtree import (
    Code,
    Codebreaker,
    Codemaker,
    Feedback,
    Rules,
    StrategyTree,
    build_tree,
    parse_code,
    table_rules,
    word_rules,
)
from mmtree.show.pegs import pegs_of

from picture import LIGHT, Colors, code_pegs, key_pegs, line_of_text

WIDTH, HEIGHT, PANEL, TOP, ROW = 830, 240, 207.5, 76, 30
"""Pixels: the picture, a panel of one game, its first row and the distance of two rows."""
TILE = 25
MARKS = {"+": ("#2e7d32", "#ffffff"), "~": ("#f9c74f", "#1f2328"), "-": ("#8a939c", "#ffffff")}
"""The fill and ink of a tile by its mark."""
ANIMALS = (
    "bison camel crane dingo eagle finch gecko goose heron hippo horse hyena koala lemur "
    "llama moose mouse okapi otter panda quail raven rhino robin shark sheep shrew skunk "
    "sloth snail snake squid stork tapir tiger trout whale zebra"
)


def games(colors: Colors = LIGHT) -> str:
    """Return the picture as SVG text, for a light or a dark page."""
    words = word_rules(ANIMALS.split())
    panels = (
        ("Mastermind", "black and white pegs", "4p6c", "FEDC", _pegs),
        ("House rules", "a mark for each place", "4p6c-places", "EDAF", _marked_pegs),
        ("Word games", f"one of {len(ANIMALS.split())} animals", words, "raven", _tiles),
        ("Any questions", "twelve coins, one is false", weighings(12), "11 light", _texts),
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="Helvetica, Arial, sans-serif" '
        'text-anchor="middle">',
        f'<rect x="0.5" y="0.5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="10" '
        f'fill="{colors.paper}" stroke="{colors.line}"/>',
    ]
    for place, (title, about, rules, secret, draw) in enumerate(panels):
        middle = (place + 0.5) * PANEL
        parts.append(line_of_text(middle, 30, 17, title, colors.ink, bold=True))
        parts.append(line_of_text(middle, 51, 12, about, colors.pale))
        parts += draw(build_tree("koyama-lai", rules), secret, middle, colors)
    return "\n".join([*parts, "</svg>\n"])


def weighings(coins: int) -> Rules:
    """Return the table of all weighings of equal numbers of coins, of which one is false."""
    secrets = [(coin, sign) for coin in range(1, coins + 1) for sign in (1, -1)]
    pans = [
        (left, right)
        for count in range(1, coins // 2 + 1)
        for left in combinations(range(1, coins + 1), count)
        for right in combinations(sorted({*range(left[0], coins + 1)} - {*left}), count)
    ]
    return table_rules(
        [f"{' '.join(map(str, left))} : {' '.join(map(str, right))}" for left, right in pans],
        [f"{coin} {'heavy' if sign > 0 else 'light'}" for coin, sign in secrets],
        [
            [("=", ">", "<")[sign * ((coin in left) - (coin in right))] for coin, sign in secrets]
            for left, right in pans
        ],
    )


def _game(tree: StrategyTree, secret: str) -> Iterator[tuple[Code, Feedback, float]]:
    """Yield the guesses of a game, their answers and the heights of their rows."""
    player = Codebreaker(tree)
    codemaker = Codemaker(parse_code(secret, tree.rules), tree.rules)
    while not player.solved:
        guess = player.guess
        answer = codemaker.answer(guess)
        yield guess, answer, TOP + 13 + len(player.history) * ROW
        player.observe(answer)


def _pegs(tree: StrategyTree, secret: str, middle: float, colors: Colors) -> Iterator[str]:
    for guess, answer, y in _game(tree, secret):
        yield from code_pegs(pegs_of(tree.rules), tree.rules.digits(guess), middle - 72, y, colors)
        yield from key_pegs(answer, middle + 64, y, colors)


def _marked_pegs(tree: StrategyTree, secret: str, middle: float, colors: Colors) -> Iterator[str]:
    for guess, answer, y in _game(tree, secret):
        yield from code_pegs(pegs_of(tree.rules), tree.rules.digits(guess), middle - 76, y, colors)
        for place, mark in enumerate(str(answer)):
            x = middle + 26 + 17 * place
            yield from _tile("✓•✗"["+~-".index(mark)], mark, x, y, 15, colors)


def _tiles(tree: StrategyTree, secret: str, middle: float, colors: Colors) -> Iterator[str]:
    rules = tree.rules
    for guess, answer, y in _game(tree, secret):
        letters = zip(map(rules.symbol, rules.digits(guess)), str(answer), strict=True)
        for place, (letter, mark) in enumerate(letters):
            x = middle + (place - 2) * (TILE + 3)
            yield from _tile(str(letter), mark, x, y, TILE, colors)


def _tile(text: str, mark: str, x: float, y: float, size: float, colors: Colors) -> tuple[str, str]:
    fill, ink = MARKS[mark]
    square = (
        f'<rect x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.1f}" '
        f'height="{size:.1f}" rx="3" fill="{fill}" stroke="{colors.ink}" stroke-opacity="0.45"/>'
    )
    return square, line_of_text(x, y + 0.2 * size, round(0.6 * size), text, ink, bold=True)


def _texts(tree: StrategyTree, secret: str, middle: float, colors: Colors) -> Iterator[str]:
    y = 0.0
    for guess, answer, y in _game(tree, secret):
        question = str(guess).replace(":", str(answer))
        yield line_of_text(middle, y + 4, 14, question, colors.ink)
    yield line_of_text(middle, y + ROW + 4, 14, f"It is {secret}.", colors.ink, bold=True)
