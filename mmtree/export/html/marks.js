import { button, buttons, h, s } from "./dom.js";
import { peg } from "./pegs.js";

/** The texts of games whose answers mark each place. */
export const MARKS = "$PAGE_MARKS";

/** Those that differ where a place is only right or wrong. */
export const RIGHT = "$PAGE_RIGHT";

const SIGNS = ["–", "~", "+"];
const KEYS = { "+": 2, 2: 2, g: 2, "~": 1, 1: 1, y: 1, "-": 0, 0: 0, x: 0 };

/** The levels of the marks of a game: 0 nowhere, 1 elsewhere, 2 right. */
function levels({ marks }) {
  return marks === 2 ? [0, 2] : [0, 1, 2];
}

function levelsOf(rules, answer) {
  return rules.marksOf(answer).map((mark) => levels(rules)[mark]);
}

/** The levels in the order in which they are shown: as the letters, from right to left in some games. */
function shownLevels(rules, answer) {
  const row = levelsOf(rules, answer);
  return rules.direction === "rtl" ? row.reverse() : row;
}

function levelName(app, level) {
  return app.t(["markNowhere", "markElsewhere", "markRight"][level]);
}

function nameWithSymbol(app, color) {
  return [...new Set([app.symbol(color), app.colorName(color)])].join(" ");
}

/** The best mark that a colour has got in some rows; undefined if it got none. */
function bestLevel({ rules }, rows, color) {
  const known = rows.filter(({ answer }) => answer !== null);
  const got = known.flatMap(({ guess, answer }) => {
    const found = levelsOf(rules, answer);
    return found.filter((_, i) => rules.pegsOf(guess)[i] === color);
  });
  return got.length ? Math.max(...got) : undefined;
}

/** The look and the name of a colour to choose, by what the answers so far say of it. */
function colorProps(app, rows, color) {
  const level = bestLevel(app.tree, rows, color);
  if (level === undefined || app.tree.rules.marks === 2) return {};
  const name = `${nameWithSymbol(app, color)}: ${levelName(app, level)}`;
  return { class: `color tile-${level}`, "aria-label": name, title: name };
}

/** Marks as squares with signs. */
function squares(shown) {
  const parts = shown.map((level, i) => [
    s("rect", { x: 18 * i + 1, y: 1, width: 16, height: 16, rx: 3, class: `tile-${level}` }),
    s("text", { x: 18 * i + 9, y: 14, class: `tile-${level}` }, SIGNS[level]),
  ]);
  const box = { viewBox: `0 0 ${18 * shown.length} 18`, class: "marks", "aria-hidden": "true" };
  return s("svg", box, ...parts);
}

/** A letter in the colour of its mark, with a sign. */
function tile(app, color, level) {
  const face = peg(app.tree.looks[color], app.symbol(color));
  face.classList.add(`tile-${level}`);
  face.append(s("text", { x: 32, y: 34, class: "sign" }, SIGNS[level]));
  return face;
}

/** The letters of a guess with the marks of its answer; undefined for pegs, which have colours. */
function tiles(app, guess, answer) {
  const { rules } = app.tree;
  if (!rules.letters || answer === null) return undefined;
  const row = rules.pegsOf(guess);
  return levelsOf(rules, answer).map((level, i) => tile(app, row[i], level));
}

function answerFace(app, answer, guess) {
  const letters = guess !== undefined && tiles(app, guess, answer);
  if (letters) return h("span.code.small", letters);
  return squares(shownLevels(app.tree.rules, answer));
}

function answerParts(app, answer) {
  return levelsOf(app.tree.rules, answer).map((level) => levelName(app, level));
}

function meanings(app) {
  const names = ["nowhereMeans", "elsewhereMeans", "rightMeans"];
  const items = levels(app.tree.rules).map((level) =>
    h("li", squares([level]), app.t(names[level])),
  );
  return h("ul.meanings.wrap", items.reverse());
}

/** The answer to a guess, a tile for each place: a tap or key changes its mark. */
function answerPad(app, guess, counts, pick, given) {
  const { state, tree } = app;
  const { rules } = tree;
  const of = `${guess} ${state.rows.length} ${state.editing}`;
  if (state.marks?.of !== of) {
    const row = given === undefined ? Array(rules.pegs).fill(0) : rules.marksOf(given);
    state.marks = { of, row };
  }
  const { row } = state.marks;
  const set = (i, mark, focus = i) =>
    app.update(
      () => {
        row[i] = (mark + rules.marks) % rules.marks;
        state.marks.touched = true;
      },
      focus < rules.pegs ? `mark-${focus}` : "give",
    );
  const tiles = rules.pegsOf(guess).map((color, i) => {
    const level = levels(rules)[row[i]];
    const place = app.t("place", { n: i + 1 });
    const name = `${place}, ${nameWithSymbol(app, color)}: ${levelName(app, level)}`;
    const face = rules.letters
      ? tile(app, color, level)
      : [peg(tree.looks[color], app.symbol(color)), squares([level])];
    return button(face, () => set(i, row[i] + 1), {
      class: `answer tile-${level}`,
      "aria-label": name,
      "data-focus": `mark-${i}`,
      "data-tile": i,
    });
  });
  const answer = rules.answerOf(row);
  const never = !rules.answers.includes(answer);
  const count = counts.get(answer) ?? 0;
  // At first, before any tap, the marks are no answer yet.
  const wrong = state.marks.touched && app.t(never ? "never" : "disagrees");
  const hint = count ? app.t("left", { n: count }) : wrong;
  app.onpad = (event) => {
    const tile = event.target.closest("[data-tile]");
    const at = Number(tile?.dataset.tile ?? 0);
    const turn = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    const ahead = rules.direction === "rtl" ? -1 : 1;
    const step = { ArrowLeft: -ahead, ArrowRight: ahead }[event.key];
    if (tile && turn) return set(at, row[at] + turn);
    if (tile && step) {
      document.querySelector(`[data-tile="${at + step}"]`)?.focus();
      return true;
    }
    const level = KEYS[event.key];
    if (level === undefined) return false;
    const mark = rules.marks === 2 ? Math.min(level, 1) : level;
    return set(at, mark, at + 1);
  };
  return [
    h("div.pad.tiles.wrap", { role: "group", "aria-label": app.t("answers") }, tiles),
    h("p", { class: count ? "hint" : "no", role: "status" }, hint),
    buttons(
      button(app.t("give"), () => pick(answer), {
        class: "primary",
        disabled: never,
        "data-focus": "give",
      }),
      button(app.t("allRight"), () => pick(rules.allBlack)),
    ),
  ];
}

/** An answer as coloured squares, to share a result. */
function emoji(rules, answer) {
  const shown = shownLevels(rules, answer);
  return shown.map((level) => ["⬛", "🟨", "🟩"][level]).join("");
}

/** What the page does in its own way where marks are answered. */
export const marked = {
  ...{ answerFace, answerPad, answerParts, colorProps, meanings, tiles, squares: emoji },
};
