import type { BlobStore } from '@lectern/blobs';
import {
  addTextDocumentsSchema,
  documentListQuerySchema,
  pageQuerySchema,
  retryDocumentSchema,
  updateDocumentSchema,
} from '@lectern/contracts';
import { requireScope, validate } from '@lectern/service';
import express, { Router } from 'express';
import { requireCollection } from '../access/load-access.ts';
import type { RequestContext } from '../access/request-context.ts';
import type { Database } from '../database/tables.ts';
import { addTextDocuments } from './add-text-documents.ts';
import { cancelDocument } from './cancel-document.ts';
import { deleteDocument } from './delete-document.ts';
import { listDocuments } from './list-documents.ts';
import { getDocumentChunks, getDocumentOutline, getDocumentText } from './read-stored-text.ts';
import { type ReceiveLimits, receiveFiles } from './receive-files.ts';
import { replaceDocument } from './replace-document.ts';
import { requireDocument } from './require-document.ts';
import { retryDocument } from './retry-document.ts';
import { sendOriginal } from './send-original.ts';
import { toDocument } from './to-document.ts';
import { updateDocument } from './update-document.ts';
import { uploadDocuments } from './upload-documents.ts';

export interface DocumentRouteDependencies {
  readonly database: Database;
  readonly blobs: BlobStore;
  readonly uploadLimits: ReceiveLimits;
  readonly context: RequestContext;
}

const reads = requireScope('documents:read');
const writes = requireScope('documents:write');

/** `POST /collections/:id/documents`: files or JSON text documents. */
export function createUploadRoutes(dependencies: DocumentRouteDependencies): Router {
  const { database, blobs, uploadLimits, context } = dependencies;
  const router = Router();
  const json = express.json({ limit: '32mb' });
  router.post('/:id/documents', writes, json, async (request, response) => {
    const collectionId = context.idOf(request, 'collection_not_found');
    const access = await context.accessOf(request);
    await requireCollection(database, access, collectionId, 'write');
    if (request.is('application/json')) {
      const { documents } = validate(addTextDocumentsSchema, request.body);
      response
        .status(202)
        .json(await addTextDocuments(database, blobs, access, collectionId, documents));
      return;
    }
    const upload = await receiveFiles(request, blobs, uploadLimits);
    response.status(202).json(await uploadDocuments(database, access, collectionId, upload));
  });
  return router;
}

export function createDocumentRoutes(dependencies: DocumentRouteDependencies): Router {
  const { database, blobs, uploadLimits, context } = dependencies;
  const router = Router();
  const json = express.json({ limit: '1mb' });
  const { accessOf } = context;
  const idOf = (request: express.Request) => context.idOf(request, 'document_not_found');

  router.get('/', reads, async (request, response) => {
    const query = validate(documentListQuerySchema, request.query);
    response.json(await listDocuments(database, await accessOf(request), query));
  });
  router.get('/:id', reads, async (request, response) => {
    const row = await requireDocument(database, await accessOf(request), idOf(request), 'read');
    response.json(toDocument(row));
  });
  router.patch('/:id', writes, json, async (request, response) => {
    const body = validate(updateDocumentSchema, request.body);
    response.json(await updateDocument(database, await accessOf(request), idOf(request), body));
  });
  router.delete('/:id', writes, async (request, response) => {
    await deleteDocument(database, await accessOf(request), idOf(request));
    response.status(204).end();
  });
  router.put('/:id/file', writes, async (request, response) => {
    const access = await accessOf(request);
    await requireDocument(database, access, idOf(request), 'write');
    const upload = await receiveFiles(request, blobs, uploadLimits);
    response.status(202).json(await replaceDocument(database, access, idOf(request), upload));
  });
  router.get('/:id/file', reads, async (request, response) => {
    const row = await requireDocument(database, await accessOf(request), idOf(request), 'read');
    await sendOriginal(blobs, row, response);
  });
  router.post('/:id/retry', writes, json, async (request, response) => {
    const body = validate(retryDocumentSchema, request.body ?? {});
    const document = await retryDocument(database, await accessOf(request), idOf(request), body);
    response.status(202).json(document);
  });
  router.post('/:id/cancel', writes, async (request, response) => {
    response.json(await cancelDocument(database, await accessOf(request), idOf(request)));
  });
  router.get('/:id/text', reads, async (request, response) => {
    response.json(await getDocumentText(database, blobs, await accessOf(request), idOf(request)));
  });
  router.get('/:id/chunks', reads, async (request, response) => {
    const query = validate(pageQuerySchema, request.query);
    response.json(await getDocumentChunks(database, await accessOf(request), idOf(request), query));
  });
  router.get('/:id/outline', reads, async (request, response) => {
    response.json(
      await getDocumentOutline(database, blobs, await accessOf(request), idOf(request)),
    );
  });
  return router;
}
