import type { ChunkReference, IndexFilter } from '../hybrid-index.ts';
import { type OrganisationTenant, whenTenant } from './organisation-tenant.ts';
import { toReference } from './weaviate-chunk-records.ts';
import { matchesFilter } from './weaviate-filter.ts';

const objectsAPage = 500;

/** A page of one node's chunks after an id. */
export interface ListedPage {
  /** By object id, in ascending order. */
  readonly references: ReadonlyMap<string, ChunkReference>;
  /** Undefined on the last page. */
  readonly lastId: string | undefined;
}

/** Fetches a page of an organisation's chunks and drops those that do not match. */
export async function fetchReferences(
  tenant: OrganisationTenant,
  filter: IndexFilter,
  after: string | undefined,
): Promise<ListedPage> {
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
    references: new Map(
      objects
        .filter(({ properties }) => matchesFilter(properties, filter))
        .map(({ uuid, properties }) => [uuid, toReference(properties)]),
    ),
    lastId: objects.at(-1)?.uuid,
  };
}

/** Joins the pages of several nodes, up to the end of the shortest one. */
export function unitePages(pages: readonly ListedPage[]): ListedPage {
  const lastId = pages.flatMap(({ lastId }) => lastId ?? []).toSorted()[0];
  const references = pages.flatMap((page) => [...page.references]);
  return {
    references: new Map(references.filter(([id]) => lastId === undefined || id <= lastId)),
    lastId,
  };
}
