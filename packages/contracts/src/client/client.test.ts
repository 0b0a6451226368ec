import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { endpoints } from '../endpoints/index.ts';
import { AppError } from '../errors.ts';
import { createBrowserClient } from './browser-client.ts';
import { type ClientOptions, createClient } from './client.ts';
import { createEndpointClient } from './endpoint-client.ts';

async function serve(listener: RequestListener): Promise<AsyncDisposable & { url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const found = JSON.stringify({
  chunks: [],
  total: 0,
  query: 'x',
  search_time_ms: 1,
  warnings: [],
});
const refusal = (code: string) =>
  JSON.stringify({ error: { code, message: 'no', request_id: 'r1' } });

function open(url: string, options: Partial<ClientOptions> = {}) {
  return createClient({ baseUrl: url, paths: 'inside', retries: 2, timeoutMs: 5_000, ...options });
}

async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error('the call did not fail as expected');
  return error;
}

describe('createClient', () => {
  it.each([
    ['refused', 503, {}],
    ['late', 200, { timeoutMs: 1 }],
    ['given up', 200, { signal: AbortSignal.abort() }],
  ] as const)('prints no token in the error of a call that was %s', async (_, status, options) => {
    await using server = await serve((_request, response) => {
      response.statusCode = status;
      if (status === 503) response.end(refusal('service_unavailable'));
    });
    const { timeoutMs = 5_000, ...given } = { ...options } as {
      timeoutMs?: number;
      signal?: AbortSignal;
    };
    const client = open(server.url, { retries: 0, timeoutMs });
    const error = await failureOf(
      client.call('search', { body: { query: 'my question' }, token: 'secret-token', ...given }),
    );
    const printed = inspect(error, { depth: null });
    expect(printed).not.toContain('secret-token');
    expect(printed).not.toContain('my question');
    expect(error.cause).toMatchObject({ code: expect.any(String) });
  });

  it('sends token, request id, deadline and the headers of the call', async () => {
    const seen: IncomingMessage[] = [];
    await using server = await serve((request, response) => {
      seen.push(request);
      response.setHeader('content-type', 'application/json').end(found);
    });
    await open(server.url).call('search', {
      body: { query: 'x' },
      token: 't',
      requestId: 'r',
      headers: { traceparent: 'p' },
    });
    expect(seen[0]?.url).toBe('/rag/search');
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      'x-request-id': 'r',
      'x-deadline-ms': '5000',
      traceparent: 'p',
    });
  });

  it('tries again after a 503 and tells the service how much time is left', async () => {
    const deadlines: number[] = [];
    await using server = await serve((request, response) => {
      deadlines.push(Number(request.headers['x-deadline-ms']));
      response.setHeader('content-type', 'application/json');
      if (deadlines.length === 1) response.writeHead(503).end(refusal('search_unavailable'));
      else response.end(found);
    });
    const answer = await open(server.url).call('search', { body: { query: 'x' } });
    expect(answer.total).toBe(0);
    expect(deadlines).toHaveLength(2);
    expect(deadlines[1]).toBeLessThan(5_000);
  });

  it('answers with the failure at once when the wanted wait would pass the deadline', async () => {
    let calls = 0;
    await using server = await serve((_request, response) => {
      calls += 1;
      response
        .writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' })
        .end(refusal('rate_limited'));
    });
    const started = performance.now();
    const error = await failureOf(open(server.url).call('search', { body: { query: 'x' } }));
    expect(error.code).toBe('rate_limited');
    expect(error.details?.retry_after).toBe(60);
    expect(calls).toBe(1);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('ends all tries together at the deadline', async () => {
    let calls = 0;
    await using server = await serve((_request, response) => {
      calls += 1;
      if (calls > 1) return;
      response
        .writeHead(503, { 'content-type': 'application/json' })
        .end(refusal('search_unavailable'));
    });
    const started = performance.now();
    const error = await failureOf(
      open(server.url).call('search', { body: { query: 'x' }, timeoutMs: 1_000 }),
    );
    const tookMs = performance.now() - started;
    expect(error.code).toBe('deadline_exceeded');
    expect(calls).toBeGreaterThan(1);
    expect(calls).toBeLessThanOrEqual(3);
    expect(tookMs).toBeGreaterThan(900);
    expect(tookMs).toBeLessThan(1_900);
  });
});

