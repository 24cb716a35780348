const MAX_COMPARISONS = 2 ** 17; // the most between secrets, and again with all codes

/**
 * The guess that splits some secrets into the most cells, as in mmtree/play/most_cells.py: of equal
 * guesses a secret, then the lowest code.
 * @param {import("./rules.js").Rules} rules
 * @param {Uint32Array} secrets the places of the secrets left, rising
 * @param {number} treeGuess a guess that splits them, or the last of them
 */
export function mostCells(rules, secrets, treeGuess) {
  const count = secrets.length;
  if (count * count > MAX_COMPARISONS) return treeGuess;
  const all = count * rules.codes.length <= MAX_COMPARISONS;
  let best = treeGuess;
  let most = 0;
  const codes = Array.from(secrets, (place) => rules.codes[place]);
  for (const guess of codes.concat(all ? rules.codes : treeGuess)) {
    const cells = new Set(rules.answersTo(guess, secrets)).size;
    if (cells > most) [best, most] = [guess, cells];
    if (cells === count) break;
  }
  return best;
}
