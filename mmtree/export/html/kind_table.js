import { h } from "./dom.js";
import { mergeTexts, OtherRules, unpackLists } from "./other_rules.js";
import { KINDS } from "./rules.js";
import { ANSWERS, inTexts } from "./text_answers.js";

/** The texts of games whose answers are a table. */
export const TABLE = "$PAGE_TABLE";

/** Rules that are a table of answers. A code is a question or, behind them, the name of a secret. */
export class TableRules extends OtherRules {
  constructor(data) {
    super(data);
    const { name, questions, secrets, answers, end, asked = [] } = data.game;
    this.list = name;
    this.identified = end === "identified";
    this.names = [...questions, ...secrets];
    this.questions = questions.length;
    this.width = secrets.length;
    // The row of a code in the cells: that of a question, or of the guess of a secret.
    this.rows = new Map([...questions.keys()].map((code) => [code, code]));
    for (const place of asked) this.rows.set(this.questions + place, this.rows.size);
    this.texts = answers;
    this._codes = [...this.names.keys()];
  }

  isSecret(code) {
    return code >= this.questions && code < this.names.length;
  }

  pegsOf(code) {
    return [code];
  }

  codeOf([code]) {
    return this.codes.includes(code) ? code : -1;
  }

  text(code) {
    return String(code);
  }

  read(text) {
    return /^\d+$/.test(text) ? this.codeOf([Number(text)]) : -1;
  }

  nameOf(code) {
    return this.names[code];
  }

  /** The code of a name, which may be in another case if that is the name of no other; or -1. */
  find(text) {
    const name = text.normalize("NFC").trim().replace(/\s+/g, " ");
    const small = name.toLowerCase();
    const exact = this.names.indexOf(name);
    const found = this.codes.filter((code) => this.names[code].toLowerCase() === small);
    return exact < 0 && found.length === 1 ? found[0] : exact;
  }

  answersTo(guess, secrets) {
    const row = this.rows.get(guess) * this.width - this.questions;
    const asked = this.rows.has(guess);
    if (asked) return Uint16Array.from(secrets, (place) => this.cells[row + place]);
    return Uint16Array.from(secrets, (place) => this.allBlack - (place !== guess));
  }

  candidates(secrets) {
    // Where secrets are only identified, none is named.
    return this.identified ? [this.codes.slice(0, this.questions)] : super.candidates(secrets);
  }
}

/** The name of a question or secret, as text. */
function codeRow({ tree: { rules } }, code, extra) {
  const name = rules.names[code];
  return h("span", { class: `code name ${extra}`, role: "img", "aria-label": name }, name);
}

/** A list of names to choose from while typing. */
function nameList(names) {
  const options = names.map((value) => h("option", { value }));
  return h("datalist", { id: "names" }, options);
}

/** The input of a question, searched by its name. */
function codeEntry(app, done) {
  const { rules } = app.tree;
  const names = rules.identified ? rules.names.slice(0, rules.questions) : rules.names;
  const list = nameList(names);
  const wrong = h("p.no", { role: "alert" });
  const input = h("input", {
    list: list.id,
    size: 30,
    autocomplete: "off",
    "data-focus": "place-0",
  });
  const take = (event) => {
    event.preventDefault();
    const code = rules.find(input.value);
    if (code >= 0 && code < names.length) done(code);
    else wrong.textContent = app.t("notListed");
  };
  return h(
    "form.finder.wrap",
    { onsubmit: take },
    h("label.wrap", app.t("chooseQuestion"), input, list),
    h("button.primary", app.t("ok")),
    wrong,
  );
}

/** The label of a cell of the picture: answer, name and secrets left, shortened to fit. */
function label(app, pen, { x, y, wide, high, ink }, code, answer, secrets) {
  const { names, texts } = app.tree.rules;
  const lines = [...(answer < 0 ? [] : [texts[answer]]), names[code], app.number(secrets)];
  pen.fillStyle = ink;
  pen.font = "600 12px system-ui, sans-serif";
  const shown = lines.slice(0, Math.floor((high - 4) / 15));
  for (const [i, line] of shown.entries()) {
    let text = line;
    for (let end = line.length; end && pen.measureText(text).width > wide - 6; end--) {
      text = `${line.slice(0, end - 1)}…`;
    }
    pen.fillText(text, x + wide / 2, y + high / 2 + 15 * (i - (shown.length - 1) / 2));
  }
}

function game(app, tree) {
  return app.t("tableOf", { name: tree.rules.list, n: tree.secrets }, tree);
}

KINDS.table = () => ({
  ...{ Rules: TableRules, unpack: unpackLists, texts: mergeTexts(ANSWERS, TABLE), noPlay: true },
  ...inTexts,
  ...{ game, codeRow, codeEntry, label, nameList, meanings: () => undefined },
});
