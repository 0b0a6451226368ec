import { useSyncExternalStore } from 'react';
import { listFolders, type NamedFile } from './named-file.ts';
import { addUploads } from './uploads.ts';

/** Files in folders, of which a person is to say what becomes of the folders. */
export interface FolderChoice {
  readonly collectionId: string;
  readonly files: readonly NamedFile[];
  /** Each before those in it. */
  readonly folders: readonly string[];
}

const listeners = new Set<() => void>();
let choice: FolderChoice | undefined;

/** Sends files to a collection; what came in folders waits until it is said what becomes of them. */
export function addFiles(collectionId: string, files: readonly NamedFile[]): void {
  const folders = listFolders(files);
  if (folders.length === 0) addUploads(collectionId, files);
  else set({ collectionId, files, folders });
}

export function useFolderChoice(): FolderChoice | undefined {
  return useSyncExternalStore(subscribe, () => choice);
}

/** The choice was made, or the files are not to be sent. */
export function endFolderChoice(): void {
  set(undefined);
}

function set(next: FolderChoice | undefined): void {
  choice = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
