import { useSyncExternalStore } from 'react';
import { listFolders, type NamedFile } from './named-file.ts';

/** Files that wait until the person chooses a collection, or how to add their folders. */
export interface AddChoice {
  readonly collectionId: string | undefined;
  readonly files: readonly NamedFile[];
  /** Parents before their children. */
  readonly folders: readonly string[];
}

/** A choice of how to add the folders of files. */
export interface FolderChoice extends AddChoice {
  readonly collectionId: string;
}

const listeners = new Set<() => void>();
let choice: AddChoice | undefined;

/** Uploads files. The person chooses the collection if it is undefined. */
export function addFiles(collectionId: string | undefined, files: readonly NamedFile[]): void {
  const folders = listFolders(files);
  const isClear = collectionId !== undefined && folders.length === 0;
  set(isClear ? undefined : { collectionId, files, folders });
  if (isClear) void startUploads(collectionId, files);
}

/** Loads the sender with the first files. */
async function startUploads(collectionId: string, files: readonly NamedFile[]): Promise<void> {
  const { addUploads } = await import('./uploads.ts');
  addUploads(collectionId, files);
}

export function useAddChoice(): AddChoice | undefined {
  return useSyncExternalStore(subscribe, () => choice);
}

export function endAddChoice(): void {
  set(undefined);
}

function set(next: AddChoice | undefined): void {
  choice = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
