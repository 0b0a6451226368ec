import {
  type OrganisationTenant,
  type OrganisationTenants,
  whenTenant,
} from './organisation-tenant.ts';
import { Filters } from './weaviate-client.ts';

const objectsAPage = 500;
const updatesAtOnce = 8;

export interface Move {
  readonly documentIds: readonly string[];
  /** Target collection. */
  readonly collectionId: string;
}

export async function moveDocuments(organisation: OrganisationTenants, move: Move): Promise<void> {
  const moved = new Set<string>();
  for (;;) {
    // Updated objects no longer match, so each round reads the first page. A node that is behind
    // returns moved objects again.
    const pages = await organisation.read((tenant) => listUnmoved(tenant, move));
    const found = [...new Set(pages.flat())].filter((id) => !moved.has(id));
    if (found.length === 0) return;
    await organisation.write((tenant) => moveObjects(tenant, found, move));
    for (const id of found) moved.add(id);
  }
}

async function listUnmoved(
  { filter, query }: OrganisationTenant,
  { documentIds, collectionId }: Move,
): Promise<string[]> {
  const filters = Filters.and(
    filter.byProperty('document_id').containsAny([...documentIds]),
    filter.byProperty('collection_id').notEqual(collectionId),
  );
  const { objects } = await whenTenant(
    () => query.fetchObjects({ filters, limit: objectsAPage, returnProperties: [] }),
    { objects: [] },
  );
  return objects.map(({ uuid }) => uuid);
}

async function moveObjects(
  { data }: OrganisationTenant,
  ids: readonly string[],
  { collectionId }: Move,
): Promise<void> {
  for (let from = 0; from < ids.length; from += updatesAtOnce) {
    await Promise.all(
      ids
        .slice(from, from + updatesAtOnce)
        .map((id) => data.update({ id, properties: { collection_id: collectionId } })),
    );
  }
}
