import { bits, IMPOSSIBLE, PLAYING, SOLVED } from "./table.js";

/**
 * A packed tree of version 2, as trees/README.md defines the layout dense.
 * @typedef {object} PackedGame
 * @property {number} pegs
 * @property {string[]} symbols the text of each colour
 * @property {number[]} answers their numbers in canonical order, all right last if it is answered
 * @property {string[]} texts the text of each answer
 * @property {boolean} listed whether rows list answers, instead of a mask
 * @property {boolean} identified whether the game ends when one secret is left
 * @property {number} unit width of an entry, in bits
 * @property {number} opening the first guess
 * @property {boolean} right whether the opening can be the secret
 * @property {Uint8Array} bytes
 */

/**
 * What follows each answer to a guess, but that to the secret itself.
 * @param {PackedGame} game
 * @param {Position} position
 * @returns {Map<number, Position>}
 */
export function branches(game, { row }) {
  const { bytes, answers, unit } = game;
  const found = new Map();
  if (row < 0) return found;
  const codes = game.symbols.length ** game.pegs;
  const width = (codes - 1).toString(2).length; // of a guess, in bits
  const last = 2 ** (unit - 1);
  const right = last / 2;
  const list = row + width;
  const all = answers.length - (game.identified ? 0 : 1);
  const given = game.listed
    ? Array.from({ length: bits(bytes, list, 8) }, (_, i) => bits(bytes, list + 8 + 8 * i, 8))
    : answers.slice(0, all).filter((_, i) => bits(bytes, list + i, 1));
  let at = row + Math.ceil((width + (game.listed ? 8 + 8 * given.length : all)) / unit) * unit;
  const entries = given.map((answer, i) => [answer, bits(bytes, at + i * unit, unit)]);
  at += given.length * unit;
  for (const [answer, entry] of entries) {
    const leaf = entry >= last;
    const guess = leaf ? entry - last : bits(bytes, at, width);
    if (guess >= codes) throw new RangeError("damaged table");
    found.set(answer, { guess, right: entry >= right, row: leaf ? -1 : at });
    if (!leaf) at += (entry % right) * unit;
  }
  return found;
}

/** One game. A damaged table ends in a RangeError or in wrong guesses, never in an endless game. */
export class Walker {
  #tree;
  #position;
  #solved = false;

  /** @param {PackedGame} game */
  constructor(game) {
    this.#tree = game;
    this.reset();
  }

  /** Begins a new game with the opening. */
  reset() {
    const { opening, right } = this.#tree;
    this.#position = { guess: opening, right, row: 0 };
    this.#solved = false;
  }

  /**
   * The guess as a number; once solved, the secret.
   * @returns {number}
   */
  get guess() {
    return this.#position.guess;
  }

  /**
   * The guess as text.
   * @returns {string}
   */
  text() {
    const { pegs, symbols } = this.#tree;
    let text = "";
    let code = this.guess;
    for (let peg = 0; peg < pegs; peg++) {
      text = symbols[code % symbols.length] + text;
      code = Math.floor(code / symbols.length);
    }
    return text;
  }

  /**
   * Takes the answer to the guess, and goes on to the next one.
   * @param {number | string} answer its number or its text
   * @returns {Result}
   */
  step(answer) {
    const { answers, texts, identified } = this.#tree;
    const number = typeof answer === "string" ? answers[texts.indexOf(answer)] : answer;
    if (this.#solved) return IMPOSSIBLE;
    if (!identified && number === answers.at(-1) && this.#position.right) {
      this.#solved = true;
      return SOLVED;
    }
    const next = branches(this.#tree, this.#position).get(number);
    if (!next) return IMPOSSIBLE;
    this.#position = next;
    this.#solved = identified && next.row < 0;
    return this.#solved ? SOLVED : PLAYING;
  }
}
