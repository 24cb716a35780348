import { colorOfKey } from "./board.js";
import { fillBox } from "./box.js";
import { codeOfDay } from "./daily.js";
import { button, h } from "./dom.js";
import { explore } from "./explore.js";
import { readFragment, writeFragment } from "./fragment.js";
import { gameOf, needed, position, repairs } from "./game.js";
import { guide, guiding } from "./guide.js";
import { openHelp } from "./help.js";
import { home } from "./home.js";
import { install } from "./install.js";
import { play } from "./play.js";
import { review } from "./review.js";
import { LETTERS } from "./rules.js";
import { openSettings } from "./settings.js";
import { load, store } from "./storage.js";
import { COLORS, PLURAL, TEXTS } from "./texts.js";
import { Tree } from "./tree.js";

const MODES = { home, guide, play, explore };
const KEPT = "mmtree"; // the key of settings and last game in the local storage

// Colours from few guesses still needed to many.
const SHADES = "#f7e7a3 #a5d98a #4fb78d #2b8f9b #3a6aa5 #5a4596 #6b2a7f #4d1a57 #2a0f30".split(" ");

/** The trees, the state and the texts that all views share, with methods to change and show them. */
class App {
  constructor(data) {
    this.title = data.title;
    this.trees = data.trees.map((tree) => new Tree(tree));
    this.tree = this.trees[0];
    this.places = new Map(); // the last fragment of each tree and mode
    this.main = document.querySelector("main");
    const { settings, last } = load(KEPT) ?? {};
    this.settings = { language: "", theme: "", symbols: "", legend: "", box: "" };
    for (const name of Object.keys(this.settings)) {
      if (typeof settings?.[name] === "string") this.settings[name] = settings[name];
    }
    if (typeof last?.sum === "string" && typeof last.fragment === "string") this.last = last;
    this.#read();
  }

