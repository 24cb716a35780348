import { button, buttons, h } from "./dom.js";
import { peg } from "./pegs.js";

// The colours of a box. The first ones, as many as a game needs, suit the colour-blind best.
const BOX = "$BOX".map((text) => {
  const [name, fill, ink] = text.split(" ");
  return { name, fill, ink };
});
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The colours that a tree's box can have: the page's own, then others. */
function choiceOf({ ownLooks }) {
  const own = ownLooks.filter(({ hole }) => !hole);
  return [...own, ...BOX.filter(({ name }) => !own.some((look) => look.name === name))];
}

/** Whether the colours can be changed: not digits, nor colours without names. */
function hasBox({ inDigits, ownLooks }) {
  return !inDigits && ownLooks.length > 0 && ownLooks.every(({ name }) => name);
}

/** Gives trees the colours of a box, names with commas between; the page's own where it has none. */
export function fillBox(trees, box) {
  const names = box.split(",");
  for (const tree of trees) {
    tree.ownLooks ??= tree.looks;
    if (!hasBox(tree)) continue;
    let free = choiceOf(tree);
    tree.looks = tree.ownLooks.map((look, i) => {
      if (look.hole) return look;
      const find = (wanted) => free.find(({ name }) => name === wanted);
      const { name, fill, ink } = find(names[i]) ?? find(look.name) ?? free[0];
      free = free.filter((other) => other.name !== name);
      return { ...look, name, fill, ink };
    });
  }
}

/** The setting of the box: a button for each colour, which changes to the next one that is free. */
export function boxChoice(app, change) {
  const { tree } = app;
  if (!hasBox(tree)) return undefined;
  const names = tree.looks.map(({ name }) => name);
  const turn = (color, step) => {
    const others = names.toSpliced(color, 1);
    const free = choiceOf(tree).filter(({ name }) => !others.includes(name));
    const at = free.findIndex(({ name }) => name === names[color]) + step;
    const next = names.with(color, free.at(at % free.length).name);
    change("box", next.join(), `[data-focus=box-${color}]`);
  };
  const swatches = tree.looks.map((look, color) => {
    const onkeydown = (event) => {
      if (!STEPS[event.key]) return;
      event.preventDefault();
      turn(color, STEPS[event.key]);
    };
    const label = app.t("boxColor", { symbol: app.symbol(color), name: app.colorName(color) });
    const props = { class: "color", "aria-label": label, "data-focus": `box-${color}`, onkeydown };
    return !look.hole && button(peg(look, app.symbol(color)), () => turn(color, 1), props);
  });
  const preset = (name, box) =>
    button(app.t(name), () => change("box", box, `[data-focus=${name}]`), { "data-focus": name });
  const safe = BOX.map(({ name }) => name).join();
  return h(
    "fieldset",
    h("legend", app.t("myBox")),
    h("p.hint", app.t("boxHint")),
    h("div.palette.wrap", swatches),
    buttons(preset("boxSafe", safe), preset("boxReset", "")),
  );
}
