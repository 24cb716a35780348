import { smallestExpectedSize } from "./expected_size.js";

/**
 * A guess and its answer (10 * black + white), or null if it is unknown.
 * @typedef {{guess: number, answer: number | null}} Row
 */

/**
 * The position after some rows of any guesses, and the guess that is suggested next.
 *
 * @param {import("./tree.js").Tree} tree
 * @param {Row[]} rows
 * @returns {{left: Uint32Array, solved: boolean, node: number, onTree: boolean, guess: number,
 *   counts: Map<number, number>, stuck: boolean}}
 *   the places of the secrets left; the node whose secrets they are (-1 if there is none, or the game is
 *   solved); whether the tree's maximum holds for the game, or held before the guess that solved it; the
 *   guess; how many secrets give each answer to it that is possible; and whether no other question tells
 *   the secrets left apart
 */
export function position(tree, rows) {
  const { rules } = tree;
  let left = rules.everything();
  for (const { guess, answer } of rows) left = rules.agreeing(guess, answer, left);
  const named = rules.identified && left.length === 1;
  const found = named || rows.at(-1)?.answer === rules.allBlack;
  const solved = left.length > 0 && found;
  if (!left.length || solved) {
    const onTree = named
      ? isWithin(suggestion(tree, left, rows), rows)
      : solved && position(tree, rows.slice(0, -1)).onTree;
    const guess = solved ? rules.codes[left[0]] : rows.at(-1)?.guess;
    return { left, solved, node: -1, onTree, guess, counts: new Map() };
  }
  const suggested = suggestion(tree, left, rows);
  const { node, guess, stuck } = suggested;
  const onTree = isWithin(suggested, rows);
  return { left, solved, node, onTree, guess, counts: rules.counts(guess, left), stuck };
}

/**
 * The guess for some secrets left. The tree is walked from its opening to the first guess that splits
 * them, or is the last of them. If they are all the secrets of that node, its guess is suggested; else
 * the one that leaves the fewest secrets on average. That is so, too, where answers restrict the guesses
 * and other guesses were made than the tree's, or where the tree has a guess whose answer is unknown.
 */
function suggestion(tree, left, rows) {
  const { extent, guess, secrets } = tree.nodes;
  const without = rows.filter(({ answer }) => answer === null).map((row) => row.guess);
  let node = 0;
  let depth = 0;
  for (; ; depth++) {
    const [only, ...others] = tree.rules.counts(guess[node], left).keys();
    if (others.length || only === tree.rules.allBlack) break;
    node = tree.children(node).get(only);
  }
  const later = () => guess.slice(node, node + extent[node]);
  const repeats = without.length && left.length > 1 && later().some((one) => without.includes(one));
  if (secrets[node] === left.length && !hasStrayed(tree, rows) && !repeats)
    return { node, depth, guess: guess[node] };
  const best = smallestExpectedSize(tree.rules, left, guess[node], without);
  return { node: -1, depth, guess: best, stuck: tree.rules.identified && without.includes(best) };
}

function isWithin({ node, depth }, rows) {
  return node >= 0 && rows.length <= depth;
}

/** Whether the tree's guesses may be forbidden after these rows, since they are not all its own. */
function hasStrayed(tree, rows) {
  let node = 0;
  const follows = ({ guess, answer }) => {
    const isOwn = tree.nodes.guess[node] === guess;
    node = isOwn ? tree.children(node).get(answer) : undefined;
    return isOwn;
  };
  return Boolean(tree.rules.needsHistory) && !rows.every(follows);
}

const MAX_COUNTED = 36; // the most secrets off the tree whose games are all played, as in Python

/** The most guesses that some secrets left after some rows still need; undefined off the tree if they are too many. */
export function needed(tree, left, rows = []) {
  const { node, guess, stuck } = suggestion(tree, left, rows);
  if (node >= 0) return tree.nodes.needed[node];
  if (left.length > MAX_COUNTED || stuck) return undefined;
  const { allBlack } = tree.rules;
  const answers = [...tree.rules.counts(guess, left).keys()].filter((one) => one !== allBlack);
  const after = answers.map((answer) =>
    needed(tree, tree.rules.agreeing(guess, answer, left), rows),
  );
  return after.includes(undefined) ? undefined : 1 + Math.max(0, ...after);
}

/** The answer of a codemaker who cheats, as `hardest_answer` in mmtree/play/codebreaker.py. */
function hardestAnswer(tree, { left, node }, guess) {
  const { nodes, rules } = tree;
  const next = guess === nodes.guess[node] ? tree.children(node) : new Map();
  const after = (answer) =>
    answer === rules.allBlack ? -1 : (nodes.needed[next.get(answer)] ?? 0);
  const harder = ([a, n], [b, m]) => after(b) - after(a) || m - n || a - b;
  return [...rules.counts(guess, left)].sort(harder)[0][0];
}

/** The guesses of a game against a codemaker who cheats, and a secret that agrees with all answers. */
export function dodged(tree, guesses) {
  const rows = [];
  let now = position(tree, rows);
  for (const guess of guesses) {
    if (now.solved) break;
    rows.push({ guess, answer: hardestAnswer(tree, now, guess) });
    now = position(tree, rows);
  }
  return { guesses: guesses.slice(0, rows.length), secret: tree.rules.codes[now.left[0]] };
}

/**
 * Ranks the mistake of giving one answer instead of another; likelier mistakes have lower ranks.
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
 * The changes of a single answer after which some secret agrees with all rows; likeliest first.
 * @param {import("./tree.js").Tree} tree
 * @param {Row[]} rows with which no secret agrees
 * @returns {{row: number, answer: number, secrets: number}[]}
 */
export function repairs(tree, rows) {
  const { rules } = tree;
  const secrets = rules.everything();
  const answers = rows.map(({ guess }) => rules.answersTo(guess, secrets));
  const counts = rows.map(() => new Map());
  for (const secret of secrets.keys()) {
    let wrong = -1;
    for (let row = 0; row < rows.length; row++) {
      if ([answers[row][secret], null].includes(rows[row].answer)) continue;
      wrong = wrong < 0 ? row : rows.length;
      if (wrong === rows.length) break;
    }
    if (wrong < 0 || wrong === rows.length) continue;
    const answer = answers[wrong][secret];
    counts[wrong].set(answer, (counts[wrong].get(answer) ?? 0) + 1);
  }
  const rank = rules.unlikelihood ?? unlikelihood;
  const found = [];
  for (const [row, meant] of counts.entries()) {
    for (const [answer, secrets] of meant) {
      if (answer === rules.allBlack && row < rows.length - 1) continue;
      found.push({ row, answer, secrets, rank: rank(rows[row].answer, answer) });
    }
  }
  return found.sort(
    (a, b) => a.rank - b.rank || b.secrets - a.secrets || b.row - a.row || a.answer - b.answer,
  );
}

/** One of some secrets at random: each as likely as any other or, with weights, by its weight. */
export function draw(rules, secrets) {
  const weights = secrets.map((code) => rules.weightOf(code));
  const count = weights.reduce((sum, weight) => sum + weight);
  const limit = Math.floor(2 ** 52 / count) * count;
  const drawn = new Uint32Array(2);
  const number = () => drawn[0] * 2 ** 20 + (drawn[1] >>> 12);
  do crypto.getRandomValues(drawn);
  while (number() >= limit);
  let left = number() % count;
  let at = 0;
  for (; left >= weights[at]; at++) left -= weights[at];
  return secrets[at];
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
