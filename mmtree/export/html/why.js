import { answerPlate, bars } from "./board.js";
import { h } from "./dom.js";
import { expectedSize } from "./expected_size.js";

/** "Why this guess?", on request: how many of the codes left stay, in words and for each answer. */
export function why(app, left, counts) {
  const { rules } = app.tree;
  const right = counts.has(rules.allBlack);
  const stay = [...counts].map(([answer, count]) => (answer === rules.allBlack ? 0 : count));
  const average = app.average(expectedSize(counts, rules.allBlack));
  const parts = [
    app.t("whyCount", { n: left }),
    ...(left > 1 ? [app.t("whyLine", { most: Math.max(...stay), average })] : []),
    app.t(right ? "whyRight" : "whyWrong"),
  ];
  const items = [...counts].sort(([a], [b]) => a - b);
  return h(
    "details.why",
    {
      open: app.why,
      ontoggle: (event) => Object.assign(app, { why: event.target.open }),
    },
    h("summary", app.t("why")),
    h("p", parts.join(" ")),
    bars(
      app,
      app.t("whyBars"),
      items.map(([answer, count]) => [answerPlate(app, answer), count]),
    ),
  );
}
