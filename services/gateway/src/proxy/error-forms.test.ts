import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Endpoint, endpointGroups, openAiPath } from '@lectern/contracts';
import { addOwner, startGateway, type TestGateway } from '../../test/start-gateway.ts';

const rows = Object.values<Endpoint>(endpointGroups.openai);
let gateway: TestGateway;
let authorization: string;

beforeAll(async () => {
  gateway = await startGateway({
    REQUESTS_PER_MINUTE: String(rows.length),
    LLM_SERVICE_URL: 'http://127.0.0.1:9',
    RAG_SERVICE_URL: 'http://127.0.0.1:9',
  });
  const { key } = await addOwner(gateway);
  authorization = `Bearer ${key}`;
});
afterAll(async () => gateway[Symbol.asyncDispose]());

const isOpenAi = expect.objectContaining({ type: expect.any(String), param: null });

describe("errors of the gateway below OpenAI's path", () => {
  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const isPost = method === 'POST';
    const response = await fetch(gateway.url + path, {
      method,
      headers: { ...headers, ...(isPost && { 'content-type': 'application/json' }) },
      ...(isPost && { body: '{}' }),
    });
    return [response.status, ((await response.json()) as { error: unknown }).error];
  };

  it.each(rows)('have its form: $method $path', async ({ method, path }) => {
    expect(await ask(method, path)).toEqual([401, isOpenAi]);
    expect(await ask(method, path, { authorization })).toEqual([503, isOpenAi]);
    expect(await ask('PUT', path)).toEqual([405, isOpenAi]);
  });

  it('have its form where there were too many calls', async () => {
    await Promise.all(rows.map(() => ask('GET', rows[0]?.path ?? '', { authorization })));
    const refused = await Promise.all(
      rows.map(({ method, path }) => ask(method, path, { authorization })),
    );
    expect(refused).toEqual(rows.map(() => [429, isOpenAi]));
  });

  it('have it where there is no route, in letters of any size, and nowhere else', async () => {
    expect(await ask('GET', rows[0]?.path.toUpperCase() ?? '')).toEqual([404, isOpenAi]);
    expect(await ask('GET', `${openAiPath}/nothing`)).toEqual([404, isOpenAi]);
    expect(await ask('GET', '/api/nothing')).toEqual([
      404,
      expect.not.objectContaining({ type: expect.anything() }),
    ]);
  });
});
