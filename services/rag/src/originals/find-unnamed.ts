import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/tables.ts';

/** Returns those of the blobs that neither a document nor a revision references. */
export async function findUnnamedBlobs(
  database: Database | DatabaseTransaction,
  asked: readonly string[],
): Promise<readonly string[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<{ sha256: string }>`
    select asked.sha256 from unnest(${asked}::text[]) as asked (sha256)
    where not exists (select from rag.documents as d where d.sha256 = asked.sha256)
      and not exists (select from rag.bundle_imports as i where i.sha256 = asked.sha256)
      and not exists (select from rag.revisions as r where r.sha256 = asked.sha256)
      and not exists (select from rag.revisions as r where r.parsed_sha256 = asked.sha256)`.execute(
    database,
  );
  return rows.map(({ sha256 }) => sha256);
}
