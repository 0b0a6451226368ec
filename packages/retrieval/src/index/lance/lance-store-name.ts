import { createHash } from 'node:crypto';

/** Returns a readable folder name that differs for different index versions. */
export function folderNameOf(indexVersion: string): string {
  const readable = indexVersion.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60);
  const digest = createHash('sha256').update(indexVersion).digest('hex').slice(0, 8);
  return `${readable}-${digest}`;
}

/**
 * Returns the index version of a folder; undefined if the folder's name contains only a part of it.
 */
export function findIndexVersion(folder: string): string | undefined {
  const indexVersion = folder.slice(0, -'-00000000'.length);
  return folderNameOf(indexVersion) === folder ? indexVersion : undefined;
}
