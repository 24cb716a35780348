/** Fills an element with its properties, if the first part is an object of them, and its children. */
function fill(node, parts) {
  const props = parts[0]?.constructor === Object ? parts.shift() : {};
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...parts.flat(Infinity).filter((child) => child || child === 0));
  return node;
}

/**
 * An element such as h("p.hint", { id: "keys" }, "text"): its name and classes, properties, if it has any,
 * and children. Properties that begin with "on" are listeners, all others attributes; strings are text.
 */
export function h(tag, ...parts) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name);
  if (classes.length) node.className = classes.join(" ");
  return fill(node, parts);
}

/** An element of a drawing. */
export function s(tag, ...parts) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), parts);
}

/** A button. */
export function button(label, onclick, props = {}) {
  return h("button", { type: "button", onclick, ...props }, label);
}

/** A row of buttons. */
export function buttons(...parts) {
  return h("div.buttons.wrap", parts);
}

/** What the user can do now, below a heading. */
export function desk(title, ...parts) {
  return h("div.desk", h("h2", title), parts);
}

/** Shows a dialog; when it is closed, the element with that data-focus gets the focus. */
export function openDialog(app, title, content, focus) {
  const dialog = document.querySelector("dialog");
  const close = h("button.primary", app.t("close"));
  dialog.setAttribute("aria-label", title);
  dialog.replaceChildren(h("form", { method: "dialog" }, h("h2", title), content, close));
  dialog.onclose = () => document.querySelector(`[data-focus="${focus}"]`)?.focus();
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0; // the button at the end has the focus
}
