import { h } from "./dom.js";

/** Lets a browser install the page of a site, which has files next to it, and open it without a network. */
export function install() {
  const site = document.querySelector("link[rel=apple-touch-icon]");
  if (!site || !location.protocol.startsWith("http")) return;
  document.head.append(h("link", { rel: "manifest", href: "manifest.webmanifest" }));
  // Without a secure address there is no container; some private windows refuse.
  navigator.serviceWorker?.register("sw.js").catch(() => {});
}
