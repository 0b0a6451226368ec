import { describe, expect, it } from '@jest/globals';
import {
  type ReceivedRequest,
  type RecordedAnswer,
  type RecordedRoute,
  sampleDocument,
  startRecordedHttp,
} from '@lectern/testing';
import type { Client } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { connectClient, startMcp } from '../../test/start-mcp.ts';

const documentId = '22222222-2222-4222-8222-222222222222';
const path = `/rag/documents/${documentId}`;
const uri = `lectern://documents/${documentId}`;
const document = sampleDocument({ id: documentId });
const routes = {
  [`GET ${path}`]: { body: document },
  [`GET ${path}/text`]: (request: ReceivedRequest) => readPart(request),
  'GET /rag/documents': { body: { documents: [document], next_cursor: 'more' } },
};
/** A document of 4 characters on the first page and 60,000 on the second. */
function readPart({ path: asked }: ReceivedRequest): RecordedAnswer {
  const query = new URL(asked, 'http://rag').searchParams;
  const length = Number(query.get('max_characters'));
  const [page, start] = [query.get('page'), Number(query.get('start'))];
  if (page === '1') {
    return { body: { pages: [{ page: 1, text: 'ab😀\n', start: 0 }], next_start: null } };
  }
  if (page) return refusal(404, 'not_found');
  const next_start = start + length < 60_004 ? start + length : null;
  const first = start === 0 ? [{ page: 1, text: 'ab😀\n', start }] : [];
  const rest = 'x'.repeat((next_start ?? 60_004) - Math.max(4, start));
  return { body: { pages: [...first, { page: 2, text: rest, start: start || 4 }], next_start } };
}

const evidenceApp = '<!doctype html><title>Sources</title>';
const refusal = (status: number, code: string) => ({
  status,
  body: { error: { code, message: `message of ${code}`, request_id: 'r' } },
});

async function withClient<Result>(
  recorded: Record<string, RecordedRoute>,
  run: (client: Client) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
) {
  await using rag = await startRecordedHttp(recorded);
  await using mcp = await startMcp(rag.url, settings, { evidenceApp });
  const client = await connectClient(mcp);
  const result = await run(client);
  await client.close();
  return { result, requests: rag.requests };
}

const read = (recorded: Record<string, RecordedRoute>, address: string) =>
  withClient(recorded, (client) => client.readResource({ uri: address }));

async function refusalOf(recorded: Record<string, RecordedRoute>, address: string) {
  const { result } = await withClient(recorded, async (client) => {
    try {
      await client.readResource({ uri: address });
    } catch (error) {
      const { code, message, data } = error as { code: number; message: string; data: unknown };
      return { code, message: message.replaceAll(address, 'URI'), data };
    }
    throw new Error('the resource was given');
  });
  return result;
}

