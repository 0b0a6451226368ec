import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, jest } from '@jest/globals';
import { version } from '@lectern/service';
import { createTestIdentity, eventually } from '@lectern/testing';
import { startFakeMcp } from '../../test/fake-mcp.ts';
import { chunkIdOf, tower } from '../../test/passages.ts';
import { startLlm } from '../../test/start-llm.ts';

const question = 'How tall is the Eiffel Tower?';
const apiKey = 'lsv2_pt_secret';

describe('LangSmith', () => {
  it('gets runs with their ids and tags, and no text', async () => {
    await using langsmith = await startFakeLangsmith();
    const { conversationId } = await ask({ LANGSMITH_ENDPOINT: langsmith.url });
    const sent = await langsmith.waitFor('"lectern knowledge"', '"write_answer"', '"chunk_id"');
    for (const text of ['330 metres', 'Eiffel', 'Towers', 'Repainting', 'eyJ', apiKey]) {
      expect([text, sent.includes(text)]).toEqual([text, false]);
    }
    expect(sent).toContain(chunkIdOf(tower));
    expect(sent).toContain('"score":0.9');
    expect(sent).toContain(`"app:${version}"`);
    expect(sent).toContain('"mcp:lectern"');
    expect(sent).toContain(`"session_id":"${conversationId}"`);
    expect(sent).toMatch(/"request_id":"[\w-]{36}"/);
    expect(langsmith.keys).toEqual(new Set([apiKey]));
  });

  it('gets every kind of run under its name', async () => {
    await using langsmith = await startFakeLangsmith();
    await using mcp = await startFakeMcp(() => [tower]);
    const [gateway, rag] = [await createTestIdentity(), await createTestIdentity('rag')];
    const keys = [gateway, rag].flatMap(({ jwks }) => JSON.parse(jwks).keys);
    await using llm = await startLlm({
      mcpUrl: mcp.url,
      identity: { ...gateway, jwks: JSON.stringify({ keys }) },
      settings: {
        LANGSMITH_TRACING: 'true',
        LANGSMITH_API_KEY: apiKey,
        LANGSMITH_ENDPOINT: langsmith.url,
      },
    });
    await llm.chat({ message: question, mode: 'agent' });
    await llm.chat({ message: 'Hello!' });
    const asked = { query: question, time_budget_ms: 100 };
    await llm.call('POST', '/research', { body: asked });
    const messages = [{ role: 'user', content: question }];
    const sources = [{ title: 'Towers', text: 'The Eiffel Tower is 330 metres tall.' }];
    await llm.call('POST', '/internal/completions', {
      token: await rag.serviceToken('rag'),
      body: { messages, sources, request_id: 'eval-17', session_id: 'evening' },
    });
    const chore = { role: 'user', content: 'Generate a title for this chat.' };
    for (const said of [...messages, chore]) {
      const body = { model: 'lectern-knowledge', messages: [said] };
      await llm.call('POST', '/v1/chat/completions', { body });
    }
    const names = ['agent', 'knowledge', 'research', 'completion', 'chore'];
    const sent = await langsmith.waitFor(...names.map((name) => `"lectern ${name}"`));
    expect(sent).toMatch(/"request_id":"eval-17","session_id":"evening"/);
    expect(sent).not.toMatch(/330 metres|Eiffel|Hello/);
  });

  it('gets an answer of rag_query_with_chunks by its name, with its ids as tags and its passages', async () => {
    await using langsmith = await startFakeLangsmith();
    const [gateway, rag] = [await createTestIdentity(), await createTestIdentity('rag')];
    const keys = [gateway, rag].flatMap(({ jwks }) => JSON.parse(jwks).keys);
    await using llm = await startLlm({
      mcpUrl: 'http://127.0.0.1:9',
      identity: { ...gateway, jwks: JSON.stringify({ keys }) },
      settings: {
        LANGSMITH_TRACING: 'true',
        LANGSMITH_API_KEY: apiKey,
        LANGSMITH_ENDPOINT: langsmith.url,
      },
    });
    const passage = { chunk_id: 'chunk-1', document_id: 'document-1', score: 0.75 };
    const sources = [
      { title: 'Towers', text: 'The Eiffel Tower is 330 metres tall.', ...passage },
      { title: 'Bridges', text: 'The bridge opened in 1937.', chunk_id: 'chunk-2', score: null },
    ];
    const { status } = await llm.call('POST', '/internal/completions', {
      token: await rag.serviceToken('rag'),
      body: {
        messages: [{ role: 'user', content: question }],
        sources,
        request_id: 'eval-18',
        session_id: 'night',
      },
    });
    expect(status).toBe(200);
    const sent = await langsmith.waitFor(
      '"name":"rag_query_with_chunks"',
      '"request:eval-18"',
      '"session:night"',
      '"outputs":{"chunks"',
    );
    const outputs = sent.slice(sent.indexOf('"outputs":{"chunks"'));
    expect(outputs).toContain(JSON.stringify(passage));
    expect(outputs).toContain('"chunk_id":"chunk-2","score":null');
    expect(sent).not.toMatch(/330 metres|Eiffel|1937/);
  });

  it('keeps the score of a passage that an answer cites', async () => {
    await using langsmith = await startFakeLangsmith();
    await ask({ LANGSMITH_ENDPOINT: langsmith.url });
    const sent = await langsmith.waitFor('"lectern knowledge"', '"write_answer"', '"chunk_id"');
    const named = [...sent.matchAll(/\{"chunk_id":"[^"]*"[^}]*\}/g)].map(([chunk]) => chunk);
    expect(named.length).toBeGreaterThan(0);
    // The output of `write_answer` has citations alone.
    expect(named.filter((chunk) => !chunk.includes('"score":0.9')).length).toBeLessThan(2);
  });

  it('gets texts when it may', async () => {
    await using langsmith = await startFakeLangsmith();
    await ask({ LANGSMITH_ENDPOINT: langsmith.url, LANGSMITH_INCLUDE_TEXT: 'true' });
    const sent = await langsmith.waitFor('330 metres', question);
    expect(sent).not.toContain('eyJ');
  });

  it('may be away without harm, and nothing is written past the log', async () => {
    const written = [
      jest.spyOn(console, 'warn').mockReturnValue(),
      jest.spyOn(console, 'error').mockReturnValue(),
    ];
    const started = performance.now();
    const { answer } = await ask({ LANGSMITH_ENDPOINT: 'http://127.0.0.1:9' });
    expect(answer).toContain('330 metres');
    expect(performance.now() - started).toBeLessThan(15_000);
    expect(written.flatMap(({ mock }) => mock.calls)).toEqual([]);
    for (const spy of written) spy.mockRestore();
  });
});

async function ask(settings: Readonly<Record<string, string>>) {
  await using mcp = await startFakeMcp(() => [tower]);
  await using llm = await startLlm({
    mcpUrl: mcp.url,
    settings: { LANGSMITH_TRACING: 'true', LANGSMITH_API_KEY: apiKey, ...settings },
  });
  const response = await llm.chat({ message: question });
  const { answer, conversation_id } = (await response.json()) as Record<string, string>;
  return { answer, conversationId: conversation_id };
}

/** Takes runs as LangSmith's API does, in plain JSON. */
async function startFakeLangsmith() {
  let sent = '';
  const keys = new Set<unknown>();
  const server = createServer(async (request, response) => {
    keys.add(request.headers['x-api-key']);
    sent += (await buffer(request)).toString('utf8');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ batch_ingest_config: { use_multipart_endpoint: false } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    waitFor: async (...parts: readonly string[]) => {
      await eventually(() => {
        expect(parts.filter((part) => !sent.includes(part))).toEqual([]);
        return true;
      });
      return sent;
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
