/** Makes a page from a web server installable on the home screen of a phone. */
export function install(app) {
  if (!location.protocol.startsWith("http")) return;
  const icon = document.querySelector("link[rel=icon]").href;
  const address = location.href.split("#")[0];
  const manifest = {
    name: document.title,
    short_name: "Mastermind",
    id: address,
    start_url: address,
    scope: new URL(".", address).href,
    display: "standalone",
    lang: app.language,
    background_color: "#f5f1e8",
    theme_color: "#1d3b36",
    icons: [{ src: icon, sizes: "any", type: "image/svg+xml" }],
  };
  add("manifest", `data:application/manifest+json,${encodeURIComponent(JSON.stringify(manifest))}`);
  const picture = new Image();
  picture.onload = () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 180, height: 180 });
    canvas.getContext("2d").drawImage(picture, 0, 0, 180, 180);
    add("apple-touch-icon", canvas.toDataURL());
  };
  picture.src = icon;
}

function add(rel, href) {
  document.head.append(Object.assign(document.createElement("link"), { rel, href }));
}
