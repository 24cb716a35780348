/** There is a next guess. */
export const PLAYING = "playing";

/** The last guess was the secret. */
export const SOLVED = "solved";

/** No secret agrees with this answer and those before; the game stays as it was. */
export const IMPOSSIBLE = "impossible";

/** @typedef {"playing" | "solved" | "impossible"} Result */

/**
 * A packed tree, as trees/README.md defines the layout dense.
 * @typedef {object} PackedTree
 * @property {number} pegs
 * @property {number} colors
 * @property {number[]} answers all but all black, as 10 * black + white, in the order of a mask's bits
 * @property {number} unit width of an entry, in bits
 * @property {number} opening the first guess
 * @property {Uint8Array} bytes
 */

/**
 * A guess, and the bit where its row begins; a last guess, which must be right, has none.
 * @typedef {object} Position
 * @property {number} guess
 * @property {boolean} right whether the guess can be the secret
 * @property {number} row the bit, or -1
 */

/**
 * The number in so many bits of a table, the lowest first.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} count
 * @returns {number}
 */
export function bits(bytes, at, count) {
  if (at + count > 8 * bytes.length) throw new RangeError("damaged table");
  let value = 0;
  for (let i = at + count - 1; i >= at; i--) value = 2 * value + ((bytes[i >> 3] >> (i & 7)) & 1);
  return value;
}
