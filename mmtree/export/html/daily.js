import { bars } from "./board.js";
import { button, h } from "./dom.js";
import { readGuesses, writeGuesses } from "./fragment.js";
import { gameOf } from "./game.js";
import { review } from "./review.js";
import { shareResult } from "./share.js";
import { load, store } from "./storage.js";

/**
 * Today's code: the same for everybody with the same rules, one try a day.
 *
 * The local storage has the game of each day by rules and date, written as in an address; streak and
 * histogram are computed from these games. A game that was never ended does not count, as if not played.
 */
const KEPT = "mmtree-days";

/** The local date as YYYY-MM-DD. */
function dateOf(time) {
  return new Date(time - time.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
}

/**
 * The code of a day: the hash of date and rules, as "2026-11-26 4p6c", modulo the number of codes, in
 * their order. The hash is FNV-1a of 32 bits, then the last step of MurmurHash3 (fmix32).
 */
export function codeOfDay(rules, date) {
  let hash = 0x811c9dc5;
  for (const letter of `${date} ${rules.name}`) {
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return rules.secrets[((hash ^ (hash >>> 16)) >>> 0) % rules.secrets.length];
}

/** The games of these rules by date, as far as what is stored is valid. */
function gamesOf(rules) {
  const games = new Map();
  for (const [date, text] of Object.entries({ ...load(KEPT)?.[rules.name] })) {
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || typeof text !== "string") continue;
    const secret = codeOfDay(rules, date);
    const { guesses, over } = readGuesses(rules, secret, text.split("/"));
    const found = guesses.at(-1) === secret;
    if (guesses.length || over) games.set(date, { guesses, over, found, ended: over || found });
  }
  return games;
}

/** A text, and the number of days in a row whose codes were found, up to this day or the one before. */
function withStreak(app, text, games, today) {
  const before = (date) => new Date(Date.parse(date) - 864e5).toISOString().slice(0, 10);
  let date = games.get(today)?.ended ? today : before(today);
  let n = 0;
  for (; games.get(date)?.found; date = before(date)) n++;
  return n ? `${text}, ${app.t("streak", { n })}` : text;
}

/** Stores the game of the state; if the stored game does not begin it, takes that one instead. */
export function keepDay({ state, tree: { rules } }) {
  state.date ??= dateOf(new Date());
  state.secret = codeOfDay(rules, state.date);
  const { guesses = [], over = false } = gamesOf(rules).get(state.date) ?? {};
  const stored = writeGuesses(rules, { guesses, over }).join("/");
  const text = writeGuesses(rules, state).join("/");
  if (!state.guesses || !text.startsWith(stored)) Object.assign(state, { guesses, over });
  else if (text !== stored) {
    const games = { ...load(KEPT) };
    const { name } = rules;
    store(KEPT, { ...games, [name]: { ...games[name], [state.date]: text } });
  }
}

/** A link to today's code, with the result so far. */
export function todayCard(app) {
  const today = dateOf(new Date());
  const games = gamesOf(app.tree.rules);
  const game = games.get(today);
  const ended = game?.found ? "todayFound" : "todayLost";
  const name = game?.ended ? ended : game ? "todayGoOn" : "today";
  const text = withStreak(app, app.t(name, { n: game?.guesses.length }), games, today);
  const href = `#${app.fragment({ mode: "play", today: true })}`;
  return h("a.button.primary.today", { href, "data-focus": "today" }, text);
}

/** The user's results by guesses: more than the tree needs are one bar, X is a code not found. */
export function dayResults(app) {
  const { state, tree } = app;
  const { max } = tree;
  const games = gamesOf(tree.rules);
  const ended = [...games].filter(([, game]) => game.ended);
  const bar = ({ guesses, found }) => (found ? Math.min(guesses.length - 1, max) : max + 1);
  const labels = [...Array.from({ length: max }, (_, i) => app.number(i + 1)), `${max + 1}+`, "X"];
  const rows = labels.map((label, i) => {
    const dates = ended.filter(([, game]) => bar(game) === i).map(([date]) => date);
    return [label, dates.length, dates.includes(state.date)];
  });
  const title = app.t("results", { n: ended.length });
  return [bars(app, withStreak(app, title, games, state.date), rows), nextCode(app)];
}

/** The buttons at the end of the day's game. */
export function dayButtons(app, rows, found, again) {
  const clear = () => {
    if (!confirm(app.t("clearWarning"))) return;
    store(KEPT, {});
    again();
  };
  const share = () => shareResult(app, resultOf(app, rows, found));
  return [
    button(app.t("shareResult"), share, { "data-focus": "share" }),
    button(app.t("clearResults"), clear),
  ];
}

/** The time to the next code; when it has come, a button that begins it. */
function nextCode(app) {
  const { state } = app;
  const place = h("p");
  const fresh = { date: undefined, guesses: undefined, entry: undefined };
  const begin = () => app.set(fresh, "place-0");
  const show = () => {
    const now = new Date();
    if (dateOf(now) !== state.date) return place.replaceChildren(button(app.t("today"), begin));
    const minutes = Math.ceil((new Date(now).setHours(24, 0, 0, 0) - now) / 60000);
    const hours = Math.floor(minutes / 60);
    place.textContent = app.t("nextCode", { hours, minutes: minutes % 60 });
    setTimeout(() => place.isConnected && show(), 60000 - (now % 60000));
  };
  show();
  return place;
}

/**
 * The result as a text that does not give the code away; a lamp marks a hint. A codemaker who dodges
 * makes the strategy need its most guesses.
 */
export function resultOf(app, rows, found) {
  const { state, tree } = app;
  const { skill = "–" } = review(tree, state.guesses, state.secret, state);
  const strategy = state.dodges ? tree.max : gameOf(tree, state.secret).length;
  const gaps = { n: rows.length, name: app.gameName(tree), strategy, skill };
  const head = app.t(found ? "resultFound" : "resultLost", gaps);
  const what = state.today ? state.date : state.dodges && app.t("dodger");
  const inPegs = (answer) => "⚫".repeat(answer / 10) + "⚪".repeat(answer % 10) || "–";
  const pegs = ({ answer }) => tree.own.squares?.(tree.rules, answer) ?? inPegs(answer);
  const line = (row, i) => pegs(row) + (state.hints?.includes(i) ? " 💡" : "");
  return [head, what, ...rows.map(line)].filter(Boolean).join("\n");
}
