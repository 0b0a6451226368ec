import { describe, expect, it } from '@jest/globals';
import { type ArticlesResponse, ownAgentHeader } from '@lectern/contracts';
import { type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { callRecorded } from '../../../test/call-recorded.ts';
import { readToolJson } from '../../../test/read-tool-json.ts';
import { connectClient, startMcp } from '../../../test/start-mcp.ts';

const articles: ArticlesResponse = {
  articles: [
    {
      kb_id: '22222222-2222-4222-8222-222222222222',
      title: 'Порядок возврата',
      url: null,
      content: 'Refunds take five days.\n\n[…]\n\nAsk the till.',
      metadata: {
        external_id: null,
        collection: 'Handbook',
        file_name: 'policy.pdf',
        mime_type: 'application/pdf',
        version: 2,
        page_count: 3,
        truncated: true,
        passages: [
          {
            chunk_id: '11111111-1111-4111-8111-111111111111',
            start: 0,
            end: 23,
            page: 1,
            pages: [],
          },
        ],
      },
    },
  ],
  metadata: {
    query: 'refunds',
    top_k_requested: 2,
    articles_count: 1,
    has_results: true,
    evidence: 0.9,
  },
};
const collectionId = '33333333-3333-4333-8333-333333333333';

const call = (
  args: Record<string, unknown>,
  answer: RecordedAnswer = { body: articles },
  settings?: Record<string, string>,
) =>
  callRecorded(
    { 'POST /rag/articles': answer },
    { name: 'retrieve_context', arguments: args },
    settings,
  );

describe('retrieve_context', () => {
  it('gives exactly what the knowledge service answers, structured and as JSON text', async () => {
    const { result, requests, token } = await call({ query: ' refunds ', top_k: 2 });
    expect(result.isError).toBeFalsy();
    expect(result.structuredContent).toEqual(articles);
    expect(readToolJson(result)).toEqual(articles);
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ query: 'refunds', top_k: 2 });
  });

  it('leaves the number of articles to the knowledge service', async () => {
    const { requests } = await call({ query: 'refunds' });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ query: 'refunds' });
  });

  it.each([
    [{ query: '   ' }, 'query'],
    [{}, 'query'],
    [{ query: 'x', top_k: 0 }, 'top_k'],
    [{ query: 'x', top_k: -3 }, 'top_k'],
    [{ query: 'x', top_k: 1.5 }, 'top_k'],
  ])('refuses %j and names the field', async (args, field) => {
    const { result, requests } = await call(args);
    expect(result.isError).toBe(true);
    expect(readToolJson(result)).toMatchObject({
      error: { code: 'invalid_request', details: { field } },
      articles: [],
      metadata: { articles_count: 0, has_results: false },
    });
    expect(requests).toHaveLength(0);
  });

  it('fails by the error of the articles, in an answer without any', async () => {
    const error = {
      code: 'collection_not_found',
      message: 'Not here.',
      request_id: expect.any(String),
    };
    const { result } = await call(
      { query: 'x', top_k: 4, collection_filter: { collection_ids: [collectionId] } },
      {
        status: 404,
        body: { error: { code: 'collection_not_found', message: 'Not here.', request_id: 'r' } },
      },
    );
    expect(result.isError).toBe(true);
    expect(readToolJson(result)).toEqual({
      error,
      articles: [],
      metadata: { query: 'x', top_k_requested: 4, articles_count: 0, has_results: false },
    });
  });

  it('neither offers nor takes a collection filter when that is off, but from the own agent', async () => {
    await using rag = await startRecordedHttp({ 'POST /rag/articles': { body: articles } });
    await using mcp = await startMcp(rag.url, { ENABLE_COLLECTION_FILTER: 'false' });
    const collection_filter = { collection_ids: [collectionId] };
    const tryWith = async (headers: Record<string, string>) => {
      const client = await connectClient(mcp, mcp.token, headers);
      const { tools } = await client.listTools();
      const tool = tools.find(({ name }) => name === 'retrieve_context');
      expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(['query', 'top_k']);
      const result = await client.callTool({
        name: 'retrieve_context',
        arguments: { query: 'x', collection_filter },
      });
      await client.close();
      return result;
    };
    expect(readToolJson((await tryWith({})) as CallToolResult)).toMatchObject({
      error: { code: 'invalid_request', details: { field: 'collection_filter' } },
    });
    expect(rag.requests).toHaveLength(0);
    expect((await tryWith({ [ownAgentHeader]: '1' })).isError).toBeFalsy();
    expect(JSON.parse(rag.requests[0]?.body ?? '')).toMatchObject({
      query: 'x',
      collection_filter,
    });
  });

  it.each([
    ['en', 'Default: 7.'],
    ['ru', 'По умолчанию 7.'],
  ])('describes its arguments in %s, with the default of top_k', async (language, usual) => {
    await using rag = await startRecordedHttp({});
    await using mcp = await startMcp(rag.url, { RETRIEVE_TOP_K: '7' });
    const client = await connectClient(mcp, mcp.token, { 'accept-language': language });
    const { tools } = await client.listTools();
    await client.close();
    const tool = tools.find(({ name }) => name === 'retrieve_context');
    expect(tool?.inputSchema.properties?.top_k).toMatchObject({
      description: expect.stringContaining(usual),
    });
    for (const { name, inputSchema } of tools) {
      expect(JSON.stringify(inputSchema)).not.toContain('description:');
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
        const { description = '' } = schema as { description?: string };
        const isRussian = /[а-я]/i.test(description);
        expect([name, argument, isRussian]).toEqual([name, argument, language === 'ru']);
      }
    }
  });
});
