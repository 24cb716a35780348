const unstored = new Map(); // what the browser refuses to store, until the page is left

/** What is stored under a key; undefined if nothing or something else has been stored. */
export function load(key) {
  try {
    return JSON.parse(unstored.get(key) ?? localStorage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value under a key, only until the page is left if there is no storage, or it is full. */
export function store(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

/** Whether the browser has refused to store something. */
export function storesNothing() {
  return unstored.size > 0;
}
