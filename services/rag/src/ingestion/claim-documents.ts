import type { IngestJob } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database, DocumentRow } from '../database/tables.ts';

/** Time without renewal after which another worker may claim the documents. */
export const claimMs = 30_000;

/**
 * Claims the documents of a job that are still wanted and that no living worker holds. The others
 * are stale, deleted, cancelled, or held. Rows are locked in the order of their ids, as everywhere.
 */
export async function claimDocuments(
  database: Database,
  job: IngestJob,
  claimId: string,
): Promise<DocumentRow[]> {
  return database
    .updateTable('rag.documents')
    .set({
      status: 'parsing',
      stage: 'parsing',
      starts: sql`starts + 1`,
      claimed_by: claimId,
      claimed_until: claimEnd(),
      updated_at: new Date(),
    })
    .where('id', 'in', (within) =>
      within
        .selectFrom('rag.documents')
        .select('id')
        .where(
          sql<boolean>`(id, work) in (
            select (entry->>'id')::uuid, (entry->>'work')::int
            from jsonb_array_elements(${JSON.stringify(job.documents)}::jsonb) entry)`,
        )
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .where('organisation_id', '=', job.organisation_id)
    .where('status', 'in', ['queued', 'parsing', 'indexing'])
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([where('claimed_until', 'is', null), where('claimed_until', '<', sql<Date>`now()`)]),
    )
    .returningAll()
    .execute();
}

/**
 * Renews the claim. Returns the documents that are still held and wanted. Rows that another
 * statement is writing are left to the next round: waiting for several of them in another order
 * would end in a deadlock.
 */
export async function renewClaims(
  database: Database,
  claimId: string,
): Promise<{ id: string; work: number }[]> {
  const isHeld = sql`claimed_by = ${claimId} and status in ('parsing', 'indexing')
    and deleted_at is null`;
  const { rows } = await sql<{ id: string; work: number }>`
    with free as (
      select id from rag.documents where ${isHeld} for no key update skip locked
    ), renewed as (
      update rag.documents d set claimed_until = ${claimEnd()} from free where d.id = free.id
    )
    select id, work from rag.documents where ${isHeld}`.execute(database);
  return rows;
}

/** Releases the unfinished documents of this claim. */
export async function releaseClaims(database: Database, claimId: string): Promise<void> {
  await database
    .updateTable('rag.documents')
    .set({ claimed_by: null, claimed_until: null })
    .where('id', 'in', (within) =>
      within
        .selectFrom('rag.documents')
        .select('id')
        .where('claimed_by', '=', claimId)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .execute();
}

function claimEnd() {
  return sql<Date>`now() + ${`${claimMs} milliseconds`}::interval`;
}
