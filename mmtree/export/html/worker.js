/**
 * The service worker of a site. It stores the files, so that the page opens without a network.
 *
 * Files of other contents have a cache of another name: a new version replaces the one before, never a
 * file of it.
 */
const OWN = `mmtree ${registration.scope} `; // another site may have the same host
const NAME = `${OWN}$DIGEST`;
const FILES = "$FILES";
const URLS = FILES.map((file) => new URL(file, registration.scope).href);

async function store() {
  const cache = await caches.open(NAME);
  // A browser would not show a page that a redirection led to.
  await cache.addAll(URLS.map((url) => new Request(url, { cache: "reload", redirect: "error" })));
  await skipWaiting(); // open pages need no file any more
}

async function tidy() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function stored(url, request) {
  const cache = await caches.open(NAME);
  return (await cache.match(url)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(store()));
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const file = url.replace(/[?#].*/, "").replace(/\/index\.html$/, "/");
  if (method === "GET" && URLS.includes(file)) event.respondWith(stored(file, event.request));
});
