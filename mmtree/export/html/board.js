import { button, buttons, h } from "./dom.js";
import { gameOf } from "./game.js";
import { codeRow, emptyPlace, keyPegs, peg } from "./pegs.js";

/** One row of the board: its number, its pegs, and the elements after them. */
export function boardRow(number, pegs, behind, props = {}) {
  return h("li.row", { ...props }, h("span.number", number), pegs, behind);
}

/** The empty rows of a board, up to a number of rows in all. */
export function emptyRows(app, played, count) {
  const pegs = () => Array.from({ length: app.tree.rules.pegs }, emptyPlace);
  return Array.from({ length: Math.max(0, count - played) }, (_, i) =>
    boardRow(played + i + 1, h("span.code", pegs()), "", {
      class: "row ghost",
      "aria-hidden": "true",
    }),
  );
}

/** A guess and its answer, which is not shown twice where the letters are marked. */
export function answeredGuess(app, guess, answer, extra) {
  const plate = answerPlate(app, answer);
  if (marksTiles(app, answer)) plate.className = "unseen";
  return [codeRow(app, guess, extra, answer), plate];
}

/** Whether an answer is shown by the letters of its guess. */
export function marksTiles({ tree: { own, rules } }, answer) {
  return own.tiles && rules.letters && answer !== null;
}

/** An answer as key pegs, or as the marks of its guess, with its name. */
export function answerPlate(app, answer, guess) {
  const label = { class: "plate", role: "img", "aria-label": app.answerName(answer) };
  return h("span", label, answerFace(app, answer, guess));
}

/** An answer in key pegs and digits, without an accessible name: the element around it has one. */
export function answerFace(app, answer, guess) {
  if (answer === null) return "?";
  const own = app.tree.own.answerFace?.(app, answer, guess);
  if (own) return own;
  if (app.tree.inDigits) {
    const parts = app.answerParts(answer).map((part) => h("span", part));
    return h("span.bulls", parts);
  }
  return [keyPegs(app.tree.rules.pegs, answer), digits(app, answer)];
}

function digits(app, answer) {
  return h("span.digits", { "data-digits": app.digits(answer) });
}

/**
 * The answers to choose from: impossible ones are grey, give the reason, and can still be chosen.
 * @param {number} guess the guess that is answered
 * @param {Map<number, number>} counts how many secrets give each answer that is possible
 * @param {(answer: number) => void} pick
 * @param {number} [given] the current answer
 */
export function answerPad(app, guess, counts, pick, given) {
  const { own, rules } = app.tree;
  const ownPad = own.answerPad?.(app, guess, counts, pick, given);
  if (ownPad) return ownPad;
  const wide = rules.whites && rules.pegs <= 6;
  const pad = h("div", {
    class: wide ? "pad wrap matrix" : "pad wrap",
    role: "group",
    "aria-label": app.t("answers"),
    onkeydown: (event) => moveInPad(event, pad),
  });
  if (wide) {
    pad.style.setProperty("--columns", rules.pegs + 1);
    pad.append(h("span.head.wrap"));
    for (let white = 0; white <= rules.pegs; white++) pad.append(padHead(app, white, true));
  }
  for (let black = 0; black <= rules.pegs; black++) {
    if (wide) pad.append(padHead(app, black, false));
    for (let white = 0; white <= (rules.whites ? rules.pegs - black : 0); white++) {
      const answer = 10 * black + white;
      if (!wide && !rules.answers.includes(answer)) continue;
      const face = wide && app.tree.inDigits ? digits(app, answer) : answerFace(app, answer);
      const choice = answerButton(app, answer, face, counts.get(answer) ?? 0, pick, given);
      if (wide) choice.style.gridColumn = white + 2;
      pad.append(choice);
    }
  }
  rove(pad);
  return pad;
}

