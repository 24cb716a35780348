/**
 * The tree as a picture: a row for each guess; the width of a node is its number of secrets left.
 *
 * A frame is the visible part: the secrets from … to, in the order of the tree, and the depth of the first
 * row of full height; the guesses before it are thin rows above. Its levels are the most rows of full height.
 *
 * @typedef {{from: number, to: number, depth: number, levels: number}} Frame
 */

const THIN = 30; // height of a row above the frame, in pixels
const GAP = 1;
const LIT = 5; // least width of a node of the game that is shown

/** The top of each row of the picture, and the end of the last one; rows that are not shown come after. */
function tops(tree, height, { depth, levels }) {
  const above = Math.min(depth * THIN, height / 2);
  const rows = Math.min(levels, tree.levels - depth);
  return Array.from({ length: tree.levels + 1 }, (_, row) =>
    row < depth ? (above * row) / depth : above + ((height - above) * (row - depth)) / rows,
  );
}

/** The node at a point of the picture, or undefined. */
export function nodeAt(app, canvas, frame, x, y) {
  const { tree } = app;
  const { secrets, starts } = tree.nodes;
  const rows = tops(tree, canvas.clientHeight, frame);
  const depth = rows.findLastIndex((top) => top <= y);
  const at = frame.from + ((frame.to - frame.from) * x) / canvas.clientWidth;
  let node = 0;
  for (let row = 0; row < depth; row++) {
    const inside = (child) => starts[child] <= at && at < starts[child] + secrets[child];
    node = [...tree.children(node).values()].find(inside);
    if (node === undefined) return undefined;
  }
  return at >= 0 && at < tree.secrets ? node : undefined;
}

/** Draws the frame, a game of the tree in full colours above all else, and a line around the cursor. */
export function drawTree(app, canvas, frame, cursor, game) {
  const { tree } = app;
  const { secrets, starts, needed, guess, answer } = tree.nodes;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const scale = devicePixelRatio || 1;
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    [canvas.width, canvas.height] = [Math.round(width * scale), Math.round(height * scale)];
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.textBaseline = "middle";
  pen.textAlign = "center";
  const own = getComputedStyle(canvas).color;
  const rows = tops(tree, height, frame);
  const perSecret = width / (frame.to - frame.from);
  const box = (node, depth) => {
    const left = Math.max(0, (starts[node] - frame.from) * perSecret);
    const end = Math.min(width, (starts[node] + secrets[node] - frame.from) * perSecret);
    return [left, rows[depth], end - left, rows[depth + 1] - rows[depth]];
  };
  const paint = (node, [x, y, wide, high], faded) => {
    const [shade, ink] = app.shade(needed[node]);
    pen.globalAlpha = faded ? 0.35 : 1;
    pen.fillStyle = shade;
    pen.fillRect(x, y, Math.max(wide - (wide > 3 ? GAP : 0), 0.4), high - GAP);
    pen.globalAlpha = 1;
    if (wide > 24 && high > 14) {
      const cell = { x, y, wide: wide - GAP, high: high - GAP, ink: faded ? own : ink };
      label(app, pen, cell, guess[node], node ? answer[node] : -1, secrets[node]);
    }
  };
  const surround = ([x, y, wide, high], line) => {
    const [left, top, both] = [x + line / 2, y + line / 2, line + GAP];
    pen.lineWidth = line;
    pen.strokeStyle = own;
    pen.strokeRect(left, top, Math.max(wide - both, 1), high - both);
  };
  const lit = [];
  let marked;
  const draw = (node, depth) => {
    const place = box(node, depth);
    const wide = place[2];
    if (wide <= 0 || rows[depth] >= height) return;
    if (node === cursor) marked = place;
    if (game.includes(node)) {
      const margin = Math.max(0, (LIT - wide) / 2);
      const left = Math.min(Math.max(0, place[0] - margin), width - wide - 2 * margin);
      lit.push([node, [left, place[1], wide + 2 * margin, place[3]]]);
    } else {
      paint(node, place, game.length > 0);
      if (wide < 0.3) return; // its children are no wider
    }
    for (const child of tree.children(node).values()) {
      const begin = (starts[child] - frame.from) * perSecret;
      if (begin < width && begin + secrets[child] * perSecret > 0) draw(child, depth + 1);
    }
  };
  draw(0, 0);
  for (const [node, place] of lit) {
    paint(node, place);
    surround(place, 1);
  }
  if (marked) surround(marked, 3);
}

/** The label of a cell, as far as there is room: answer, guess in pegs, secrets left. */
function label(app, pen, cell, code, answer, secrets) {
  const { x, y, wide, high, ink } = cell;
  if (app.tree.own.label) return app.tree.own.label(app, pen, cell, code, answer, secrets);
  const middle = x + wide / 2;
  const lines = [];
  pen.font = "600 12px system-ui, sans-serif";
  const pegs = app.tree.rules.pegs;
  const size = Math.min(22, (wide - 12) / pegs);
  const digits = answer >= 0 ? app.digits(answer) : "";
  if (digits && pen.measureText(digits).width < wide) lines.push(["text", digits, 15, 600]);
  if (size >= 10) lines.push(["pegs", code, size + 3]);
  const count = app.number(secrets);
  const left = app.t("left", { n: secrets });
  pen.font = "400 12px system-ui, sans-serif";
  const fits = (text) => pen.measureText(text).width < wide - 8;
  if (fits(left)) lines.push(["text", left, 15, 400]);
  else if (fits(count) && size >= 10) lines.push(["text", count, 15, 400]);
  if (high < 2 * 17) {
    if (size >= 10) pegRow(app, pen, code, middle - (pegs * 18) / 2, y + high / 2, 18);
    else if (lines.length) write(pen, ink, lines[0][1], middle, y + high / 2, 600);
    return;
  }
  while (lines.reduce((sum, line) => sum + line[2], 0) > high - 4) lines.pop();
  let at = y + (high - lines.reduce((sum, line) => sum + line[2], 0)) / 2;
  for (const [kind, what, tall, weight] of lines) {
    if (kind === "pegs") pegRow(app, pen, what, middle - (pegs * size) / 2, at + tall / 2, size);
    else write(pen, ink, what, middle, at + tall / 2, weight);
    at += tall;
  }
}

function write(pen, ink, text, x, y, weight) {
  pen.fillStyle = ink;
  pen.font = `${weight} 12px system-ui, sans-serif`;
  pen.fillText(text, x, y);
}

function pegRow(app, pen, code, x, y, size) {
  const row = app.tree.rules.pegsOf(code);
  if (app.tree.rules.direction === "rtl") row.reverse();
  for (const [i, color] of row.entries()) {
    const look = app.tree.looks[color];
    const middle = x + size * (i + 0.5);
    const radii = look.radii.map((radius) => radius * size * 0.88);
    pen.beginPath();
    pen.roundRect(middle - size * 0.44, y - size * 0.44, size * 0.88, size * 0.88, radii);
    pen.fillStyle = look.fill;
    pen.fill();
    pen.lineWidth = 1;
    pen.strokeStyle = "rgb(0 0 0 / 55%)";
    pen.stroke();
    pen.fillStyle = look.ink;
    pen.font = `700 ${Math.round(size * 0.5)}px system-ui, sans-serif`;
    pen.fillText(app.symbol(color), middle, y + size * 0.03);
  }
}
