import { readChallenge, writeChallenge } from "./challenge.js";
import { button, buttons, h, openDialog } from "./dom.js";
import { readFragment, writeFragment } from "./fragment.js";

/** A button that copies the game for others; a challenge is copied without its guesses. */
export function shareButton(app, label = app.t("share"), challenge = false) {
  return button(label, () => share(app, challenge), { "data-focus": "share" });
}

/**
 * Copies a link, if the page is from a web server. A link to a file does not work on another device:
 * then a challenge is copied in words, with a short code, and any other game as fragment with the name
 * of the tree, each with the address of the published page if there is one. `sentGame` reads all.
 */
function share(app, challenge) {
  const { tree, state } = app;
  const { mode, secret } = state;
  const shared = challenge ? { mode, secret, sent: true } : state;
  const link = linkTo(app, shared);
  if (served() || (link && !challenge)) return copy(app, link, app.t("copied"));
  const code = challenge && writeChallenge(tree.rules, secret);
  const words = challenge && app.t("challengeText", { file: fileName(), code });
  const text = challenge ? [words, link].filter(Boolean).join("\n") : `#${named(app, shared)}`;
  const how = challenge ? "" : app.t("textUse");
  return copy(app, text, `${app.t("textCopied", { text })}\n${how}`, how);
}

/** Shares a result by the system's share sheet if there is one; else copies it. */
export function shareResult(app, result) {
  const { mode, secret, today, dodges } = app.state; // without the guesses
  const link = linkTo(app, { mode, secret, today, dodges, sent: true });
  const text = [result, link].filter(Boolean).join("\n");
  const copyIt = () => copy(app, text, app.t("textCopied", { text }), "");
  if (!navigator.share) return copyIt();
  // The user may have closed the sheet.
  return navigator.share({ text }).catch(({ name }) => name === "AbortError" || copyIt());
}

function served() {
  return location.protocol.startsWith("http");
}

/** The fragment of a state with the name of its tree, which a page of several trees needs. */
function named({ tree }, state) {
  return `${tree.id}/${writeFragment([tree], tree, state)}`;
}

/** The link to a state of this page; in a file, of the page published, if there is one. */
function linkTo(app, state) {
  if (served()) return `${location.href.split("#")[0]}#${app.fragment(state)}`;
  return app.address && `${app.address}#${named(app, state)}`;
}

/** The name of the page's file, for others. */
function fileName() {
  try {
    return decodeURIComponent(location.pathname).match(/[^/]+\.html?$/i)[0];
  } catch {
    return "mmtree.html"; // the address does not contain the name, or not in UTF-8
  }
}

/** Copies a text, or shows it in a dialog if the browser refuses to copy it. */
async function copy(app, text, done, how) {
  try {
    await navigator.clipboard.writeText(text);
    app.toast(done);
  } catch {
    const title = app.t("notCopied");
    const rows = text.split("\n").length;
    const input = h("textarea", { rows, readonly: true, "aria-label": title }, text);
    openDialog(app, title, [h("p", input), how && h("p.hint", how)], "share");
    input.select();
  }
}

/** A form that opens a game or challenge from another page, with a label of that tag. */
export function sentGame(app, label = "label") {
  const input = h("input", {
    id: "sent",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    "data-focus": "sent",
  });
  const wrong = h("p.no", { role: "status" });
  const open = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    const fragment = challengeIn(app, text) ?? text.slice(text.indexOf("#") + 1);
    const { state } = readFragment(app.trees, fragment, app.tree);
    const none = state.mode === "play" && state.secret === undefined && !state.today;
    if (!none && state.mode !== "home") location.hash = fragment;
    else wrong.textContent = app.t(/[#/]/.test(text) ? "notSent" : "notACode");
  };
  return h(
    "form.sent",
    { onsubmit: open },
    h(label, { for: "sent" }, app.t("sent")),
    buttons(input, h("button", app.t("open"))),
    wrong,
  );
}

/** The fragment of the last short code in a text; the current tree is preferred to others. */
function challengeIn(app, text) {
  if (/[#~]/.test(text)) return undefined;
  for (const word of text.split(/[^0-9a-z]+/i).reverse()) {
    for (const tree of [app.tree, ...app.trees]) {
      const secret = readChallenge(tree.rules, word);
      const state = { mode: "play", secret, sent: true };
      if (secret !== undefined) return writeFragment(app.trees, tree, state);
    }
  }
  return undefined;
}