/** The button of an answer that so many secrets give; an impossible one is grey and gives the reason. */
export function answerButton(app, answer, face, count, pick, given) {
  const never = !app.tree.rules.answers.includes(answer);
  const reason = never ? app.t("never") : count ? "" : app.t("disagrees");
  const name = app.answerName(answer);
  return button(face, () => pick(answer), {
    class: count ? "answer" : "answer grey",
    "aria-label": reason ? `${name}: ${reason}` : name,
    title: reason || app.t("left", { n: count }),
    "aria-pressed": given === undefined ? undefined : String(given === answer),
    disabled: never,
    "data-answer": answer,
    "data-focus": `answer-${answer}`,
  });
}

/** The head of a column or row of the pad: so many white or black pegs. */
function padHead(app, n, white) {
  const label = app.tree.inDigits
    ? app.t(white ? "cows" : "bulls", { n })
    : [n, keyPegs(1, white ? 1 : 10)];
  return h(white ? "span.head.wrap" : "span.head.wrap.first", { "aria-hidden": "true" }, label);
}

/** Makes the pad one stop of the tab key: the answer that had the focus last, at first the given one. */
function rove(pad) {
  const answers = [...pad.querySelectorAll(".answer")];
  const stop = (at) => {
    for (const each of answers) each.tabIndex = each === at ? 0 : -1;
  };
  const first = answers.find((each) => !each.classList.contains("grey"));
  stop(pad.querySelector("[aria-pressed=true]") ?? first ?? answers[0]);
  pad.addEventListener("focusin", (event) => stop(event.target));
}

/** Moves the focus between answers by the arrow keys. */
function moveInPad(event, pad) {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -10, ArrowDown: 10 }[event.key];
  const from = document.activeElement;
  if (!step || !from.dataset.answer) return;
  event.preventDefault();
  let at = Number(from.dataset.answer) + step;
  for (let i = 0; i < 10; i++, at += step) {
    const to = pad.querySelector(`[data-answer="${at}"]:not(:disabled)`);
    if (to) return to.focus();
  }
}

/**
 * The input of a code: places and colours to click, letters to type.
 * @param {{row: (number | null)[], at: number}} entry
 * @param {{done: (code: number) => void, hidden?: boolean, left?: Uint32Array, rows?: object[]}} what
 *   hidden if a secret is set, else the places of the secrets left, and the rows so far
 */
export function codeEntry(app, entry, { done, hidden = false, left, rows = [] }) {
  const { rules, looks, own, inDigits } = app.tree;
  if (own.codeEntry) return own.codeEntry(app, done);
  const places = entry.row.map((color, i) => {
    const name =
      color === null ? app.named("empty") : hidden ? app.t("hiddenPeg") : app.colorName(color);
    const shown = color === null || hidden ? emptyPlace() : peg(looks[color], app.symbol(color));
    if (hidden && color !== null) shown.classList.add("hidden");
    const move = () => app.update(() => Object.assign(entry, { at: i, refused: false }));
    return button(shown, move, {
      class: i === entry.at ? "place here" : "place",
      "aria-label": `${app.t("place", { n: i + 1 })}: ${name}`,
      "aria-current": i === entry.at ? "true" : undefined,
      "data-focus": `place-${i}`,
    });
  });
  const taken = (color) =>
    rules.distinct && entry.row.some((one, i) => one === color && i !== entry.at);
  const palette = looks.map((look, color) => {
    const choose = () => app.update(() => put(entry, color, taken(color)));
    const symbol = app.symbol(color);
    return button(own.keyboard ? symbol : peg(look, symbol), choose, {
      class: "color",
      "aria-label": `${symbol} ${look.name ? app.colorName(color) : ""}`.trim(),
      title: app.colorName(color),
      "aria-disabled": !hidden && taken(color) ? "true" : undefined,
      "data-focus": `color-${color}`,
      ...own.colorProps?.(app, rows, color),
    });
  });
  const code = rules.codeOf(entry.row);
  const refusal = !entry.row.includes(null) && rules.refusal?.(code, hidden, left, rows);
  const twice = entry.refused && (inDigits ? "onceDigits" : "once");
  const full = !entry.row.includes(null) && code >= 0 && !refusal;
  const clear = button(app.t("clear"), () => app.update(() => erase(entry)), {
    "data-focus": "clear",
    disabled: entry.row.every((color) => color === null),
  });
  const ok = button(app.t(hidden ? "set" : "ok"), () => done(code), {
    class: "primary",
    disabled: !full,
    "data-focus": "ok",
  });
  app.onkey = (event) => {
    if (event.key === "Enter" && full && !event.target.closest("button:not(.color):not(.place)")) {
      event.preventDefault();
      done(code);
      return true;
    }
    // If the focus is on a place, it moves along.
    const onPlace = event.target.closest(".place");
    const focus = () => (onPlace ? `place-${entry.at}` : event.target.dataset?.focus);
    if (event.key === "Backspace") return app.update(() => erase(entry), focus);
    const color = event.key.length === 1 ? app.readSymbol(event.key) : -1;
    if (color < 0) return false;
    const refused = taken(color);
    if (!refused) app.say(hidden ? app.t("hiddenPeg") : app.colorName(color));
    return app.update(() => put(entry, color, refused), focus);
  };
  return [
    h("span.places", { role: "group", "aria-label": app.t("yourCode") }, places),
    h(
      own.keyboard ? "div.palette.letters" : "div.palette.wrap",
      { role: "group", "aria-label": app.t("colors") },
      own.keyboard?.(app, palette) ?? palette,
    ),
    (twice || refusal) && h("p.no", { role: "alert" }, app.t(twice || refusal)),
    buttons(clear, ok),
  ];
}

