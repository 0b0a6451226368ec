import { describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { addOwner, signIn, startGateway } from '../../test/start-gateway.ts';

describe('the gateway', () => {
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
    await using strict = await startGateway(
      {},
      { limits: { requestsPerMinute: 50_000, openRequests: 30, openStreams: 10 } },
    );
    const { key } = await addOwner(strict);
    const headers = { authorization: `Bearer ${key}` };
    const ask = (path: string) => fetch(strict.url + path, { headers });
    strict.rag.answer = (request, response) => {
      if (request.url === '/rag/quotas') {
        return response.end('{"quotas":[{"quota":"documents","used":3,"limit":7}]}');
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': on\n\n');
    };
    for (const service of [strict.llm, strict.mcp]) {
      service.answer = (_request, response) => response.end('{"quotas":[]}');
    }

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
      { quota: 'members', used: 1, limit: 10_000 },
      { quota: 'teams', used: 0, limit: 1_000 },
      { quota: 'api_keys', used: 1, limit: 10_000 },
      { quota: 'streams', used: 1, limit: 10 },
      { quota: 'open_requests', used: 2, limit: 30 },
      { quota: 'requests', used: 3, limit: 50_000 },
    ]);

    const others = [await ask('/api/documents'), await ask('/api/documents')];
    expect(await (await ask('/api/me')).json()).toMatchObject({
      error: { code: 'rate_limited', details: { quota: 'open_requests', used: 3, limit: 3 } },
    });
    for (const open of [stream, ...others]) await open.body?.cancel();
    await eventually(async () => (await ask('/api/me')).status === 200);
  });

  it('counts nothing as open of who left while they were looked up', async () => {
    await using strict = await startGateway({}, { limits: { openRequests: 30, openStreams: 10 } });
    const { key } = await addOwner(strict);
    const cookie = await signIn(strict);
    const { pool } = strict.database;
    strict.rag.answer = (_request, response) => response.end('{}');
    const asUser = (path: string, signal?: AbortSignal) =>
      fetch(strict.url + path, { headers: { cookie }, ...(signal && { signal }) });

    const lock = await pool.connect();
    await lock.query('begin');
    await lock.query('lock table auth.session');
    const leaving = new AbortController();
    const left = ['/api/events', '/api/me', '/api/me'].map((path) => asUser(path, leaving.signal));
    await eventually(async () => {
      const { rows } = await pool.query(
        `select from pg_locks where not granted and relation = 'auth.session'::regclass`,
      );
      return rows.length === left.length;
    });
    leaving.abort();
    await Promise.allSettled(left);
    await fetch(`${strict.url}/health/live`);
    await lock.query('rollback');
    lock.release();

    const headers = { authorization: `Bearer ${key}` };
    await eventually(async () => {
      const answer = await fetch(`${strict.url}/api/me`, { headers });
      return answer.status === 200;
    });
    expect((await fetch(`${strict.url}/api/events`, { headers })).status).toBe(200);
  });

  it('counts what an organisation has open and asked over all gateways', async () => {
    await using strict = await startGateway({}, { limits: { openStreams: 1 } });
    await using replica = await strict.startReplica();
    const { key } = await addOwner(strict);
    const headers = { authorization: `Bearer ${key}` };
    const ask = (url: string, path: string) => fetch(url + path, { headers });
    strict.rag.answer = (request, response) => {
      if (request.url === '/rag/quotas') return response.end('{"quotas":[]}');
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': on\n\n');
    };
    for (const service of [strict.llm, strict.mcp]) {
      service.answer = (_request, response) => response.end('{"quotas":[]}');
    }
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
    await using strict = await startGateway({}, { limits: { requestsPerMinute: 2 } });
    const { key } = await addOwner(strict);
    const headers = { authorization: `Bearer ${key}` };
    const ask = () => fetch(`${strict.url}/api/me`, { headers });
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expect(await (await ask()).json()).toMatchObject({
      error: { code: 'rate_limited', details: { quota: 'requests', limit: 2 } },
    });
  });
});
