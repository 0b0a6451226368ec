import { describe, expect, it } from '@jest/globals';
import { searchDocumentsFailureSchema } from '@lectern/contracts';
import { listenOnFreePort, type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { searchAnswer } from '../../../test/search-answer.ts';
import { connectClient, startMcp } from '../../../test/start-mcp.ts';

const collectionId = '33333333-3333-4333-8333-333333333333';

function textOf(result: CallToolResult): unknown {
  const [part] = result.content;
  return part?.type === 'text' ? JSON.parse(part.text) : undefined;
}

function failureOf(result: CallToolResult) {
  expect(result.isError).toBe(true);
  return searchDocumentsFailureSchema.parse(textOf(result));
}

async function callWith(
  rag: RecordedAnswer | readonly RecordedAnswer[],
  args: Record<string, unknown> = { query: 'refunds' },
  settings: Record<string, string> = {},
) {
  await using server = await startRecordedHttp({ 'POST /rag/search': rag });
  await using mcp = await startMcp(server.url, settings);
  const client = await connectClient(mcp);
  const result = (await client.callTool({
    name: 'search_documents',
    arguments: args,
  })) as CallToolResult;
  await client.close();
  return { result, requests: server.requests, token: mcp.token };
}

const refusal = (status: number, code: string, details?: object): RecordedAnswer => ({
  status,
  body: {
    error: { code, message: `message of ${code}`, request_id: 'r', ...(details && { details }) },
  },
});

describe('search_documents', () => {
  it('gives passages with their sources, as structured content and as JSON text', async () => {
    const { result } = await callWith({ body: searchAnswer });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toEqual({
      results: [
        {
          content: 'Refunds take five days.',
          document_title: 'Refund policy',
          collection: 'Handbook',
          relevance_score: 0.82,
          metadata: {
            page: 3,
            pages: [],
            section: 'Money > Refunds',
            document_id: '22222222-2222-4222-8222-222222222222',
            chunk_id: '11111111-1111-4111-8111-111111111111',
            start: 120,
            end: 143,
            file_name: 'policy.pdf',
            mime_type: 'application/pdf',
            version: 2,
            url: null,
          },
        },
      ],
      total_results: 1,
      search_time_ms: 12.5,
    });
    expect(textOf(result)).toEqual(result.structuredContent);
  });

  it("passes the caller's token, the deadline and the request on", async () => {
    const { requests, token } = await callWith(
      { body: searchAnswer },
      { query: '  refunds ', limit: 7, collection_filter: { collection_ids: [collectionId] } },
    );
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
    expect(requests[0]?.headers['x-deadline-ms']).toBe('30000');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      query: 'refunds',
      limit: 7,
      include_metadata: true,
      mode: 'hybrid',
      collection_filter: { collection_ids: [collectionId], include_children: true },
    });
  });

  it('leaves the sources out when they are not wanted', async () => {
    const { result } = await callWith(
      { body: searchAnswer },
      { query: 'x', include_sources: false },
    );
    expect(result.structuredContent).toMatchObject({ results: [{ relevance_score: 0.82 }] });
    expect(JSON.stringify(result.structuredContent)).not.toContain('document_id');
  });

  it('lists the most that limit can be, and takes null for what is left out', async () => {
    await using server = await startRecordedHttp({ 'POST /rag/search': { body: searchAnswer } });
    await using mcp = await startMcp(server.url, { RAG_MAX_RESULTS: '7' });
    const client = await connectClient(mcp);
    const { tools } = await client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === 'search_documents') ?? {};
    expect(inputSchema?.properties?.limit).toMatchObject({ minimum: 1, maximum: 7 });
    const result = await client.callTool({
      name: 'search_documents',
      arguments: { query: 'x', limit: null, include_sources: null, collection_filter: null },
    });
    expect(result.isError).toBeFalsy();
    await client.close();
  });

  it('cuts a limit above RAG_MAX_RESULTS and says so', async () => {
    const { result, requests } = await callWith(
      { body: searchAnswer },
      { query: 'x', limit: 1_000_000_000 },
      { RAG_MAX_RESULTS: '5' },
    );
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ limit: 5 });
    expect(result.structuredContent).toMatchObject({
      warnings: [{ code: 'limit_reduced', message: 'At most 5 results are given.' }],
    });
  });

  it('bounds the default limit by RAG_MAX_RESULTS without a warning', async () => {
    const { result, requests } = await callWith({ body: searchAnswer }, undefined, {
      RAG_MAX_RESULTS: '5',
    });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ limit: 5 });
    expect(result.structuredContent).not.toHaveProperty('warnings');
  });

  it('marks a passage that a person corrected', async () => {
    const chunks = searchAnswer.chunks.map((chunk) => ({ ...chunk, corrected: true }));
    const { result } = await callWith({ body: { ...searchAnswer, chunks } });
    expect(result.structuredContent).toMatchObject({ results: [{ corrected: true }] });
  });

  it('passes the warnings of the search on', async () => {
    const warning = { code: 'embedding_unavailable', message: 'By keyword alone.' };
    const { result } = await callWith({ body: { ...searchAnswer, warnings: [warning] } });
    expect(result.structuredContent).toMatchObject({ warnings: [warning] });
  });

  it('searches by meaning alone when hybrid search is off', async () => {
    const { requests } = await callWith({ body: searchAnswer }, undefined, {
      ENABLE_HYBRID_SEARCH: 'false',
    });
    expect(JSON.parse(requests[0]?.body ?? '')).toMatchObject({ mode: 'dense' });
  });

  it('neither offers nor takes a collection filter when that is off', async () => {
    await using server = await startRecordedHttp({ 'POST /rag/search': { body: searchAnswer } });
    await using mcp = await startMcp(server.url, { ENABLE_COLLECTION_FILTER: 'false' });
    const client = await connectClient(mcp);
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'search_documents');
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual([
      'query',
      'limit',
      'include_sources',
    ]);
    const result = await client.callTool({
      name: 'search_documents',
      arguments: { query: 'x', collection_filter: { collection_ids: [collectionId] } },
    });
    expect(failureOf(result as CallToolResult).details.reason).toBe('invalid_collection');
    expect(server.requests).toHaveLength(0);
    await client.close();
  });

  it('tries again when the knowledge service is briefly away', async () => {
    const { result, requests } = await callWith([
      refusal(503, 'service_unavailable'),
      { body: searchAnswer },
    ]);
    expect(result.isError).toBeFalsy();
    expect(requests).toHaveLength(2);
  });
});

