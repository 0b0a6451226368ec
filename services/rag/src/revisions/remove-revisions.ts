import type { HybridIndex } from '@lectern/retrieval';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

interface RevisionReference {
  readonly organisationId: string;
  readonly documentId: string;
  readonly revision: string;
}

/**
 * Removes a revision that must not answer: its document was cancelled, deleted or replaced while it
 * was being indexed. Does nothing if it is active after all.
 */
export async function removeRevision(
  database: Database,
  index: HybridIndex,
  { organisationId, documentId, revision }: RevisionReference,
): Promise<void> {
  const row = await database
    .selectFrom('rag.documents')
    .select('active_revision')
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (row?.active_revision === revision) return;
  await index.deleteRevision(organisationId, documentId, revision);
  await database.deleteFrom('rag.revisions').where('id', '=', revision).execute();
}

/** Removes the revisions that answered before this one. */
export async function removeOutdatedRevisions(
  database: Database,
  index: HybridIndex,
  { organisationId, documentId, revision }: RevisionReference,
): Promise<void> {
  await index.deleteDocument(organisationId, documentId, { exceptRevision: revision });
  await database
    .deleteFrom('rag.revisions')
    .where('document_id', '=', documentId)
    .where('id', '<>', revision)
    .execute();
}

const leftOversAtOnce = 1_000;

/**
 * Removes revisions that are neither active nor in progress: the remains of an interrupted run. A
 * revision's row is written before its index objects and deleted after them, so none is missed.
 */
export async function removeLeftOverRevisions(
  database: Database,
  index: HybridIndex,
): Promise<number> {
  let removed = 0;
  while (removed < leftOversAtOnce && (await removeLeftOver(database, index))) removed += 1;
  return removed;
}

/** The document stays locked meanwhile: new work on it could make the same revision again. */
async function removeLeftOver(database: Database, index: HybridIndex): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('rag.revisions as r')
      .innerJoin('rag.documents as d', 'd.id', 'r.document_id')
      .select(['r.id', 'r.document_id', 'r.organisation_id'])
      .where(sql<boolean>`r.id is distinct from d.active_revision`)
      .where('d.status', 'in', ['ready', 'failed', 'cancelled'])
      .where(sql<boolean>`(d.claimed_until is null or d.claimed_until < now())`)
      .where('d.deleted_at', 'is', null)
      .limit(1)
      .forUpdate('d')
      .skipLocked()
      .executeTakeFirst();
    if (!row) return false;
    await index.deleteRevision(row.organisation_id, row.document_id, row.id);
    await transaction.deleteFrom('rag.revisions').where('id', '=', row.id).execute();
    return true;
  });
}
