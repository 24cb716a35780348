import { answerPlate } from "./board.js";
import { h } from "./dom.js";
import { codeRow } from "./pegs.js";

/**
 * What follows each answer to the guess of a node, as a table; with a second tree, next to what follows there.
 * @param {{tree: import("./tree.js").Tree, node: number}[]} places the node in each tree
 * @param {(node: number) => string} link the address of a node of the first tree
 */
export function branchTable(app, places, link) {
  const { allBlack } = app.tree.rules;
  const two = places.length > 1;
  const heads = ["nextGuess", "secretsLeft", "average", "atMost"].map((name) => app.t(name));
  const cells = ({ tree, node }, answer) => {
    const { guess, extent, right } = tree.nodes;
    const child = tree.children(node).get(answer);
    let values = ["–", "", "", ""];
    if (child !== undefined) {
      const { secrets, average, max } = tree.statistics(child);
      const code = codeRow(app, guess[child], "small");
      const inner = tree === app.tree && extent[child] > 1;
      const to = inner ? h("a", { href: link(child) }, code) : code;
      values = [to, app.number(secrets), app.number(average, 2), app.number(max)];
    } else if (answer === allBlack && right[node]) values = [app.t("foundShort"), "1", "", ""];
    return values.map((value, i) => {
      const label = value !== "" && (i ? heads[i] : two && app.uniqueLabel(tree));
      return h("td", { class: i > 0 && "count", "data-label": label }, value);
    });
  };
  const guess = places[0].tree.nodes.guess[places[0].node];
  const answers = places.flatMap(({ tree, node }) => [
    ...tree.children(node).keys(),
    ...(tree.nodes.right[node] ? [allBlack] : []),
  ]);
  const rows = [...new Set(answers)]
    .sort((a, b) => a - b)
    .map((answer) => [
      h("th", { scope: "row" }, answerPlate(app, answer, two ? undefined : guess)),
      places.map((place) => cells(place, answer)),
    ]);
  const head = (name, i) => h("th", { scope: "col", class: i > 0 && "count" }, name);
  const names = places.map(({ tree }) =>
    h("th", { scope: "colgroup", colspan: 4 }, app.uniqueLabel(tree)),
  );
  return h(
    "table.branches",
    h("caption", app.t("answersTo", { code: app.codeName(guess) })),
    h(
      "thead",
      two && h("tr", h("td"), names),
      h(
        "tr",
        head(app.t("answer")),
        places.map(() => heads.map(head)),
      ),
    ),
    h(
      "tbody",
      rows.map((row) => h("tr", row)),
    ),
  );
}
