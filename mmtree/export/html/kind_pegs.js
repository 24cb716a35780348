import { MARKS, marked, RIGHT } from "./marks.js";
import { HouseRules, mergeTexts, unpackLists } from "./other_rules.js";
import { KINDS } from "./rules.js";

/** The texts of house rules. */
export const HOUSE = "$PAGE_HOUSE";

KINDS.pegs = ({ game }) => {
  const plain = { Rules: HouseRules, unpack: unpackLists };
  if (game.answers === "pegs") return { ...plain, texts: mergeTexts(HOUSE) };
  return {
    ...plain,
    ...marked,
    texts: mergeTexts(HOUSE, MARKS, game.answers === "right" ? RIGHT : {}),
  };
};
