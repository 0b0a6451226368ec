import { createHash } from 'node:crypto';

/** Readable, and different for different names. */
export function folderNameOf(indexVersion: string): string {
  const readable = indexVersion.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60);
  const digest = createHash('sha256').update(indexVersion).digest('hex').slice(0, 8);
  return `${readable}-${digest}`;
}

/**
 * The index version of a folder; undefined where the folder's name holds only a part of the
 * index version's.
 */
export function findIndexVersion(folder: string): string | undefined {
  const indexVersion = folder.slice(0, -'-00000000'.length);
  return folderNameOf(indexVersion) === folder ? indexVersion : undefined;
}
