import { useSyncExternalStore } from 'react';
import { readStored } from '../lib/stored.ts';

/** Uploads of each tab that are not sent yet. */
export const uploadsKey = 'lectern.uploads';

const listeners = new Set<() => void>();
let isWanted = readStored(uploadsKey) !== undefined;

/** Returns true once there are uploads, whose tray is loaded for them. */
export function useIsTrayWanted(): boolean {
  return useSyncExternalStore(subscribe, () => isWanted);
}

export function wantTray(): void {
  if (isWanted) return;
  isWanted = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
