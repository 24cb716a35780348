// Walks to every position of exported modules: node positions.mjs MODULE…, or damaged MODULE
import { readFileSync } from "node:fs";

const MOST = 300; // steps with a damaged table

function playerAfter({ Player }, path) {
  const player = new Player();
  for (const answer of path) player.step(answer);
  return player;
}

/** The text of the guess, whose pegs must be those of its number. */
function textOf({ COLORS, PEGS }, player) {
  const pegs = player.pegs();
  if (pegs.length !== PEGS || pegs.some((peg) => !(peg >= 0 && peg < COLORS))) throw "no code";
  if (pegs.reduce((code, peg) => code * COLORS + peg, 0) !== player.guess) throw "other pegs";
  return player.text();
}

/** Prints each position as the answers up to it, the text of its guess, and the possible answers. */
function positions(mm) {
  const { ANSWERS = [], IMPOSSIBLE, PLAYING, SOLVED } = mm;
  const numbers = [-1, ...Array(257).keys(), 0.5, NaN, undefined];
  const due = [[]];
  while (due.length) {
    const path = due.pop();
    let player = playerAfter(mm, path);
    const text = textOf(mm, player);
    const possible = [];
    for (const answer of numbers) {
      const result = player.step(answer);
      if (result === IMPOSSIBLE && player.text() === text) continue;
      possible.push(answer);
      const ended = result === SOLVED;
      if (ended && numbers.some((again) => player.step(again) !== IMPOSSIBLE)) throw "goes on";
      if (result === PLAYING || (ended && player.text() !== text)) due.push([...path, answer]);
      player = playerAfter(mm, path);
    }
    let byText = 0;
    for (const given of ANSWERS) {
      if (player.step(given) === IMPOSSIBLE) continue;
      byText++;
      player = playerAfter(mm, path);
    }
    if (ANSWERS.length && byText !== possible.length) throw "other texts";
    console.log([`${path.join(" ")}: ${text}:`, ...possible].join(" "));
  }
}

/** Prints the results of all steps, and errors, when each bit of the table is flipped in turn. */
async function damaged(module) {
  const [before, table, after] = readFileSync(module, "utf8").split("`");
  const bytes = Buffer.from(table, "base64");
  const seen = new Set();
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    bytes[bit >> 3] ^= 1 << (bit & 7);
    const text = `${before}\`${bytes.toString("base64")}\`${after}`;
    walk(await import(`data:text/javascript,${encodeURIComponent(text)}`), bytes.length, seen);
    bytes[bit >> 3] ^= 1 << (bit & 7);
  }
  console.log([...seen].sort().join("\n"));
}

function walk(mm, rows, seen) {
  const due = [[]];
  for (let steps = 0; due.length && steps < MOST; ) {
    const path = due.pop();
    if (path.length > rows) throw "endless";
    for (let answer = 0; answer < 45; answer++, steps++) {
      const player = playerAfter(mm, path);
      textOf(mm, player);
      try {
        const result = player.step(answer);
        seen.add(result);
        if (result === mm.PLAYING) due.push([...path, answer]);
      } catch (error) {
        seen.add(String(error));
      }
    }
  }
}

const [first, ...modules] = process.argv.slice(2);
if (first === "damaged") {
  await damaged(modules[0]);
} else {
  for (const module of [first, ...modules]) {
    positions(await import(module));
    console.log("end");
  }
}
