import type { BlobStore } from '@lectern/blobs';
import type { Database } from '../database/tables.ts';
import { findUnnamedBlobs } from '../originals/find-unnamed.ts';

export interface BlobDependencies {
  readonly database: Database;
  readonly blobs: BlobStore;
}

const blobsPerQuery = 500;

/**
 * Lists blobs last written before the given time that neither a document nor a revision references.
 */
export async function* listUnreferencedBlobs(
  { database, blobs }: BlobDependencies,
  olderThan: Date,
): AsyncGenerator<string> {
  let asked: string[] = [];
  for await (const sha256 of blobs.listOlderThan(olderThan)) {
    asked.push(sha256);
    if (asked.length < blobsPerQuery) continue;
    yield* await findUnnamedBlobs(database, asked);
    asked = [];
  }
  yield* await findUnnamedBlobs(database, asked);
}

/**
 * Removes unreferenced blobs and the remains of interrupted uploads; returns the number of blobs.
 */
export async function sweepBlobs(dependencies: BlobDependencies, olderThan: Date): Promise<number> {
  await dependencies.blobs.removeUnfinished(olderThan);
  let swept = 0;
  for await (const sha256 of listUnreferencedBlobs(dependencies, olderThan)) {
    await dependencies.blobs.delete(sha256);
    swept += 1;
  }
  return swept;
}
