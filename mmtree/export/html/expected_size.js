const MAX_COMPARISONS = 2 ** 17; // the most between secrets, and again with codes

/** How many secrets a guess leaves on average, none if it finds the secret; counts are by answer. */
export function expectedSize(counts, allBlack) {
  let squares = 0;
  let secrets = 0;
  for (const [answer, count] of counts) {
    secrets += count;
    if (answer !== allBlack) squares += count * count;
  }
  return squares / secrets;
}

/**
 * The guess that leaves the fewest secrets on average, as in mmtree/play/expected_size.py: of equal
 * guesses a secret, then the lowest code.
 * @param {import("./rules.js").Rules} rules
 * @param {Uint32Array} secrets the places of the secrets left, rising
 * @param {number} treeGuess a candidate beside some secrets and codes
 * @param {number[]} without guesses that are no candidates while another one tells secrets apart
 */
export function smallestExpectedSize(rules, secrets, treeGuess, without) {
  const { length } = secrets;
  const sizes = new Uint32Array(rules.allBlack + 1);
  let best = treeGuess;
  let least = length * length + 1;
  if (without.length) {
    least--;
    if (!rules.identified) best = rules.codes[secrets[0]];
  }
  for (const guess of candidates(rules, secrets, treeGuess)) {
    if (without.includes(guess)) continue;
    let squares = 0;
    sizes.fill(0);
    for (const answer of rules.answersTo(guess, secrets)) {
      if (answer !== rules.allBlack) squares += 2 * sizes[answer]++ + 1;
      if (squares >= least) break;
    }
    if (squares < least) [best, least] = [guess, squares];
    if (least === length - 1) break; // no guess leaves fewer
  }
  return best;
}

/** Some of the guesses that leave the fewest secrets on average, the first one of each average. */
export function bestGuesses(rules, secrets, treeGuess) {
  const found = new Map();
  for (const guess of [treeGuess, ...candidates(rules, secrets, treeGuess)]) {
    const average = expectedSize(rules.counts(guess, secrets), rules.allBlack);
    if (!found.has(average)) found.set(average, guess);
  }
  return [...found].sort(([a], [b]) => a - b).slice(0, 5);
}

function* candidates(rules, secrets, treeGuess) {
  const most = Math.max(1, Math.floor(MAX_COMPARISONS / secrets.length));
  for (const list of rules.candidates(secrets)) {
    const count = Math.min(list.length, most); // evenly distributed in the list
    for (let i = 0; i < count; i++) yield list[Math.floor((i * list.length) / count)];
  }
  if (!rules.restricts) yield treeGuess;
}
