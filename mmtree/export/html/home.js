import { h } from "./dom.js";
import { codeRow } from "./pegs.js";
import { sentGame } from "./share.js";

/** The first screen, with all choices. */
export function home(app) {
  const { tree, trees } = app;
  const card = (mode, picture) =>
    h(
      "a",
      { class: "mode", href: `#${app.fragment({ mode })}`, "data-focus": mode },
      h("span", { class: "glyph", "aria-hidden": "true" }, picture),
      h("span", {}, h("b", {}, app.t(mode)), h("span", {}, app.t(`${mode}Lead`))),
    );
  return h(
    "section",
    { class: "home" },
    h("h1", {}, app.title || app.t("headline", { max: tree.max })),
    codeRow(app, tree.opening, "large"),
    h("p", { class: "lead" }, app.t("homeLead")),
    trees.length > 1 && choice(app),
    trees.length === 1 && h("p", { class: "promise" }, `${app.game(tree)}: ${app.promise(tree)}`),
    h("div", { class: "modes" }, card("guide", "?"), card("play", "●"), card("explore", "▤")),
    app.lastGame && h("p", {}, h("a", { href: app.lastGame }, app.t("goOn"))),
    sentGame(app),
  );
}

function choice(app) {
  const cards = app.trees.map((tree) => {
    const here = tree === app.tree;
    const link = h(
      "a",
      { href: `#${tree.id}`, "aria-current": here ? "true" : undefined, "data-focus": tree.id },
      h("b", {}, app.game(tree)),
      h("span", {}, tree.label),
      h("span", {}, app.promise(tree)),
      tree.proof && h("span", { class: "hint" }, app.t(...tree.proof)),
    );
    return h("li", {}, link);
  });
  return h("div", {}, h("h2", {}, app.t("whichGame")), h("ul", { class: "trees" }, cards));
}
