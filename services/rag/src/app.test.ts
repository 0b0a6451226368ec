import { expect, it } from '@jest/globals';
import { listEndpointRoutes, listServedRoutes } from '@lectern/testing';
import { startTestRag } from '../test/start-test-rag.ts';
import { createApp } from './app.ts';

it('serves every route that the endpoint table gives it, and no other but its metrics', async () => {
  await using rag = await startTestRag();
  const served = listServedRoutes(createApp(rag.dependencies));
  expect(served).toEqual([...listEndpointRoutes('rag'), 'GET /metrics'].toSorted());
});
