import { codeList } from "./board.js";
import { buttons, h } from "./dom.js";
import { needed } from "./game.js";
import { shareButton } from "./share.js";
import { why } from "./why.js";

const LISTED = 36; // the most secrets that are listed

/** The number of secrets left, their list if they are few, and off the strategy the guesses needed. */
export function known(app, { left, solved, node, onTree }, counts) {
  const { state, tree } = app;
  if (solved || !left.length || state.attempt) return undefined;
  const few = left.length <= LISTED;
  const suggested = state.own === undefined;
  const most = !onTree && suggested ? needed(tree, left) : undefined;
  return h(
    "aside.known",
    { "aria-label": app.t("known") },
    h("p", h("b.big", app.number(left.length)), " ", app.t("agree", { n: left.length })),
    why(app, left.length, counts),
    !onTree && h("p", app.t(suggested ? "bestStep" : "offTree", { max: tree.max })),
    most && h("p", app.t("atMostMore", { n: most })),
    few && codeList(app, left),
    buttons(
      shareButton(app),
      node >= 0 &&
        h("a.button", { href: `#${app.fragment({ mode: "explore", node })}` }, app.t("showInTree")),
    ),
  );
}
