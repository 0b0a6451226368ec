import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Endpoint, endpoints, mcpPath } from '@lectern/contracts';
import { addOwner, startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
let authorization: string;

beforeAll(async () => {
  gateway = await startGateway();
  authorization = `Bearer ${(await addOwner(gateway)).key}`;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

const collectionId = '0195f3a0-0000-7000-8000-000000000001';

describe('a path with a slash at its end', () => {
  it.each([
    '/api/documents/',
    '/api/collections/',
    '/api/keys/',
    '/v1/models/',
    '/openapi.json/',
    '/health/',
    '/mcp/',
    '/docs/',
    '/api/auth/get-session/',
    '/.well-known/oauth-protected-resource/mcp/',
  ])('is the one without: %s', async (path) => {
    const statuses = [path, path.slice(0, -1)].map(async (one) => {
      const response = await fetch(gateway.url + one, { headers: { authorization } });
      return response.status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });
});

describe('a path in other letters', () => {
  const paths = [...Object.values<Endpoint>(endpoints).map(({ path }) => path), mcpPath].flatMap(
    (path) => [path.toUpperCase(), path.replace(/[a-z]/, (letter) => letter.toUpperCase())],
  );

  it.each([...new Set([...paths, '/API/auth/sign-in/email', '/api/AUTH/sign-in/email'])])(
    'is another one, which is not there, and asks nobody inside: %s',
    async (path) => {
      const before = gateway.rag.seen.length + gateway.llm.seen.length + gateway.mcp.seen.length;
      for (const method of ['GET', 'POST']) {
        const address = gateway.url + path.replaceAll(/\{\w+\}/gi, collectionId);
        const response = await fetch(address, { method, headers: { authorization } });
        expect(response.status).toBe(404);
      }
      const after = gateway.rag.seen.length + gateway.llm.seen.length + gateway.mcp.seen.length;
      expect(after).toBe(before);
    },
  );
});

describe('a known path with another method', () => {
  it.each([
    ['DELETE', '/api/search', 'POST'],
    ['POST', `/api/collections/${collectionId}`, 'GET, HEAD, PATCH, DELETE'],
    ['PUT', '/api/keys', 'GET, HEAD, POST'],
  ])('refuses %s %s and names those allowed', async (method, path, allowed) => {
    const response = await fetch(gateway.url + path, { method, headers: { authorization } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
  });

  it('counts under the route of the path, and not under unmatched', async () => {
    await fetch(`${gateway.url}/api/collections/${collectionId}`, {
      method: 'PUT',
      headers: { authorization },
    });
    const lines = (await gateway.dependencies.metrics.expose()).split('\n');
    const counted = lines.filter((line) => /_count\{.*method="PUT".*status="405"/.test(line));
    expect(counted).toContainEqual(expect.stringContaining('route="/api/collections/:id"'));
    expect(counted).not.toContainEqual(expect.stringContaining('unmatched'));
  });

  const allowedOf = (list: readonly Endpoint[]) =>
    list
      .flatMap(({ method, changesByGet }) =>
        method === 'GET' && !changesByGet ? [method, 'HEAD'] : [method],
      )
      .join(', ');
  const methodsOf = Map.groupBy(Object.values(endpoints), ({ path }) => path);
  const wrong = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].flatMap((method) =>
    [...methodsOf]
      .filter(([, list]) => !list.some((endpoint) => endpoint.method === method))
      .map(([path, list]) => ({ method, path, allowed: allowedOf(list) })),
  );

  it.each(wrong)(
    'is refused, with those of the path itself and not of an id that reads like it: $method $path',
    async ({ method, path, allowed }) => {
      const address = gateway.url + path.replaceAll(/\{\w+\}/g, collectionId);
      const response = await fetch(address, { method, headers: { authorization } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
    },
  );

  it('answers HEAD where GET is', async () => {
    const response = await fetch(`${gateway.url}/v1/models`, {
      method: 'HEAD',
      headers: { authorization },
    });
    expect(response.status).toBe(200);
  });
});
