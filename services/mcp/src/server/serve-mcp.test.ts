import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { bufferBody } from '@lectern/service';
import { afterLeaving, eventually, listenOnFreePort, startRecordedHttp } from '@lectern/testing';
import { type RunningMcp, startMcp } from '../../test/start-mcp.ts';
import { createServeMcp } from './serve-mcp.ts';

const revision = '2026-07-28';
const nobody = 'http://127.0.0.1:9';

function post(mcp: RunningMcp, body: RequestInit['body'], { headers, ...init }: RequestInit = {}) {
  return fetch(`${mcp.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${mcp.token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: body ?? null,
    duplex: 'half',
    ...init,
  });
}

const envelope = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function callOf(tool: string, meta: Record<string, unknown> = {}): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: {}, _meta: meta },
  });
}

/** Sent in parts, without its length. */
function inParts(text: string): RequestInit['body'] {
  return Readable.toWeb(Readable.from([Buffer.from(text)])) as ReadableStream;
}

describe('serving MCP', () => {
  it.each([undefined, {}, { protocolVersion: 1 }])('refuses initialize with %j', async (params) => {
    await using rag = await startRecordedHttp({});
    await using mcp = await startMcp(rag.url);
    const message = { jsonrpc: '2.0', id: 7, method: 'initialize', params };
    const refused = await post(mcp, JSON.stringify(message), { headers: {} });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ id: 7, error: { code: -32602 } });
  });

  it.each([
    ['what is no JSON', '{'],
    ['nothing', ''],
    ['no object', 'null'],
    ['an unknown tool', callOf('fly')],
  ])('answers %s alike, whether the length is known or not', async (_what, text) => {
    await using mcp = await startMcp(nobody);
    const [known, unknown] = await Promise.all([post(mcp, text), post(mcp, inParts(text))]);
    expect(known.status).toBe(unknown.status);
    expect(await known.text()).toBe(await unknown.text());
  });

  it.each(['tools/list', 'prompts/list', 'resources/templates/list'])(
    'refuses a cursor that %s never gave out, in both revisions',
    async (method) => {
      await using mcp = await startMcp(nobody);
      const list = async (meta: Record<string, unknown>, headers: Record<string, string>) => {
        const params = { cursor: 'forged', _meta: meta };
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
        return (await post(mcp, body, { headers })).text();
      };
      const answers = [
        await list({}, { 'mcp-protocol-version': '2025-11-25' }),
        await list(envelope, { 'mcp-protocol-version': revision, 'mcp-method': method }),
      ];
      for (const answer of answers) {
        expect(answer).toContain('"code":-32602');
        expect(answer).toContain('cursor: is not a cursor of this list');
      }
    },
  );

  it.each(['*/*', 'application/json;q=0.9, */*;q=0.1'])(
    'answers a client that accepts %s',
    async (accept) => {
      await using mcp = await startMcp(nobody);
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
      const response = await post(mcp, body, { headers: { accept } });
      expect([response.status, await response.text()]).toEqual([
        200,
        expect.stringContaining('"result":{}'),
      ]);
    },
  );

  it.each([
    ['calls', Array.from({ length: 100 }, () => callOf('list_collections'))],
    ['one listing', ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}']],
    ['nothing', []],
  ])('refuses a batch of %s in every revision, and runs none of it', async (_what, messages) => {
    await using rag = await startRecordedHttp({});
    await using mcp = await startMcp(rag.url);
    for (const headers of [
      {},
      { 'mcp-protocol-version': '2025-11-25' },
      { 'mcp-protocol-version': revision },
    ]) {
      const refused = await post(mcp, `[${messages.join(',')}]`, { headers });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ id: null, error: { code: -32600 } });
    }
    expect(rag.requests).toEqual([]);
  });

  it('refuses a query parameter and names it', async () => {
    await using mcp = await startMcp(nobody);
    const response = await fetch(`${mcp.url}/mcp?x=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mcp.token}`, 'content-type': 'application/json' },
      body: callOf('fly'),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_request', details: { field: 'x' } },
    });
  });

  it('takes a call of half a megabyte, and refuses one above the limit', async () => {
    await using mcp = await startMcp(nobody);
    const large = await post(mcp, callOf('fly', { filling: 'x'.repeat(512 * 1024) }));
    expect(await large.text()).toContain('fly');
    const tooLarge = await post(mcp, callOf('fly', { filling: 'x'.repeat(1024 * 1024) }));
    expect(tooLarge.status).toBe(413);
  });

  it.each([
    ['deep', '['.repeat(10_000)],
    ['of many values', `[${'1,'.repeat(300_000)}1]`],
  ])('refuses a body that is %s, as every service does', async (_what, text) => {
    await using mcp = await startMcp(nobody);
    for (const body of [text, inParts(text)]) {
      const refused = await post(mcp, body);
      expect(refused.status).toBe(413);
      expect(await refused.json()).toMatchObject({ error: { code: 'too_large' } });
    }
  });

  it('cancels the work for a caller who went away', async () => {
    const seen = { asked: false, cancelled: false };
    await using rag = await listenOnFreePort((_request, response) => {
      seen.asked = true;
      response.once('close', () => {
        seen.cancelled = true;
      });
    });
    await using mcp = await startMcp(rag.url);
    const gone = new AbortController();
    const call = post(mcp, callOf('list_collections', envelope), {
      signal: gone.signal,
      headers: {
        'mcp-protocol-version': revision,
        'mcp-method': 'tools/call',
        'mcp-name': 'list_collections',
      },
    });
    await eventually(() => seen.asked);
    gone.abort();
    await expect(call).rejects.toThrow();
    await eventually(() => seen.cancelled);
  });
});

describe('a call whose caller left before it was served', () => {
  it('is ended where it is handled', async () => {
    const handled = Promise.withResolvers<boolean>();
    const fetch = async ({ signal }: Request) => {
      handled.resolve(signal.aborted);
      return new Response('{}');
    };
    const serve = createServeMcp({ fetch } as unknown as Parameters<typeof createServeMcp>[0], {
      onerror: () => {},
      findHidden: undefined,
    });
    const isEnded = await afterLeaving(
      async ({ request, response }) => {
        const auth = { token: 't', clientId: 'c', scopes: [], extra: {} };
        await serve(Object.assign(request, { auth }), response);
        return handled.promise;
      },
      {
        body: callOf('search_documents'),
        before: (request) => bufferBody(request, { maxBytes: 9_999 }),
      },
    );
    expect(isEnded).toBe(true);
  });
});
