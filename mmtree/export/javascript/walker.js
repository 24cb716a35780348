import { bits, IMPOSSIBLE, PLAYING, SOLVED } from "./table.js";

/**
 * Where a game begins.
 * @param {PackedTree} tree
 * @returns {Position}
 */
export function opening(tree) {
  return { guess: tree.opening, right: true, row: 0 };
}

/**
 * What follows each answer to a guess but all black.
 * @param {PackedTree} tree
 * @param {Position} position
 * @returns {Map<number, Position>}
 */
export function branches(tree, { row }) {
  const { bytes, answers, unit } = tree;
  const found = new Map();
  if (row < 0) return found;
  const codes = tree.colors ** tree.pegs;
  const width = (codes - 1).toString(2).length; // of a guess, in bits
  const last = 2 ** (unit - 1);
  const right = last / 2;
  const entries = [];
  let at = row + Math.ceil((width + answers.length) / unit) * unit;
  for (const [i, answer] of answers.entries()) {
    if (!bits(bytes, row + width + i, 1)) continue;
    entries.push([answer, bits(bytes, at, unit)]);
    at += unit;
  }
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

  /** @param {PackedTree} tree */
  constructor(tree) {
    this.#tree = tree;
    this.reset();
  }

  /** Begins a new game with the opening. */
  reset() {
    this.#position = opening(this.#tree);
    this.#solved = false;
  }

  /**
   * The code to guess as a number, whose digits in base COLORS are its pegs; once solved, the secret.
   * @returns {number}
   */
  get guess() {
    return this.#position.guess;
  }

  /**
   * The colours of the guess, from 0 on, first peg first.
   * @returns {number[]}
   */
  pegs() {
    const { pegs, colors } = this.#tree;
    const row = [];
    for (let code = this.guess; row.length < pegs; code = Math.floor(code / colors)) {
      row.unshift(code % colors);
    }
    return row;
  }

  /**
   * Takes the answer to the guess, and goes on to the next one.
   * @param {number} black pegs of the right colour in the right place
   * @param {number} [white] pegs of a right colour in another place
   * @returns {Result}
   */
  step(black, white = 0) {
    if (this.#solved) return IMPOSSIBLE;
    const { pegs } = this.#tree;
    if (black === pegs && white === 0 && this.#position.right) {
      this.#solved = true;
      return SOLVED;
    }
    const known = [black, white].every(Number.isInteger) && white >= 0 && white <= pegs;
    const next = known && branches(this.#tree, this.#position).get(10 * black + white);
    if (!next) return IMPOSSIBLE;
    this.#position = next;
    return PLAYING;
  }
}
