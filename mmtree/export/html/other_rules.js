import { LETTERS, Rules } from "./rules.js";

/** The texts of all games that are not classic. */
export const OTHERS = "$PAGE_OTHERS";

/** Rules whose secrets are some of the codes, or whose answers are not pegs. */
export class OtherRules extends Rules {
  constructor(data) {
    super(data);
    const { answers, consistent, hard, needsHistory, cells, texts, unlikeliness } = data.game;
    /** The text of each answer; undefined where the page draws answers. */
    this.texts = texts;
    this.unlikeliness = unlikeliness;
    const bytes = cells && Uint8Array.from(atob(cells), (character) => character.charCodeAt(0));
    /** The number of the answer in each cell: a byte, or two with the lower first. */
    this.cells = cells && data.allRight > 254 ? new Uint16Array(bytes.buffer) : bytes;
    /** Whether black and white pegs are answered. */
    this.inPegs = !texts && (answers === "pegs" || answers === "black");
    /** The number of different marks of a place; undefined where the answers are no marks. */
    this.marks = texts ? undefined : { places: 3, right: 2 }[answers];
    /** Whether guesses depend on the answers so far, otherwise than that they can be the secret. */
    this.needsHistory = needsHistory;
    Object.assign(this, { consistent, hard, restricts: consistent || hard });
    this.weights = data.game.weights;
    /** The game in short codes, like that of classic rules. */
    this.number = [...this.name].reduce(
      (hash, letter) => (7 * hash + letter.charCodeAt(0)) % 31,
      1,
    );
  }

  get secrets() {
    this._secrets ??= this.codes.filter((code) => this.isSecret(code));
    return this._secrets;
  }

  weightOf(secret) {
    if (!this.weights) return 1;
    this._weightOf ??= new Map(this.secrets.map((code, i) => [code, this.weights[i]]));
    return this._weightOf.get(secret);
  }

  everything() {
    return Uint32Array.from(this.secrets, (code) => this.placeOf(code));
  }

  candidates(secrets) {
    return super.candidates(secrets).slice(0, this.restricts ? 1 : 2);
  }

  /** The name of the text that says why a code cannot be the secret to set, or be guessed now. */
  refusal(code, isSet, left, rows) {
    if (code < 0) return "notListed";
    if (isSet) return this.isSecret(code) ? undefined : "notASecret";
    const allowed = this.needsHistory
      ? rows.every((row) => this.#allows(code, row))
      : !this.consistent || left.includes(this.placeOf(code));
    if (allowed) return undefined;
    return this.hard ? "notHard" : "notConsistent";
  }

  /** Whether a code may be guessed after a row. */
  #allows(code, { guess, answer }) {
    if (answer === null) return true;
    if (!this.hard) return this.answersTo(guess, [this.placeOf(code)])[0] === answer;
    const row = this.pegsOf(code);
    const unused = [...row];
    const marks = this.marksOf(answer);
    return [...this.pegsOf(guess)].every((color, i) => {
      if (!marks[i]) return true;
      const found = unused.indexOf(color);
      delete unused[found];
      return found >= 0 && (marks[i] < this.marks - 1 || row[i] === color);
    });
  }

  answersTo(guess, secrets) {
    if (this.cells) return this.lookUp(guess, secrets);
    if (!this.marks && !this.texts) return super.answersTo(guess, secrets);
    const { digits, pegs } = this;
    const row = this.pegsOf(guess);
    return Uint16Array.from(secrets, (place) => {
      const secret = digits.subarray(place * pegs, (place + 1) * pegs);
      return this.texts ? this.#common(row, secret) : this.#mark(row, secret);
    });
  }

