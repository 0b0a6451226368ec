import { expect, it } from '@jest/globals';
import { listEndpointRoutes, listServedRoutes } from '@lectern/testing';
import { startLlm } from '../test/start-llm.ts';
import { createApp } from './app.ts';

it('serves every route that the endpoint tables give it, and no other but its metrics', async () => {
  await using llm = await startLlm({ mcpUrl: 'http://127.0.0.1:9' });
  const served = listServedRoutes(createApp(llm.dependencies));
  expect(served).toEqual(listEndpointRoutes('llm'));
});
