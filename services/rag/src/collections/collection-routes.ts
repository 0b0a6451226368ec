import {
  collectionListQuerySchema,
  createCollectionSchema,
  grantListSchema,
  updateCollectionSchema,
} from '@lectern/contracts';
import { requireScope, validate } from '@lectern/service';
import express, { Router } from 'express';
import type { RequestContext } from '../access/request-context.ts';
import type { Database } from '../database/tables.ts';
import { createCollection } from './create-collection.ts';
import { deleteCollection } from './delete-collection.ts';
import { getCollection } from './get-collection.ts';
import { getGrants, putGrants } from './grants.ts';
import { listCollections } from './list-collections.ts';
import { updateCollection } from './update-collection.ts';

export function createCollectionRoutes(database: Database, context: RequestContext): Router {
  const router = Router();
  const json = express.json({ limit: '1mb' });
  const reads = requireScope('documents:read');
  const writes = requireScope('documents:write');
  const { accessOf, idOf } = context;

  router.get('/', reads, async (request, response) => {
    const query = validate(collectionListQuerySchema, request.query);
    response.json(await listCollections(database, await accessOf(request), query));
  });
  router.post('/', writes, json, async (request, response) => {
    const body = validate(createCollectionSchema, request.body);
    response.status(201).json(await createCollection(database, await accessOf(request), body));
  });
  router.get('/:id', reads, async (request, response) => {
    const id = idOf(request, 'collection_not_found');
    response.json(await getCollection(database, await accessOf(request), id));
  });
  router.patch('/:id', writes, json, async (request, response) => {
    const id = idOf(request, 'collection_not_found');
    const body = validate(updateCollectionSchema, request.body);
    response.json(await updateCollection(database, await accessOf(request), id, body));
  });
  router.delete('/:id', writes, async (request, response) => {
    const id = idOf(request, 'collection_not_found');
    await deleteCollection(database, await accessOf(request), id);
    response.status(204).end();
  });
  router.get('/:id/grants', reads, async (request, response) => {
    const id = idOf(request, 'collection_not_found');
    response.json(await getGrants(database, await accessOf(request), id));
  });
  router.put('/:id/grants', writes, json, async (request, response) => {
    const id = idOf(request, 'collection_not_found');
    const body = validate(grantListSchema, request.body);
    response.json(await putGrants(database, await accessOf(request), id, body));
  });
  return router;
}
