/**
 * A guess and its answer (10 * black + white).
 * @typedef {{guess: number, answer: number}} Row
 */

/**
 * What is known after some rows, of whatever guesses, and what the tree guesses next.
 *
 * The tree is walked from its opening. A guess whose answer is known before it is played, since all
 * secrets left give the same one, is passed over: so guesses need not be those of the tree.
 *
 * @param {import("./tree.js").Tree} tree
 * @param {Row[]} rows
 * @returns {{left: Uint32Array, solved: boolean, node: number, guess: number, counts: Map<number, number>}}
 *   the places of the secrets left, the node (-1 where no secret is left or it is solved), its guess,
 *   and how many secrets give each answer that is possible
 */
export function position(tree, rows) {
  const { rules } = tree;
  let left = rules.everything();
  for (const { guess, answer } of rows) left = rules.agreeing(guess, answer, left);
  const solved = left.length > 0 && rows.at(-1)?.answer === rules.allBlack;
  if (!left.length || solved) {
    return { left, solved, node: -1, guess: rows.at(-1)?.guess, counts: new Map() };
  }
  for (let node = 0; ; ) {
    const guess = tree.nodes.guess[node];
    const counts = rules.counts(guess, left);
    const [only] = counts.keys();
    if (counts.size > 1 || only === rules.allBlack) return { left, solved, node, guess, counts };
    node = tree.children(node).get(only);
  }
}

/**
 * How likely it is that an answer was meant where another one was given; the less, the likelier.
 * @param {number} given
 * @param {number} meant
 */
function unlikelihood(given, meant) {
  const [black, white] = [Math.floor(given / 10), given % 10];
  const [blacks, whites] = [Math.floor(meant / 10) - black, (meant % 10) - white];
  const pegs = Math.abs(blacks) + Math.abs(whites);
  if (pegs === 2 && blacks === -whites) return 0; // a white peg taken for a black one, or the reverse
  if (pegs === 1) return 1; // one peg too many, or too few
  if (meant === 10 * white + black) return 2; // black and white exchanged
  return 3 + pegs;
}

/**
 * Which single answer, changed to which, would let some secret agree with all rows; likeliest first.
 * @param {import("./tree.js").Tree} tree
 * @param {Row[]} rows with which no secret agrees
 * @returns {{row: number, answer: number, secrets: number}[]}
 */
export function repairs(tree, rows) {
  const { rules } = tree;
  const secrets = rules.everything();
  const answers = rows.map(({ guess }) => rules.answersTo(guess, secrets));
  const counts = rows.map(() => new Map());
  for (const secret of secrets) {
    let wrong = -1;
    for (let row = 0; row < rows.length; row++) {
      if (answers[row][secret] === rows[row].answer) continue;
      wrong = wrong < 0 ? row : rows.length;
      if (wrong === rows.length) break;
    }
    if (wrong < 0 || wrong === rows.length) continue;
    const answer = answers[wrong][secret];
    counts[wrong].set(answer, (counts[wrong].get(answer) ?? 0) + 1);
  }
  const found = [];
  for (const [row, meant] of counts.entries()) {
    for (const [answer, secrets] of meant) {
      if (answer === rules.allBlack && row < rows.length - 1) continue;
      found.push({ row, answer, secrets, rank: unlikelihood(rows[row].answer, answer) });
    }
  }
  return found.sort(
    (a, b) => a.rank - b.rank || b.secrets - a.secrets || b.row - a.row || a.answer - b.answer,
  );
}

/**
 * What each guess of a game was worth, once the secret is known.
 * @param {import("./tree.js").Tree} tree
 * @param {number[]} guesses
 * @param {number} secret
 */
export function review(tree, guesses, secret) {
  const { rules } = tree;
  const rows = [];
  return guesses.map((guess) => {
    const { left, guess: better } = position(tree, rows);
    const answer = rules.answer(guess, secret);
    const possible = left.some((place) => rules.codes[place] === guess);
    const after = rules.agreeing(guess, answer, left).length;
    const others = rules.agreeing(better, rules.answer(better, secret), left).length;
    rows.push({ guess, answer });
    return { guess, answer, possible, before: left.length, after, better, others };
  });
}

/** The tree's own game for a secret. */
export function gameOf(tree, secret) {
  const rows = [];
  for (;;) {
    const { guess, solved } = position(tree, rows);
    if (solved) return rows;
    rows.push({ guess, answer: tree.rules.answer(guess, secret) });
  }
}
