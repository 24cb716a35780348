"""Photographs the ready-made page for the README, as two phones, and the icon of the page.

Run it with the Python that mmtree is installed in, the test extra included, after rebuild.py:
``.venv/bin/python printable/photograph.py``. It takes Debian's chromium-headless-shell. An argument
names another output folder.
"""

from __future__ import annotations

import shutil
import sys
from base64 import b64encode
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from small_png import small_png

from mmtree import Codebreaker, Codemaker, StrategyTree, load, parse_code

HERE = Path(__file__).parent
PAGE = HERE / "mmtree.html"
TREE = "koyama-lai-max5-4p6c"
SECRET = "FEDC"
GUESSED = ("AABB", "CDDC", "FDEC", "FEDC")
"""The guesses of the game that the second phone reviews."""
NAMES = {"light": "page.png", "dark": "page-dark.png"}
"""The files, by the colour scheme of the page and of the README around it."""
ICON = HERE.parent / "mmtree/export/html/icon.svg"
ICONS = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "icon-maskable.png": (512, True),
}
"""The pictures of the page's icon for devices that show no SVG: size, and whether it is square."""
SIZE = {"width": 390, "height": 780}
"""The screen of a phone."""
PHONES = """<!doctype html>
<style>
  body { margin: 0; display: flex; align-items: start; gap: 40px; padding: 4px;
    width: max-content; }
  img { display: block; width: 390px; border: 12px solid #24292f; border-radius: 44px;
    outline: 2px solid #6e7781; }
</style>
"""


def main(folder: Path) -> None:
    """Write a picture for each colour scheme."""
    tree = load(HERE.parent / "trees" / f"{TREE}.mmtree")
    states = guided_game(tree, 2), reviewed_game(tree)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium-headless-shell"), args=["--no-sandbox"]
        )
        for scheme, name in NAMES.items():
            screens = [photograph(browser, state, scheme) for state in states]
            (folder / name).write_bytes(small_png(frame(browser, screens)))
        for name, (size, whole) in ICONS.items():
            (ICON.parent / name).write_bytes(icon(browser, size, whole))
        browser.close()


def guided_game(tree: StrategyTree, answered: int) -> str:
    """Return the fragment of the page's address for a guided game after some answers."""
    player, codemaker = Codebreaker(tree), Codemaker(parse_code(SECRET, tree.rules), tree.rules)
    parts = [TREE, "guide"]
    for _ in range(answered):
        answer = codemaker.answer(player.guess)
        parts += [str(player.guess), f"{answer:02}"]
        player.observe(answer)
    return "/".join(parts)


def reviewed_game(tree: StrategyTree) -> str:
    """Return the fragment for a game that the player has ended; fragment.js hides the secret."""
    number = (int(parse_code(SECRET, tree.rules)) * 997 + 461) * 7 + 3
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits += "0123456789abcdefghijklmnopqrstuvwxyz"[digit]
    return "/".join([TREE, "play", f"~{digits}", *GUESSED])


def photograph(browser: Browser, state: str, scheme: str) -> bytes:
    """Return a picture of the page on a phone."""
    context = browser.new_context(
        viewport=SIZE,
        device_scale_factor=2,
        is_mobile=True,
        has_touch=True,
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    view = context.new_page()
    view.goto(f"{PAGE.as_uri()}#{state}")
    view.wait_for_function("document.querySelector('main')?.innerText.trim()")
    picture = view.screenshot()
    context.close()
    return picture


def icon(browser: Browser, size: int, whole: bool) -> bytes:
    """Return a picture of the icon of the page; the whole square for devices that cut it."""
    view = browser.new_page(viewport={"width": size, "height": size})
    square = "rect { rx: 0; }" if whole else ""
    style = f"<style>body {{ margin: 0; }} svg {{ display: block; }} {square}</style>"
    view.set_content(style + ICON.read_text("utf-8"))
    picture = view.screenshot(omit_background=True)
    view.close()
    return picture


def frame(browser: Browser, screens: list[bytes]) -> bytes:
    """Return a picture of phones with these screens, on a transparent background."""
    view = browser.new_page(device_scale_factor=2)
    images = (
        f'<img src="data:image/png;base64,{b64encode(screen).decode()}">' for screen in screens
    )
    view.set_content(PHONES + "".join(images))
    view.wait_for_function("[...document.images].every((image) => image.complete)")
    picture = view.locator("body").screenshot(omit_background=True)
    view.close()
    return picture


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
