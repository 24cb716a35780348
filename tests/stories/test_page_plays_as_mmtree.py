"""The page and mmtree agree on next guesses, corrections of answers and reviews."""

import json
import re
import shutil
from random import Random

import pytest

from mmtree import Codebreaker, build_tree, feedback, load
from mmtree.export.html.html import page
from mmtree.play.repairs import repairs
from mmtree.play.review import review

from support.environment import ROOT, TREES

SCRIPT = """
import { readFileSync } from "node:fs";
import { gameOf, position, repairs, review } from "./html/game.js";
import { Tree } from "./html/tree.js";

const { data, games } = JSON.parse(readFileSync("games.json"));
const tree = new Tree(data);
for (const { secret, guesses, lied } of games) {
  const rows = guesses.map((guess) => ({ guess, answer: tree.rules.answer(guess, secret) }));
  const places = rows.map((_, length) => position(tree, rows.slice(0, length)));
  console.log(JSON.stringify({
    next: places.map(({ guess, left, onTree, counts }) => [
      guess, left.length, onTree, [...counts.keys()].sort((a, b) => a - b),
    ]),
    repairs: repairs(tree, lied.map(([guess, answer]) => ({ guess, answer }))),
    review: review(tree, guesses, secret),
    game: gameOf(tree, secret).map(({ guess, answer }) => [guess, answer]),
  }));
}
"""


def games(tree, count):
    """Yield random games, and for each a list of answers that no secret agrees with."""
    rules, chance = tree.rules, Random(1)
    codes = list(rules.codes())
    while count:
        secret = chance.choice(codes)
        others = [code for code in chance.sample(codes, chance.randint(1, 6)) if code != secret]
        lied = [(guess, feedback(guess, secret, rules)) for guess in others]
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(len(lied)) if lied else 0
            lied[at : at + 1] = [(chance.choice(codes), chance.choice(rules.feedbacks[:-1]))]
        if not any(all(feedback(g, s, rules) == f for g, f in lied) for s in codes):
            guesses = [*others, secret] if chance.random() < 0.5 else others
            yield {"secret": secret, "guesses": guesses, "lied": lied}
            count -= 1


def expected_analysis(tree, game):
    """Return mmtree's analysis of a game, as the script prints it."""
    player, after = Codebreaker(tree), []
    judged = review(tree, game["guesses"], game["secret"])
    for row in judged.guesses:
        after.append([player.guess, player.secrets_left, player.on_tree])
        after[-1].append(list(player.possible_feedbacks))
        player.observe(row.feedback, row.guess)
    return {
        "next": after,
        "repairs": [
            {"row": repair.row, "answer": repair.instead, "secrets": repair.secrets_left}
            for repair in repairs(game["lied"], tree.rules)
        ],
        "review": [
            {
                "guess": row.guess,
                "answer": row.feedback,
                "possible": row.possible,
                "before": row.before,
                "after": row.after,
                "better": row.suggested,
                "others": row.suggested_after,
            }
            for row in judged.guesses
        ],
        "game": list(map(list, judged.tree_game)),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["knuth-4p6c", "koyama-lai-3p2c", "koyama-lai-4p6c-distinct", "4p4c-black"],
)
def test_page_analyses_games_as_mmtree_does(node, tmp_path, name):
    tree = build_tree("knuth", name) if name == "4p4c-black" else load(TREES / f"{name}.mmtree")
    played = list(games(tree, 20))
    shown = page([(name, tree)]).decode()
    data = json.loads(re.search(r'id="data"[^>]*>(.*?)</script>', shown, re.DOTALL)[1])
    for folder in ("html", "javascript"):
        shutil.copytree(
            ROOT / "mmtree" / "export" / folder,
            tmp_path / folder,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "analyse.js").write_text(SCRIPT)
    (tmp_path / "games.json").write_text(json.dumps({"data": data["trees"][0], "games": played}))
    analyses = [json.loads(line) for line in node(tmp_path / "analyse.js", cwd=tmp_path)]
    for analysis in analyses:
        for repair in analysis["repairs"]:
            repair.pop("rank")
    assert analyses == [expected_analysis(tree, game) for game in played]
    assert sum(len(analysis["repairs"]) for analysis in analyses) > 20
