import {
  answerButton,
  answerFace,
  answerPad,
  answerPlate,
  boardRow,
  codeEntry,
  emptyEntry,
  emptyRows,
  histogram,
  marksTiles,
} from "./board.js";
import { button, buttons, desk, h } from "./dom.js";
import { position, repairs } from "./game.js";
import { legend, typeAnswer } from "./help.js";
import { known } from "./known.js";
import { codeRow } from "./pegs.js";
import { shareButton } from "./share.js";

const LIKELY = 5; // the repairs that are shown at first

// The part of the state that a change of the rows resets.
const SETTLED = {
  attempt: undefined,
  all: undefined,
  editing: undefined,
  own: undefined,
  entry: undefined,
  marks: undefined,
  anyAnswer: undefined,
};

/**
 * "You have the board": the tree guesses, a person answers.
 *
 * State: rows; editing, the number of a row whose answer is changed; attempt, rows with which no secret
 * agrees, and whether all their repairs are shown; own, a guess of the player instead of the tree's;
 * entry, while it is put; anyAnswer, if all answers are offered where one is possible; past, rows to go
 * back to.
 */
export function guide(app) {
  const { state } = app;
  const now = position(app.tree, state.rows);
  app.strayed = now.left.length > 0 && !now.onTree;
  if (!now.left.length && state.editing === undefined) state.attempt ??= state.rows;
  const guess = state.own ?? now.guess;
  const counts = state.own === undefined ? now.counts : app.tree.rules.counts(guess, now.left);
  const items = (state.attempt ?? state.rows).map((row, i) => answered(app, row, i));
  if (!now.solved && now.left.length && !state.attempt) items.push(current(app, guess));
  const board = h("ol.board", items, emptyRows(app, items.length, app.tree.max));
  let below;
  if (state.attempt) below = repairDesk(app);
  else if (state.entry) below = entryDesk(app);
  else if (state.editing !== undefined) below = editDesk(app);
  else if (now.solved) below = endDesk(app);
  else below = answerDesk(app, guess, counts);
  return h(
    "section.game",
    h("h1.unseen", app.t("guide")),
    legend(app),
    !state.rows.length && h("p.step", app.t(app.tree.inDigits ? "sayDigits" : "putPegs")),
    h("div.table", board, below, known(app, now, counts)),
  );
}

function answered(app, { guess, answer }, i) {
  const { state } = app;
  const label = `${app.t("change", { n: i + 1 })}: ${app.answerName(answer)}`;
  const editing = i < state.rows.length ? i : undefined; // else the answer is asked again
  const edit = button(
    marksTiles(app, answer) ? "✎" : answerFace(app, answer),
    () => app.set({ editing, attempt: undefined }, `answer-${answer}`),
    { class: "plate", "aria-label": label, title: label, "data-focus": `row-${i}` },
  );
  const here = state.editing === i && !state.attempt;
  return boardRow(i + 1, codeRow(app, guess, "", answer), edit, {
    class: here ? "row current" : "row",
  });
}

function current(app, guess) {
  const { rows, editing } = app.state;
  const plate = h("span.plate.asked", "?");
  const props = { class: editing === undefined ? "row current" : "row", id: "current" };
  return boardRow(rows.length + 1, codeRow(app, guess), plate, props);
}

/** Accepts rows if some secret agrees with them; else asks which answer was wrong. */
function take(app, rows) {
  const { state } = app;
  const ended = rows.findIndex(({ answer }) => answer === app.tree.rules.allBlack);
  const kept = ended < 0 ? rows : rows.slice(0, ended + 1);
  const now = position(app.tree, kept);
  if (!now.left.length) {
    app.say(app.t("noneAgrees"));
    return app.set({ attempt: kept }, "repair-0");
  }
  state.past.push(state.rows);
  app.set({ rows: kept, ...SETTLED }, now.solved ? "again" : "pad");
  app.say(now.solved ? app.t("secretIs", { code: app.codeName(now.guess) }) : told(app, now));
}

function told(app, { left, guess }) {
  const number = app.state.rows.length + 1;
  const next = app.t("guessIs", { n: number, code: app.codeName(guess) });
  return `${app.t("left", { n: left.length })}. ${next}`;
}

function answerDesk(app, guess, counts) {
  const { state, tree } = app;
  const pick = (answer) => take(app, [...state.rows, { guess, answer }]);
  app.onkey = (event) => typedAnswer(app, event, pick) || undoKey(app, event);
  const n = state.rows.length + 1;
  const other = () => app.set({ entry: emptyEntry(tree.rules) }, "place-0");
  const [[answer, secrets]] = counts;
  const single = counts.size === 1 && secrets === 1 && !state.anyAnswer;
  return desk(
    n > 1 ? app.t("answerTo", { n }) : app.t("tapAnswer"),
    single ? onlyAnswer(app, guess, answer, pick) : answerPad(app, guess, counts, pick),
    h(
      "p.hint",
      h("output", { id: "typed" }),
      !single && h("span.keyboard", app.t(typeAnswer(app)), " "),
      !single && n > 1 && app.t("trueGrey"),
    ),
    buttons(
      undoButton(app),
      single &&
        button(app.t("otherAnswer"), () => app.set({ anyAnswer: true }, "pad"), {
          "data-focus": "any",
        }),
      unknownButton(app, pick),
      button(app.t("otherGuess"), other, { "data-focus": "other" }),
      state.rows.length > 0 && button(app.t("again"), () => again(app), { "data-focus": "again" }),
    ),
  );
}

