import type { HybridIndex } from '@lectern/retrieval';
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
