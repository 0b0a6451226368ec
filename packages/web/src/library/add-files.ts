import { createStore } from '../lib/create-store.ts';
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

const choice = createStore<AddChoice | undefined>(undefined);

export const useAddChoice = choice.useValue;

export function endAddChoice(): void {
  choice.set(undefined);
}

/** Uploads files. The person chooses the collection if it is undefined. */
export function addFiles(collectionId: string | undefined, files: readonly NamedFile[]): void {
  const folders = listFolders(files);
  const isClear = collectionId !== undefined && folders.length === 0;
  choice.set(isClear ? undefined : { collectionId, files, folders });
  if (isClear) void startUploads(collectionId, files);
}

/** Loads the sender with the first files. */
async function startUploads(collectionId: string, files: readonly NamedFile[]): Promise<void> {
  const { addUploads } = await import('./uploads.ts');
  addUploads(collectionId, files);
}
