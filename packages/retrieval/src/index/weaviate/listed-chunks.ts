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

/** Weaviate pages through a filter no further. */
const maxFiltered = 10_000;

/** Fetches the vectors of a document's chunks by chunk id, up to the server's limit of a filter. */
export async function fetchVectors(
  { filter, query }: OrganisationTenant,
  documentId: string,
): Promise<ReadonlyMap<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  for (let offset = 0; offset < maxFiltered; offset += objectsAPage) {
    const { objects } = await whenTenant(
      () =>
        query.fetchObjects({
          filters: filter.byProperty('document_id').equal(documentId),
          limit: objectsAPage,
          offset,
          includeVector: true,
          returnProperties: ['chunk_id', 'document_id', 'revision'],
        }),
      { objects: [] },
    );
    for (const { properties, vectors: own } of objects) {
      const { default: vector } = own as Readonly<Record<string, number[] | undefined>>;
      if (vector && vector.length > 0) {
        vectors.set(toReference(properties).chunkId, Float32Array.from(vector));
      }
    }
    if (objects.length < objectsAPage) break;
  }
  return vectors;
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