  #read() {
    const before = this.tree;
    Object.assign(this, readFragment(this.trees, location.hash, this.tree));
    // A page of one tree has nothing to choose.
    if (this.state.mode === "home" && this.trees.length === 1) this.state = guiding();
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
    const rows = state.rows ?? state.guesses?.map((guess) => ({ guess }));
    const found = rows?.at(-1);
    const over = state.over || found?.guess === state.secret;
    if (!rows || over || found?.answer === tree.rules.allBlack) return undefined;
    const href = `#${this.trees.length > 1 ? `${tree.id}/` : ""}${this.last.fragment}`;
    return { href, tree, guesses: rows.length };
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
    this.onpad = undefined;
    document.title = this.title || this.headline(this.tree);
    fillBox(this.trees, this.settings.box);
    this.strayed = false; // whether the game has left the tree, whose maximum then no longer holds
    this.main.replaceChildren(MODES[this.state.mode](this));
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
    const modes = ["guide", "play", "explore"].filter(
      (mode) => mode !== "play" || !tree.own.noPlay,
    );
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
      : `${this.game(tree)}; ${this.label(tree)}: ${this.promise(tree)}.${proof}`;
    const sum = `${this.t("tree")} ${tree.checksum} (SHA-256).`;
    document.querySelector("footer").replaceChildren(h("p", facts), h("p", sum));
  }

  /** Announces a text to screen readers. */
  say(text) {
    const said = document.querySelector("#said");
    said.textContent = said.textContent === text ? `${text}\u00a0` : text; // only a change is announced
  }

  get language() {
    const wanted = this.settings.language ? [this.settings.language] : navigator.languages;
    const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase());
    return known.find((tag) => tag in TEXTS) ?? "en";
  }

  /** A text of the table with its gaps filled, in the singular or plural that n needs. */
  t(name, values = {}, tree = this.tree) {
    const own = tree.texts[this.language]?.[name];
    const [one, more = one] = (own ?? TEXTS[this.language][name]).split(PLURAL);
    const text = values.n === 1 ? one : more;
    return text.replace(/\{(\w+)\}/g, (_, key) =>
      typeof values[key] === "number" ? this.number(values[key]) : values[key],
    );
  }

  number(value, digits = 0) {
    const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(this.language, form).format(value);
  }

  /** An average number of codes. */
  average(value) {
    return this.number(value, value < 10 ? 1 : 0);
  }

  /** The rules of a tree in words. */
  game(tree) {
    const { rules, looks, inDigits, own } = tree;
    if (own.game) return own.game(this, tree);
    const { pegs, distinct, whites, holes } = rules;
    const n = looks.filter(({ hole }) => !hole).length;
    const colors = this.t(n < looks.length && !holes ? "colorsOrEmpty" : "colorsOf", { n });
    const parts = [this.t(inDigits ? "digitsOf" : "pegsOf", { n: pegs, colors })];
    if (distinct) parts.push(this.t(inDigits ? "digitsDistinct" : "distinct"));
    if (!whites) parts.push(this.t("blackOnly"));
    for (const name of rules.house ?? []) parts.push(this.t(name, {}, tree));
    return parts.join(", ");
  }

  /** The name by which people know a game, or its rules. */
  gameName(tree) {
    const { name, whites } = tree.rules;
    if (tree.inDigits && whites && !tree.game) return "Bulls and Cows";
    return { "4p6c": "Mastermind", "5p8c": "Super Mastermind" }[name] ?? this.game(tree);
  }

  headline(tree) {
    const { inDigits, max, rules } = tree;
    const gaps = { n: max, max, name: rules.list };
    const text = this.t(inDigits ? "headlineDigits" : "headline", gaps, tree);
    return text.replace("-", "\u2011"); // a line does not break in "Mastermind-Code"
  }

  /** What a strategy is good for. */
  strategyWords(tree) {
    const name = tree.proof?.[0] === "bestAverage" ? "fewest" : "neverMore";
    return this.t(name, { n: tree.max }, tree);
  }

  /** The source of a strategy, such as Koyama and Lai 1993. */
  label({ label }) {
    return label.replace(" and ", ` ${this.t("and")} `);
  }

  /** The maximum and average that a tree promises. */
  promise(tree) {
    const { max, total, secrets } = tree;
    return this.t("promise", { max, average: this.number(total / secrets, 2) }, tree);
  }

  /** The source of a strategy, with its merit if another tree of the game has the same source. */
  uniqueLabel(tree) {
    const isTwin = (of) =>
      of !== tree && of.label === tree.label && of.rules.name === tree.rules.name;
    const label = this.label(tree);
    return this.trees.some(isTwin) ? `${label}, ${this.strategyWords(tree)}` : label;
  }

  /** The symbol of a colour, as in the settings. */
  symbol(color) {
    const { symbols, tree } = this;
    const own = tree.rules.symbol?.(color);
    if (own) return own;
    const first = Number(symbols);
    return symbols && tree.rules.colors + first <= 10 ? String(color + first) : LETTERS[color];
  }

  /** The first digit, "0" or "1", of the symbols; "" for letters. */
  get symbols() {
    return this.tree.inDigits ? "0" : this.settings.symbols;
  }

  /** The colour of a symbol that was typed, or -1. */
  readSymbol(key) {
    return this.tree.rules.colorOf?.(key) ?? colorOfKey(key, this.tree, this.symbols);
  }

  /** The name of a colour in the language of the page; one of the user's own stays as it is. */
  named(name) {
    const names = COLORS[this.language];
    return Object.hasOwn(names, name) ? names[name] : name;
  }

  colorName(color) {
    return this.named(this.tree.looks[color].name) || this.symbol(color);
  }

  codeName(code) {
    const { rules } = this.tree;
    if (rules.nameOf) return rules.nameOf(code);
    const row = rules.pegsOf(code);
    return row.map((color) => this.colorName(color)).join(", ");
  }

  /** An answer in words. */
  answerName(answer) {
    return this.answerParts(answer).join(", ");
  }

  /** The words for black and for white pegs, or for bulls and cows. */
  answerParts(answer) {
    const { inDigits, rules, own } = this.tree;
    const parts = own.answerParts?.(this, answer);
    if (parts) return parts;
    const names = inDigits ? ["bulls", "cows"] : ["blacks", "whites"];
    const counts = [Math.floor(answer / 10), answer % 10].slice(0, rules.whites ? 2 : 1);
    return counts.map((n, i) => this.t(names[i], { n }));
  }

  /** An answer in digits. */
  digits(answer) {
    const own = this.tree.rules.answerText?.(answer);
    if (own) return own;
    const black = Math.floor(answer / 10);
    return this.tree.rules.whites ? `${black} ${answer % 10}` : String(black);
  }

  /** Fill and ink for so many guesses still needed. */
  shade(needed) {
    const most = Math.max(SHADES.length, this.tree.max);
    const at = Math.floor((Math.max(needed - 1, 0) * SHADES.length) / most);
    return [SHADES[at], at < 3 ? "#10221c" : "#ffffff"];
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
