import { createStore } from '../lib/create-store.ts';
import { readStored } from '../lib/stored.ts';

/** Uploads of each tab that are not sent yet. */
export const uploadsKey = 'lectern.uploads';

/** True once there are uploads, whose tray is loaded for them. */
export const wantedTray = createStore(readStored(uploadsKey) !== undefined);
