import { answerPlate, bars, codeList } from "./board.js";
import { buttons, h } from "./dom.js";
import { expectedSize } from "./expected_size.js";
import { needed } from "./game.js";
import { shareButton } from "./share.js";

const LISTED = 36; // the most secrets that are listed

/** The number of secrets left, their list if they are few, and off the strategy the guesses needed. */
export function known(app, { left, solved, node, guess, onTree, stuck }, counts) {
  const { state, tree } = app;
  if (solved || !left.length || state.attempt) return undefined;
  const few = left.length <= LISTED;
  const suggested = state.own === undefined;
  const most = !onTree && suggested ? needed(tree, left, state.rows) : undefined;
  const unknown = state.rows.some(({ answer }) => answer === null);
  const step = stuck ? "stuck" : unknown ? "unknownStep" : "bestStep";
  return h(
    "aside.known",
    { "aria-label": app.t("known") },
    h("p", h("b.big", app.number(left.length)), " ", app.t("agree", { n: left.length })),
    why(app, left.length, state.own ?? guess, counts),
    !onTree && h("p", app.t(suggested ? step : "offTree", { max: tree.max })),
    most && h("p", app.t("atMostMore", { n: most })),
    few && codeList(app, left),
    buttons(
      shareButton(app),
      node >= 0 &&
        h("a.button", { href: `#${app.fragment({ mode: "explore", node })}` }, app.t("showInTree")),
    ),
  );
}

/** "Why this guess?", on request: how many of the codes left stay, in words and for each answer. */
function why(app, left, guess, counts) {
  const { rules } = app.tree;
  const right = counts.has(rules.allBlack);
  const stay = [...counts].map(([answer, count]) => (answer === rules.allBlack ? 0 : count));
  const average = app.average(expectedSize(counts, rules.allBlack));
  const parts = [
    app.t("whyCount", { n: left }),
    ...(left > 1 ? [app.t("whyLine", { most: Math.max(...stay), average })] : []),
    app.t(right ? "whyRight" : "whyWrong"),
  ];
  const rising = [...counts].sort(([a], [b]) => a - b);
  const rows = rising.map(([answer, count]) => [answerPlate(app, answer, guess), count]);
  return h(
    "details.why",
    {
      open: app.why,
      ontoggle: (event) => Object.assign(app, { why: event.target.open }),
    },
    h("summary", app.t("why")),
    h("p", parts.join(" ")),
    bars(app, app.t("whyBars"), rows),
  );
}
