import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { brokenOffText } from '@lectern/contracts/broken-off';
import { createTokenVerifier } from '@lectern/service';
import { eventually } from '@lectern/testing';
import { answerOk, readBody } from '../../test/fake-service.ts';
import { addOwner, startGateway, type TestGateway } from '../../test/start-gateway.ts';

let gateway: TestGateway;
let made: Awaited<ReturnType<typeof addOwner>>;
let authorization: string;

beforeAll(async () => {
  gateway = await startGateway({ MAX_BODY_BYTES: '5000000' });
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

  it.each([
    ['/api/research', 'event: partial\ndata: {}\n\n', 'told'],
    ['/api/ask', 'event: delta\ndata: {"text":"half"}\n\n', 'told'],
    ['/v1/chat/completions', 'data: {"choices":[]}\n\n', 'told by a chunk'],
    ['/api/research', 'event: partial\nda', 'cut'],
    ['/v1/chat/completions', 'data: {"cho', 'cut'],
    ['/api/chat/mcp', 'data: {"type":"start"}\n\n', 'told by a part'],
    ['/api/chat/mcp', 'data: {"type":"sta', 'cut'],
  ])('when the service of %s dies in a stream behind %j, it is %s', async (path, begun, ends) => {
    for (const service of [gateway.llm, gateway.rag]) {
      service.answer = (request, response) => {
        request.resume();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(begun, () => request.socket.destroy());
      };
    }
    const response = await fetch(gateway.url + path, {
      method: 'POST',
      headers: { authorization, accept: 'text/event-stream' },
      body: '{"query":"fever"}',
    });
    const text = response.text();
    if (ends === 'cut') {
      await expect(text).rejects.toThrow();
      return;
    }
    if (ends === 'told by a part') {
      const [, part = ''] = (await text).split(`${begun}data: `);
      expect(JSON.parse(part)).toEqual({ type: 'error', errorText: brokenOffText });
      return;
    }
    if (ends === 'told by a chunk') {
      const [, chunk = ''] = (await text).split(`${begun}data: `);
      expect(JSON.parse(chunk)).toMatchObject({ error: { code: 'service_unavailable' } });
      return;
    }
    const [, data = ''] = (await text).split(`${begun}event: error\ndata: `);
    expect(JSON.parse(data)).toMatchObject({
      error: { code: 'service_unavailable', request_id: response.headers.get('x-request-id') },
    });
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
});
