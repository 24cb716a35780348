import { answerPlate } from "./board.js";
import { h } from "./dom.js";
import { drawTree, nodeAt, startsOf } from "./icicle.js";
import { codeRow } from "./pegs.js";

/**
 * The whole tree as a picture, from the node in state.node down.
 *
 * State: node, which fills the width; cursor, the node that is described.
 */
export function explore(app) {
  const { state, tree } = app;
  state.cursor ??= state.node;
  const about = h("p", { class: "about", role: "status" });
  const keys = h("p", { class: "hint", id: "explore-keys" }, app.t("exploreKeys"));
  return h(
    "section",
    { class: "explore" },
    h("h1", { class: "unseen" }, app.t("explore")),
    !state.node && h("p", { class: "lead" }, app.t("exploreLead")),
    crumbs(app),
    picture(app, about),
    about,
    legend(app),
    keys,
    h(
      "p",
      {},
      h(
        "a",
        {
          class: "button",
          href: `#${app.fragment({ mode: "guide", rows: rowsTo(tree, state.node) })}`,
        },
        app.t("guideHere"),
      ),
    ),
    branchTable(app, tree),
  );
}

/** The guesses and answers that lead to a node. */
function rowsTo(tree, node) {
  const { guess, answer } = tree.nodes;
  const way = tree.path(node);
  return way.slice(1).map((next, i) => ({ guess: guess[way[i]], answer: answer[next] }));
}

/** The fragment of a node. */
function link(app, node) {
  return `#${app.fragment({ mode: "explore", node })}`;
}

function crumbs(app) {
  const { guess, answer } = app.tree.nodes;
  const way = app.tree.path(app.state.node);
  const items = way.map((node, i) => {
    const here = i === way.length - 1;
    const code = codeRow(app, guess[node], "small");
    const to = here
      ? h("span", { "aria-current": "location" }, code)
      : h("a", { href: link(app, node) }, code);
    return h("li", {}, i > 0 && answerPlate(app, answer[node]), to);
  });
  return h("nav", { class: "crumbs", "aria-label": app.t("way") }, h("ol", {}, items));
}

function describe(app, node) {
  const { guess, answer, secrets, needed } = app.tree.nodes;
  const after = node
    ? app.t("afterAnswer", { answer: app.answerName(answer[node]) })
    : app.t("firstGuess");
  const code = app.codeName(guess[node]);
  const left = app.t("left", { n: secrets[node] });
  return `${after}: ${code}. ${left}, ${app.t("needed", { n: needed[node] })}.`;
}

function picture(app, about) {
  const { state, tree } = app;
  const starts = startsOf(tree);
  const canvas = h("canvas", {
    tabindex: 0,
    role: "application",
    "aria-label": app.t("picture"),
    "aria-describedby": "explore-keys",
    "data-focus": "picture",
  });
  const wide = h("div", { class: "picture" }, canvas);
  const frameOf = (node) => ({
    from: starts[node],
    to: starts[node] + tree.nodes.secrets[node],
    depth: tree.path(node).length - 1,
  });
  const target = frameOf(state.node);
  const frame = app.frame?.tree === tree ? app.frame : { tree, ...target };
  app.frame = frame;
  const draw = () => canvas.isConnected && drawTree(app, canvas, starts, frame, state.cursor);
  const tell = (node) => {
    if (node === undefined || (node === state.cursor && about.textContent)) return;
    state.cursor = node;
    about.textContent = describe(app, node);
    draw();
  };
  const open = (node) => {
    // Nothing is below a guess that must be right: its parent is shown.
    const to = tree.nodes.extent[node] > 1 || !node ? node : tree.nodes.parent[node];
    if (to !== state.node) location.hash = app.fragment({ mode: "explore", node: to });
  };
  const at = (event) => nodeAt(app, canvas, starts, frame, event.offsetX, event.offsetY);
  canvas.addEventListener("pointermove", (event) => tell(at(event)));
  canvas.addEventListener("click", (event) => {
    const node = at(event);
    if (node === undefined) return;
    tell(node);
    open(node === state.node && node ? tree.nodes.parent[node] : node);
  });
  canvas.addEventListener("focus", () => tell(state.cursor));
  canvas.addEventListener("keydown", (event) => {
    const to = step(tree, state.cursor, event.key);
    if (event.key === "Enter") open(state.cursor);
    else if (event.key === "Escape" && state.node) open(tree.nodes.parent[state.node]);
    else if (to === undefined) return;
    else tell(to);
    event.preventDefault();
  });
  about.textContent = describe(app, state.cursor);
  new ResizeObserver(draw).observe(wide);
  glide(frame, target, draw);
  return wide;
}

/** The node next to, above or below another one, or undefined. */
function step(tree, node, key) {
  const { parent } = tree.nodes;
  if (key === "ArrowUp") return node ? parent[node] : undefined;
  if (key === "ArrowDown") return [...tree.children(node).values()][0];
  const turn = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (!turn || !node) return undefined;
  const beside = [...tree.children(parent[node]).values()];
  return beside[beside.indexOf(node) + turn];
}

/** Moves the frame to a target: at once if the user prefers reduced motion. */
function glide(frame, target, draw) {
  const from = { ...frame };
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const began = performance.now();
  const motion = {};
  frame.motion = motion; // ends the previous motion
  const move = (time) => {
    if (frame.motion !== motion) return;
    const part = still ? 1 : Math.min(1, Math.max(0, (time - began) / 260));
    const eased = 1 - (1 - part) ** 3;
    for (const key of ["from", "to", "depth"]) {
      frame[key] = from[key] + (target[key] - from[key]) * eased;
    }
    draw();
    if (part < 1) requestAnimationFrame(move);
  };
  requestAnimationFrame(move);
}

/** The colours of the picture. */
function legend(app) {
  const items = Array.from({ length: app.tree.max }, (_, i) => {
    const swatch = h("span", { class: "swatch" }, i + 1);
    [swatch.style.background, swatch.style.color] = app.shade(i + 1);
    return h("li", {}, swatch);
  });
  return h("div", { class: "legend" }, h("span", {}, app.t("colorsMean")), h("ol", {}, items));
}

/** The answers to the guess of the node, as a table of links. */
function branchTable(app, tree) {
  const { node } = app.state;
  const { guess, secrets, needed, right, extent } = tree.nodes;
  const row = (answer, next, count, most) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, answerPlate(app, answer)),
      h("td", {}, next),
      h("td", { class: "count" }, app.number(count)),
      h("td", { class: "count" }, most),
    );
  const rows = [...tree.children(node)].map(([answer, child]) => {
    const code = codeRow(app, guess[child], "small");
    const to = extent[child] > 1 ? h("a", { href: link(app, child) }, code) : code;
    return row(answer, to, secrets[child], app.number(needed[child]));
  });
  if (right[node]) rows.push(row(tree.rules.allBlack, app.t("foundShort"), 1, "–"));
  const heads = [["answer"], ["nextGuess"], ["secretsLeft", "count"], ["atMost", "count"]];
  return h(
    "table",
    { class: "branches" },
    h("caption", {}, app.t("answersTo", { code: app.codeName(guess[node]) })),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map(([name, kind]) => h("th", { scope: "col", class: kind }, app.t(name))),
      ),
    ),
    h("tbody", {}, rows),
  );
}
