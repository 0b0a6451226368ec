import type { BlobStore } from '@lectern/blobs';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

export interface BlobDependencies {
  readonly database: Database;
  readonly blobs: BlobStore;
}

const blobsPerQuery = 500;

/** Blobs last written before the given time that neither a document nor a revision names. */
export async function* listUnreferencedBlobs(
  { database, blobs }: BlobDependencies,
  olderThan: Date,
): AsyncGenerator<string> {
  let asked: string[] = [];
  for await (const sha256 of blobs.listOlderThan(olderThan)) {
    asked.push(sha256);
    if (asked.length < blobsPerQuery) continue;
    yield* await selectUnreferenced(database, asked);
    asked = [];
  }
  yield* await selectUnreferenced(database, asked);
}

/** Removes them and what uploads that a crash ended have left; gives the number of blobs. */
export async function sweepBlobs(dependencies: BlobDependencies, olderThan: Date): Promise<number> {
  await dependencies.blobs.removeUnfinished(olderThan);
  let swept = 0;
  for await (const sha256 of listUnreferencedBlobs(dependencies, olderThan)) {
    await dependencies.blobs.delete(sha256);
    swept += 1;
  }
  return swept;
}

async function selectUnreferenced(
  database: Database,
  asked: readonly string[],
): Promise<readonly string[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<{ sha256: string }>`
    select asked.sha256 from unnest(${asked}::text[]) as asked (sha256)
    where not exists (select from rag.documents as d where d.sha256 = asked.sha256)
      and not exists (select from rag.revisions as r where r.sha256 = asked.sha256)
      and not exists (select from rag.revisions as r where r.parsed_sha256 = asked.sha256)`.execute(
    database,
  );
  return rows.map(({ sha256 }) => sha256);
}
