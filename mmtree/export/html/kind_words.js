import { withAnswers } from "./answer_kinds.js";
import { h } from "./dom.js";
import { OtherRules } from "./other_rules.js";
import { KINDS } from "./rules.js";

/** The texts of games of words. */
export const WORDS = "$PAGE_WORDS";

const LEFT_TO_RIGHT = "\u200e";

/** Rules of a word game. A code is the place of a word among all words, its colours are letters. */
export class WordRules extends OtherRules {
  constructor(data) {
    super(data);
    const { name, alphabet, symbols, secrets, guesses, direction } = data.game;
    this.list = name;
    this.symbols = symbols;
    // Letters of several characters have blanks between them, and words then line feeds.
    const wide = alphabet.includes(" ");
    this.letters = wide ? alphabet.split(" ") : [...alphabet];
    this.colorsOfLetters = new Map(this.letters.map((letter, color) => [letter, color]));
    this.longest = Math.max(...this.letters.map((letter) => letter.length));
    this.direction = direction;
    // Each word as one character a letter, which sorts as in the list.
    const colors = (word) => (wide ? word.split(" ") : [...word]).map((one) => this.#colorOf(one));
    const read = (text) => text.split(wide ? "\n" : " ").map((word) => this.#key(colors(word)));
    const ours = read(secrets);
    this.words = [...ours, ...(guesses ? read(guesses) : [])].sort();
    this.places = new Map(this.words.map((word, place) => [word, place]));
    this.possible = new Set(ours.map((word) => this.places.get(word)));
    this._codes = [...this.words.keys()];
    this._digits = Uint16Array.from(this._codes.flatMap((code) => this.pegsOf(code)));
  }

  #colorOf(letter) {
    return this.colorsOfLetters.get(letter) ?? -1;
  }

  /** The colours of a word, of which each letter is as long as it can be; -1 for other characters. */
  #colorsOf(word) {
    let rest = word.replace(LEFT_TO_RIGHT, "").normalize("NFC").toLowerCase().normalize("NFC");
    const colors = [];
    while (rest) {
      let length = Math.min(this.longest, rest.length);
      while (length > 1 && this.#colorOf(rest.slice(0, length)) < 0) length--;
      colors.push(this.#colorOf(rest.slice(0, length)));
      rest = rest.slice(length);
    }
    return colors;
  }

  #key(row) {
    return String.fromCharCode(...row.map((color) => color + 48));
  }

  isSecret(code) {
    return this.possible.has(code);
  }

  pegsOf(code, colors) {
    if (colors) return super.pegsOf(code, colors);
    return [...this.words[code]].map((letter) => letter.charCodeAt(0) - 48);
  }

  codeOf(row) {
    return this.places.get(this.#key(row)) ?? -1;
  }

  /** A word in a text; the mark after one from right to left keeps a number that follows in place. */
  nameOf(code) {
    const row = this.pegsOf(code);
    return row.map((color) => this.letters[color]).join("") + (this.direction ? LEFT_TO_RIGHT : "");
  }

  /** The code of a word, or -1. */
  find(text) {
    return this.codeOf(this.#colorsOf(text.trim()));
  }

  /** A word as part of an address. */
  text(code) {
    return encodeURIComponent(this.nameOf(code).replace(LEFT_TO_RIGHT, ""));
  }

  read(text) {
    try {
      return this.find(decodeURIComponent(text));
    } catch {
      return -1; // the text is not encoded
    }
  }

  symbol(color) {
    return this.symbols[color];
  }

  colorOf(key) {
    return this.#colorsOf(key)[0];
  }
}

function game(app, tree) {
  const { list, pegs, consistent, hard, inPegs, whites } = tree.rules;
  const parts = [app.t("wordsOf", { name: list, n: tree.secrets, letters: pegs }, tree)];
  if (consistent) parts.push(app.t("consistent", {}, tree));
  if (hard) parts.push(app.t("hard", {}, tree));
  if (inPegs) parts.push(app.t(whites ? "wordsInPegs" : "blackOnly", {}, tree));
  return parts.join(", ");
}

/**
 * The keys as on a keyboard of the page's language, others in a row of their own; in their own order if
 * these are most of them.
 */
function keyboard(app, keys) {
  const { letters } = app.tree.rules;
  const layout = app.t("keyRows").split(" ");
  const rows = layout.map((row) => [...row].map((letter) => keys[letters.indexOf(letter)]));
  const others = keys.filter((key) => !rows.flat().includes(key));
  if (others.length > keys.length / 2) return h("div.wrap", keys);
  return [...rows.map((row) => h("div", row)), others.length > 0 && h("div.wrap", others)];
}

KINDS.words = (data) => withAnswers({ Rules: WordRules, game, keyboard }, data.game, WORDS);
