// Plays every secret with an exported JavaScript module, as replay.c does with one in C.
//
// Usage: node replay.mjs DISTINCT WHITES EVERY, in the folder of mm.mjs.
import { COLORS, IMPOSSIBLE, PEGS, PLAYING, Player, SOLVED } from "./mm.mjs";

const [distinct, whites, every] = process.argv.slice(2).map(Number);

function pegsOf(code) {
  return Array.from(
    { length: PEGS },
    (_, at) => Math.floor(code / COLORS ** (PEGS - 1 - at)) % COLORS,
  );
}

function answer(guess, secret) {
  const black = guess.filter((peg, at) => peg === secret[at]).length;
  const left = [...secret];
  for (const peg of guess) if (left.includes(peg)) left.splice(left.indexOf(peg), 1);
  return [black, whites * (PEGS - left.length - black)];
}

/** The number of answers that are accepted after those before, which the player has been given. */
function taken(player, before) {
  let count = 0;
  for (let black = -1; black <= PEGS + 1; black++) {
    for (let white = -1; white <= PEGS + 1; white++) {
      const other = new Player();
      for (const pair of before) other.step(...pair);
      // An impossible answer must not change the game.
      if (other.step(black, white) === IMPOSSIBLE) player.step(black, white);
      else count++;
    }
  }
  return count;
}

function replay() {
  let [secrets, total, most, possible, checksum] = [0, 0, 0, 0, 0x811c9dc5];
  for (let code = 0; code < COLORS ** PEGS; code++) {
    const secret = pegsOf(code);
    if (distinct && new Set(secret).size < PEGS) continue;
    const player = new Player();
    const before = [];
    for (let state = PLAYING; state !== SOLVED; ) {
      const guess = player.pegs();
      for (const peg of guess) checksum = Math.imul(checksum ^ peg, 0x01000193) >>> 0;
      if (secrets % every === 0) possible += taken(player, before);
      before.push(answer(guess, secret));
      state = player.step(...before.at(-1));
      if ((state === SOLVED) !== (before.at(-1)[0] === PEGS) || state === IMPOSSIBLE) {
        return `fault state secret ${secrets} guess ${before.length}`;
      }
    }
    secrets++;
    total += before.length;
    most = Math.max(most, before.length);
  }
  const hash = checksum.toString(16).padStart(8, "0");
  return `secrets ${secrets} total ${total} max ${most} checksum ${hash} possible ${possible}`;
}

console.log(replay());
