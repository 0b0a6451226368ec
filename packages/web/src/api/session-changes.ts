const name = 'lectern-session';

/** Notifies the other tabs of this browser that the session has changed. */
export function announceSessionChange(): void {
  const channel = openChannel();
  channel?.postMessage('changed');
  channel?.close();
}

/** Calls `onChange` for session changes in other tabs until the returned function is called. */
export function followSessionChanges(onChange: () => void): () => void {
  const channel = openChannel();
  channel?.addEventListener('message', onChange);
  return () => channel?.close();
}

/** Some browsers disallow channels between pages. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
