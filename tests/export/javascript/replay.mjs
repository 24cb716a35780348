// Plays with an exported module: node replay.mjs WHAT,… MODULE DISTINCT WHITES
import { readFileSync } from "node:fs";

const [what, path, distinct, whites] = process.argv.slice(2);
const imported = await import(path);
const mm = imported.default ?? imported;
const { PEGS, COLORS, PLAYING, SOLVED, IMPOSSIBLE } = mm;
const lines = [];

/** Colours of a code, first peg first. */
function colors(code) {
  const digit = (_, i) => Math.floor(code / COLORS ** (PEGS - 1 - i)) % COLORS;
  return Array.from({ length: PEGS }, digit);
}

function answer(guess, secret) {
  const black = guess.filter((color, i) => color === secret[i]).length;
  const left = [...secret];
  for (const color of guess) if (left.includes(color)) left.splice(left.indexOf(color), 1);
  return [black, whites === "True" ? PEGS - left.length - black : 0];
}

function secrets() {
  const all = Array.from({ length: COLORS ** PEGS }, (_, code) => code);
  return distinct === "True" ? all.filter((code) => new Set(colors(code)).size === PEGS) : all;
}

/** Each secret, and all guesses up to it. */
function games() {
  const player = new mm.Player();
  for (const code of secrets()) {
    player.reset();
    const guesses = [];
    let result;
    do {
      guesses.push(player.guess);
      result = player.step(...answer(player.pegs(), colors(code)));
    } while (result === PLAYING);
    lines.push(`${code}: ${guesses.join(" ")}${result === SOLVED ? "" : ` ${result}`}`);
  }
}

/** The text of each secret, once it is found. */
function letters() {
  const player = new mm.Player();
  for (const code of secrets()) {
    player.reset();
    while (player.step(...answer(player.pegs(), colors(code))) === PLAYING);
    lines.push(player.letters());
  }
}

/** Each position: its guess, and the answers that are possible, of all one can think of. */
function positions() {
  const found = [];
  const due = [[]];
  while (due.length) {
    const path = due.pop();
    const possible = [];
    let player, guess;
    for (let black = -1; black <= PEGS + 1; black++) {
      for (let white = -1; white <= 11; white++) {
        if (!player) {
          player = new mm.Player();
          for (const before of path) player.step(Math.floor(before / 10), before % 10);
          guess = player.guess;
        }
        const result = player.step(black, white);
        if (result === IMPOSSIBLE && player.guess === guess) continue;
        possible.push(10 * black + white);
        if (result === PLAYING) due.push([...path, 10 * black + white]);
        for (let i = 0; i < 100 && result === SOLVED; i++) {
          if (player.step(Math.floor(i / 10), i % 10) !== IMPOSSIBLE) found.push("goes on");
        }
        player = undefined;
      }
    }
    found.push(`${path.join(" ")}: ${guess}: ${possible.join(" ")}`);
  }
  lines.push(...found.sort());
}

/** How the games end with the secrets when each bit of the table is flipped in turn. */
async function damaged() {
  const source = readFileSync(path, "utf8");
  const [before, table, after] = source.split("`");
  const bytes = Buffer.from(table, "base64");
  const ends = {};
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    bytes[bit >> 3] ^= 1 << (bit & 7);
    const text = `${before}\`${bytes.toString("base64")}\`${after}`;
    const { Player } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
    for (const code of secrets()) {
      const end = play(new Player(), colors(code));
      ends[end] = (ends[end] ?? 0) + 1;
    }
    bytes[bit >> 3] ^= 1 << (bit & 7);
  }
  lines.push(...Object.keys(ends).sort());
}

function play(player, secret) {
  for (let count = 0; count < 1000; count++) {
    if (player.pegs().some((color) => !(color >= 0 && color < COLORS))) return "no code";
    try {
      const result = player.step(...answer(player.pegs(), secret));
      if (result !== PLAYING) return result;
    } catch (error) {
      return String(error);
    }
  }
  return "endless";
}

for (const name of what.split(",")) await { games, letters, positions, damaged }[name]();
process.stdout.write(`${lines.join("\n")}\n`);
