import { readChallenge, writeChallenge } from "./challenge.js";

/**
 * The fragment of the address: [tree/]guide/AABB/21/…, [tree/]play/~secret/AABB/…[/end], with a short
 * code instead of ~secret if a friend has set it, [tree/]play/today, or [tree/]AABB/21/…[/=secret][/+tree]
 * for a node of the tree, the secret that was found, and a second tree. Invalid parts are ignored.
 */

/** A secret in the address, encoded so that nobody reads it by accident. */
function hide(rules, secret) {
  const number = (rules.placeOf(secret) * 997 + 461) * 7 + 3;
  return `~${[...number.toString(36)].reverse().join("")}`;
}

function reveal(rules, text) {
  const number = Number.parseInt([...text.slice(1)].reverse().join(""), 36);
  const place = ((number - 3) / 7 - 461) / 997;
  const code = Number.isInteger(place) ? rules.codes[place] : undefined;
  return rules.isSecret(code) ? code : undefined;
}

/** The guesses of a game, and whether it was ended, as the parts of an address. */
export function writeGuesses(rules, { guesses = [], over }) {
  return [...guesses.map((code) => rules.text(code)), ...(over ? ["end"] : [])];
}

/** The guesses up to the secret or an invalid one, and whether the game was ended. */
export function readGuesses(rules, secret, parts) {
  const guesses = parts.map((text) => rules.read(text));
  const end = guesses.findIndex((code) => code < 0 || code === secret);
  const kept = end < 0 ? guesses : guesses.slice(0, end + (guesses[end] === secret));
  return { over: parts.at(-1) === "end", guesses: kept };
}

/** The fragment of a state, without #. */
export function writeFragment(trees, tree, state) {
  const { rules } = tree;
  const parts = trees.length > 1 ? [tree.id] : [];
  if (state.mode === "guide") {
    parts.push("guide");
    for (const { guess, answer } of state.rows ?? []) {
      parts.push(rules.text(guess), String(answer).padStart(2, "0"));
    }
  } else if (state.mode === "play") {
    parts.push("play");
    if (state.today) parts.push("today");
    else if (state.secret !== undefined) {
      const write = state.sent ? writeChallenge : hide;
      parts.push(write(rules, state.secret), ...writeGuesses(rules, state));
    }
  } else if (state.mode === "explore") {
    const { guess, answer } = tree.nodes;
    for (const node of tree.path(state.node ?? 0)) {
      if (node) parts.push(String(answer[node]).padStart(2, "0"));
      parts.push(rules.text(guess[node]));
    }
    if (state.sought >= 0) parts.push(`=${rules.text(state.sought)}`);
    if (state.second) parts.push(`+${state.second}`);
  }
  return parts.join("/");
}

/** The tree and the state of a fragment. */
export function readFragment(trees, fragment, known) {
  const parts = fragment.replace(/^#/, "").split("/").filter(Boolean);
  let tree = trees.find(({ id }) => id === parts[0]);
  if (tree) parts.shift();
  else tree = known;
  const mode = parts[0];
  if (!mode) return { tree, state: { mode: "home" } };
  if (mode === "guide")
    return { tree, state: { mode, past: [], rows: readRows(tree.rules, parts.slice(1)) } };
  if (mode === "play" && !tree.own.noPlay)
    return { tree, state: { mode, ...readGame(tree.rules, parts.slice(1)) } };
  const node = mode === "explore" ? 0 : readNode(tree, parts);
  if (node < 0) return { tree, state: { mode: "home" } };
  const after = (sign) => parts.find((part) => part.startsWith(sign))?.slice(1) ?? "";
  const code = tree.rules.read(after("="));
  const sought = tree.rules.isSecret(code) ? code : -1;
  return { tree, state: { mode: "explore", node, sought, second: after("+") } };
}

function readRows(rules, parts) {
  const rows = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [guess, answer] = [rules.read(parts[i]), Number(parts[i + 1])];
    if (guess < 0 || !rules.answers.includes(answer) || rows.at(-1)?.answer === rules.allBlack)
      break;
    rows.push({ guess, answer });
  }
  return rows;
}

function readGame(rules, [token = "", ...parts]) {
  if (token === "today") return { today: true };
  const sent = !token.startsWith("~");
  const secret = (sent ? readChallenge : reveal)(rules, token);
  return secret === undefined ? {} : { secret, sent, ...readGuesses(rules, secret, parts) };
}

/** The node of opening, answer, guess, answer …; -1 if the tree has no such node. */
function readNode(tree, parts) {
  const { guess } = tree.nodes;
  if (tree.rules.read(parts[0]) !== guess[0]) return -1;
  let node = 0;
  for (let i = 1; i < parts.length; i += 2) {
    const next = tree.children(node).get(Number(parts[i]));
    if (next === undefined) break;
    node = next;
  }
  return node;
}
