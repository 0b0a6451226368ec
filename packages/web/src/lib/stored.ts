/** Reads text from this browser. Private windows may store nothing. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores text in this browser; undefined removes it. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined || value === '') localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is full or disabled; the text stays on the page.
  }
}

/** Removes stored text except for these keys. */
export function forgetStored(keptKeys: readonly string[]): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('lectern.') && !keptKeys.includes(key)) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was stored.
  }
}

/** Stores text while this tab is open; undefined removes it. */
export function writeTab(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage is disabled.
  }
}

export function clearTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Nothing was stored.
  }
}
