const name = 'lectern-session';

/** Tells the other tabs of this browser that the session is another one, or acts elsewhere now. */
export function tellSessionChange(): void {
  const channel = openChannel();
  channel?.postMessage('changed');
  channel?.close();
}

/** Hears of it from other tabs, until the answer is called. */
export function followSessionChanges(onChange: () => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', onChange);
  return () => channel?.close();
}

/** A browser may keep pages from talking with each other. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
