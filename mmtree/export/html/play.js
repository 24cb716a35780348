import { answeredGuess, boardRow, codeEntry, emptyEntry, emptyRows, histogram } from "./board.js";
import { dayButtons, dayResults, keepDay, resultOf, todayCard } from "./daily.js";
import { button, buttons, desk, h } from "./dom.js";
import { dodged, draw, position } from "./game.js";
import { legend } from "./help.js";
import { codeRow } from "./pegs.js";
import { judged } from "./review.js";
import { sentGame, shareButton, shareResult } from "./share.js";
import { storesNothing } from "./storage.js";

/**
 * "You guess": the page hides a secret.
 *
 * State: secret; guesses; entry; over, once it was found or given up; setting, an entry of a second
 * person; sent, if a friend has set the secret; today, if it is the code of the day, and its date; hints,
 * the places of the guesses that were suggested, and hinted, the one suggested now; dodges, if the codemaker
 * cheats: then the secret is one of those that agree with all answers so far.
 */
export function play(app) {
  const { state } = app;
  if (state.today) keepDay(app);
  const first = !state.guesses?.length && "playLead";
  const set = state.dodges ? "dodgeHint" : state.sent && "sentByFriend";
  const lead = state.today ? "todayHint" : set || first;
  return h(
    "section.game",
    h("h1.unseen", app.t("play")),
    lead && h("p.lead", app.t(lead)),
    state.today && storesNothing() && h("p.no", app.t("notStored")),
    state.secret !== undefined && legend(app),
    state.secret === undefined ? choice(app) : table(app),
  );
}

function begin(app, secret, dodges = false) {
  const entry = emptyEntry(app.tree.rules);
  const fresh = { secret, dodges, guesses: [], hints: [], over: false, entry, sent: false };
  app.set({ ...fresh, setting: undefined, hinted: undefined }, "place-0");
  app.say(app.t("begun", { game: app.game(app.tree) }));
}

/** A random secret of a shape, or of any shape. */
function anySecret(rules, pattern) {
  const codes = pattern
    ? rules.secrets.filter((code) => rules.patternOf(code) === pattern)
    : rules.secrets;
  return draw(rules, codes);
}

function choice(app) {
  const { state, tree } = app;
  if (state.setting) {
    const done = (code) => begin(app, code);
    const back = () => app.set({ setting: undefined }, "random");
    return desk(
      app.t("setSecret"),
      h("p", app.t("lookAway")),
      codeEntry(app, state.setting, { done, hidden: true }),
      buttons(button(app.t("back"), back)),
    );
  }
  const patterns = tree.rules.patterns();
  const set = () => app.set({ setting: emptyEntry(tree.rules) }, "place-0");
  const second = button(app.t("setSecret"), set, { "data-focus": "set" });
  const random = button(app.t("begin"), () => begin(app, anySecret(tree.rules)), {
    class: "primary",
    "data-focus": "random",
  });
  const dodge = button(app.t("dodger"), () => begin(app, tree.rules.secrets[0], true), {
    "data-focus": "dodge",
  });
  const shapes = patterns.map((pattern) =>
    button(pattern, () => begin(app, anySecret(tree.rules, pattern))),
  );
  const card = (name, hint, ...choices) =>
    h("div.card", h("h3", app.t(name)), h("p.hint", hint), buttons(choices));
  return [
    h("h2", app.t("whichSecret")),
    h(
      "div.setup",
      card("today", app.t("todayHint"), todayCard(app)),
      card("anySecret", app.t("anyHint", { n: tree.secrets }), random),
      patterns.length > 1 &&
        card("ofPattern", app.t("patternHint", { pattern: patterns.at(-2) }), shapes),
      card("secondPerson", app.t("secondHint"), second),
      card("dodger", app.t("dodgeHint"), dodge),
      h("div.card", sentGame(app)),
    ),
  ];
}

function table(app) {
  const { state, tree } = app;
  const { rules } = tree;
  const rows = state.guesses.map((guess) => ({ guess, answer: rules.answer(guess, state.secret) }));
  const now = position(tree, rows);
  const over = state.over || now.solved;
  const items = rows.map(({ guess, answer }, i) =>
    boardRow(i + 1, ...answeredGuess(app, guess, answer)),
  );
  const done = (guess) => {
    const hints = guess === state.hinted ? [...state.hints, rows.length] : state.hints;
    const fresh = { guesses: [...state.guesses, guess], hints, hinted: undefined };
    if (state.dodges) Object.assign(fresh, dodged(tree, fresh.guesses));
    const answer = rules.answer(guess, fresh.secret ?? state.secret);
    const found = answer === rules.allBlack;
    app.set({ ...fresh, entry: emptyEntry(rules) }, found ? "again" : "place-0");
    app.say(found ? app.t("found", { n: state.guesses.length }) : app.answerName(answer));
  };
  const giveUp = () => {
    if (state.today && !confirm(app.t("giveUpToday"))) return;
    app.set({ over: true }, "again");
    app.say(app.t("secretIs", { code: app.codeName(state.secret) }));
  };
  const hint = () => {
    const row = rules.pegsOf(now.guess);
    app.set({ entry: { row, at: 0 }, hinted: now.guess }, "ok");
    app.say(app.t("treePlays", { code: app.codeName(now.guess) }));
  };
  const board = h("ol.board", items);
  if (over) {
    return [h("div.table", board, endDesk(app, rows, now.solved)), judged(app)];
  }
  state.entry ??= emptyEntry(rules);
  const [places, ...below] = codeEntry(app, state.entry, { done, left: now.left, rows });
  const current = boardRow(rows.length + 1, places, "", { class: "row current" });
  board.append(current, ...emptyRows(app, rows.length + 1, Math.max(8, tree.max + 1)));
  const next = desk(
    app.t("yourGuess", { n: rows.length + 1 }),
    below,
    h("p.hint.keyboard", app.t("typeCode")),
    buttons(
      !state.today && button(app.t("hint"), hint, { "data-focus": "hint" }),
      button(app.t("giveUp"), giveUp),
      challengeButton(app),
    ),
  );
  return h("div.table", board, next);
}

function endDesk(app, rows, solved) {
  const { state } = app;
  const fresh = { secret: undefined, guesses: [], sent: false, today: false, dodges: false };
  const again = () => app.set(fresh, "random");
  const share = () => shareResult(app, resultOf(app, rows, solved));
  return desk(
    solved ? app.t("found", { n: rows.length }) : app.t("theSecretWas"),
    codeRow(app, state.secret, "large"),
    state.today ? dayResults(app) : histogram(app, solved ? rows.length : 0),
    buttons(
      button(app.t("again"), again, { class: "primary", "data-focus": "again" }),
      state.today
        ? dayButtons(app, rows, solved, again)
        : [button(app.t("shareResult"), share, { "data-focus": "result" }), challengeButton(app)],
    ),
  );
}

/** A button for friends, where there is one secret to find. */
function challengeButton(app) {
  const { today, dodges } = app.state;
  return !today && !dodges && shareButton(app, app.t("challenge"), true);
}
