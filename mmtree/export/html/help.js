import { button, h, openDialog } from "./dom.js";
import { keyPegs } from "./pegs.js";

const SEEN = "seen";

/** What the answers mean, until it is dismissed; the button "?" shows it again. */
export function legend(app) {
  const means = meanings(app);
  if (app.settings.legend === SEEN || !means) return undefined;
  const dismiss = () => {
    app.settings.legend = SEEN;
    app.render("help");
  };
  const props = { class: "dismiss", "aria-label": app.t("dismiss"), title: app.t("dismiss") };
  return h("div.answers-mean", means, button("×", dismiss, props));
}

function meanings(app) {
  const { inDigits, own, rules } = app.tree;
  if (own.meanings) return own.meanings(app);
  const names = inDigits ? ["bullMeans", "cowMeans"] : ["blackMeans", "whiteMeans"];
  const items = names.slice(0, rules.whites ? 2 : 1).map((name, white) => {
    const key = !inDigits && keyPegs(1, white ? 1 : 10);
    return h("li", key, app.t(name));
  });
  return h("ul.meanings.wrap", items);
}

/** The dialog that explains how to play. */
export function openHelp(app) {
  const mode = app.state.mode === "play" ? "play" : "guide";
  const put = app.tree.inDigits ? "sayDigits" : "putPegs";
  const names = { guide: [put, "tapAnswer", "andSoOn"], play: ["putGuess", "seeAnswer"] };
  const steps = names[mode].map((name) => h("li", app.t(name)));
  const content = [
    meanings(app),
    h("ol.steps", steps),
    h("p.hint.keyboard", app.t(mode === "play" ? "typeCode" : typeAnswer(app))),
    mode === "guide" && h("p.hint", app.t("greyed")),
  ];
  openDialog(app, app.t("howToPlay"), content, "help");
}

/** The name of the text that says how to type an answer. */
export function typeAnswer({ tree: { inDigits, rules } }) {
  if (!rules.whites) return "typeBlack";
  return inDigits ? "typeBulls" : "type";
}
