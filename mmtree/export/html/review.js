import { answeredGuess, treeGame } from "./board.js";
import { button, h, openDialog } from "./dom.js";
import { expectedSize } from "./expected_size.js";
import { position } from "./game.js";
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
  const own = judged.filter(({ hint }) => !hint).map(({ skill }) => skill);
  const skill = own.length ? mean(own) : undefined;
  return { judged, skill, luck: dodges ? undefined : mean(judged.map(({ luck }) => luck)) };
}

function percent(value) {
  return Math.round(100 * value);
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

function scores(app, { judged, skill, luck }) {
  const explain = () =>
    openDialog(app, app.t("skillAndLuck"), h("p", app.t("scoresMean")), "scores");
  const help = { "aria-label": app.t("skillAndLuck"), "data-focus": "scores" };
  const score = (name, value) => h("span", app.t(name), " ", h("b.big", value));
  const cards = judged.map((row, i) => card(app, row, i + 1));
  return [
    h(
      "p.scores.wrap",
      score("skill", skill ?? app.t("onlyHints")),
      luck === undefined ? app.t("luckless") : score("luck", luck),
      button("?", explain, help),
    ),
    h("ol.cards", cards),
  ];
}

function card(app, row, number) {
  const { guess, answer, possible, before, average, after, better, least } = row;
  const skill = row.hint ? app.t("tip") : row.skill;
  const luck = row.luck === undefined ? "" : ` · ${app.t("luck")} ${row.luck}`;
  const here = answer === app.tree.rules.allBlack ? app.t("foundShort") : app.number(after);
  const line = (kind, ...parts) => h("p", { class: kind }, parts);
  return h(
    "li.card",
    h("div.wrap", h("b", number), answeredGuess(app, guess, answer, "small")),
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
