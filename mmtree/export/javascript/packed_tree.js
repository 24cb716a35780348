/**
 * A packed tree, as trees/README.md defines it.
 * @typedef {object} PackedTree
 * @property {number} pegs
 * @property {number} colors
 * @property {number[]} answers the numbers of all but that to the secret, in the order of a mask's bits
 * @property {boolean} [listed] whether rows list answers, instead of a mask
 * @property {number} unit width of an entry, in bits
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
function bits(bytes, at, count) {
  if (at + count > 8 * bytes.length) throw new RangeError("damaged table");
  let value = 0;
  for (let i = at + count - 1; i >= at; i--) value = 2 * value + ((bytes[i >> 3] >> (i & 7)) & 1);
  return value;
}

/**
 * What follows each answer to a guess but that to the secret itself.
 * @param {PackedTree} tree
 * @param {Position} position
 * @returns {Map<number, Position>}
 */
export function branches(tree, { row }) {
  const { bytes, answers, listed, unit } = tree;
  const found = new Map();
  if (row < 0) return found;
  const codes = tree.colors ** tree.pegs;
  const width = (codes - 1).toString(2).length; // of a guess, in bits
  const last = 2 ** (unit - 1);
  const right = last / 2;
  const list = row + width;
  const given = listed
    ? Array.from({ length: bits(bytes, list, 8) }, (_, i) => bits(bytes, list + 8 + 8 * i, 8))
    : answers.filter((_, i) => bits(bytes, list + i, 1));
  const head = width + (listed ? 8 + 8 * given.length : answers.length);
  let at = row + Math.ceil(head / unit) * unit;
  const entries = given.map((_, i) => bits(bytes, at + i * unit, unit));
  at += given.length * unit;
  for (const [i, entry] of entries.entries()) {
    const leaf = entry >= last;
    const guess = leaf ? entry - last : bits(bytes, at, width);
    if (guess >= codes) throw new RangeError("damaged table");
    found.set(given[i], { guess, right: entry >= right, row: leaf ? -1 : at });
    if (!leaf) at += (entry % right) * unit;
  }
  return found;
}
