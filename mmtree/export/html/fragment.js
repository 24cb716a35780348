import { readChallenge, writeChallenge } from "./challenge.js";
import { dodged } from "./game.js";

/**
 * The fragment of the address: [tree/]guide/AABB/21/…, where ? is an unknown answer,
 * [tree/]play/~secret/AABB/CCDD+/…[/end], where + is behind a hint, with a short code instead of ~secret if
 * a friend has set it, or "dodge" if the codemaker cheats, [tree/]play/today, or [tree/]AABB/21/…[/=secret][/+tree]
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
export function writeGuesses(rules, { guesses = [], hints = [], over }) {
  const write = (code, i) => rules.text(code) + (hints.includes(i) ? "+" : "");
  return [...guesses.map(write), ...(over ? ["end"] : [])];
}

/** The guesses up to the secret or an invalid one, the places of hints, and whether the game was ended. */
export function readGuesses(rules, secret, parts) {
  const guesses = parts.map((text) => rules.read(text.replace(/\+$/, "")));
  const end = guesses.findIndex((code) => code < 0 || code === secret);
  const kept = end < 0 ? guesses : guesses.slice(0, end + (guesses[end] === secret));
  const hints = [...kept.keys()].filter((i) => parts[i].endsWith("+"));
  return { over: parts.at(-1) === "end", guesses: kept, hints };
}

/** The fragment of a state, without #. */
export function writeFragment(trees, tree, state) {
  const { rules } = tree;
  const parts = trees.length > 1 ? [tree.id] : [];
  if (state.mode === "guide") {
    parts.push("guide");
    for (const { guess, answer } of state.rows ?? []) {
      parts.push(rules.text(guess), answer === null ? "?" : String(answer).padStart(2, "0"));
    }
  } else if (state.mode === "play") {
    parts.push("play");
    if (state.today) parts.push("today");
    else if (state.dodges) parts.push("dodge", ...writeGuesses(rules, state));
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

/** The tree and the state of a fragment, and whether it is damaged: some of its parts were ignored. */
export function readFragment(trees, fragment, known) {
  const parts = fragment.replace(/^#/, "").split("/").filter(Boolean);
  const named = trees.find(({ id }) => id === parts[0]);
  if (named) parts.shift();
  const tree = named ?? known;
  const state = readState(tree, parts);
  const read = writeFragment([tree], tree, state).split("/").filter(Boolean);
  return { tree, state, damaged: read.length < parts.length };
}

function readState(tree, parts) {
  const mode = parts[0];
  if (!mode) return { mode: "home" };
  if (mode === "guide") return { mode, past: [], rows: readRows(tree.rules, parts.slice(1)) };
  if (mode === "play" && !tree.own.noPlay) return { mode, ...readGame(tree, parts.slice(1)) };
  const node = mode === "explore" ? 0 : readNode(tree, parts);
  if (node < 0) return { mode: "home" };
  const after = (sign) => parts.find((part) => part.startsWith(sign))?.slice(1) ?? "";
  const code = tree.rules.read(after("="));
  const sought = tree.rules.isSecret(code) ? code : -1;
  return { mode: "explore", node, sought, second: after("+") };
}

function readRows(rules, parts) {
  const rows = [];
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const guess = rules.read(parts[i]);
    const answer = parts[i + 1] === "?" ? null : Number(parts[i + 1]);
    const known = [...rules.answers, null].includes(answer);
    if (guess < 0 || !known || rows.at(-1)?.answer === rules.allBlack) break;
    rows.push({ guess, answer });
  }
  return rows;
}

function readGame(tree, [token = "", ...parts]) {
  const { rules } = tree;
  if (token === "today") return { today: true };
  if (token === "dodge") {
    const read = readGuesses(rules, undefined, parts);
    return { dodges: true, ...read, ...dodged(tree, read.guesses) };
  }
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
