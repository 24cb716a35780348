import { boxChoice } from "./box.js";
import { h, openDialog } from "./dom.js";
import { TEXTS } from "./texts.js";

/** The dialog of the settings, which apply at once. */
export function openSettings(app) {
  const change = (name, value, place) => {
    app.settings[name] = value;
    app.render();
    openSettings(app);
    document.querySelector(place).focus();
  };
  const choice = (name, options) => {
    const items = options.map(([value, label]) => {
      const set = () => change(name, value, `input[name="${name}"][value="${value}"]`);
      const checked = app.settings[name] === value;
      return h("label", h("input", { type: "radio", name, value, checked, onchange: set }), label);
    });
    return h("fieldset", h("legend", app.t(name)), items);
  };
  const languages = Object.entries(TEXTS).map(([tag, texts]) => [tag, texts.name]);
  const { colors, letters } = app.tree.rules;
  const digits = [
    ["0", "0 1 2"],
    ["1", "1 2 3"],
  ].filter(([first]) => !letters && colors + Number(first) <= 10);
  const device = ["", app.t("device")];
  const choices = [
    choice("language", [device, ...languages]),
    choice("theme", [device, ["light", app.t("light")], ["dark", app.t("dark")]]),
    digits.length > 0 && choice("symbols", [["", "A B C"], ...digits]),
    boxChoice(app, change),
  ];
  openDialog(app, app.t("settings"), choices, "settings");
}