  /** The number of colours that two codes have in common, and one more if they are equal. */
  #common(guess, secret) {
    const left = [...secret];
    for (const color of guess) {
      const found = left.indexOf(color);
      if (found >= 0) left.splice(found, 1);
    }
    return this.pegs - left.length + guess.every((color, i) => color === secret[i]);
  }

  /** The answers in the cells, which have a row for each code and a column for each secret. */
  lookUp(guess, secrets) {
    const { cells } = this;
    this.columns ??= new Map(Array.from(this.everything(), (place, column) => [place, column]));
    const row = this.placeOf(guess) * this.columns.size;
    return Uint16Array.from(secrets, (place) => cells[row + this.columns.get(place)]);
  }

  /**
   * The marks of each place of a guess as digits of a number. A colour is marked only as often as the
   * secret has it: first in the right place, then from the first place on.
   */
  #mark(guess, secret) {
    const { marks } = this;
    const left = marks === 3 ? [...secret].filter((color, i) => color !== guess[i]) : [];
    let value = 0;
    for (const [i, color] of guess.entries()) {
      const found = left.indexOf(color);
      const right = color === secret[i];
      if (!right && found >= 0) left.splice(found, 1);
      value = value * marks + (right ? marks - 1 : Number(found >= 0));
    }
    return value;
  }

  /** The mark of each place of an answer: 0 is nowhere, the highest is right. */
  marksOf(answer) {
    return this.pegsOf(answer, this.marks);
  }

  /** The answer of these marks. */
  answerOf(marks) {
    return marks.reduce((answer, mark) => answer * this.marks + mark, 0);
  }

  answerText(answer) {
    if (this.texts) return this.texts[answer];
    if (!this.marks) return undefined;
    const signs = this.marks === 2 ? "-+" : "-~+";
    const marks = this.marksOf(answer);
    return marks.map((mark) => signs[mark]).join("");
  }

  /** How unlikely it is that one answer is taken for another; undefined for pegs. */
  get unlikelihood() {
    const { answers, texts, unlikeliness: ranks } = this;
    const at = (answer) => answers.indexOf(answer);
    if (texts) return (given, meant) => ranks?.[at(given)][at(meant)] ?? 0;
    if (!this.marks) return undefined;
    return (given, meant) => {
      const other = this.marksOf(meant);
      return this.marksOf(given).filter((mark, i) => mark !== other[i]).length;
    };
  }

  patterns() {
    return [];
  }
}

/** House rules of pegs and colours. */
export class HouseRules extends OtherRules {
  constructor(data) {
    super(data);
    const { distinct_secrets: distinctSecrets, holes, answers } = data.game;
    Object.assign(this, { distinctSecrets, holes });
    /** The names of the texts that say what is not as in classic rules. */
    this.house = [
      distinctSecrets && "distinctSecrets",
      holes && "holes",
      this.consistent && "consistent",
      this.hard && "hard",
      this.marks && answers,
    ].filter(Boolean);
  }

  isSecret(code) {
    if (!(code >= 0)) return false;
    const row = this.pegsOf(code);
    const hole = this.holes && row.includes(this.colors - 1);
    return !hole && !(this.distinctSecrets && new Set(row).size < row.length);
  }

  symbol(color) {
    return this.holes && color === this.colors - 1 ? "." : undefined;
  }

  colorOf(key) {
    if (!this.holes) return undefined;
    return key === "." || key === " " ? this.colors - 1 : undefined;
  }

  text(code) {
    const letters = super.text(code);
    return this.holes ? letters.replaceAll(LETTERS[this.colors - 1], ".") : letters;
  }

  read(text) {
    return super.read(this.holes ? text.replaceAll(".", LETTERS[this.colors - 1]) : text);
  }
}

/** The nodes of a tree as the page has them: code, answer and depth of each, and whether it can be right. */
export function unpackLists({ lists: [guess, answer, depths, right] }) {
  const path = [];
  const parent = depths.map((depth, node) => {
    path[depth] = node;
    return depth ? path[depth - 1] : -1;
  });
  return { guess, answer, parent, right };
}

/** The texts of a kind of game, by language: later ones replace earlier ones of the same name. */
export function mergeTexts(...tables) {
  const merge = (tag) => Object.assign({}, ...[OTHERS, ...tables].map((table) => table[tag]));
  return Object.fromEntries(Object.keys(OTHERS).map((tag) => [tag, merge(tag)]));
}
