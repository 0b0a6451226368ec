import { describe, expect, it } from '@jest/globals';
import { type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { connectClient, startMcp } from '../../../test/start-mcp.ts';

const collection = {
  id: '33333333-3333-4333-8333-333333333333',
  parent_id: null,
  name: 'Handbook',
  description: 'Rules of the team',
  settings: {},
  document_count: 12,
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
  permission: 'manage',
};

async function callWith(rag: RecordedAnswer, args: Record<string, unknown>) {
  await using server = await startRecordedHttp({ 'GET /rag/collections': rag });
  await using mcp = await startMcp(server.url);
  const client = await connectClient(mcp);
  const result = await client.callTool({ name: 'list_collections', arguments: args });
  await client.close();
  return { result: result as CallToolResult, requests: server.requests };
}

describe('list_collections', () => {
  it('gives what a model needs of each collection', async () => {
    const { result, requests } = await callWith(
      { body: { collections: [collection], next_cursor: 'c2' } },
      { limit: 5, cursor: 'c1' },
    );
    const { id, parent_id, name, description, document_count } = collection;
    expect(result.structuredContent).toEqual({
      collections: [{ id, parent_id, name, description, document_count }],
      next_cursor: 'c2',
    });
    expect(requests[0]?.path).toBe('/rag/collections?limit=5&cursor=c1');
  });

  it('names the argument that is wrong', async () => {
    const { result, requests } = await callWith({ body: {} }, { limit: 0 });
    expect(result.isError).toBe(true);
    expect(result.content[0]).toMatchObject({ text: expect.stringContaining('"field":"limit"') });
    expect(requests).toHaveLength(0);
  });

  it('answers a failure in the form of the error catalogue', async () => {
    const { result } = await callWith(
      {
        status: 403,
        body: { error: { code: 'forbidden', message: 'Not here.', request_id: 'r' } },
      },
      {},
    );
    expect(result).toMatchObject({
      isError: true,
      content: [{ text: '{"error":"forbidden","message":"Not here."}' }],
    });
  });
});
