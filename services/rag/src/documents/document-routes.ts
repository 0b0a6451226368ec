import type { FindDiskRoom } from '@lectern/blobs';
import { type Endpoint, endpoints, type InsideEndpoint, insideEndpoints } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes, FairQueue } from '@lectern/service';
import { loadAccess, requireCollection } from '../access/load-access.ts';
import { createOpenStoredText } from '../stored-text/open-stored-text.ts';
import { addTextDocuments } from './add-text-documents.ts';
import { cancelDocument } from './cancel-document.ts';
import { deleteDocument } from './delete-document.ts';
import type { DocumentStores } from './document-stores.ts';
import { listDocuments } from './list-documents.ts';
import { listReadable } from './list-readable.ts';
import { listVersions } from './list-versions.ts';
import {
  getDocumentChunks,
  getDocumentOutline,
  getDocumentText,
  wholeReadLimits,
} from './read-stored-text.ts';
import type { UploadLimits } from './receive-files.ts';
import { receiveUpload } from './receive-upload.ts';
import { rechunkCollection } from './rechunk-collection.ts';
import { replaceDocument } from './replace-document.ts';
import { requireDocument } from './require-document.ts';
import { requireRoom } from './require-room.ts';
import { retryDocument } from './retry-document.ts';
import { sendOriginal } from './send-original.ts';
import { toDocument } from './to-document.ts';
import { updateDocument } from './update-document.ts';
import { uploadDocuments } from './upload-documents.ts';

export interface DocumentRouteDependencies extends DocumentStores {
  readonly findDiskRoom: FindDiskRoom;
  readonly uploadLimits: UploadLimits;
}

export function mountDocumentRoutes(
  routes: EndpointRoutes<Endpoint | InsideEndpoint>,
  { findDiskRoom, uploadLimits, ...stores }: DocumentRouteDependencies,
): void {
  const { database } = stores;
  const readers = {
    database,
    openStoredText: createOpenStoredText(stores),
    wholeReads: new FairQueue(wholeReadLimits),
  };
  routes.mount(endpoints.addDocuments, async ({ principal, request, params, readBody }) => {
    const access = await loadAccess(database, principal);
    await requireCollection(database, access, { id: params.id, permission: 'write' });
    await requireRoom(findDiskRoom);
    const texts = await readBody();
    const collectionId = params.id;
    if (texts) return addTextDocuments(stores, access, { collectionId, ...texts });
    return receiveUpload(request, { stores, ...uploadLimits, fileFields: ['files'] }, (upload) =>
      uploadDocuments(stores, access, { collectionId, ...upload }),
    );
  });
  routes.mount(endpoints.listDocuments, async ({ principal, query }) =>
    listDocuments(database, await loadAccess(database, principal), query),
  );
  routes.mount(insideEndpoints.findReadable, async ({ principal, body }) => {
    const access = await loadAccess(database, principal);
    return listReadable(database, access, body);
  });
  routes.mount(endpoints.getDocument, async ({ principal, params }) =>
    toDocument(
      await requireDocument(database, await loadAccess(database, principal), {
        id: params.id,
        permission: 'read',
      }),
    ),
  );
  routes.mount(endpoints.updateDocument, async ({ response, principal, params, body }) => {
    const access = await loadAccess(database, principal);
    const from = await requireDocument(database, access, { id: params.id, permission: 'write' });
    const to = await updateDocument(database, access, { id: params.id, change: body });
    addAuditDetails(response, {
      details: {
        from: { title: from.title, collection_id: from.collection_id },
        to: { title: to.title, collection_id: to.collection_id },
      },
    });
    return to;
  });
  routes.mount(endpoints.deleteDocument, async ({ response, principal, params }) => {
    const access = await loadAccess(database, principal);
    const { title, collection_id } = await deleteDocument(stores, access, params.id);
    addAuditDetails(response, { details: { title, collection_id } });
  });
  routes.mount(endpoints.replaceDocumentFile, async ({ principal, request, params }) => {
    const access = await loadAccess(database, principal);
    await requireDocument(database, access, { id: params.id, permission: 'write' });
    await requireRoom(findDiskRoom);
    return receiveUpload(
      request,
      { stores, ...uploadLimits, fileFields: ['file', 'files'] },
      (upload) => replaceDocument(stores, access, { id: params.id, ...upload }),
    );
  });
  routes.mount(endpoints.getDocumentFile, async ({ principal, request, response, params }) => {
    const row = await requireDocument(database, await loadAccess(database, principal), {
      id: params.id,
      permission: 'read',
    });
    await sendOriginal(stores, row, { request, response });
  });
  routes.mount(endpoints.retryDocument, async ({ principal, params, body }) =>
    retryDocument(database, await loadAccess(database, principal), { id: params.id, ...body }),
  );
  routes.mount(endpoints.rechunkCollection, async ({ response, principal, params, body }) => {
    const access = await loadAccess(database, principal);
    const done = await rechunkCollection(database, access, { collectionId: params.id, ...body });
    addAuditDetails(response, { details: { ...body, ...done } });
    return done;
  });
  routes.mount(endpoints.cancelDocument, async ({ principal, params }) =>
    cancelDocument(database, await loadAccess(database, principal), params.id),
  );
  routes.mount(endpoints.getDocumentText, async ({ principal, params, query, ...exchange }) => {
    const access = await loadAccess(database, principal);
    return getDocumentText(readers, { access, id: params.id, ...exchange }, query);
  });
  routes.mount(endpoints.getDocumentChunks, async ({ principal, params, query }) =>
    getDocumentChunks(
      readers,
      { access: await loadAccess(database, principal), id: params.id },
      query,
    ),
  );
  routes.mount(endpoints.getDocumentOutline, async ({ principal, params, query, ...exchange }) => {
    const access = await loadAccess(database, principal);
    return getDocumentOutline(readers, { access, id: params.id, ...exchange }, query);
  });
  routes.mount(endpoints.listDocumentVersions, async ({ principal, params }) =>
    listVersions(database, await loadAccess(database, principal), params.id),
  );
}
