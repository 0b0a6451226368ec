import { useSyncExternalStore } from 'react';
import { listFolders, type NamedFile } from './named-file.ts';
import { addUploads } from './uploads.ts';

/** Files in folders, until the person chooses how to add the folders. */
export interface FolderChoice {
  readonly collectionId: string;
  readonly files: readonly NamedFile[];
  /** Parents before their children. */
  readonly folders: readonly string[];
}

const listeners = new Set<() => void>();
let choice: FolderChoice | undefined;

/** Uploads files to a collection. Files in folders wait for the choice of the person. */
export function addFiles(collectionId: string, files: readonly NamedFile[]): void {
  const folders = listFolders(files);
  if (folders.length === 0) addUploads(collectionId, files);
  else set({ collectionId, files, folders });
}

export function useFolderChoice(): FolderChoice | undefined {
  return useSyncExternalStore(subscribe, () => choice);
}

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
