import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTokenVerifier } from '@lectern/service';
import { eventually, sendRaw } from '@lectern/testing';
import { answerOk, readBody } from '../../test/fake-service.ts';
import { addOwner, startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;
let authorization: string;

beforeAll(async () => {
  gateway = await startGateway({ MAX_BODY_BYTES: '5000000', ALLOWED_HOSTS: 'docs.example.org' });
  made = await addOwner(gateway);
  authorization = `Bearer ${made.key}`;
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});
afterEach(() => {
  for (const service of [gateway.rag, gateway.llm, gateway.mcp]) service.answer = answerOk;
});

const collectionId = '0195f3a0-0000-7000-8000-000000000001';

describe('the proxy', () => {
  it('passes path, query and body on, and status, headers and body back', async () => {
    gateway.rag.answer = async (request, response) => {
      const body = await readBody(request);
      response.writeHead(202, { 'content-type': 'application/json', 'x-kept': 'yes' }).end(body);
    };
    const path = `/api/collections/${collectionId}/documents?a=b%20c`;
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': 'once' },
      body: '{"documents":[]}',
    });
    expect(response.status).toBe(202);
    expect(response.headers.get('x-kept')).toBe('yes');
    expect(await response.text()).toBe('{"documents":[]}');
    expect(gateway.rag.seen.at(-1)).toMatchObject({
      method: 'POST',
      url: `/rag/collections/${collectionId}/documents?a=b%20c`,
      headers: { 'idempotency-key': 'once' },
    });
  });

  it('identifies the caller by an internal token and hides the credentials', async () => {
    const response = await fetch(`${gateway.url}/api/documents`, {
      headers: {
        authorization,
        cookie: 'secret=1',
        'x-request-id': 'r-1',
        'x-deadline-ms': '1234',
      },
    });
    const headers = gateway.rag.seen.at(-1)?.headers ?? {};
    expect(headers).toMatchObject({ 'x-request-id': 'r-1', 'x-deadline-ms': '1234' });
    expect(headers.cookie).toBeUndefined();
    expect(headers.authorization).not.toContain(made.key);
    const token = headers.authorization?.split(' ')[1] ?? '';
    const caller = await createTokenVerifier(JSON.parse(gateway.jwks)).verify(token);
    expect(caller).toMatchObject({
      issuer: 'gateway',
      principal: { userId: made.userId, organisationId: made.organisationId },
    });
    const answer = JSON.stringify([...response.headers]) + (await response.text());
    expect(answer).not.toContain(token);
  });

  it('keeps cookies and connection headers of services to itself', async () => {
    gateway.rag.answer = (_, response) => {
      response
        .writeHead(200, { 'set-cookie': 'a=b', 'x-powered-by': 'x', authorization: 't' })
        .end();
    };
    const { headers } = await fetch(`${gateway.url}/api/documents`, { headers: { authorization } });
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('authorization')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('lets a chat key reach search inside but not outside', async () => {
    const { key } = await gateway.dependencies.apiKeys.add({
      ...made,
      name: 'chat',
      scopes: ['chat'],
      expiresInDays: undefined,
    });
    const call = (path: string) =>
      fetch(gateway.url + path, { method: 'POST', headers: { authorization: `Bearer ${key}` } });
    expect((await call('/api/chat/mcp')).status).toBe(200);
    expect((await call('/api/search')).status).toBe(403);
    const token = gateway.llm.seen.at(-1)?.headers.authorization?.split(' ')[1] ?? '';
    const caller = await createTokenVerifier(JSON.parse(gateway.jwks)).verify(token);
    expect(caller).toMatchObject({
      principal: { scopes: ['search', 'documents:read', 'chat', 'mcp'] },
    });
  });

  it('streams an upload while it is being sent', async () => {
    const received: string[] = [];
    gateway.rag.answer = (request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => received.push(text));
      request.once('end', () => response.writeHead(202).end());
    };
    const upload = httpRequest(`${gateway.url}/api/collections/${collectionId}/documents`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
    });
    upload.write('first');
    await eventually(() => received.join('') === 'first');
    upload.end('second');
    const [response] = await once(upload, 'response');
    expect(response.statusCode).toBe(202);
    expect(received.join('')).toBe('firstsecond');
    response.resume();
  });

  it('streams events as they come', async () => {
    let finish = () => {};
    gateway.llm.answer = (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: one\n\n');
      finish = () => response.end('data: two\n\n');
    };
    const response = await fetch(`${gateway.url}/api/chat/mcp`, {
      method: 'POST',
      headers: { authorization, accept: 'text/event-stream' },
      body: '{"message":"hi"}',
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('data: one\n\n');
    finish();
    expect((await reader?.read())?.value).toBe('data: two\n\n');
    expect((await reader?.read())?.done).toBe(true);
  });

  it.each(['before', 'while'])(
    'aborts the service %s it answers when the caller goes',
    async (when) => {
      let isAborted = false;
      gateway.llm.answer = (request, response) => {
        request.resume();
        if (when === 'while') response.writeHead(200).write('begun');
        response.once('close', () => {
          isAborted = !response.writableFinished;
        });
      };
      const before = gateway.llm.seen.length;
      const caller = new AbortController();
      const response = fetch(`${gateway.url}/api/chat/mcp`, {
        method: 'POST',
        headers: { authorization },
        body: '{}',
        signal: caller.signal,
      });
      if (when === 'while') await response;
      await eventually(() => gateway.llm.seen.length > before);
      caller.abort();
      await response.catch(() => {});
      await eventually(() => isAborted);
    },
  );

  it('cuts the answer when the service breaks off in the middle', async () => {
    gateway.rag.answer = (_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    };
    const response = await fetch(`${gateway.url}/api/documents`, { headers: { authorization } });
    await expect(response.text()).rejects.toThrow();
  });

  it('answers 503 when a service breaks off before it answers, also to an upload', async () => {
    gateway.rag.answer = (request) => request.socket.destroy();
    const upload = await fetch(`${gateway.url}/api/collections/${collectionId}/documents`, {
      method: 'POST',
      headers: { authorization },
      body: new Uint8Array(4_000_000),
    });
    expect(upload.status).toBe(503);
    const next = await fetch(`${gateway.url}/api/me`, { headers: { authorization } });
    expect(next.status).toBe(200);
  });

  it('passes on a refusal that comes before the upload was read', async () => {
    gateway.rag.answer = (_, response) => {
      response.writeHead(413, { 'content-type': 'application/json' });
      response.end('{"error":{"code":"too_large"}}');
    };
    const upload = await fetch(`${gateway.url}/api/collections/${collectionId}/documents`, {
      method: 'POST',
      headers: { authorization },
      body: new Uint8Array(4_000_000),
    });
    expect(upload.status).toBe(413);
    expect(await upload.json()).toEqual({ error: { code: 'too_large' } });
  });

  it('answers 504 when a service misses the deadline', async () => {
    gateway.rag.answer = () => {};
    const response = await fetch(`${gateway.url}/api/documents`, {
      headers: { authorization, 'x-deadline-ms': '1' },
    });
    expect(response.status).toBe(504);
    expect(await response.json()).toMatchObject({ error: { code: 'deadline_exceeded' } });
  });

  it('refuses a body over the limit before it is sent on', async () => {
    const before = gateway.rag.seen.length;
    const response = await fetch(`${gateway.url}/api/search`, {
      method: 'POST',
      headers: { authorization },
      body: new Uint8Array(5_000_001),
    });
    expect(response.status).toBe(413);
    expect(gateway.rag.seen).toHaveLength(before);
  });

  it('passes MCP on with its own headers', async () => {
    gateway.mcp.answer = async (request, response) => {
      response.setHeader('mcp-session-id', 's');
      response.end(await readBody(request));
    };
    const response = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: { authorization, 'mcp-protocol-version': '2025-11-25' },
      body: '{"jsonrpc":"2.0"}',
    });
    expect(await response.text()).toBe('{"jsonrpc":"2.0"}');
    expect(response.headers.get('mcp-session-id')).toBe('s');
    expect(gateway.mcp.seen.at(-1)).toMatchObject({
      url: '/mcp',
      headers: { 'mcp-protocol-version': '2025-11-25', accept: '*/*' },
    });
  });

  it.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/rag/documents', 404],
    ['POST', '/internal/completions', 404],
    ['GET', '/metrics', 404],
    ['GET', '/api/documents/%2e%2e', 404],
  ])('knows no %s %s', async (method, path, status) => {
    const response = await fetch(gateway.url + path, { method, headers: { authorization } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
  });
});