describe('createClient without retries', () => {
  const openClient = (url: string) => open(url, { paths: 'gateway', retries: 0 });

  it('fills path and query, and gives the checked answer', async () => {
    const seen: (string | undefined)[] = [];
    await using server = await serve((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response
        .setHeader('content-type', 'application/json')
        .end('{"chunks":[],"next_cursor":null}');
    });
    const answer = await openClient(server.url).call('getDocumentChunks', {
      params: { id: 'a b' },
      query: { limit: 5, cursor: undefined },
    });
    expect(answer).toEqual({ chunks: [], next_cursor: null });
    expect(seen).toEqual(['GET /api/documents/a%20b/chunks?limit=5']);
  });

  it('fails on an answer that breaks its contract', async () => {
    await using server = await serve((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"chunks":1}');
    });
    const error = await failureOf(openClient(server.url).call('search', { body: { query: 'x' } }));
    expect(error.code).toBe('upstream_failed');
  });

  it('gives what was refused', async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(404, { 'content-type': 'application/json' }).end(refusal('not_found'));
    });
    const error = await failureOf(openClient(server.url).call('search', { body: { query: 'x' } }));
    expect(error.code).toBe('not_found');
  });

  it('reads checked events, passes over unknown ones, and fails on broken ones', async () => {
    await using server = await serve((request, response) => {
      expect(request.headers.accept).toBe('text/event-stream');
      response.setHeader('content-type', 'text/event-stream');
      response.write('event: delta\ndata: {"text":"a"}\n\nevent: later\ndata: {}\n\n');
      response.end('event: delta\ndata: {}\n\n');
    });
    const events = openClient(server.url).stream('ask', { body: { question: 'x' } });
    expect((await events.next()).value).toEqual({ event: 'delta', data: { text: 'a' } });
    expect((await failureOf(events.next())).code).toBe('upstream_failed');
  });

  it('says that a stream that broke off is away', async () => {
    await using server = await serve((_request, response) => {
      response.write('event: delta\ndata: {"text":"a"}\n\n', () => response.destroy());
    });
    const events = openClient(server.url).stream('ask', { body: { question: 'x' } });
    await events.next();
    expect((await failureOf(events.next())).code).toBe('service_unavailable');
  });

  it.each(['ask', 'search'] as const)('takes its token to no other address: %s', async (name) => {
    const seen: (string | undefined)[] = [];
    await using stranger = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end();
    });
    await using server = await serve((_request, response) => {
      response.writeHead(307, { location: `${stranger.url}/api/${name}` }).end();
    });
    const client = openClient(server.url);
    const call = { token: 'secret', body: { question: 'x', query: 'x' } };
    const error = await failureOf(
      name === 'ask' ? client.stream('ask', call).next() : client.call('search', call),
    );
    expect(error.code).toBe(name === 'ask' ? 'service_unavailable' : 'upstream_failed');
    expect(seen).toEqual([]);
  });

  it('sends files in a form', async () => {
    const types: (string | undefined)[] = [];
    await using server = await serve((request, response) => {
      types.push(request.headers['content-type']);
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/json').end('{"documents":[]}');
      });
    });
    const form = new FormData();
    form.set('files', new Blob(['x']), 'x.txt');
    const params = { id: 'c' };
    const answer = await openClient(server.url).upload('addDocuments', form, { params });
    expect(answer).toEqual({ documents: [] });
    expect(types[0]).toMatch(/^multipart\/form-data; boundary=/);
  });

  it('says that the service is away when nobody listens', async () => {
    const url = await serve(() => undefined).then(async (server) => {
      await server[Symbol.asyncDispose]();
      return server.url;
    });
    const error = await failureOf(openClient(url).call('search', { body: { query: 'x' } }));
    expect(error.code).toBe('service_unavailable');
  });

  it('says that the caller went away when its signal is aborted', async () => {
    const caller = new AbortController();
    await using server = await serve(() => caller.abort());
    const error = await failureOf(
      openClient(server.url).call('search', { body: { query: 'x' }, signal: caller.signal }),
    );
    expect(error.code).toBe('client_closed_request');
  });
});

describe('createBrowserClient', () => {
  const openPage = (url: string) =>
    createBrowserClient({
      routes: endpoints,
      fetch: async (path, init) => {
        const response = await fetch(`${url}${path}`, init);
        if (!response.ok) throw new TypeError(`refused ${response.status}`);
        return response;
      },
    });

  it('fills path and query, and passes on what its fetch throws', async () => {
    const seen: (string | undefined)[] = [];
    await using server = await serve((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      if (seen.length > 1) response.statusCode = 404;
      response.end('{"chunks":[],"next_cursor":null}');
    });
    const client = openPage(server.url);
    const call = { params: { id: 'a b' }, query: { limit: 5, cursor: undefined } };
    expect(await client.call('getDocumentChunks', call)).toEqual({ chunks: [], next_cursor: null });
    await expect(client.call('getDocumentChunks', call)).rejects.toThrow('refused 404');
    expect(seen[0]).toBe('GET /api/documents/a%20b/chunks?limit=5');
  });

  it('reads checked events', async () => {
    await using server = await serve((request, response) => {
      expect(request.headers.accept).toBe('text/event-stream');
      response.setHeader('content-type', 'text/event-stream');
      response.end('event: delta\ndata: {"text":"a"}\n\nevent: delta\ndata: {}\n\n');
    });
    const events = openPage(server.url).stream('ask', { body: { question: 'x' } });
    expect((await events.next()).value).toEqual({ event: 'delta', data: { text: 'a' } });
    await expect(events.next()).rejects.toThrow();
  });
});

describe('the deadline of a call', () => {
  it('is let go once the call is answered or refused', async () => {
    const ended: string[] = [];
    const client = createEndpointClient<object>({
      prepare: ({ path }) => ({ url: path, end: () => ended.push(path) }),
      async send({ path }) {
        if (path === endpoints.getReadiness.path) throw new AppError('service_unavailable');
        return { status: 'ok' };
      },
    });
    await client.call('getLiveness');
    await expect(client.call('getReadiness')).rejects.toThrow(AppError);
    expect(ended).toEqual([endpoints.getLiveness.path, endpoints.getReadiness.path]);
  });
  it('is let go once a stream is over, refused or left', async () => {
    await using server = await serve((request, response) => {
      if (request.url !== '/') {
        response.writeHead(503).end();
        return;
      }
      response.setHeader('content-type', 'text/event-stream');
      response.end('event: delta\ndata: {"text":"a"}\n\nevent: delta\ndata: {"text":"b"}\n\n');
    });
    let ended = 0;
    let path = '/';
    const client = createEndpointClient<object>({
      prepare: () => ({ url: server.url + path, end: () => (ended += 1) }),
      send: async () => undefined,
    });
    const read = () => client.stream('ask', { body: { question: 'x' } });
    let count = 0;
    for await (const _event of read()) count += 1;
    expect(count).toBe(2);
    expect(ended).toBe(1);
    for await (const _first of read()) break;
    expect(ended).toBe(2);
    path = '/away';
    await expect(read().next()).rejects.toThrow(AppError);
    expect(ended).toBe(3);
  });
});
