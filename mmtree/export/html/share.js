import { button, h, openDialog } from "./dom.js";
import { readFragment, writeFragment } from "./fragment.js";

/** A button that copies the game for others; a challenge is copied without its guesses. */
export function shareButton(app, label = app.t("share"), challenge = false) {
  return button(label, () => share(app, challenge), { "data-focus": "share" });
}

/**
 * Copies a link, if the page is from a web server. A link to a file does not work on another device:
 * then the fragment is copied, with the name of the tree, and `sentGame` reads it.
 */
async function share(app, challenge) {
  const { tree, state } = app;
  const shared = challenge ? { mode: state.mode, secret: state.secret } : state;
  const served = location.protocol.startsWith("http");
  const text = served
    ? `${location.href.split("#")[0]}#${app.fragment(shared)}`
    : `#${tree.id}/${writeFragment([tree], tree, shared)}`;
  const how = served ? "" : app.t("textUse");
  try {
    await navigator.clipboard.writeText(text);
    app.toast(served ? app.t("copied") : `${app.t("textCopied", { text })}\n${how}`);
  } catch {
    copyByHand(app, text, how);
  }
}

/** Shows a text that the browser refused to copy. */
function copyByHand(app, text, how) {
  const title = app.t("notCopied");
  const input = h("input", { value: text, readonly: true, "aria-label": title });
  openDialog(app, title, [h("p", {}, input), how && h("p", { class: "hint" }, how)], "share");
  input.select();
}

/** A form that opens a game copied on another page. */
export function sentGame(app) {
  const input = h("input", {
    id: "sent",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "data-focus": "sent",
  });
  const wrong = h("p", { class: "no", role: "status" });
  const open = (event) => {
    event.preventDefault();
    const fragment = input.value.slice(input.value.indexOf("#") + 1).trim();
    const { state } = readFragment(app.trees, fragment, app.tree);
    const none = state.mode === "home" || (state.mode === "play" && state.secret === undefined);
    if (none) wrong.textContent = app.t("notSent");
    else location.hash = fragment;
  };
  return h(
    "form",
    { class: "sent", onsubmit: open },
    h("label", { for: "sent" }, app.t("sent")),
    h("div", { class: "buttons" }, input, h("button", {}, app.t("open"))),
    wrong,
  );
}
