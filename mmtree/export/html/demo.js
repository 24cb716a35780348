import { answeredGuess, boardRow } from "./board.js";
import { button, h } from "./dom.js";
import { draw, gameOf, position } from "./game.js";

const TIME = 4500; // WCAG 2.2.2 asks for a pause button from five seconds on
const DRAWS = 20;

/** A board on which the strategy plays a game, at the end another one on request. */
export function demo(app) {
  const picture = h("figure");
  const again = () => playGame(app, picture);
  again();
  const name = app.t("another");
  const props = { class: "settings", "aria-label": name, title: name, "data-focus": "another" };
  return h("div.demo", picture, button("↻", again, props));
}

/** The strategy's game for a random secret: as long as most games are, if one is soon drawn. */
function anyGame(tree) {
  const { histogram, rules } = tree;
  const usual = histogram.indexOf(Math.max(...histogram)) + 1;
  let rows;
  for (let i = 0; i < DRAWS && rows?.length !== usual; i++) {
    rows = gameOf(tree, draw(rules, rules.secrets));
  }
  return rows;
}

/** Shows the guesses and answers of a game one by one; all at once if the user wants less motion. */
function playGame(app, picture) {
  const { tree } = app;
  const rows = anyGame(tree);
  const items = rows.map(({ guess, answer }, i) =>
    boardRow(i + 1, ...answeredGuess(app, guess, answer)),
  );
  const parts = items.flatMap((item) => [...item.children].slice(1));
  const board = h("ol.board", items);
  const status = h("figcaption");
  const name = app.uniqueLabel(tree);
  const label = app.t("treeGame", { name, n: rows.length });
  picture.replaceChildren(h("div", { role: "img", "aria-label": label }, board), status);
  let shown = matchMedia("(prefers-reduced-motion: reduce)").matches ? parts.length : 0;
  const show = () => {
    for (const [i, part] of parts.entries()) part.classList.toggle("later", i >= shown);
    status.replaceChildren(...statusOf(app, rows.slice(0, shown / 2)));
    if (shown < parts.length) setTimeout(next, TIME / parts.length);
    shown++;
  };
  const next = () => {
    if (!board.isConnected) return; // another view, or another game
    if (document.hidden) document.addEventListener("visibilitychange", next, { once: true });
    else show();
  };
  show();
}

/** How many codes are possible after some rows; at the end, that the secret is found. */
function statusOf(app, rows) {
  const { left, solved, guess } = position(app.tree, rows);
  const n = left.length;
  if (!solved) return [h("b.big", app.number(n)), " ", app.t("agree", { n })];
  return [h("b.big", app.t("found", { n: rows.length, code: app.codeName(guess) }))];
}
