import type { HybridIndex } from '@lectern/retrieval';
import type { Database } from '../database/tables.ts';

const revisionsPerQuery = 1_000;

/**
 * Removes what the index holds of revisions that the database does not know, for example after
 * the database was restored from a backup. A revision's row is written before its objects, so none
 * that is being made is touched.
 */
export async function removeUnknownRevisions(
  database: Database,
  index: HybridIndex,
): Promise<void> {
  const organisations = await database
    .selectFrom('rag.documents')
    .select('organisation_id')
    .union(database.selectFrom('rag.collections').select('organisation_id'))
    .execute();
  for (const { organisation_id } of organisations) {
    const documentsByRevision = new Map<string, string>();
    for await (const { revision, documentId } of index.listChunks(organisation_id)) {
      documentsByRevision.set(revision, documentId);
    }
    const revisions = [...documentsByRevision.keys()];
    for (let from = 0; from < revisions.length; from += revisionsPerQuery) {
      const asked = revisions.slice(from, from + revisionsPerQuery);
      const known = await database
        .selectFrom('rag.revisions')
        .select('id')
        .where('id', 'in', asked)
        .execute();
      const knownIds = new Set(known.map(({ id }) => id));
      for (const revision of asked.filter((id) => !knownIds.has(id))) {
        const documentId = documentsByRevision.get(revision) ?? '';
        await index.deleteRevision(organisation_id, documentId, revision);
      }
    }
  }
}
