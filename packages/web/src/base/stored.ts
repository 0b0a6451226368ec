/** Text kept in this browser. A browser that keeps nothing, as in private windows, loses it. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps text in this browser, or forgets it. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined || value === '') localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // It is full or closed: what was typed stays on the page at least.
  }
}
