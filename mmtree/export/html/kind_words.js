import { withAnswers } from "./answer_kinds.js";
import { OtherRules } from "./other_rules.js";
import { KINDS } from "./rules.js";

/** The texts of games of words. */
export const WORDS = "$PAGE_WORDS";

/** Rules of a word game. A code is the place of a word among all words, its colours are letters. */
export class WordRules extends OtherRules {
  constructor(data) {
    super(data);
    const { name, alphabet, symbols, secrets, guesses } = data.game;
    this.list = name;
    this.symbols = symbols;
    this.letters = [...alphabet];
    // Each word as one character a letter, which sorts as in the list.
    const read = (text) => text.split(" ").map((word) => this.#key(this.#colorsOf(word)));
    const ours = read(secrets);
    this.words = [...ours, ...(guesses ? read(guesses) : [])].sort();
    this.places = new Map(this.words.map((word, place) => [word, place]));
    this.possible = new Set(ours.map((word) => this.places.get(word)));
    this._codes = [...this.words.keys()];
    this._digits = Uint8Array.from(this._codes.flatMap((code) => this.pegsOf(code)));
  }

  #colorsOf(word) {
    return [...word.normalize("NFC").toLowerCase().normalize("NFC")].map((letter) =>
      this.letters.indexOf(letter),
    );
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

  nameOf(code) {
    return this.pegsOf(code)
      .map((color) => this.letters[color])
      .join("");
  }

  /** The code of a word, or -1. */
  find(text) {
    return this.codeOf(this.#colorsOf(text.trim()));
  }

  /** A word as part of an address. */
  text(code) {
    return encodeURIComponent(this.nameOf(code));
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
  const { list, pegs, consistent, inPegs, whites } = tree.rules;
  const parts = [app.t("wordsOf", { name: list, n: tree.secrets, letters: pegs }, tree)];
  if (consistent) parts.push(app.t("consistent", {}, tree));
  if (inPegs) parts.push(app.t(whites ? "wordsInPegs" : "blackOnly", {}, tree));
  return parts.join(", ");
}

KINDS.words = (data) => withAnswers({ Rules: WordRules, game }, data.game, WORDS);
