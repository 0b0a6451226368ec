import type { RequestListener } from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import { AppError } from '@lectern/contracts';
import { type CallOptions, createClient } from '@lectern/contracts/client';
import { listenOnFreePort } from '@lectern/testing';
import { openServiceAdapter } from './service-adapter.ts';

const closers: (() => Promise<void> | void)[] = [];
const adapter = openServiceAdapter((close) => closers.push(close));
afterAll(async () => {
  for (const close of closers) await close();
});

const found = JSON.stringify({
  chunks: [],
  total: 0,
  query: 'x',
  search_time_ms: 1,
  warnings: [],
});

/** Sends a search, answered by `answers` in order, and counts the requests. */
async function search(answers: readonly RequestListener[], call: CallOptions<'search'> = {}) {
  let asked = 0;
  await using server = await listenOnFreePort((request, response) => {
    const answer = answers[asked];
    asked += 1;
    answer?.(request, response);
  });
  const client = createClient({
    baseUrl: server.url,
    paths: 'inside',
    retries: 2,
    timeoutMs: 5_000,
    adapter,
  });
  const outcome = await client.call('search', { body: { query: 'x' }, ...call }).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ code: error instanceof AppError ? error.code : String(error) }),
  );
  return { ...outcome, asked };
}

const give: RequestListener = (_request, response) => response.end(found);
const refuse: RequestListener = (_request, response) =>
  response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
const breakOff: RequestListener = (request) => request.socket.destroy();
const breakOffLate: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"chunks"');
  setImmediate(() => request.socket.destroy());
};
const never: RequestListener = () => {};

describe('calls of our own services', () => {
  it('send path, JSON and headers, and read the answer', async () => {
    const seen: unknown[] = [];
    const outcome = await search([
      (request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part) => parts.push(part));
        request.once('end', () => {
          const { method, url, headers } = request;
          seen.push({ method, url, headers, body: String(Buffer.concat(parts)) });
          response.end(found);
        });
      },
    ]);
    expect(outcome).toMatchObject({ answer: { query: 'x' }, asked: 1 });
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/rag/search',
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'content-length': '13',
          'x-deadline-ms': '5000',
        }),
        body: '{"query":"x"}',
      },
    ]);
  });

  it.each([
    ['refused as unavailable', refuse],
    ['broken off', breakOff],
    ['broken off within the answer', breakOffLate],
  ])('are tried again where they were %s', async (_, first) => {
    expect(await search([first, give])).toMatchObject({ answer: { query: 'x' }, asked: 2 });
  });

  it('follow no redirect', async () => {
    const lead: RequestListener = (_request, response) =>
      response.writeHead(307, { location: '/rag/search' }).end();
    expect(await search([lead, give])).toEqual({ code: 'upstream_failed', asked: 1 });
  });

  it('end with their deadline', async () => {
    expect(await search([never], { timeoutMs: 500 })).toEqual({
      code: 'deadline_exceeded',
      asked: 1,
    });
  });

  it('end with their caller, whose leaving the service learns of', async () => {
    const caller = new AbortController();
    const left = Promise.withResolvers<void>();
    const leave: RequestListener = (_request, response) => {
      response.once('close', () => left.resolve());
      caller.abort();
    };
    const outcome = await search([leave], { signal: caller.signal });
    expect(outcome).toEqual({ code: 'client_closed_request', asked: 1 });
    await left.promise;
  });

  it('fail where nobody listens', async () => {
    const baseUrl = 'http://127.0.0.1:9';
    const client = createClient({
      baseUrl,
      paths: 'inside',
      retries: 0,
      timeoutMs: 5_000,
      adapter,
    });
    await expect(client.call('search', { body: { query: 'x' } })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });
});
