import { createHash } from 'node:crypto';

/** Readable, and different for different names. */
export function folderNameOf(generation: string): string {
  const readable = generation.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60);
  const digest = createHash('sha256').update(generation).digest('hex').slice(0, 8);
  return `${readable}-${digest}`;
}

/**
 * The generation of a folder; undefined where the folder's name holds only a part of the
 * generation's.
 */
export function findGeneration(folder: string): string | undefined {
  const generation = folder.slice(0, -'-00000000'.length);
  return folderNameOf(generation) === folder ? generation : undefined;
}
