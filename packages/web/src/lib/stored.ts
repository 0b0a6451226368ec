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

/** Forgets what is kept in this browser, but for these keys. */
export function forgetStored(keptKeys: readonly string[]): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('lectern.') && !keptKeys.includes(key)) localStorage.removeItem(key);
    }
  } catch {
    // Then it kept nothing.
  }
}

/** Keeps text while this tab is open, or forgets it. */
export function writeTab(key: string, value: string | undefined): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Then it keeps nothing.
  }
}

/** Forgets what is kept while this tab is open. */
export function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Then it kept nothing.
  }
}
