import type { HybridIndex } from '@lectern/retrieval';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

interface RevisionReference {
  readonly organisationId: string;
  readonly documentId: string;
  readonly revision: string;
}

/**
 * Takes back a revision that is not to answer: its document was cancelled, deleted or replaced
 * while it was being indexed. Does nothing if it answers after all.
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

/** Removes what answered before this revision did. */
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

const leftOversAtOnce = 200;

/**
 * Removes revisions that neither answer nor are being made: what an interrupted run left. A
 * revision's row is written before and deleted after what the index holds of it, so none is missed.
 */
export async function removeLeftOverRevisions(
  database: Database,
  index: HybridIndex,
): Promise<number> {
  const rows = await database
    .selectFrom('rag.revisions as r')
    .innerJoin('rag.documents as d', 'd.id', 'r.document_id')
    .select(['r.id', 'r.document_id', 'r.organisation_id'])
    .where(sql<boolean>`r.id is distinct from d.active_revision`)
    .where('d.status', 'in', ['ready', 'failed', 'cancelled'])
    .where('d.claimed_by', 'is', null)
    .where('d.deleted_at', 'is', null)
    .limit(leftOversAtOnce)
    .execute();
  for (const row of rows) {
    await removeRevision(database, index, {
      organisationId: row.organisation_id,
      documentId: row.document_id,
      revision: row.id,
    });
  }
  return rows.length;
}