describe('a path with a slash at its end', () => {
  it.each([
    '/api/documents/',
    '/api/collections/',
    '/api/keys/',
    '/v1/models/',
    '/openapi.json/',
    '/health/',
    '/mcp/',
  ])('is the one without: %s', async (path) => {
    const statuses = [path, path.slice(0, -1)].map(async (one) => {
      const response = await fetch(gateway.url + one, { headers: { authorization } });
      return response.status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });
});

describe('a known path with another method', () => {
  it.each([
    ['DELETE', '/api/search', 'POST'],
    ['POST', `/api/collections/${collectionId}`, 'GET, PATCH, DELETE'],
    ['PUT', '/api/keys', 'GET, POST'],
  ])('refuses %s %s and names those allowed', async (method, path, allowed) => {
    const response = await fetch(gateway.url + path, { method, headers: { authorization } });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
  });
});

describe('the proxy without a service', () => {
  it('says so, with the time to wait, and works again when the service is back', async () => {
    await using alone = await startGateway({ RAG_SERVICE_URL: 'http://127.0.0.1:9' });
    const { key } = await addOwner(alone);
    const response = await fetch(`${alone.url}/api/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: '{}',
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({
      error: { code: 'service_unavailable', details: { service: 'rag', retry_after: 2 } },
    });
    const health = await fetch(`${alone.url}/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({
      name: 'gateway',
      status: 'degraded',
      services: { rag: { status: 'unavailable' }, llm: { status: 'ok' }, mcp: { status: 'ok' } },
    });
  });

  it('limits the requests of one person', async () => {
    await using strict = await startGateway({ REQUESTS_PER_MINUTE: '2' });
    const { key } = await addOwner(strict);
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const headers = { authorization: `Bearer ${key}` };
      statuses.push((await fetch(`${strict.url}/api/me`, { headers })).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('limits what a person and an organisation have open, and shows it to administrators', async () => {
    await using strict = await startGateway({
      OPEN_REQUESTS: '3',
      OPEN_STREAMS: '1',
      QUOTA_REQUESTS_PER_MINUTE: '50000',
    });
    const { key } = await addOwner(strict);
    const headers = { authorization: `Bearer ${key}` };
    const ask = (path: string) => fetch(strict.url + path, { headers });
    strict.rag.answer = (request, response) => {
      if (request.url === '/rag/quotas') {
        return response.end('{"quotas":[{"quota":"documents","used":3,"limit":7}]}');
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': on\n\n');
    };
    strict.llm.answer = (_request, response) => response.end('{"quotas":[]}');

    const stream = await ask('/api/events');
    const second = await ask('/api/events');
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).not.toBeNull();
    expect(await second.json()).toMatchObject({
      error: { code: 'rate_limited', details: { quota: 'streams', used: 1, limit: 1 } },
    });
    const shown = (await (await ask('/api/quotas')).json()) as { quotas: unknown[] };
    expect(shown.quotas).toEqual([
      { quota: 'documents', used: 3, limit: 7 },
      { quota: 'streams', used: 1, limit: 500 },
      { quota: 'open_requests', used: 2, limit: 2_000 },
      { quota: 'requests', used: 3, limit: 50_000 },
    ]);

    const others = [await ask('/api/documents'), await ask('/api/documents')];
    expect(await (await ask('/api/me')).json()).toMatchObject({
      error: { code: 'rate_limited', details: { quota: 'open_requests', used: 3, limit: 3 } },
    });
    for (const open of [stream, ...others]) await open.body?.cancel();
    await eventually(async () => (await ask('/api/me')).status === 200);
  });

  it('counts what an organisation has open and asked over all gateways', async () => {
    await using strict = await startGateway({ QUOTA_STREAMS: '1' });
    await using replica = await strict.startReplica();
    const { key } = await addOwner(strict);
    const headers = { authorization: `Bearer ${key}` };
    const ask = (url: string, path: string) => fetch(url + path, { headers });
    strict.rag.answer = (request, response) => {
      if (request.url === '/rag/quotas') return response.end('{"quotas":[]}');
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': on\n\n');
    };
    strict.llm.answer = (_request, response) => response.end('{"quotas":[]}');
    const readUse = async (url: string) => {
      const { quotas } = (await (await ask(url, '/api/quotas')).json()) as {
        quotas: { quota: string; used: number }[];
      };
      return Object.fromEntries(quotas.map(({ quota, used }) => [quota, used]));
    };

    const stream = await ask(strict.url, '/api/events');
    await eventually(async () => (await readUse(replica.url)).streams === 1);
    const { requests = 0 } = await readUse(replica.url);
    expect(requests).toBeGreaterThan(1);
    expect(requests).toBeLessThan(100);
    const second = await ask(replica.url, '/api/events');
    expect(second.status).toBe(429);
    expect(await second.json()).toMatchObject({
      error: { details: { quota: 'streams', used: 1, limit: 1 } },
    });
    await stream.body?.cancel();
    await eventually(async () => (await readUse(replica.url)).streams === 0);
  });

  it('limits the requests of an organisation', async () => {
    await using strict = await startGateway({ QUOTA_REQUESTS_PER_MINUTE: '2' });
    const { key } = await addOwner(strict);
    const headers = { authorization: `Bearer ${key}` };
    const ask = () => fetch(`${strict.url}/api/me`, { headers });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expect(await (await ask()).json()).toMatchObject({
      error: { code: 'rate_limited', details: { quota: 'requests', limit: 2 } },
    });
  });
});

describe('/mcp', () => {
  const ask = async (host: string, origin?: string) => {
    const lines = [
      'POST /mcp HTTP/1.1',
      `host: ${host}`,
      ...(origin === undefined ? [] : [`origin: ${origin}`]),
      `authorization: ${authorization}`,
      'content-length: 0',
    ];
    const limits = { limitMs: 5_000, untilAnswer: true };
    return (await sendRaw(gateway.url, `${lines.join('\r\n')}\r\n\r\n`, limits)).status;
  };

  it.each([
    'localhost:8000',
    'LOCALHOST',
    '127.0.0.1:9',
    '[::1]:8000',
    '10.1.2.3',
    'gateway:8000',
    'gateway.internal',
    'docs.example.org',
  ])('answers under the name %s', async (host) => {
    expect(await ask(host)).toBe(200);
  });

  it.each([
    'evil.example',
    'localhost.evil.example',
    'docs.example.org.evil.example',
    '127.0.0.1.evil.example:8000',
    'evil.example:localhost',
    'internal.example',
  ])('asks nobody inside under the name %s', async (host) => {
    const before = gateway.mcp.seen.length;
    expect(await ask(host)).toBe(403);
    expect(gateway.mcp.seen).toHaveLength(before);
  });

  it('takes calls of our own pages alone, and of who is no page', async () => {
    const origins = ['http://localhost:6274', 'http://127.0.0.1:1', 'https://docs.example.org'];
    for (const origin of origins)
      expect([origin, await ask('localhost', origin)]).toEqual([origin, 200]);
    const foreign = ['https://evil.example', 'null', '', 'http://gateway', 'http://10.1.2.3'];
    for (const origin of foreign)
      expect([origin, await ask('localhost', origin)]).toEqual([origin, 403]);
  });
});
