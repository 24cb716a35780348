import { h } from "./dom.js";
import { drawTree, nodeAt } from "./icicle.js";

/**
 * The picture of the tree, from the node in state.node down, with the keys and pointers that move in it.
 * @param {number[]} game the nodes of the game that is shown, if any
 * @param {number} levels the most rows of full height
 */
export function picture(app, game, levels, link, describe) {
  const { state, tree } = app;
  const canvas = h("canvas", {
    tabindex: 0,
    role: "application",
    "aria-label": app.t("picture"),
    "aria-describedby": "explore-keys",
    "data-focus": "picture",
  });
  const wide = h("div.picture", canvas);
  const frameOf = (node) => ({
    from: tree.nodes.starts[node],
    to: tree.nodes.starts[node] + tree.nodes.secrets[node],
    depth: tree.path(node).length - 1,
  });
  const target = frameOf(state.node);
  const frame = app.frame?.tree === tree ? app.frame : { tree, ...target };
  frame.levels = levels;
  app.frame = frame;
  const draw = () => canvas.isConnected && drawTree(app, canvas, frame, state.cursor, game);
  const tell = (node) => {
    if (node === undefined) return;
    state.cursor = node;
    describe(node);
    draw();
  };
  const open = (node) => {
    // Nothing is below a guess that must be right: its parent is shown.
    const to = tree.nodes.extent[node] > 1 || !node ? node : tree.nodes.parent[node];
    if (to !== state.node) location.hash = link(to);
  };
  const at = (event) => nodeAt(app, canvas, frame, event.offsetX, event.offsetY);
  const hover = (node) => node !== state.cursor && tell(node);
  canvas.addEventListener("pointermove", (event) => hover(at(event)));
  canvas.addEventListener("click", (event) => {
    const node = at(event);
    if (node === undefined) return;
    hover(node);
    open(node === state.node && node ? tree.nodes.parent[node] : node);
  });
  const isShown = (node) => {
    const [way, above] = [tree.path(node), tree.path(state.node)];
    return way.includes(state.node) ? way.length < above.length + levels : above.includes(node);
  };
  canvas.addEventListener("keydown", (event) => {
    const to = step(tree, state.cursor, event.key, game);
    if (event.key === "Enter") open(state.cursor);
    else if (event.key === "Escape" && state.node) open(tree.nodes.parent[state.node]);
    else if (to === undefined) return;
    else if (isShown(to)) tell(to);
    else app.set({ node: tree.nodes.parent[to], cursor: to });
    event.preventDefault();
  });
  new ResizeObserver(draw).observe(wide);
  glide(frame, target, draw);
  return wide;
}

/** The node next to, above or below another one, or undefined; within a game, its next guess is below. */
function step(tree, node, key, game) {
  const { parent } = tree.nodes;
  if (key === "ArrowUp") return node ? parent[node] : undefined;
  if (key === "ArrowDown") {
    const turn = game.indexOf(node);
    return turn < 0 ? [...tree.children(node).values()][0] : game[turn + 1];
  }
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
