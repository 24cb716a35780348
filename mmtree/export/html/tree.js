import { branches } from "../javascript/packed_tree.js";
import { KINDS, Rules } from "./rules.js";

const add = (counts) => counts.reduce((sum, count) => sum + count);

/** A strategy tree with all its nodes, in preorder, so that node 0 is the opening. */
export class Tree {
  /** @param {object} data the page's data of a tree, with its packed table in base64 */
  constructor(data) {
    Object.assign(this, data);
    /** What the kind of game does in its own way; nothing for pegs and colours. */
    this.own = KINDS[data.game?.kind]?.(data) ?? {};
    this.rules = new (this.own.Rules ?? Rules)(data);
    this.texts = this.own.texts ?? {};
    const counted = data.weighted ?? data.histogram;
    this.secrets = add(data.histogram);
    this.average = counted.reduce((sum, count, i) => sum + count * (i + 1), 0) / add(counted);
    this.max = data.histogram.length;
    /** What the last node counts: nothing where it only names the secret that is left. */
    this.last = this.rules.identified ? 0 : 1;
    /** The most nodes in a row. */
    this.levels = this.max + 1 - this.last;
  }

  /** The nodes, unpacked on first use. */
  get nodes() {
    this._nodes ??= unpack(this);
    return this._nodes;
  }

  /** The children of a node, by answer. */
  children(node) {
    const { answer, extent } = this.nodes;
    const found = new Map();
    for (let at = node + 1; at < node + extent[node]; at += extent[at]) found.set(answer[at], at);
    return found;
  }

  /** The nodes from the opening to this one. */
  path(node) {
    const way = [];
    for (let at = node; at >= 0; at = this.nodes.parent[at]) way.unshift(at);
    return way;
  }

  /** The answers that lead to a node. */
  answersTo(node) {
    const way = this.path(node).slice(1);
    return way.map((at) => this.nodes.answer[at]);
  }

  /** The nodes after these answers, from the opening on; undefined after one that is never given. */
  follow(answers) {
    const next = (way, answer) => [...way, this.children(way.at(-1)).get(answer)];
    return answers.reduce(next, [0]);
  }

  /** The secrets left at a node, by the guesses still needed; the average and the most of these guesses. */
  statistics(node) {
    const { guess, parent, right, extent, secrets, needed } = this.nodes;
    const histogram = Array(this.max).fill(0);
    const depth = [];
    let total = 0;
    let weights = 0;
    for (let at = node; at < node + extent[node]; at++) {
      depth[at] = at === node ? this.last : depth[parent[at]] + 1;
      if (depth[at]) histogram[depth[at] - 1] += right[at];
      const weight = right[at] && this.rules.weightOf(guess[at]);
      total += weight * depth[at];
      weights += weight;
    }
    return { histogram, average: total / weights, secrets: secrets[node], max: needed[node] };
  }
}

function unpack(tree) {
  const { guess, answer, parent, right } = tree.own.unpack?.(tree) ?? walk(tree);
  const count = guess.length;
  const extent = new Uint32Array(count).fill(1);
  const secrets = Uint32Array.from(right);
  const needed = new Uint8Array(count).fill(tree.last);
  const starts = new Uint32Array(count); // the index of the first secret of each node
  for (let node = 1; node < count; node++) starts[node] = starts[node - 1] + right[node - 1];
  for (let node = count - 1; node > 0; node--) {
    extent[parent[node]] += extent[node];
    secrets[parent[node]] += secrets[node];
    needed[parent[node]] = Math.max(needed[parent[node]], needed[node] + 1);
  }
  return { guess, answer, parent, right, extent, secrets, starts, needed };
}

function walk(tree) {
  const bytes = Uint8Array.from(atob(tree.table), (character) => character.charCodeAt(0));
  const packed = { ...tree, bytes };
  const guess = [];
  const answer = [];
  const parent = [];
  const right = [];
  const add = (position, to, above) => {
    const node = guess.length;
    guess.push(position.guess);
    right.push(position.right ? 1 : 0);
    answer.push(to);
    parent.push(above);
    for (const [value, next] of branches(packed, position)) add(next, value, node);
  };
  add({ guess: tree.opening, right: true, row: 0 }, 0, -1);
  return { guess, answer, parent, right };
}
