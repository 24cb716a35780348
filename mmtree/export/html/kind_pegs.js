import { withAnswers } from "./answer_kinds.js";
import { HouseRules } from "./other_rules.js";
import { KINDS } from "./rules.js";

/** The texts of house rules. */
export const HOUSE = "$PAGE_HOUSE";

KINDS.pegs = ({ game }) => withAnswers({ Rules: HouseRules }, game, HOUSE);
