import type { FailureCode, Metadata, Warning } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { announceDocuments } from '../notifications/notify.ts';

/**
 * A document held by a worker. Every write applies only while the claim and the work number are
 * unchanged.
 */
export interface ClaimedDocument {
  readonly id: string;
  readonly organisation_id: string;
  readonly work: number;
}

/** Ends the work with a reason for the user. An earlier version that answers stays. */
export async function failDocument(
  database: Database,
  { claimId, document }: { readonly claimId: string; readonly document: ClaimedDocument },
  { code, message }: { readonly code: FailureCode; readonly message: string },
): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('rag.documents')
    .set({
      status: 'failed',
      stage: 'failed',
      error_code: code,
      error_message: message,
      claimed_by: null,
      claimed_until: null,
      updated_at: new Date(),
    })
    .where('id', '=', document.id)
    .where('work', '=', document.work)
    .where('claimed_by', '=', claimId)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    await announceDocuments(database, document.organisation_id, [document.id]);
  }
}

export async function showIndexing(
  database: Database,
  claimId: string,
  documents: readonly (ClaimedDocument & { readonly chunkCount: number })[],
): Promise<void> {
  const [first] = documents;
  if (!first) return;
  const entries = JSON.stringify(
    documents.map(({ id, work, chunkCount }) => ({ id, work, chunkCount })),
  );
  await sql`
    with ${lockedInOrder(documents)}
    update rag.documents d
    set status = 'indexing', stage = 'indexing', stage_done = 0, stage_total = e.chunks, updated_at = now()
    from (
      select (entry->>'id')::uuid as id, (entry->>'work')::int as work, (entry->>'chunkCount')::int as chunks
      from jsonb_array_elements(${entries}::jsonb) entry) e
    join locked using (id)
    where d.id = e.id and d.work = e.work and d.claimed_by = ${claimId}`.execute(database);
  await announceDocuments(
    database,
    first.organisation_id,
    documents.map(({ id }) => id),
  );
}

/** Records how many chunks of each document are ready for the index. */
export async function showIndexed(
  database: Database,
  claimId: string,
  documents: readonly (ClaimedDocument & { readonly done: number })[],
): Promise<void> {
  const [first] = documents;
  if (!first) return;
  const entries = JSON.stringify(documents.map(({ id, work, done }) => ({ id, work, done })));
  await sql`
    with ${lockedInOrder(documents)}
    update rag.documents d
    set stage_done = e.done, updated_at = now()
    from jsonb_to_recordset(${entries}::jsonb) as e(id uuid, work int, done int)
    join locked using (id)
    where d.id = e.id and d.work = e.work and d.claimed_by = ${claimId}`.execute(database);
  await announceDocuments(
    database,
    first.organisation_id,
    documents.map(({ id }) => id),
  );
}

export interface FinishedDocument extends ClaimedDocument {
  readonly revision: string;
  readonly title: string;
  readonly mimeType: string;
  readonly pageCount: number | null;
  readonly chunkCount: number;
  readonly warnings: readonly Warning[];
  readonly fileMetadata: Metadata;
}

/**
 * Activates new revisions in one statement. The file's metadata replaces that of the earlier
 * revision; entries that a person or program gave stay. Returns the activated ids; the others were cancelled,
 * deleted or replaced meanwhile.
 */
export async function activateRevisions(
  database: Database,
  claimId: string,
  documents: readonly FinishedDocument[],
): Promise<Set<string>> {
  const [first] = documents;
  if (!first) return new Set();
  const { rows } = await sql<{ id: string }>`
    with ${lockedInOrder(documents)}
    update rag.documents d
    set status = 'ready', stage = 'ready', stage_done = e."chunkCount", stage_total = e."chunkCount",
        active_revision = e.revision, title = e.title, mime_type = e."mimeType",
        page_count = e."pageCount", chunk_count = e."chunkCount", warnings = e.warnings,
        file_metadata = e."fileMetadata",
        metadata = e."fileMetadata" || coalesce((
          select jsonb_object_agg(given.key, given.value) from jsonb_each(d.metadata) given
          where given.value is distinct from d.file_metadata -> given.key), '{}'),
        error_code = null, error_message = null, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as e(
      id uuid, work int, revision uuid, title text, "mimeType" text, "pageCount" int,
      "chunkCount" int, warnings jsonb, "fileMetadata" jsonb)
    join locked using (id)
    where d.id = e.id and d.work = e.work and d.claimed_by = ${claimId}
      and d.status in ('parsing', 'indexing') and d.deleted_at is null
    returning d.id`.execute(database);
  const ids = rows.map((row) => row.id);
  await announceDocuments(database, first.organisation_id, ids);
  return new Set(ids);
}

/**
 * Rows of documents are always locked in the order of their ids, so that no two statements wait for
 * each other.
 */
function lockedInOrder(documents: readonly ClaimedDocument[]) {
  return sql`locked as materialized (
    select id from rag.documents where id = any(${documents.map(({ id }) => id)}::uuid[])
    order by id for no key update)`;
}
