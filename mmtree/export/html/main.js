import { fillBox } from "./box.js";
import { codeOfDay } from "./daily.js";
import { button, h } from "./dom.js";
import { explore } from "./explore.js";
import { readFragment, writeFragment } from "./fragment.js";
import { gameOf, needed, position, repairs } from "./game.js";
import { guide } from "./guide.js";
import { openHelp } from "./help.js";
import { home } from "./home.js";
import { install } from "./install.js";
import { Names } from "./names.js";
import { play } from "./play.js";
import { review } from "./review.js";
import { openSettings } from "./settings.js";
import { load, store } from "./storage.js";
import { Tree } from "./tree.js";

const MODES = { home, guide, play, explore };
const KEPT = "mmtree"; // the key of settings and last game in the local storage

/** The trees, the state and the texts that all views share, with methods to change and show them. */
class App extends Names {
  constructor(data) {
    super();
    this.title = data.title;
    this.address = data.address; // where a page of these trees is published, for files
    this.trees = data.trees.map((tree) => new Tree(tree));
    this.tree = this.trees[0];
    this.places = new Map(); // the last fragment of each tree and mode
    this.main = document.querySelector("main");
    const { settings, last } = load(KEPT) ?? {};
    store(KEPT, { settings, last }); // so that a refusal is known before the first game
    this.settings = { language: "", theme: "", symbols: "", legend: "", box: "" };
    for (const name of Object.keys(this.settings)) {
      if (typeof settings?.[name] === "string") this.settings[name] = settings[name];
    }
    if (typeof last?.sum === "string" && typeof last.fragment === "string") this.last = last;
    this.#read();
  }