/** An empty row, to be filled. */
export function emptyEntry(rules) {
  return { row: Array(rules.pegs).fill(null), at: 0 };
}

/** Puts a colour in the current place, unless it is refused since it is in another one. */
function put(entry, color, refused) {
  entry.refused = refused;
  if (refused) return;
  entry.row[entry.at] = color;
  const next = entry.row.indexOf(null);
  entry.at = next < 0 ? Math.min(entry.at + 1, entry.row.length - 1) : next;
}

function erase(entry) {
  entry.refused = false;
  if (entry.row[entry.at] === null && entry.at > 0) entry.at--;
  const last = entry.row.findLastIndex((color) => color !== null);
  if (entry.row[entry.at] === null) entry.at = Math.max(last, 0);
  entry.row[entry.at] = null;
}

/** Secrets found by each number of guesses, as bars; one of them is marked, none if it is 0. */
export function histogram(app, marked, of = app.tree) {
  const { histogram: counts, secrets, max } = of;
  const rows = counts.map((count, i) => [app.number(i + 1), count, i + 1 === marked]);
  if (marked > counts.length) rows.push([app.number(marked), 0, true]);
  const average = app.number(of.average, 2);
  const caption = app.t("histogram", { secrets: app.number(secrets), average, max });
  return bars(app, app.weighted(caption), rows);
}

/**
 * Counts as bars, with a caption.
 * @param {[string | Element, number, boolean?][]} rows label, count, and whether it is this game
 */
export function bars(app, caption, rows) {
  const most = Math.max(...rows.map(([, count]) => count));
  const items = rows.map(([label, count, mark]) => {
    const bar = h("span.bar");
    bar.style.width = `${(100 * count) / most}%`;
    return h(
      "li",
      { class: mark ? "marked" : "" },
      h("span.number", label),
      h("span", count > 0 && bar),
      h("span.count", app.number(count), mark && h("b", ` ← ${app.t("thisGame")}`)),
    );
  });
  return h("figure.histogram", h("figcaption.soft", caption), h("ol", items));
}

/** The game of a tree for a secret. */
export function treeGame(app, tree, secret) {
  const rows = gameOf(tree, secret).map(({ guess, answer }, i) =>
    boardRow(i + 1, ...answeredGuess(app, guess, answer, "small")),
  );
  return h(
    "div",
    h("h2", app.t("treeGame", { name: app.uniqueLabel(tree), n: rows.length })),
    h("ol.board.compact", rows),
  );
}

/** A list of codes. */
export function codeList(app, places) {
  const items = Array.from(places, (place) =>
    h("li", codeRow(app, app.tree.rules.codes[place], "small")),
  );
  return h("ul.codes.wrap", items);
}
