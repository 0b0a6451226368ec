import type { ChunkReference, IndexFilter } from '../hybrid-index.ts';
import { toReference } from './chunk-records.ts';
import { matchesFilter } from './filter-condition.ts';
import { type OrganisationTenant, whenTenant } from './organisation-tenant.ts';

const objectsAPage = 500;

/** A page of an organisation's chunks, less those that do not match; the last page has no id. */
export async function fetchReferences(
  tenant: OrganisationTenant,
  filter: IndexFilter,
  after: string | undefined,
): Promise<{ references: ChunkReference[]; lastId: string | undefined }> {
  const { objects } = await whenTenant(
    () =>
      tenant.query.fetchObjects({
        limit: objectsAPage,
        ...(after && { after }),
        returnProperties: ['chunk_id', 'document_id', 'revision', 'collection_id', 'page'],
      }),
    { objects: [] },
  );
  return {
    references: objects
      .filter(({ properties }) => matchesFilter(properties, filter))
      .map(({ properties }) => toReference(properties)),
    lastId: objects.at(-1)?.uuid,
  };
}
