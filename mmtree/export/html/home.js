import { todayCard } from "./daily.js";
import { demo } from "./demo.js";
import { h } from "./dom.js";
import { sentGame } from "./share.js";

/** The first screen: what the strategy does, what to do with it, and the games of the page. */
export function home(app) {
  const { tree, trees } = app;
  const action = (mode, text) =>
    h("a.action", { href: `#${app.fragment({ mode })}`, "data-focus": mode }, text);
  const canPlay = !tree.own.noPlay;
  return h(
    "section.home",
    h("h1", app.title || app.headline(tree)),
    demo(app),
    h(
      "div.actions",
      continueLink(app),
      action("guide", app.t("helpMe")),
      canPlay && action("play", app.t("letMeGuess")),
      canPlay && todayCard(app),
    ),
    h(
      "div.more",
      trees.length > 1 && games(app),
      h("a.button", { href: `#${app.fragment({ mode: "explore" })}` }, app.t("wholeStrategy")),
      h("details", h("summary.change", app.t("sent")), sentGame(app, "label.unseen")),
      h("p.hint", app.t("homeLead")),
    ),
  );
}

/** A link to the last game if it is not over. */
export function continueLink(app) {
  const last = app.lastGame;
  if (!last) return undefined;
  const { href, tree, guesses } = last;
  const other = tree !== app.tree && ` (${app.gameName(tree)})`;
  return h("a.action.again", { href }, app.t("goOn", { n: guesses + 1 }), other);
}

/** The game in use, and behind it all games with their strategies. */
function games(app) {
  const byRules = Map.groupBy(app.trees, (tree) => tree.rules.name);
  const change = h("span.change", app.t("changeGame"));
  return h(
    "details.games",
    h("summary", { "data-focus": "games" }, h("span", gameHead(app, app.tree), " · ", change)),
    Array.from(byRules.values(), (trees) => {
      const items = trees.map((tree) => h("li", strategy(app, tree)));
      return [h("h2", gameHead(app, trees[0])), h("ul.trees", items)];
    }),
  );
}

/** The name of a game, and its rules if they are not its name. */
function gameHead(app, tree) {
  const [name, rules] = [app.gameName(tree), app.game(tree)];
  return [h("b", name), name !== rules && `, ${rules}`];
}

function strategy(app, tree) {
  const here = tree === app.tree ? "true" : undefined;
  const [words, label] = [app.strategyWords(tree), app.label(tree)];
  const about = [label !== words && label, tree.proof && app.t(...tree.proof)];
  return h(
    "a.card",
    { href: `#${tree.id}`, "aria-current": here, "data-focus": tree.id },
    h("b", words),
    h("span", app.promise(tree)),
    h("span.hint", about.filter(Boolean).join(". ")),
  );
}
