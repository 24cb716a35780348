import { h, s } from "./dom.js";

/**
 * The outline of a peg around 20, 20: a square with rounded corners, from the top left one on, whose
 * radii are fractions of its width.
 */
function outline([a, b, c, d], breadth = 36) {
  const [low, high] = [20 - breadth / 2, 20 + breadth / 2];
  const [tl, tr, br, bl] = [a, b, c, d].map((radius) => radius * breadth);
  return [
    `M${low + tl} ${low}H${high - tr}A${tr} ${tr} 0 0 1 ${high} ${low + tr}`,
    `V${high - br}A${br} ${br} 0 0 1 ${high - br} ${high}`,
    `H${low + bl}A${bl} ${bl} 0 0 1 ${low} ${high - bl}`,
    `V${low + tl}A${tl} ${tl} 0 0 1 ${low + tl} ${low}Z`,
  ].join("");
}

/** One peg: its colour, its shape and its symbol. */
export function peg(look, symbol) {
  const d = outline(look.radii);
  const parts = [s("path", { d, fill: look.fill })];
  const contrast = look.ink === "#ffffff" ? "#000000" : "#ffffff";
  if (!look.hole) {
    parts.push(s("path", { d: outline(look.radii, 25), class: "top", fill: contrast }));
  }
  parts.push(s("path", { d, class: look.hole ? "hole" : "rim" }));
  const size = symbol.length > 1 ? 13 : 17;
  parts.push(s("text", { x: 20, y: 20 + size * 0.36, "font-size": size, fill: look.ink }, symbol));
  return s("svg", { viewBox: "0 0 40 40", class: "peg", "aria-hidden": "true" }, ...parts);
}

/** An empty place for a peg. */
export function emptyPlace() {
  const hole = s("circle", { cx: 20, cy: 20, r: 7, class: "place" });
  return s("svg", { viewBox: "0 0 40 40", class: "peg", "aria-hidden": "true" }, hole);
}

/** A row of pegs with its accessible name; letters also show an answer that marks them. */
export function codeRow(app, code, extra = "", answer = null) {
  const { own, rules } = app.tree;
  if (own.codeRow) return own.codeRow(app, code, extra);
  const plain = (color) => peg(app.tree.looks[color], app.symbol(color));
  const pegs = own.tiles?.(app, code, answer) ?? rules.pegsOf(code).map(plain);
  const props = { class: `code ${extra}`, role: "img", "aria-label": app.codeName(code) };
  return h("span", props, pegs);
}

/** An answer as on the board: black and white key pegs, and holes. */
export function keyPegs(pegs, answer) {
  const [black, white] = [Math.floor(answer / 10), answer % 10];
  const columns = Math.ceil(pegs / 2);
  const holes = [];
  for (let i = 0; i < pegs; i++) {
    const [x, y] = [8 + 14 * (i % columns), 8 + 14 * Math.floor(i / columns)];
    const kind = i < black ? "black" : i < black + white ? "white" : "none";
    holes.push(s("circle", { cx: x, cy: y, r: kind === "none" ? 2.2 : 5.4, class: `key-${kind}` }));
  }
  const box = { viewBox: `0 0 ${14 * columns + 2} ${pegs > 1 ? 30 : 16}`, class: "keys" };
  return s("svg", { ...box, "aria-hidden": "true" }, ...holes);
}
