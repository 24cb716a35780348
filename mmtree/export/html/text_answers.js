import { answerButton } from "./board.js";
import { h } from "./dom.js";

/** The texts of games whose answers are texts. */
export const ANSWERS = "$PAGE_ANSWERS";

function answerFace({ tree: { rules } }, answer) {
  return h("span.text", rules.texts[answer]);
}

/** The answers that some secret gives to a guess; those that are impossible now are grey. */
function answerPad(app, guess, counts, pick, given) {
  const { rules } = app.tree;
  const possible = [...new Set(rules.answersTo(guess, rules.everything()))].sort((a, b) => a - b);
  app.onpad = () => false;
  const choices = possible.map((answer) =>
    answerButton(app, answer, rules.texts[answer], counts.get(answer) ?? 0, pick, given),
  );
  return h("div.pad.texts.wrap", { role: "group", "aria-label": app.t("answers") }, choices);
}

/** What the page does in its own way where answers are texts. */
export const inTexts = {
  ...{ answerFace, answerPad, answerParts: ({ tree }, answer) => [tree.rules.texts[answer]] },
  squares: (rules, answer) => rules.texts[answer], // in a result to share
};
