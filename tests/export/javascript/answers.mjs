// Walks to every position of exported modules whose answers are numbers: node answers.mjs MODULE…

/** Prints each position as the answers up to it, the text of its guess, and the possible answers. */
function positions({ ANSWERS, IMPOSSIBLE, PLAYING, Player, SOLVED }) {
  function playerAfter(path) {
    const player = new Player();
    for (const answer of path) player.step(answer);
    return player;
  }

  const due = [[]];
  while (due.length) {
    const path = due.pop();
    let player = playerAfter(path);
    const text = player.text();
    const possible = [];
    for (let answer = -1; answer <= 256; answer++) {
      const result = player.step(answer);
      if (result === IMPOSSIBLE && player.text() === text) continue;
      possible.push(answer);
      const ended = result === SOLVED;
      if (ended && ANSWERS.some((given) => player.step(given) !== IMPOSSIBLE)) throw "goes on";
      if (result === PLAYING || (ended && player.text() !== text)) due.push([...path, answer]);
      player = playerAfter(path);
    }
    const byText = ANSWERS.filter((given) => playerAfter(path).step(given) !== IMPOSSIBLE);
    if (byText.length !== possible.length) throw "other texts";
    console.log([`${path.join(" ")}: ${text}:`, ...possible].join(" "));
  }
}

for (const path of process.argv.slice(2)) {
  positions(await import(path));
  console.log("end");
}
