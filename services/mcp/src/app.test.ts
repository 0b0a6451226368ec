import { describe, expect, it } from '@jest/globals';
import { listEndpointRoutes, listServedRoutes, startRecordedHttp } from '@lectern/testing';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { searchAnswer } from '../test/search-answer.ts';
import { connectClient, startMcp } from '../test/start-mcp.ts';
import { startUpstream } from '../test/start-upstream.ts';

describe('the MCP service', () => {
  it('serves its endpoints and nothing else', async () => {
    await using mcp = await startUpstream();
    expect(listServedRoutes(mcp.app)).toEqual(['ALL /mcp', ...listEndpointRoutes('mcp')]);
  });

  it('serves revision 2026-07-28', async () => {
    await using rag = await startRecordedHttp({ 'POST /rag/search': { body: searchAnswer } });
    await using mcp = await startMcp(rag.url);
    const client = await connectClient(mcp);
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_documents');
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    const result = await client.callTool({ name: 'search_documents', arguments: { query: 'x' } });
    expect(result.structuredContent).toMatchObject({ total_results: 1 });
    await client.close();
  });

  it('serves revision 2025-11-25 to the older client', async () => {
    await using rag = await startRecordedHttp({ 'POST /rag/search': { body: searchAnswer } });
    await using mcp = await startMcp(rag.url);
    const transport = new OldTransport(new URL(`${mcp.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${mcp.token}` } },
    });
    const client = new OldClient({ name: 'test', version: '1.0.0' });
    await client.connect(transport);
    expect(transport.protocolVersion).toBe('2025-11-25');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_documents');
    const found = await client.callTool({ name: 'search_documents', arguments: { query: 'x' } });
    expect(found.structuredContent).toMatchObject({ total_results: 1 });
    const failed = await client.callTool({ name: 'search_documents', arguments: { query: '' } });
    expect(failed.isError).toBe(true);
    await client.close();
  });

  it('turns away who has no token, a foreign token, or no scope for it', async () => {
    await using mcp = await startMcp('http://127.0.0.1:9');
    const scopeless = await mcp.identity.token({
      userId: 'u1',
      organisationId: 'o1',
      scopes: ['search'],
    });
    const service = await mcp.identity.serviceToken('gateway');
    const ask = async (token?: string) => {
      const response = await fetch(`${mcp.url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        body: '{}',
      });
      return response.status;
    };
    expect(await ask()).toBe(401);
    expect(await ask('a.b.c')).toBe(401);
    expect(await ask(scopeless)).toBe(403);
    expect(await ask(service)).toBe(403);
  });

  it('tells its name, revisions and the state of the knowledge service', async () => {
    await using rag = await startRecordedHttp({
      'GET /health': { body: { status: 'ok', name: 'rag', version: '1' } },
    });
    await using mcp = await startMcp(rag.url);
    const health = await fetch(`${mcp.url}/health`).then((response) => response.json());
    expect(health).toEqual({
      status: 'ok',
      name: 'mcp',
      version: '1.2.3',
      mcp: { name: 'lectern', version: '1.2.3', revisions: ['2026-07-28', '2025-11-25'] },
      rag: { status: 'ok' },
    });
  });

  it('is ready, and healthy but degraded, while the knowledge service is away', async () => {
    const gone = await startRecordedHttp({});
    await gone[Symbol.asyncDispose]();
    await using mcp = await startMcp(gone.url);
    expect((await fetch(`${mcp.url}/readyz`)).status).toBe(200);
    const health = await fetch(`${mcp.url}/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({
      status: 'degraded',
      rag: { status: 'unavailable' },
    });
  });

  it('answers health in time when the knowledge service hangs', async () => {
    await using rag = await startRecordedHttp({ 'GET /health': () => new Promise(() => {}) });
    await using mcp = await startMcp(rag.url);
    const started = performance.now();
    const health = await fetch(`${mcp.url}/health`).then((response) => response.json());
    expect(health).toMatchObject({ rag: { status: 'unavailable' } });
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
