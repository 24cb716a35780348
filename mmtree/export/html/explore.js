import { answerPlate, histogram, treeGame } from "./board.js";
import { branchTable } from "./branches.js";
import { h } from "./dom.js";
import { finder } from "./find.js";
import { gameOf } from "./game.js";
import { codeRow } from "./pegs.js";
import { picture } from "./picture.js";

const PHONE = matchMedia("(max-width: 639.9px)");
const PHONE_LEVELS = 2;

/**
 * The whole tree as a picture, from the node in state.node down.
 *
 * State: node, which fills the width; cursor, the node that is described; sought, a secret whose game is
 * shown, or -1; second, the name of a second tree of the same rules, or "".
 */
export function explore(app) {
  const { state, tree } = app;
  state.cursor ??= state.node;
  PHONE.onchange = () => app.state.mode === "explore" && app.render();
  const others = app.others(tree);
  const second = others.filter(({ id }) => id === state.second);
  state.second = second[0]?.id ?? "";
  const trees = [tree, ...second];
  const link = (node) => `#${app.fragment({ ...state, node })}`;
  const answers = tree.answersTo(state.node);
  const places = trees
    .map((of) => ({ tree: of, node: of.follow(answers).at(-1) }))
    .filter(({ node }) => node !== undefined);
  const games = state.sought < 0 ? [] : trees.map((of) => treeGame(app, of, state.sought));
  const found = h("div.columns", games);
  const table = branchTable(app, places, link);
  const view = pictureParts(app, trees, link);
  const way = tree.path(state.node);
  const rows = answers.map((answer, i) => ({ guess: tree.nodes.guess[way[i]], answer }));
  const guide = `#${app.fragment({ mode: "guide", rows })}`;
  return h(
    "section.explore",
    h("h1.unseen", app.t("explore")),
    !state.node && h("p.lead", app.t("exploreLead")),
    finder(app, others),
    crumbs(app, link),
    PHONE.matches ? [found, table, view] : [view, found, table],
    h("p", h("a.button", { href: guide }, app.t("guideHere"))),
  );
}

function crumbs(app, link) {
  const { guess, answer } = app.tree.nodes;
  const way = app.tree.path(app.state.node);
  const items = way.map((node, i) => {
    const here = i === way.length - 1;
    const code = codeRow(app, guess[node], "small");
    const to = here
      ? h("span", { "aria-current": "location" }, code)
      : h("a", { href: link(node) }, code);
    return h("li", i > 0 && answerPlate(app, answer[node]), to);
  });
  return h("nav.crumbs", { "aria-label": app.t("way") }, h("ol.wrap", items));
}

/** The picture, and what describes the node at its cursor. */
function pictureParts(app, trees, link) {
  const { state, tree } = app;
  const about = h("p.about", { role: "status" });
  const figures = h("div.columns");
  const describe = (node) => {
    about.textContent = description(app, node);
    figures.replaceChildren(...trees.map((of) => figure(app, of, node)));
  };
  describe(state.cursor);
  const game = state.sought < 0 ? [] : gameOf(tree, state.sought).map(({ answer }) => answer);
  // Nothing follows all black.
  const nodes = game.length ? tree.follow(game).filter((node) => node >= 0) : [];
  return [
    picture(app, nodes, PHONE.matches ? PHONE_LEVELS : tree.levels, link, describe),
    about,
    figures,
    legend(app),
    h("p.hint", { id: "explore-keys" }, app.t("exploreKeys")),
  ];
}

function description(app, node) {
  const { guess, answer } = app.tree.nodes;
  const { secrets, max, average: mean } = app.tree.statistics(node);
  const after = node
    ? app.t("afterAnswer", { answer: app.answerName(answer[node]) })
    : app.t("firstGuess");
  const code = app.codeName(guess[node]);
  const left = app.t("left", { n: secrets });
  const average = `${app.t("average")} ${app.number(mean, 2)}`;
  return `${after}${app.t("colon")} ${code}. ${left}, ${app.t("needed", { n: max })}, ${average}.`;
}

/** The guesses that a tree still needs after the answers that lead to a node of the first tree. */
function figure(app, of, node) {
  const at = of.follow(app.tree.answersTo(node)).at(-1);
  return h(
    "div",
    app.state.second && h("h2", app.uniqueLabel(of)),
    at === undefined ? "–" : histogram(app, 0, of.statistics(at)),
  );
}

/** The colours of the picture. */
function legend(app) {
  const items = Array.from({ length: app.tree.max }, (_, i) => {
    const swatch = h("span.swatch", i + 1);
    [swatch.style.background, swatch.style.color] = app.shade(i + 1);
    return h("li", swatch);
  });
  return h("div.legend.wrap", h("span", app.t("colorsMean")), h("ol.wrap", items));
}
