import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { searchDocumentsOutputSchema } from '@lectern/contracts';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstStdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { manual, readCommittedFile } from '../suite/committed-files.ts';
import { connectMcp, readToolJson } from '../suite/mcp-client.ts';
import type { TellStory } from './story.ts';

const cli = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url));
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

    it('retrieve_context gives exactly what the route for articles answers', async () => {
      const { api } = tell();
      const client = await connectMcp(api);
      const input = { query, top_k: 2, collection_filter: { collection_ids: [collectionId] } };
      const result = await client.callTool({ name: 'retrieve_context', arguments: input });
      const answer = await api.call('retrieveArticles', { body: input });
      expect(result.structuredContent).toEqual(answer);
      expect(readToolJson(result)).toEqual(answer);
      expect(answer).toMatchObject({
        articles: [{ metadata: { file_name: manual } }],
        metadata: { has_results: true },
      });
      await client.close();
    });

    it('rag_query_with_chunks gives an answer with what was found, or shows that it abstains', async () => {
      const client = await connectMcp(tell().api);
      const ask = async (question: string) => {
        const result = await client.callTool({
          name: 'rag_query_with_chunks',
          arguments: { question, request_id: 'story', session_id: 'story' },
        });
        expect(result.isError).toBeFalsy();
        // biome-ignore lint/suspicious/noExplicitAny: the answer is checked below
        return readToolJson(result) as any;
      };
      const answered = await ask('When must the backup battery be replaced?');
      expect(answered.data).toMatchObject({
        abstained: false,
        answer: expect.stringContaining('eighteen months'),
      });
      const ids = answered.chunks.map(({ chunk_id }: { chunk_id: string }) => chunk_id);
      expect(ids).toEqual(expect.arrayContaining(answered.used_chunk_ids));
      expect(answered.used_chunk_ids.length).toBeGreaterThan(0);
      expect(answered.chunks[0]).toMatchObject({
        rank: 1,
        scores: { fused: expect.any(Number), relevance: expect.any(Number) },
      });
      expect(answered.metadata.reranked_chunks).toEqual(answered.chunks);
      const abstained = await ask('qwertzuiop asdfghjkl?');
      expect(abstained.data.abstained).toBe(true);
      expect(abstained.used_chunk_ids).toEqual([]);
      await client.close();
    });

    it('documents are resources that are read by page, for those alone who may', async () => {
      const client = await connectMcp(tell().api);
      const { resources } = await client.listResources();
      const uri = resources.find(({ name }) => name === manual)?.uri ?? '';
      const { contents } = await client.readResource({ uri: `${uri}/pages/2` });
      expect(contents[0]).toMatchObject({ text: expect.stringContaining('eighteen months') });
      await client.close();
      const stranger = await connectMcp(tell().foreignApi);
      await expect(stranger.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
      expect((await stranger.listResources()).resources.map((one) => one.uri)).not.toContain(uri);
      await stranger.close();
    });

    it('lectern mcp offers the same over stdio to clients of both generations', async () => {
      const { url, apiKey } = tell().api;
      const command = {
        command: process.execPath,
        args: [cli, 'mcp'],
        env: { LECTERN_URL: url, LECTERN_API_KEY: apiKey },
        stderr: 'pipe' as const,
      };
      const filter = { collection_filter: { collection_ids: [collectionId] } };
      const call = { name: 'search_documents', arguments: { query, limit: 3, ...filter } };
      const overHttp = await connectMcp(tell().api);
      const listed = await overHttp.listTools();
      await overHttp.close();

      const client = new Client(
        { name: 'e2e', version: '1.0.0' },
        { versionNegotiation: { mode: 'auto' } },
      );
      await client.connect(new StdioClientTransport(command));
      expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
      expect((await client.listTools()).tools).toEqual(listed.tools);
      expectManual(await client.callTool(call));
      expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
      await client.close();

      const first = new FirstClient({ name: 'e2e', version: '1.0.0' });
      await first.connect(new FirstStdio(command) as Parameters<typeof first.connect>[0]);
      // Once it has listed the tools, it checks their answers against the listed schemas.
      await first.listTools();
      expectManual((await first.callTool(call)) as CallToolResult);
      const others = [
        { name: 'retrieve_context', arguments: { query } },
        { name: 'rag_query_with_chunks', arguments: { question: query } },
        { name: 'list_collections', arguments: {} },
      ];
      for (const other of others) {
        const result = (await first.callTool(other)) as CallToolResult;
        expect([other.name, result.isError ?? false]).toEqual([other.name, false]);
      }
      expect((await first.listResources()).resources.length).toBeGreaterThan(0);
      await first.close();
    });
  });
}
