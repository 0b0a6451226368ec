import { type Collection, endpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes } from '@lectern/service';
import { loadAccess } from '../access/load-access.ts';
import type { Database } from '../database/tables.ts';
import type { Quotas } from '../quotas/quota-routes.ts';
import { createCollection } from './create-collection.ts';
import { deleteCollection } from './delete-collection.ts';
import { getCollection } from './get-collection.ts';
import { getGrants, putGrants } from './grants.ts';
import { listCollections } from './list-collections.ts';
import { updateCollection } from './update-collection.ts';

export function mountCollectionRoutes(
  routes: EndpointRoutes,
  { database, quotas }: { readonly database: Database; readonly quotas: Quotas },
): void {
  const room = { database, maxCollections: quotas.collections };
  routes.mount(endpoints.listCollections, async ({ principal, query }) =>
    listCollections(database, await loadAccess(database, principal), query),
  );
  routes.mount(endpoints.createCollection, async ({ principal, body }) =>
    createCollection(room, await loadAccess(database, principal), body),
  );
  routes.mount(endpoints.getCollection, async ({ principal, params }) =>
    getCollection(database, await loadAccess(database, principal), params.id),
  );
  routes.mount(endpoints.updateCollection, async ({ response, principal, params, body }) => {
    const access = await loadAccess(database, principal);
    const from = await getCollection(database, access, params.id);
    const to = await updateCollection(database, access, { id: params.id, change: body });
    const place = ({ name, parent_id }: Collection) => ({ name, parent_id });
    addAuditDetails(response, { details: { from: place(from), to: place(to) } });
    return to;
  });
  routes.mount(endpoints.deleteCollection, async ({ response, principal, params }) => {
    const access = await loadAccess(database, principal);
    const { name, documents } = await deleteCollection({ database, quotas }, access, params.id);
    addAuditDetails(response, { details: { name, documents } });
  });
  routes.mount(endpoints.getGrants, async ({ principal, params }) =>
    getGrants(database, await loadAccess(database, principal), params.id),
  );
  routes.mount(endpoints.putGrants, async ({ response, principal, params, body }) => {
    const access = await loadAccess(database, principal);
    const from = await getGrants(database, access, params.id);
    const to = await putGrants(database, access, { collectionId: params.id, ...body });
    addAuditDetails(response, { details: { from, to } });
    return to;
  });
}