describe('search_documents, when it fails', () => {
  it.each([
    ['a blank query', { query: '   ' }, 'invalid_query'],
    ['no query', {}, 'invalid_query'],
    ['a huge query', { query: 'x'.repeat(2001) }, 'invalid_query'],
    ['limit 0', { query: 'x', limit: 0 }, 'invalid_query'],
    ['an unknown argument', { query: 'x', tenant: 'o2' }, 'invalid_query'],
    [
      'a collection that is no id',
      { query: 'x', collection_filter: { collection_ids: ['handbook'] } },
      'invalid_collection',
    ],
  ])('refuses %s without asking the knowledge service', async (_name, args, reason) => {
    const { result, requests } = await callWith({ body: searchAnswer }, args);
    expect(failureOf(result).details.reason).toBe(reason);
    expect(requests).toHaveLength(0);
  });

  it.each([
    [404, 'collection_not_found', 'invalid_collection'],
    [400, 'invalid_request', 'invalid_query'],
    [401, 'unauthorized', 'not_allowed'],
    [403, 'forbidden', 'not_allowed'],
    [500, 'internal', 'internal'],
    [504, 'search_timeout', 'search_timeout'],
  ])('answers %i %s with the reason %s', async (status, code, reason) => {
    const { result } = await callWith(refusal(status, code));
    expect(failureOf(result)).toMatchObject({ error: 'search_failed', details: { reason } });
    expect(result.structuredContent).toBeUndefined();
  });

  it.each([
    [429, 'rate_limited', 'rate_limited'],
    [503, 'embedding_unavailable', 'embedding_unavailable'],
    [503, 'search_unavailable', 'rag_service_unavailable'],
  ])(
    'answers %i %s at once with %s and the wait, when that is longer than its time',
    async (status, code, reason) => {
      const { result, requests } = await callWith({
        ...refusal(status, code, { retry_after: 120 }),
        headers: { 'retry-after': '120' },
      });
      expect(failureOf(result).details).toEqual({ reason, retry_after: 120 });
      expect(requests).toHaveLength(1);
    },
  );

  it('names the service as unavailable when nobody listens', async () => {
    const gone = await startRecordedHttp({});
    await gone[Symbol.asyncDispose]();
    await using mcp = await startMcp(gone.url);
    const client = await connectClient(mcp);
    const result = await client.callTool({ name: 'search_documents', arguments: { query: 'x' } });
    const { details } = failureOf(result as CallToolResult);
    expect(details.reason).toBe('rag_service_unavailable');
    expect(details.retry_after).toBeGreaterThan(0);
    await client.close();
  });

  it('ends by RAG_SEARCH_TIMEOUT when the knowledge service hangs', async () => {
    await using rag = await listenOnFreePort(() => undefined);
    await using mcp = await startMcp(rag.url, { RAG_SEARCH_TIMEOUT: '0.5' });
    const client = await connectClient(mcp);
    const started = performance.now();
    const result = await client.callTool({ name: 'search_documents', arguments: { query: 'x' } });
    const tookMs = performance.now() - started;
    expect(failureOf(result as CallToolResult).details.reason).toBe('search_timeout');
    expect(tookMs).toBeGreaterThan(450);
    expect(tookMs).toBeLessThan(5_000);
    await client.close();
  });

  it('ends by RAG_SEARCH_TIMEOUT when retries are answered with 503 again and again', async () => {
    const started = performance.now();
    const { result } = await callWith(
      { ...refusal(503, 'service_unavailable'), headers: { 'retry-after': '1' } },
      undefined,
      { RAG_SEARCH_TIMEOUT: '1.5' },
    );
    expect(failureOf(result).details.reason).toBe('rag_service_unavailable');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('cancels the search when the caller goes away', async () => {
    const caller = new AbortController();
    const cancelled = Promise.withResolvers<void>();
    await using rag = await listenOnFreePort((_request, response) => {
      response.once('close', () => cancelled.resolve());
      caller.abort();
    });
    await using mcp = await startMcp(rag.url);
    const client = await connectClient(mcp);
    await expect(
      client.callTool(
        { name: 'search_documents', arguments: { query: 'x' } },
        { signal: caller.signal },
      ),
    ).rejects.toThrow();
    await cancelled.promise;
    await client.close();
  });
});
