import { answeredGuess, boardRow } from "./board.js";
import { button, h, openDialog } from "./dom.js";
import { codeRow, keyPegs } from "./pegs.js";

const SEEN = "seen";

/** What the answers mean, until it is dismissed; the button "?" shows it again. */
export function legend(app) {
  const means = meanings(app);
  if (app.settings.legend === SEEN || !means) return undefined;
  const dismiss = () => {
    app.settings.legend = SEEN;
    app.render("help");
  };
  const props = { class: "dismiss", "aria-label": app.t("dismiss"), title: app.t("dismiss") };
  return h("div.answers-mean", means, button("×", dismiss, props));
}

function meanings(app) {
  const { inDigits, own, rules } = app.tree;
  if (own.meanings) return own.meanings(app);
  const names = inDigits ? ["bullMeans", "cowMeans"] : ["blackMeans", "whiteMeans"];
  const items = names.slice(0, rules.whites ? 2 : 1).map((name, white) => {
    const key = !inDigits && keyPegs(1, white ? 1 : 10);
    return h("li", key, app.t(name));
  });
  return h("ul.meanings.wrap", items);
}

/** The dialog that explains how to play, in pictures of codes and answers of the game. */
export function openHelp(app) {
  const { tree } = app;
  const plays = app.state.mode === "play";
  const put = tree.inDigits ? "sayDigits" : "putPegs";
  const [opening] = tree.nodes.guess;
  const step = (picture, ...texts) => h("li", h("ol.board.compact", picture), texts);
  const steps = [
    step(
      boardRow(app.t("guess"), codeRow(app, opening, "small"), ""),
      app.t(plays ? "putGuess" : put),
    ),
    step(
      answered(app, opening, instructiveSecret(tree.rules, opening)),
      app.t(plays ? "seeAnswer" : "tapAnswer"),
      meanings(app),
    ),
    repetition(app, step),
    !plays && h("li", app.t("andSoOn")),
  ];
  const content = [
    h("ol.steps", steps),
    h("p.hint.keyboard", app.t(plays ? "typeCode" : typeAnswer(app))),
    !plays && h("p.hint", app.t("greyed")),
  ];
  openDialog(app, app.t("howToPlay"), content, "help");
}

/** A secret, and a guess with its answer. */
function answered(app, guess, secret) {
  const answer = app.tree.rules.answer(guess, secret);
  return [
    boardRow(app.t("secret"), codeRow(app, secret, "small"), ""),
    boardRow(app.t("guess"), ...answeredGuess(app, guess, answer, "small")),
  ];
}

/** A secret whose answer to a guess has as many sorts of pegs, or of marks, as any. */
function instructiveSecret(rules, guess) {
  const secrets = rules.everything();
  const sorts = Array.from(rules.answersTo(guess, secrets), (answer) =>
    rules.marks ? new Set(rules.marksOf(answer)).size : (answer > 9) + (answer % 10 > 0),
  );
  return rules.codes[secrets[sorts.lastIndexOf(Math.max(...sorts))]];
}

/** The step on a colour that is repeated: what it counts, or that no code has one. */
function repetition(app, step) {
  const { inDigits, rules } = app.tree;
  if (rules.distinct) {
    const digits = Array.from({ length: rules.pegs }, (_, i) => Math.max(0, i - 1));
    const code = digits.reduce((number, color) => number * rules.colors + color, 0);
    const refused = boardRow(app.t("guess"), codeRow(app, code, "small"), h("span.plate", "✗"));
    return rules.pegs > 1 && step(refused, app.t(inDigits ? "onceDigits" : "once"));
  }
  if (!rules.whites || rules.marks === 2 || rules.cells) return undefined;
  const found = repeating(app.tree);
  return found && step(answered(app, ...found), app.t("repeated"));
}

/** A guess that has a colour twice, and a secret that has it once, and few other colours of the guess. */
function repeating({ rules, nodes }) {
  for (const guess of [nodes.guess[0], ...rules.codes]) {
    const row = rules.pegsOf(guess);
    const color = row.find((one, i) => row.indexOf(one) < i);
    if (color === undefined) continue;
    const common = (secret) => rules.pegsOf(secret).filter((one) => row.includes(one)).length;
    const once = rules.secrets.filter(
      (secret) => rules.pegsOf(secret).filter((one) => one === color).length === 1,
    );
    if (once.length) return [guess, once.reduce((a, b) => (common(b) < common(a) ? b : a))];
  }
  return undefined;
}

/** The name of the text that says how to type an answer. */
export function typeAnswer({ tree: { inDigits, rules } }) {
  if (!rules.whites) return "typeBlack";
  return inDigits ? "typeBulls" : "type";
}
