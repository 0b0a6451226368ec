import { createHash } from 'node:crypto';

const prefix = 'Chunks_';

/** Returns a readable collection name that differs for different index versions. */
export function collectionNameOf(indexVersion: string): string {
  const readable = indexVersion.replace(/[^A-Za-z0-9]+/g, '_').slice(0, 60);
  const digest = createHash('sha256').update(indexVersion).digest('hex').slice(0, 8);
  return `${prefix}${readable}_${digest}`;
}

/**
 * Returns the index version of a collection; undefined if the collection's name contains only a
 * part of it.
 */
export function findIndexVersion(collection: string): string | undefined {
  const indexVersion = collection.slice(prefix.length, -'_00000000'.length);
  return collectionNameOf(indexVersion) === collection ? indexVersion : undefined;
}
