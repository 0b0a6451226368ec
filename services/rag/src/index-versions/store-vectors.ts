import type { Warning } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { announceDocuments } from '../notifications/notify.ts';

/** Warning of a document that is found only by keyword until its vectors are made. */
export const withoutVectors: Warning = {
  code: 'embedding_unavailable',
  message:
    'The embedding model was away or too slow; until it has made the vectors the document is found by keyword alone.',
};

/** Records whether revisions have vectors in the index. */
export async function markVectors(
  database: Database,
  revisions: readonly string[],
  hasVectors: boolean,
): Promise<void> {
  await database
    .updateTable('rag.revisions')
    .set({ has_vectors: hasVectors })
    .where('id', 'in', [...revisions])
    .where('has_vectors', '=', !hasVectors)
    .execute();
}

/** Records that documents' active revisions were indexed without vectors. */
export async function expectVectors(
  database: Database,
  documentIds: readonly string[],
): Promise<void> {
  await sql`
    update rag.revisions r set has_vectors = false
    from rag.documents d
    where d.active_revision = r.id and d.id = any(${[...documentIds]}::uuid[])`.execute(database);
}

/** Records that revisions have vectors now: the given ones, or all. */
export async function recordVectors(
  database: Database | DatabaseTransaction,
  revisions?: readonly string[],
): Promise<void> {
  const ofThese = revisions ? sql`and id = any(${[...revisions]}::uuid[])` : sql``;
  const { rows } = await sql<{ id: string; organisation_id: string }>`
    with filled as (
      update rag.revisions set has_vectors = true where not has_vectors ${ofThese}
      returning document_id)
    update rag.documents d
    set warnings = (
      select coalesce(jsonb_agg(w), '[]') from jsonb_array_elements(d.warnings) w
      where w->>'code' <> ${withoutVectors.code})
    from filled f
    where d.id = f.document_id
      and d.warnings @> ${JSON.stringify([{ code: withoutVectors.code }])}::jsonb
    returning d.id, d.organisation_id`.execute(database);
  for (const [organisationId, group] of Map.groupBy(rows, (row) => row.organisation_id)) {
    await announceDocuments(
      database,
      organisationId,
      group.map(({ id }) => id),
    );
  }
}

/** Counts the documents whose active revision is in the index without vectors. */
export async function countWithoutVectors(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('rag.revisions as r')
    .innerJoin('rag.documents as d', 'd.active_revision', 'r.id')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('r.has_vectors', '=', false)
    .where('d.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
