/** What is stored under a key; undefined if there is no storage, or something else has been stored. */
export function load(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value under a key. Without storage, the page works until it is left. */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // There is no storage, or it is full.
  }
}
