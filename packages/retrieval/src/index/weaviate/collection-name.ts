import { createHash } from 'node:crypto';

const prefix = 'Chunks_';

/** Readable, and different for different names. */
export function collectionNameOf(generation: string): string {
  const readable = generation.replace(/[^A-Za-z0-9]+/g, '_').slice(0, 60);
  const digest = createHash('sha256').update(generation).digest('hex').slice(0, 8);
  return `${prefix}${readable}_${digest}`;
}

/** The generation behind a collection's name, where that says it all. */
export function findGeneration(collection: string): string | undefined {
  const generation = collection.slice(prefix.length, -'_00000000'.length);
  return collectionNameOf(generation) === collection ? generation : undefined;
}
