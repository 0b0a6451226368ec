import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { searchDocumentsFailureSchema, searchDocumentsOutputSchema } from '@lectern/contracts';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { manual, readCommittedFile } from '../suite/committed-files.ts';
import { connectMcp, readToolJson } from '../suite/mcp-client.ts';
import type { TellStory } from './story.ts';

const inspector = fileURLToPath(new URL('../node_modules/.bin/mcp-inspector', import.meta.url));
const query = 'replacing the backup battery';

/** The gateway's `/mcp` with an API key, for clients of both revisions. */
export function describeMcp(tell: TellStory): void {
  describe('/mcp', () => {
    let collectionId: string;
    beforeAll(async () => {
      const { api } = tell();
      collectionId = await api.createCollection('Agents');
      const [accepted] = await api.uploadAccepted(collectionId, [await readCommittedFile(manual)]);
      await api.waitUntilFinal(accepted?.id ?? '');
    });

    function expectManual(result: { structuredContent?: unknown; content?: unknown }): void {
      const output = searchDocumentsOutputSchema.parse(result.structuredContent);
      expect(output.results[0]).toMatchObject({
        collection: 'Agents',
        metadata: { file_name: manual, page: 2 },
      });
      expect(output.results[0]?.content).toContain('eighteen months');
      expect(readToolJson(result)).toEqual(result.structuredContent);
    }

    it('the v2 client lists and calls search_documents', async () => {
      const client = await connectMcp(tell().api);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('search_documents');
      const result = await client.callTool({
        name: 'search_documents',
        arguments: { query, limit: 3, collection_filter: { collection_ids: [collectionId] } },
      });
      expectManual(result);
      await client.close();
    });

    it('the v1 client lists and calls search_documents', async () => {
      const { url, apiKey } = tell().api;
      const client = new FirstClient({ name: 'e2e', version: '1.0.0' });
      const transport = new FirstTransport(new URL(`${url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
      });
      await client.connect(transport as Parameters<typeof client.connect>[0]);
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('search_documents');
      const result = await client.callTool({
        name: 'search_documents',
        arguments: { query, limit: 3, collection_filter: { collection_ids: [collectionId] } },
      });
      expectManual(result as CallToolResult);
      await client.close();
    });

    it('the inspector lists search_documents', async () => {
      const { url, apiKey } = tell().api;
      const { stdout } = await promisify(execFile)(
        inspector,
        [
          '--cli',
          `${url}/mcp`,
          ...['--transport', 'http'],
          ...['--method', 'tools/list'],
          ...['--header', `Authorization: Bearer ${apiKey}`],
        ],
        { timeout: 50_000 },
      );
      const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
      expect(tools.map(({ name }) => name)).toContain('search_documents');
    });

    it('a wrong call gets the error form of search_documents', async () => {
      const client = await connectMcp(tell().api);
      const result = await client.callTool({
        name: 'search_documents',
        arguments: { query: ' ' },
      });
      expect(result.isError).toBe(true);
      const failure = searchDocumentsFailureSchema.parse(readToolJson(result));
      expect(failure.details.reason).toBe('invalid_query');
      await client.close();
    });

    it('another organisation finds nothing, and its key opens no foreign collection', async () => {
      const client = await connectMcp(tell().foreignApi);
      const everywhere = await client.callTool({ name: 'search_documents', arguments: { query } });
      expect(everywhere.structuredContent).toMatchObject({ results: [], total_results: 0 });
      const filtered = await client.callTool({
        name: 'search_documents',
        arguments: { query, collection_filter: { collection_ids: [collectionId] } },
      });
      const failure = searchDocumentsFailureSchema.parse(readToolJson(filtered));
      expect(failure.details.reason).toBe('invalid_collection');
      await client.close();
    });

    it('is closed without a key', async () => {
      const response = await fetch(`${tell().api.url}/mcp`, { method: 'POST', body: '{}' });
      expect(response.status).toBe(401);
    });
  });
}
