import { answeredGuess, treeGame } from "./board.js";
import { button, buttons, h, openDialog } from "./dom.js";
import { bestGuesses, expectedSize } from "./expected_size.js";
import { draw, position } from "./game.js";
import { codeRow } from "./pegs.js";

/**
 * Reviews each guess of a game, given the secret, as mmtree/play/review.py does.
 * @param {import("./tree.js").Tree} tree
 * @param {number[]} guesses at least one
 * @param {number} secret
 * @param {{hints?: number[], dodges?: boolean}} how the places of hints, and whether the codemaker cheats
 */
export function review(tree, guesses, secret, { hints = [], dodges = false } = {}) {
  const { rules } = tree;
  const { allBlack } = rules;
  const rows = [];
  const judged = guesses.map((guess, i) => {
    const { left, guess: better, counts: best } = position(tree, rows);
    const counts = rules.counts(guess, left);
    const answer = rules.answer(guess, secret);
    const stay = (to) => (to === allBlack ? 0 : counts.get(to));
    const after = stay(answer);
    let halves = 0; // of the secrets that would have left more codes, or half of those with as many
    for (const [to, count] of counts) halves += count * (1 + Math.sign(stay(to) - after));
    const average = expectedSize(counts, allBlack);
    const least = expectedSize(best, allBlack);
    const useful = average < left.length; // some answer would rule a secret out
    const skill = average > least ? percent(useful * (least / average)) : 100;
    rows.push({ guess, answer });
    return {
      ...{ guess, answer, possible: counts.has(allBlack), before: left.length, average, after },
      ...{ better, least, skill },
      luck: dodges ? undefined : percent(halves / (2 * left.length)),
      hint: hints.includes(i),
    };
  });
  const mean = (numbers) => Math.round(numbers.reduce((sum, one) => sum + one, 0) / numbers.length);
  const own = judged.filter(({ hint }) => !hint);
  return {
    judged,
    skill: own.length ? mean(own.map(({ skill }) => skill)) : undefined,
    luck: dodges ? undefined : mean(judged.map(({ luck }) => luck)),
    sentence: own.length ? sumUp(own) : undefined,
  };
}

const [STRONG, LUCKY, UNLUCKY] = [90, 65, 35];
const percent = (value) => Math.round(100 * value);

/** The name of the text that sums up some guesses, and how many strong ones come first, as in review.py. */
function sumUp(own) {
  const weak = own.findIndex(({ skill }) => skill < STRONG);
  const rest = weak < 0 ? own : own.slice(weak);
  const luck = rest.reduce((sum, { luck = 50 }) => sum + luck, 0) / rest.length;
  if (weak < 0) return [luck <= UNLUCKY ? "strongUnlucky" : "allStrong", own.length];
  if (weak) return [luck >= LUCKY ? "strongThenLuck" : "strongAtFirst", weak];
  return [luck >= LUCKY ? "mostlyLuck" : "couldTellMore", weak];
}

/** The review of each guess as cards, and the game of the tree. */
export function judged(app) {
  const { state, tree } = app;
  return h(
    "div.judged",
    h("h2", app.t("judged")),
    state.guesses.length > 0 && scores(app, review(tree, state.guesses, state.secret, state)),
    treeGame(app, tree, state.secret),
  );
}

function scores(app, { judged, skill, luck, sentence }) {
  const explain = () =>
    openDialog(
      app,
      app.t("skillAndLuck"),
      h("p", app.t("scoresMean"), app.tree.weighted && ` ${app.t("countsSecrets")}`),
      "scores",
    );
  const help = { "aria-label": app.t("skillAndLuck"), "data-focus": "scores" };
  const score = (name, value) => h("span", app.t(name), " ", h("b.big", value));
  const cards = judged.map((row, i) => card(app, row, judged.slice(0, i)));
  const [name, n] = sentence ?? [];
  const many = app.t("numberWords").split(" ")[n - 1] ?? n;
  return [
    name && h("p.lead", app.t(name, { n, many })),
    h(
      "p.scores.wrap",
      score("skill", skill ?? app.t("onlyHints")),
      luck === undefined ? app.t("luckless") : score("luck", luck),
      button("?", explain, help),
    ),
    h("ol.cards", cards),
  ];
}

function card(app, row, rows) {
  const { guess, answer, possible, before, average, after, better, least } = row;
  const skill = row.hint ? app.t("tip") : row.skill;
  const luck = row.luck === undefined ? "" : ` · ${app.t("luck")} ${row.luck}`;
  const here = answer === app.tree.rules.allBlack ? app.t("foundShort") : app.number(after);
  const line = (kind, ...parts) => h("p", { class: kind }, parts);
  return h(
    "li.card",
    retry(app, rows, [h("b", rows.length + 1), answeredGuess(app, guess, answer, "small")]),
    line("", app.t("stayed", { n: before, average: app.average(average), here })),
    line(possible ? "yes" : "no", app.t("couldBe"), ": ", app.t(possible ? "yes" : "no")),
    line(
      "hint",
      ...[app.t("treeGuess"), ": ", codeRow(app, better, "small"), " "],
      app.t("wouldStay", { average: app.average(least) }),
    ),
    line("count", `${app.t("skill")} ${skill}${luck}`),
  );
}

/** A guess behind some rows; a tap shows the best ones there, and plays on against any secret left. */
function retry(app, rows, head) {
  const { state, tree } = app;
  const playOn = () => {
    const { left } = position(tree, rows);
    const secret = draw(
      tree.rules,
      Array.from(left, (place) => tree.rules.codes[place]),
    );
    const guesses = rows.map(({ guess }) => guess);
    const hints = state.hints?.filter((at) => at < rows.length) ?? [];
    const fresh = { over: false, today: false, sent: false, entry: undefined, date: undefined };
    app.set({ ...fresh, secret, guesses, hints, hinted: undefined }, "place-0");
  };
  const show = ({ target }) => {
    if (!target.open || target.children.length > 1) return;
    const { left, guess } = position(tree, rows);
    const best = bestGuesses(tree.rules, left, guess).map(([average, code]) =>
      h("p", codeRow(app, code, "small"), " ", app.average(average)),
    );
    const on = button(app.t("playOn"), playOn, { "data-focus": "play-on" });
    target.append(
      h("p", app.t("bestHere")),
      ...best,
      h("p.hint", app.t("playOnHint")),
      buttons(on),
    );
  };
  const more = h("span.change", app.t("retry"));
  return h("details.retry", { ontoggle: show }, h("summary.wrap", head, more));
}
