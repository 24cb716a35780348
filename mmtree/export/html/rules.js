/** Symbols of the colours, as in mmtree/game/code.py. */
export const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** Kinds of games other than pegs and colours, by name: each is added by a module of its own. */
export const KINDS = {};

/** The rules of a game, its codes and its answers. A code is known by its number, as in a tree. */
export class Rules {
  /** @param {object} of the page's data of a tree */
  constructor({ name, pegs, colors, distinct, whites, answers, allRight }) {
    Object.assign(this, { name, pegs, colors, distinct, whites });
    this.allBlack = allRight ?? 10 * pegs;
    /** Every answer as 10 * black + white, rising; all black comes last. */
    this.answers = [...answers, this.allBlack];
  }

  /** The numbers of all codes, rising. */
  get codes() {
    if (!this._codes) this.#list();
    return this._codes;
  }

  /** The colours of all codes, one code after another. */
  get digits() {
    if (!this._codes) this.#list();
    return this._digits;
  }

  /** All codes that can be the secret, rising. */
  get secrets() {
    return this.codes;
  }

  isSecret(code) {
    return code >= 0;
  }

  /** The places in the list of all codes that can be the secret. */
  everything() {
    return Uint32Array.from(this.codes.keys());
  }

  #list() {
    const codes = [];
    const digits = [];
    const row = [];
    const add = (number) => {
      if (row.length === this.pegs) {
        codes.push(number);
        for (const color of row) digits.push(color);
        return;
      }
      for (let color = 0; color < this.colors; color++) {
        if (this.distinct && row.includes(color)) continue;
        row.push(color);
        add(number * this.colors + color);
        row.pop();
      }
    };
    add(0);
    this._codes = codes;
    this._digits = Uint8Array.from(digits);
  }

  /** The colours of a code, first peg first. */
  pegsOf(code, colors = this.colors) {
    const row = [];
    for (let rest = code; row.length < this.pegs; rest = Math.floor(rest / colors)) {
      row.unshift(rest % colors);
    }
    return row;
  }

  /** The number of the code of these colours; -1 if these rules have no such code. */
  codeOf(row) {
    if (row.length !== this.pegs || (this.distinct && new Set(row).size < row.length)) return -1;
    if (!row.every((color) => color >= 0 && color < this.colors)) return -1;
    return row.reduce((code, color) => code * this.colors + color, 0);
  }

  /** A code in letters. */
  text(code) {
    const row = this.pegsOf(code);
    return row.map((color) => LETTERS[color]).join("");
  }

  /** The code written in letters, or -1. */
  read(text) {
    return this.codeOf([...text].map((letter) => LETTERS.indexOf(letter)));
  }

  /** How likely a secret is, compared with others. */
  weightOf() {
    return 1;
  }

  /** The codes to choose a guess from, if these secrets are left: the first of equal ones is taken. */
  candidates(secrets) {
    return [Array.from(secrets, (place) => this.codes[place]), this.codes];
  }

  /** The answer of each of these secrets to a guess. */
  answersTo(guess, secrets) {
    const { pegs, whites, digits } = this;
    const row = this.pegsOf(guess);
    const pegsOfColor = new Uint8Array(this.colors);
    for (const color of row) pegsOfColor[color]++;
    const left = new Uint8Array(this.colors);
    const answers = new Uint8Array(secrets.length);
    for (let i = 0; i < secrets.length; i++) {
      let black = 0;
      let common = 0;
      left.set(pegsOfColor);
      for (let peg = 0, at = secrets[i] * pegs; peg < pegs; peg++, at++) {
        const color = digits[at];
        if (color === row[peg]) black++;
        if (left[color]) {
          left[color]--;
          common++;
        }
      }
      answers[i] = whites ? 9 * black + common : 10 * black;
    }
    return answers;
  }

  /** The number of these secrets for each answer to a guess. */
  counts(guess, secrets) {
    const counts = new Map();
    for (const answer of this.answersTo(guess, secrets)) {
      counts.set(answer, (counts.get(answer) ?? 0) + 1);
    }
    return counts;
  }

  /** Those of these secrets that give an answer to a guess; all if it is null, which is unknown. */
  agreeing(guess, answer, secrets) {
    if (answer === null) return secrets;
    const answers = this.answersTo(guess, secrets);
    return secrets.filter((_, i) => answers[i] === answer);
  }

  /** The place of a code in the list. */
  placeOf(code) {
    return this.distinct ? this.codes.indexOf(code) : code;
  }

  /** The answer of one secret. */
  answer(guess, secret) {
    return this.answersTo(guess, [this.placeOf(secret)])[0];
  }

  /** The shapes that a secret can have, such as AAAB: how often its colours occur, most first. */
  patterns() {
    const found = [];
    const add = (text, left, most) => {
      if (!left) found.push(text);
      else if (text === "" || LETTERS.indexOf(text.at(-1)) + 1 < this.colors) {
        const letter = text ? LETTERS[LETTERS.indexOf(text.at(-1)) + 1] : "A";
        for (let count = Math.min(left, most); count; count--) {
          add(text + letter.repeat(count), left - count, count);
        }
      }
    };
    add("", this.pegs, this.distinct ? 1 : this.pegs);
    return found;
  }

  /** The shape of a code. */
  patternOf(code) {
    const times = new Map();
    for (const color of this.pegsOf(code)) times.set(color, (times.get(color) ?? 0) + 1);
    const rising = [...times.values()].sort((a, b) => b - a);
    return rising.map((count, i) => LETTERS[i].repeat(count)).join("");
  }
}
