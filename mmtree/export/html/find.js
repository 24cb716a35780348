import { h } from "./dom.js";
import { gameOf } from "./game.js";

/** A form that finds the game of a secret, and chooses one of other trees of the same rules. */
export function finder(app, others) {
  const { state, tree } = app;
  const { rules } = tree;
  const wrong = h("p.no", { role: "status" });
  const inSymbols = (code) => rules.pegsOf(code).map((color) => app.symbol(color));
  const nameOf = (code) => rules.nameOf?.(code) ?? inSymbols(code).join("");
  const read = (text) => {
    const symbols = [...text.replace(/\s/g, "")];
    const code = rules.find?.(text) ?? rules.codeOf(symbols.map((one) => app.readSymbol(one)));
    return rules.isSecret(code) ? code : -1;
  };
  const names = tree.own.nameList?.(rules.secrets.map(nameOf));
  const input = h("input", {
    value: state.sought < 0 ? "" : nameOf(state.sought),
    size: names ? 20 : 9,
    list: names?.id,
    autocomplete: "off",
    spellcheck: "false",
    "data-focus": "sought",
  });
  const find = (event) => {
    event.preventDefault();
    const sought = read(input.value);
    if (input.value.trim() && sought < 0) {
      const [first, last] = [app.symbol(0), app.symbol(rules.colors - 1)];
      wrong.textContent = app.t("notSecret", { game: app.game(tree), first, last });
      return;
    }
    const focus = sought < 0 ? "sought" : "picture"; // without input, no game is shown
    app.set({ sought, node: 0, cursor: 0 }, focus);
    if (sought >= 0)
      app.say(app.t("found", { n: gameOf(tree, sought).length, code: app.codeName(sought) }));
  };
  const option = (id, name) => h("option", { value: id, selected: id === state.second }, name);
  const options = [option("", "–"), ...others.map((of) => option(of.id, app.uniqueLabel(of)))];
  const choose = ({ target }) => app.set({ second: target.value });
  const select = h("select", { "data-focus": "second", onchange: choose }, options);
  return h(
    "form.finder.wrap",
    { onsubmit: find },
    h("label.wrap", app.t("findSecret"), input, names),
    h("button", app.t("find")),
    others.length > 0 && h("label.wrap", app.t("compareWith"), select),
    wrong,
  );
}