describe('resources', () => {
  it('are listed page by page, with what can be read alone', async () => {
    const { result, requests } = await withClient(routes, (client) =>
      client.listResources({ cursor: 'c1' }),
    );
    expect(result).toMatchObject({
      nextCursor: 'more',
      resources: [
        {
          uri,
          name: 'p.pdf',
          title: 'Policy',
          description: 'p.pdf, pages: 2',
          mimeType: 'text/plain',
          annotations: { lastModified: '2026-01-02T03:04:05.000Z' },
        },
      ],
    });
    expect(requests[0]?.path).toBe('/rag/documents?limit=100&cursor=c1&status=ready');
  });

  it('are read by page', async () => {
    const { result } = await read(routes, `${uri}/pages/1`);
    expect(result.contents).toEqual([
      {
        uri: `${uri}/pages/1`,
        mimeType: 'text/plain',
        text: 'ab😀\n',
        _meta: expect.objectContaining({ title: 'Policy', start: 0, end: 4, next_uri: null }),
      },
    ]);
  });

  it('are read in bounded parts that name the next one', async () => {
    const { result } = await read(routes, uri);
    const [part, more] = result.contents as { text: string; uri: string }[];
    expect(Array.from(part?.text ?? '')).toHaveLength(50_000);
    expect(more?.uri).toBe(`${uri}?start=50000`);
    expect(more?.text).toContain(`${uri}?start=50000`);
    const { result: last } = await read(routes, `${uri}?start=50000`);
    expect(last.contents).toHaveLength(1);
    expect((last.contents as { text: string }[])[0]?.text).toHaveLength(10_004);
  });

  it('that do not exist, may not be seen, or are no address are refused alike', async () => {
    const missing = Object.fromEntries(
      Object.keys(routes).map((route) => [route, refusal(404, 'document_not_found')]),
    );
    const unknown = { code: -32602, message: 'Resource not found: URI' };
    for (const address of [uri, `${uri}/pages/1`, `${uri}?start=5`]) {
      expect(await refusalOf(missing, address)).toMatchObject(unknown);
    }
    expect(await refusalOf(routes, `${uri}/pages/9`)).toMatchObject(unknown);
    for (const address of ['lectern://documents/../x', 'file:///etc/passwd', `${uri}/x`]) {
      expect(await refusalOf(routes, address)).toMatchObject(unknown);
    }
  });

  it('fail with the code of the catalogue, without inner texts', async () => {
    const down = { ...routes, [`GET ${path}`]: refusal(500, 'internal') };
    expect(await refusalOf(down, uri)).toMatchObject({
      code: -32603,
      message: 'Something went wrong on our side.',
      data: { code: 'internal' },
    });
  });

  it('have templates whose id is completed from a title', async () => {
    const { result, requests } = await withClient(routes, async (client) => {
      const { resourceTemplates } = await client.listResourceTemplates();
      const [template] = resourceTemplates;
      const { completion } = await client.complete({
        ref: { type: 'ref/resource', uri: template?.uriTemplate ?? '' },
        argument: { name: 'id', value: ' pol ' },
      });
      return { completion, templates: resourceTemplates.map(({ uriTemplate }) => uriTemplate) };
    });
    expect(result).toEqual({
      templates: ['lectern://documents/{id}{?start}', 'lectern://documents/{id}/pages/{page}'],
      completion: { values: [documentId], hasMore: true },
    });
    expect(requests[0]?.path).toBe('/rag/documents?limit=20&query=pol&status=ready');
  });

  it('are served on revision 2025-11-25 too', async () => {
    await using rag = await startRecordedHttp(routes);
    await using mcp = await startMcp(rag.url);
    const transport = new OldTransport(new URL(`${mcp.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${mcp.token}` } },
    });
    const client = new OldClient({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    expect(await client.listResources()).toMatchObject({ nextCursor: 'more' });
    expect(await client.readResource({ uri: `${uri}/pages/1` })).toMatchObject({
      contents: [{ text: 'ab😀\n' }],
    });
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['cited_answer', 'cited_overview']);
    await client.close();
  });
});

describe('the app that shows evidence', () => {
  const appUri = 'ui://lectern/evidence.html';
  const look = () =>
    withClient(routes, async (client) => {
      const { tools } = await client.listTools();
      const { resources } = await client.listResources();
      const shown = tools.flatMap(({ name, _meta }) => (_meta?.ui ? [[name, _meta.ui]] : []));
      const read = client.readResource({ uri: appUri }).catch(() => undefined);
      return {
        shown,
        addresses: resources.map((one) => one.uri),
        contents: (await read)?.contents,
      };
    });

  it('is the first resource of the first page, and named by the tools that give passages or citations', async () => {
    const { result } = await look();
    // The client reads a second page on its own.
    expect(result.addresses).toEqual([appUri, uri, uri]);
    expect(result.shown).toEqual(
      ['search_documents', 'retrieve_context', 'rag_query_with_chunks'].map((name) => [
        name,
        { resourceUri: appUri },
      ]),
    );
    expect(result.contents).toEqual([
      {
        uri: appUri,
        mimeType: 'text/html;profile=mcp-app',
        text: evidenceApp,
        _meta: { ui: { csp: {}, prefersBorder: true } },
      },
    ]);
  });
});
