import { describe, expect, it } from '@jest/globals';
import {
  type ReceivedRequest,
  type RecordedRoute,
  sampleDocument,
  startRecordedHttp,
} from '@lectern/testing';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { connectClient, startMcp } from '../../test/start-mcp.ts';

const documentId = '22222222-2222-4222-8222-222222222222';
const path = `/rag/documents/${documentId}`;
const chunkIdOf = (position: number) =>
  `11111111-1111-4111-8111-${String(position).padStart(12, '0')}`;
const chunkOf = (position: number) => ({
  id: chunkIdOf(position),
  position,
  text: `text ${position}`,
  page: 1,
  section: null,
  start: position * 10,
  end: position * 10 + 6,
});

async function callTool(
  routes: Record<string, RecordedRoute>,
  name: string,
  args: Record<string, unknown>,
) {
  await using rag = await startRecordedHttp(routes);
  await using mcp = await startMcp(rag.url);
  const client = await connectClient(mcp);
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  await client.close();
  return result;
}

describe('get_document', () => {
  const routes = {
    [`GET ${path}`]: { body: sampleDocument({ id: documentId }) },
    [`GET ${path}/text`]: ({ path: asked }: ReceivedRequest) => ({
      body: asked.endsWith('?page=2&max_characters=8000')
        ? { pages: [{ page: 2, text: 'two', start: 151 }], next_start: null }
        : { pages: [{ page: 1, text: 'x'.repeat(100), start: 0 }], next_start: 100 },
    }),
    [`GET ${path}/outline`]: { body: { outline: [] } },
  };

  it('gives a page with what the document is', async () => {
    const args = { document_id: documentId, page: 2 };
    const result = await callTool(routes, 'get_document', args);
    expect(result.structuredContent).toEqual({
      document_id: documentId,
      title: 'Policy',
      file_name: 'p.pdf',
      url: null,
      status: 'ready',
      page_count: 2,
      outline: [],
      outline_is_complete: true,
      text: 'two',
      start: 151,
      end: 154,
      next_start: null,
    });
  });

  it('says where to read on', async () => {
    const args = { document_id: documentId, max_characters: 100 };
    const result = await callTool(routes, 'get_document', args);
    expect(result.structuredContent).toMatchObject({ start: 0, end: 100, next_start: 100 });
  });

  it('fails in the common form when there is no such document', async () => {
    const refusal = {
      status: 404,
      body: {
        error: { code: 'document_not_found', message: 'No such document.', request_id: 'r' },
      },
    };
    const missing = Object.fromEntries(Object.keys(routes).map((route) => [route, refusal]));
    const result = await callTool(missing, 'get_document', { document_id: documentId });
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: '{"error":"document_not_found","message":"No such document."}' }],
    });
  });
});

describe('get_surrounding_chunks', () => {
  it('gives the passages around one', async () => {
    const query = `around=${chunkIdOf(2)}&before=1&after=2`;
    const routes = {
      [`GET ${path}/chunks`]: ({ path: asked }: ReceivedRequest) => ({
        body: {
          chunks: asked.endsWith(`?${query}`) ? [1, 2, 3, 4].map(chunkOf) : [],
          next_cursor: null,
        },
      }),
    };
    const result = await callTool(routes, 'get_surrounding_chunks', {
      document_id: documentId,
      chunk_id: chunkIdOf(2),
      before: 1,
    });
    const { chunks } = result.structuredContent as { chunks: { content: string }[] };
    expect(chunks.map(({ content }) => content)).toEqual(['text 1', 'text 2', 'text 3', 'text 4']);
  });

  it('says that the passage is gone', async () => {
    const error = { code: 'not_found', message: 'No such passage.', request_id: 'r' };
    const routes = { [`GET ${path}/chunks`]: { status: 404, body: { error } } };
    const result = await callTool(routes, 'get_surrounding_chunks', {
      document_id: documentId,
      chunk_id: chunkIdOf(9),
    });
    expect(result.isError).toBe(true);
    expect(result.content[0]).toMatchObject({ text: expect.stringContaining('"not_found"') });
  });
});
