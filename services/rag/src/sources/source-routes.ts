import type { BlobStore, FindDiskRoom } from '@lectern/blobs';
import { endpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes } from '@lectern/service';
import { loadAccess } from '../access/load-access.ts';
import type { DocumentQuotas } from '../quotas/document-quotas.ts';
import { addPage } from './add-page.ts';
import { createSource, deleteSource, type SourceStores, updateSource } from './change-source.ts';
import { listRuns, listSources, requireSource, showSource, toRun } from './show-source.ts';
import { confirmRun, previewSource, startRun } from './start-run.ts';

export interface SourceRouteDependencies {
  readonly sources: SourceStores;
  readonly blobs: BlobStore;
  readonly findDiskRoom: FindDiskRoom;
  readonly quotas: DocumentQuotas;
}

export function mountSourceRoutes(
  routes: EndpointRoutes,
  { sources, blobs, quotas, findDiskRoom }: SourceRouteDependencies,
): void {
  const { database } = sources;
  routes.mount(endpoints.addPage, async ({ principal, params, body }) =>
    addPage({ ...sources, blobs, quotas, findDiskRoom }, await loadAccess(database, principal), {
      collectionId: params.id,
      ...body,
    }),
  );
  routes.mount(endpoints.listSources, async ({ principal, query }) =>
    listSources(database, await loadAccess(database, principal), query),
  );
  routes.mount(endpoints.createSource, async ({ response, principal, body }) => {
    const source = await createSource(sources, await loadAccess(database, principal), body);
    const { id, name, kind, collection_id } = source;
    addAuditDetails(response, { target: id, details: { name, kind, collection_id } });
    return source;
  });
  routes.mount(endpoints.getSource, async ({ principal, params }) => {
    const access = await loadAccess(database, principal);
    return showSource(database, await requireSource(database, access, params.id));
  });
  routes.mount(endpoints.updateSource, async ({ response, principal, params, body }) => {
    const access = await loadAccess(database, principal);
    const source = await updateSource(sources, access, { id: params.id, change: body });
    addAuditDetails(response, { details: { name: source.name, fields: Object.keys(body) } });
    return source;
  });
  routes.mount(endpoints.deleteSource, async ({ response, principal, params, query }) => {
    const access = await loadAccess(database, principal);
    const deleteDocuments = query.delete_documents;
    const { name } = await deleteSource({ database, quotas }, access, {
      id: params.id,
      deleteDocuments,
    });
    addAuditDetails(response, { details: { name, delete_documents: deleteDocuments } });
  });
  routes.mount(endpoints.syncSource, async ({ principal, params }) => {
    const access = await loadAccess(database, principal);
    const source = await requireSource(database, access, params.id);
    return toRun(await startRun(database, source, 'person'));
  });
  routes.mount(endpoints.previewSource, async ({ principal, params }) =>
    previewSource(database, await loadAccess(database, principal), params.id),
  );
  routes.mount(endpoints.listSourceRuns, async ({ principal, params, query }) =>
    listRuns(database, await loadAccess(database, principal), { id: params.id, ...query }),
  );
  routes.mount(endpoints.confirmSourceRun, async ({ principal, params }) => {
    const access = await loadAccess(database, principal);
    return confirmRun(database, access, { id: params.id, runId: params.run_id });
  });
}
