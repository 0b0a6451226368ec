import { sql } from 'kysely';
import type { SearchRun, SearchState } from './search-state.ts';

/**
 * Returns true if a document was found only by passages of a version that no longer answers,
 * although another version does: it was replaced between retrieval and the loading of texts.
 */
export async function isReplacedMeanwhile(
  { fused, ranked, removed, scope }: SearchState,
  { dependencies: { database }, principal }: SearchRun,
): Promise<boolean> {
  const hidden = new Set(removed.filter(({ stage }) => stage === 'load').map(({ id }) => id));
  if (hidden.size === 0) return false;
  const shown = new Set(ranked.map(({ chunk }) => chunk.document_id));
  const lost = fused.filter(({ chunkId }) => hidden.has(chunkId));
  const documentIds = new Set(
    lost.map(({ documentId }) => documentId).filter((id) => !shown.has(id)),
  );
  if (documentIds.size === 0) return false;
  let query = database
    .selectFrom('rag.documents')
    .select('id')
    .where(sql<boolean>`id = any(${[...documentIds]}::uuid[])`)
    .where('organisation_id', '=', principal.organisationId)
    .where('active_revision', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1);
  if (scope.filter?.collectionIds) {
    query = query.where(
      sql<boolean>`collection_id = any(${[...scope.filter.collectionIds]}::uuid[])`,
    );
  }
  return (await query.executeTakeFirst()) !== undefined;
}