/** The answer that the only secret left gives. */
function onlyAnswer(app, guess, answer, pick) {
  if (app.tree.own.answerPad) app.onpad = () => false; // digits are no answer
  const choice = answerButton(app, answer, answerFace(app, answer, guess), 1, pick);
  return h("div.pad.wrap", { role: "group", "aria-label": app.t("answers") }, choice);
}

/** The button for an answer that nobody knows. */
function unknownButton(app, pick) {
  return button(app.t("unknown"), () => pick(null), { "data-focus": "answer-null" });
}

function undoButton(app) {
  const { rows, past } = app.state;
  return button(app.t("undo"), () => undo(app), {
    disabled: !rows.length && !past.length,
    "data-focus": "undo",
  });
}

function undo(app) {
  const { state } = app;
  app.set({ rows: state.past.pop() ?? state.rows.slice(0, -1), ...SETTLED }, "pad");
  app.say(told(app, position(app.tree, state.rows)));
}

function undoKey(app, event) {
  if (event.key !== "Backspace" && event.key !== "u") return false;
  if (app.state.rows.length || app.state.past.length) undo(app);
  return true;
}

/** Digits typed: the black pegs, then the white ones. */
function typedAnswer(app, event, pick) {
  const { rules } = app.tree;
  if (event.key === "?") {
    pick(null);
    return true;
  }
  if (app.onpad) return app.onpad(event);
  if (!/^[0-9]$/.test(event.key)) return false;
  const digit = Number(event.key);
  const before = app.typed;
  app.typed = undefined;
  if (rules.whites && before === undefined) {
    app.typed = digit;
    document.querySelector("#typed").value = app.t("typed", { black: digit });
    return true;
  }
  const answer = rules.whites ? 10 * before + digit : 10 * digit;
  if (rules.answers.includes(answer)) pick(answer);
  else {
    document.querySelector("#typed").value =
      `${app.digits(answer)}${app.t("colon")} ${app.t("never")}. `;
    app.say(`${app.answerName(answer)}: ${app.t("never")}`);
  }
  return true;
}

function entryDesk(app) {
  const { state } = app;
  const { rows } = state;
  const done = (own) => app.set({ own, entry: undefined }, "pad");
  const back = () => app.set({ entry: undefined }, "other");
  return desk(
    app.t("otherGuess"),
    codeEntry(app, state.entry, { done, left: position(app.tree, rows).left, rows }),
    buttons(button(app.t("back"), back)),
  );
}

function editDesk(app) {
  const { state, tree } = app;
  const i = state.editing;
  const { guess, answer } = state.rows[i];
  const others = state.rows.filter((_, at) => at !== i);
  const { left } = position(tree, others);
  const counts = tree.rules.counts(guess, left);
  // All black ends the game there, whatever was answered after it.
  const before = position(tree, state.rows.slice(0, i)).left;
  if (before.some((place) => tree.rules.codes[place] === guess)) counts.set(tree.rules.allBlack, 1);
  const pick = (value) => take(app, state.rows.with(i, { guess, answer: value }));
  const back = () => app.set({ editing: undefined }, `row-${i}`);
  app.onkey = (event) => typedAnswer(app, event, pick) || (event.key === "Escape" && back());
  return desk(
    app.t("change", { n: i + 1 }),
    answerPad(app, guess, counts, pick, answer),
    h("p.hint", h("output", { id: "typed" }), app.t("greyed")),
    buttons(unknownButton(app, pick), button(app.t("back"), back)),
  );
}

function repairDesk(app) {
  const { state, tree } = app;
  const rows = state.attempt;
  const found = repairs(tree, rows);
  const shown = state.all ? found : found.slice(0, LIKELY);
  const choose = ({ row, answer }) => take(app, rows.with(row, { ...rows[row], answer }));
  const items = shown.map((repair, i) => {
    const { row, answer, secrets } = repair;
    const given = rows[row].answer;
    const face = [
      h("span.number", app.t("guessN", { n: row + 1 })),
      answerPlate(app, given, rows[row].guess),
      h("span", { role: "img", "aria-label": app.t("shouldBe") }, "→"),
      answerPlate(app, answer, rows[row].guess),
      h("span.count.soft", app.t("left", { n: secrets })),
    ];
    const props = { class: "repair wrap", "data-focus": `repair-${i}` };
    const choice = button(face, () => choose(repair), props);
    return h("li", choice);
  });
  const more = () => app.set({ all: true }, `repair-${LIKELY}`);
  const back = () => {
    const rows = state.attempt === state.rows ? state.rows.slice(0, -1) : state.rows;
    app.set({ rows, attempt: undefined, all: undefined }, "pad");
  };
  return h(
    "div.desk.wrong",
    { role: "region", "aria-label": app.t("noneAgrees") },
    h("h2", app.t("noneAgrees")),
    h("p", app.t(found.length ? "oneWrong" : "moreWrong")),
    h("ol.repairs", items),
    buttons(
      button(app.t("back"), back, { "data-focus": found.length ? "back" : "repair-0" }),
      found.length > shown.length &&
        button(app.t("more", { n: found.length - shown.length }), more),
    ),
  );
}

function again(app) {
  app.set({ rows: [], past: [], ...SETTLED }, "pad");
  app.say(told(app, position(app.tree, [])));
}

function endDesk(app) {
  const { state } = app;
  app.onkey = (event) => undoKey(app, event);
  const { guess } = position(app.tree, state.rows);
  return desk(
    app.t("found", { n: state.rows.length, code: app.codeName(guess) }),
    !app.tree.rules.identified && codeRow(app, guess, "large"),
    histogram(app, state.rows.length),
    buttons(
      button(app.t("again"), () => again(app), { class: "primary", "data-focus": "again" }),
      undoButton(app),
      shareButton(app),
    ),
  );
}