  #read() {
    const before = this.tree;
    Object.assign(this, readFragment(this.trees, location.hash, this.tree)); // tree, state, damaged
    if (before !== this.tree) this.frame = undefined;
  }

  /** The fragment of another state of this tree. */
  fragment(state) {
    return writeFragment(this.trees, this.tree, state);
  }

  #place(mode) {
    return `${this.tree.id} ${mode}`;
  }

  /** The last game, if it is open and the page has its tree: another page may have stored the game. */
  get lastGame() {
    const tree = this.trees.find(({ checksum }) => checksum === this.last?.sum);
    if (!tree) return undefined;
    const { state } = readFragment([tree], this.last.fragment, tree);
    const guesses = state.rows ?? state.guesses;
    const found = state.rows ? position(tree, state.rows).solved : guesses?.at(-1) === state.secret;
    if (!guesses || state.over || found) return undefined;
    const href = `#${this.trees.length > 1 ? `${tree.id}/` : ""}${this.last.fragment}`;
    return { href, tree, guesses: guesses.length };
  }

  /** Shows the state of the address. */
  follow(focus) {
    this.#read();
    this.say("");
    this.render(focus);
    scrollTo(0, 0);
    this.#reveal(".row.current");
    if (document.activeElement === document.body) {
      const head = this.main.querySelector("h1");
      head.tabIndex = -1; // screen readers continue here
      head.focus({ preventScroll: true });
    }
  }

  /** Changes the state, keeps it in the address, and shows it. */
  update(change, focus) {
    change();
    const fragment = this.fragment(this.state);
    history.replaceState(null, "", fragment ? `#${fragment}` : location.pathname + location.search);
    this.render(focus);
    this.#reveal(".desk");
    this.#reveal(".row.current");
    return true;
  }

  /** Changes these parts of the state, as `update` does. */
  set(parts, focus) {
    return this.update(() => Object.assign(this.state, parts), focus);
  }

  /** Scrolls as far as is needed to see a part of the view. */
  #reveal(part) {
    this.main.querySelector(part)?.scrollIntoView({ block: "nearest" });
  }

  /** Shows the state; the focus stays, or goes to the element with that data-focus. */
  render(focus = document.activeElement?.dataset.focus) {
    this.onkey = undefined;
    this.typed = undefined;
    document.documentElement.lang = this.language;
    document.documentElement.dataset.theme = this.settings.theme;
    document.documentElement.style.setProperty("--count", this.tree.rules.pegs);
    document.documentElement.dataset.letters = this.tree.rules.direction ?? "ltr";
    this.onpad = undefined;
    document.title = this.title || this.headline(this.tree);
    fillBox(this.trees, this.settings.box);
    this.strayed = false; // whether the game has left the tree, whose maximum then no longer holds
    const wrong = this.damaged ? [h("p.no", { role: "alert" }, this.t("damaged"))] : [];
    this.damaged = false; // the next change hides it
    this.main.replaceChildren(...wrong, MODES[this.state.mode](this));
    this.#head();
    if (typeof focus === "function") focus = focus();
    const place = focus === "pad" ? ".answer:not(.grey)" : `[data-focus="${focus}"]`;
    const at = focus && document.querySelector(place);
    if (at) at.focus({ preventScroll: true });
    const shown = this.state.today ? { mode: "play" } : this.state; // another game may come first
    this.places.set(this.#place(shown.mode), this.fragment(shown));
    if (shown.rows?.length || shown.secret !== undefined) {
      const fragment = writeFragment([this.tree], this.tree, shown);
      this.last = { sum: this.tree.checksum, fragment };
    }
    store(KEPT, { settings: this.settings, last: this.last });
  }

  #head() {
    const { tree } = this;
    const modes = ["guide", ...(tree.own.noPlay ? [] : ["play"]), "explore"];
    const links = modes.map((mode) => {
      const here = this.state.mode === mode;
      const to = `#${this.places.get(this.#place(mode)) ?? this.fragment({ mode })}`;
      return h("a", { href: to, "aria-current": here ? "page" : undefined }, this.t(mode));
    });
    const opener = (sign, open, name, focus) => {
      const label = { "aria-label": this.t(name), title: this.t(name) };
      return button(sign, () => open(this), { class: "settings", ...label, "data-focus": focus });
    };
    const help = opener("?", openHelp, "howToPlay", "help");
    const settings = opener("⚙", openSettings, "settings", "settings");
    const start = this.trees.length > 1 ? `#${this.tree.id}` : "#";
    const icon = h("img", { src: document.querySelector("link[rel=icon]").href, alt: "" });
    const label = { href: start, class: "logo", "aria-label": this.t("start") };
    const logo = h("a", label, icon, h("span", "mmtree"));
    const nav = h("nav", { "aria-label": this.t("modes") }, links);
    document.querySelector("header").replaceChildren(logo, nav, help, settings);
    const proof = tree.proof ? ` ${this.t(...tree.proof)}.` : "";
    const facts = this.strayed
      ? `${this.game(tree)}; ${this.label(tree)}. ${this.t("offTree", { max: tree.max })}`
      : `${this.game(tree)}; ${this.label(tree)}${this.t("colon")} ${this.promise(tree)}.${proof}`;
    const sum = `${this.t("tree")} ${tree.checksum} (SHA-256).`;
    document.querySelector("footer").replaceChildren(h("p", facts), h("p", sum));
  }

  /** Announces a text to screen readers. */
  say(text) {
    const said = document.querySelector("#said");
    said.textContent = said.textContent === text ? `${text}\u00a0` : text; // only a change is announced
  }

  /** Shows and announces a text below the buttons in use, until the next change. */
  toast(text) {
    document.querySelector("#toast")?.remove();
    const place = document.activeElement.closest(".buttons") ?? this.main.lastElementChild;
    place.after(h("p", { id: "toast" }, text));
    this.say(text);
  }
}

const app = new App(JSON.parse(document.querySelector("#data").textContent));
addEventListener("hashchange", () => app.follow());
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
    return;
  if (app.onkey?.(event)) event.preventDefault();
});
app.render();
install();

/** The functions of the page, for scripts. */
globalThis.mmtree = { app, position, needed, repairs, review, gameOf, codeOfDay };
