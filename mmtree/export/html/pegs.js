import { h, s } from "./dom.js";

const CUT = 0.78; // how far from the middle a mark begins, as a part of the radius
const R = 18;

/** The outline of a segment of a peg, cut off in a direction in degrees clockwise from the top. */
function segment(direction) {
  const half = Math.acos(CUT);
  const [a, b] = [-1, 1].map((side) => (direction * Math.PI) / 180 + side * half);
  const point = (t) => `${(20 + R * Math.sin(t)).toFixed(2)} ${(20 - R * Math.cos(t)).toFixed(2)}`;
  return `M${point(a)}A${R} ${R} 0 0 1 ${point(b)}Z`;
}

/** One peg: its colour, its mark and its symbol. */
export function peg(look, symbol) {
  const parts = [s("circle", { cx: 20, cy: 20, r: R, fill: look.fill })];
  if (!look.hole) parts.push(s("circle", { cx: 20, cy: 20, r: 12.5, class: "top" }));
  for (const direction of look.marks) {
    parts.push(s("path", { d: segment(direction), fill: look.ink }));
  }
  parts.push(s("circle", { cx: 20, cy: 20, r: R, class: look.hole ? "hole" : "rim" }));
  const size = symbol.length > 1 ? 13 : 17;
  parts.push(s("text", { x: 20, y: 20 + size * 0.36, "font-size": size, fill: look.ink }, symbol));
  return s("svg", { viewBox: "0 0 40 40", class: "peg", "aria-hidden": "true" }, ...parts);
}

/** A place where no peg stands yet. */
export function emptyPlace() {
  const hole = s("circle", { cx: 20, cy: 20, r: 7, class: "place" });
  return s("svg", { viewBox: "0 0 40 40", class: "peg", "aria-hidden": "true" }, hole);
}

/** A row of pegs with its name for those who do not see it. */
export function codeRow(app, code, extra = "") {
  const row = app.tree.rules.pegsOf(code);
  return h(
    "span",
    { class: `code ${extra}`, role: "img", "aria-label": app.codeName(code) },
    row.map((color) => peg(app.tree.looks[color], app.symbol(color))),
  );
}

/** An answer as the codemaker sets it: black and white key pegs, and holes. */
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
