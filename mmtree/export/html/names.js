import { LETTERS } from "./rules.js";
import { COLORS, PLURAL, TEXTS } from "./texts.js";

// Colours from few guesses still needed to many.
const SHADES = "#f7e7a3 #a5d98a #4fb78d #2b8f9b #3a6aa5 #5a4596 #6b2a7f #4d1a57 #2a0f30".split(" ");

/** The names of all that the page shows, in its language, from its settings and its tree. */
export class Names {
  get language() {
    const wanted = this.settings.language ? [this.settings.language] : navigator.languages;
    const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
    return known.find((tag) => tag in TEXTS) ?? "en";
  }

  /** A text of the table with its gaps filled, in the singular or plural that n needs. */
  t(name, values = {}, tree = this.tree) {
    const own = tree.texts[this.language]?.[name];
    const [one, more = one] = (own ?? TEXTS[this.language][name]).split(PLURAL);
    const text = values.n === 1 ? one : more;
    return text.replace(/\{(\w+)\}/g, (_, key) =>
      typeof values[key] === "number" ? this.number(values[key]) : values[key],
    );
  }

  number(value, digits = 0) {
    const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(this.language, form).format(value);
  }

  /** An average number of codes. */
  average(value) {
    return this.number(value, value && value < 10 ? 1 : 0);
  }

  /** The rules of a tree in words. */
  game(tree) {
    const { rules, looks, inDigits, own } = tree;
    if (own.game) return own.game(this, tree);
    const { pegs, distinct, whites, holes } = rules;
    const n = looks.filter(({ hole }) => !hole).length;
    const colors = this.t(n < looks.length && !holes ? "colorsOrEmpty" : "colorsOf", { n });
    const parts = [this.t(inDigits ? "digitsOf" : "pegsOf", { n: pegs, colors })];
    if (distinct) parts.push(this.t(inDigits ? "digitsDistinct" : "distinct"));
    if (!whites) parts.push(this.t("blackOnly"));
    for (const name of rules.house ?? []) parts.push(this.t(name, {}, tree));
    return parts.join(", ");
  }

  /** The name by which people know a game, or its rules. */
  gameName(tree) {
    const { name, whites } = tree.rules;
    if (tree.inDigits && whites && !tree.game) return "Bulls and Cows";
    return { "4p6c": "Mastermind", "5p8c": "Super Mastermind" }[name] ?? this.game(tree);
  }

  headline(tree) {
    const { inDigits, max, rules } = tree;
    const gaps = { n: max, max, name: rules.list };
    const text = this.t(inDigits ? "headlineDigits" : "headline", gaps, tree);
    return text.replace("-", "\u2011"); // a line does not break in "Mastermind-Code"
  }

  /** The other trees of the same game. */
  others(tree) {
    return this.trees.filter((of) => of !== tree && of.rules.name === tree.rules.name);
  }

  /** What a strategy is good for; its source if one of another source is as good for it, and better. */
  strategyWords(tree) {
    const better = ({ label, max, average }) =>
      label !== tree.label && max <= tree.max && average < tree.average;
    if (tree.proof?.[0] === "bestAverage") return this.t("fewest", {}, tree);
    if (this.others(tree).some(better)) return this.label(tree);
    return this.t("neverMore", { n: tree.max }, tree);
  }

  /** The source of a strategy, such as Koyama and Lai 1993. */
  label({ label }) {
    return label.replace(" and ", ` ${this.t("and")} `);
  }

  /** The maximum and average that a tree promises, with as many digits as tell averages apart. */
  promise(tree) {
    const { max, average } = tree;
    const near = (of) =>
      of.average !== average && this.number(of.average, 2) === this.number(average, 2);
    const digits = this.others(tree).some(near) ? 4 : 2;
    return this.weighted(
      this.t("promise", { max, average: this.number(average, digits) }, tree),
      tree,
    );
  }

  /** A text about averages, which says if secrets count by their weights. */
  weighted(text, tree = this.tree) {
    return tree.weighted ? `${text} (${this.t("weighted", {}, tree)})` : text;
  }

  /** The source of a strategy, with its merit if another tree of the game has the same source. */
  uniqueLabel(tree) {
    const isTwin = (of) => of.label === tree.label;
    const label = this.label(tree);
    return this.others(tree).some(isTwin) ? `${label}, ${this.strategyWords(tree)}` : label;
  }

  /** The symbol of a colour, as in the settings. */
  symbol(color) {
    const { symbols, tree } = this;
    const own = tree.rules.symbol?.(color);
    if (own) return own;
    const first = Number(symbols);
    return symbols && tree.rules.colors + first <= 10 ? String(color + first) : LETTERS[color];
  }

  /** The first digit, "0" or "1", of the symbols; "" for letters. */
  get symbols() {
    return this.tree.inDigits ? "0" : this.settings.symbols;
  }

  /** The colour of a symbol that was typed, or -1. */
  readSymbol(key) {
    const { rules } = this.tree;
    const own = rules.colorOf?.(key);
    if (own !== undefined) return own;
    const isDigit = /^[0-9]$/.test(key) && rules.colors <= 26;
    const digit = isDigit ? Number(key) - (this.symbols === "1") : -1;
    const color = digit >= 0 ? digit : LETTERS.indexOf(key.toUpperCase());
    return color < rules.colors ? color : -1;
  }

  /** The name of a colour in the language of the page; one of the user's own stays as it is. */
  named(name) {
    const names = COLORS[this.language];
    return Object.hasOwn(names, name) ? names[name] : name;
  }

  colorName(color) {
    return this.named(this.tree.looks[color].name) || this.symbol(color);
  }

  codeName(code) {
    const { rules } = this.tree;
    if (rules.nameOf) return rules.nameOf(code);
    const row = rules.pegsOf(code);
    return row.map((color) => this.colorName(color)).join(", ");
  }

  /** An answer in words. */
  answerName(answer) {
    return answer === null ? this.t("unknown") : this.answerParts(answer).join(", ");
  }

  /** The words for black and for white pegs, or for bulls and cows. */
  answerParts(answer) {
    const { inDigits, rules, own } = this.tree;
    const parts = own.answerParts?.(this, answer);
    if (parts) return parts;
    const names = inDigits ? ["bulls", "cows"] : ["blacks", "whites"];
    const counts = [Math.floor(answer / 10), answer % 10].slice(0, rules.whites ? 2 : 1);
    return counts.map((n, i) => this.t(names[i], { n }));
  }

  /** An answer in digits. */
  digits(answer) {
    const own = this.tree.rules.answerText?.(answer);
    if (own) return own;
    const black = Math.floor(answer / 10);
    return this.tree.rules.whites ? `${black} ${answer % 10}` : String(black);
  }

  /** Fill and ink for so many guesses still needed. */
  shade(needed) {
    const most = Math.max(SHADES.length, this.tree.max);
    const at = Math.floor((Math.max(needed - 1, 0) * SHADES.length) / most);
    return [SHADES[at], at < 3 ? "#10221c" : "#ffffff"];
  }
}
