import { h } from "./dom.js";
import { MARKS, marked, RIGHT } from "./marks.js";
import { mergeTexts, unpackLists } from "./other_rules.js";
import { ANSWERS, inTexts } from "./text_answers.js";

/**
 * What the page does in its own way for a kind of game with any answers.
 * @param {object} kind what it does for the codes of the game
 * @param {object} game the game in the page's data
 * @param {object} texts the texts of the kind, by language
 */
export function withAnswers(kind, { answers, explain }, texts) {
  const plain = { ...kind, unpack: unpackLists };
  if (explain) return { ...plain, ...explained(kind, explain), texts: mergeTexts(texts, ANSWERS) };
  if (answers === "pegs" || answers === "black") return { ...plain, texts: mergeTexts(texts) };
  const marks = mergeTexts(texts, MARKS, answers === "right" ? RIGHT : {});
  return { ...plain, ...marked, texts: marks };
}

/** What the page does where answers are looked up, given their explanation in each language. */
function explained(kind, explain) {
  const game = (app, tree) => {
    const answers = app.t("answersAre", { example: explain[app.language] }, tree);
    return `${app.game({ ...tree, own: kind })}, ${answers}`;
  };
  const meanings = ({ language }) => h("ul.meanings.wrap", h("li", explain[language]));
  return { ...inTexts, game, meanings };
}
