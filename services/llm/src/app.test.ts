import { expect, it } from '@jest/globals';
import { listEndpointRoutes, listServedRoutes } from '@lectern/testing';
import { startLlm } from '../test/start-llm.ts';
import { createApp } from './app.ts';

it('serves every route that the endpoint tables give it, and no other but its metrics', async () => {
  await using llm = await startLlm({ mcpUrl: 'http://127.0.0.1:9' });
  const served = listServedRoutes(createApp(llm.dependencies));
  expect(served).toEqual(listEndpointRoutes('llm'));
});

it("names the models of the agent's steps in its health", async () => {
  await using llm = await startLlm({
    mcpUrl: 'http://127.0.0.1:9',
    settings: {
      MODEL_PROVIDER: 'openai',
      MODEL_BASE_URL: 'http://127.0.0.1:9',
      MODEL_NAME: 'large',
      ROUTING_QUERY_MODEL: 'small',
    },
  });
  const health = await (await llm.call('GET', '/health')).json();
  expect(health).toMatchObject({
    models: ['large'],
    step_models: {
      routing_query_model: 'small',
      routing_response_model: 'large',
      mcp_orchestrator_model: 'large',
    },
  });
});
