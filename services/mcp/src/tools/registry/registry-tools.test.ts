import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listenOnFreePort } from '@lectern/testing';
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { connectClient, startMcp } from '../../../test/start-mcp.ts';

const found = {
  tools: [
    {
      server: 'weather',
      name: 'forecast',
      title: null,
      description: 'Forecast.',
      input_schema: { type: 'object' },
      score: 0.5,
      read_only: true,
    },
  ],
  decision: { server: 'weather', kind: 'server', reason: 'Best.' },
};
const answer = {
  content: [
    { type: 'text', text: 'Sunny' },
    { type: 'image', mimeType: 'image/png', data: 'aGk=' },
  ],
  structuredContent: { sun: true },
};

const tooMany = {
  error: {
    code: 'rate_limited',
    message: 'At most 60 calls of tools a minute.',
    request_id: 'r',
    details: { retry_after: 2 },
  },
};

let resources: AsyncDisposableStack;
let asked: { path: string; authorization: string | undefined; body: unknown }[];
let answers: Record<string, unknown>;
let refusals: Record<string, typeof tooMany>;
beforeEach(() => {
  resources = new AsyncDisposableStack();
  asked = [];
  refusals = {};
  answers = { '/mcp-tools/search': found, '/mcp-tools/call': answer };
});
afterEach(() => resources.disposeAsync());

async function connect() {
  const llm = resources.use(
    await listenOnFreePort(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const path = request.url ?? '';
      const text = Buffer.concat(parts).toString();
      const { authorization } = request.headers;
      asked.push({ path, authorization, body: text === '' ? undefined : JSON.parse(text) });
      response.setHeader('content-type', 'application/json');
      const refusal = refusals[path];
      if (refusal)
        response.writeHead(429, { 'retry-after': String(refusal.error.details.retry_after) });
      if (path === '/mcp-tools/settings' && !answers[path]) response.statusCode = 503;
      response.end(JSON.stringify(refusal ?? answers[path.split('?')[0] ?? '']));
    }),
  );
  const mcp = resources.use(await startMcp('http://127.0.0.1:9', { LLM_SERVICE_URL: llm.url }));
  const client = await connectClient(mcp);
  resources.defer(() => client.close());
  return { client, token: mcp.token, url: mcp.url };
}

const textOf = ({ content }: CallToolResult) =>
  content[0]?.type === 'text' ? content[0].text : '';

describe('tools over outside MCP servers', () => {
  it('find tools for a task in the name of the caller', async () => {
    const { client, token } = await connect();
    const result = await client.callTool({
      name: 'search_tools',
      arguments: { task: 'weather', limit: null },
    });
    expect(result.structuredContent).toEqual(found);
    expect(asked).toEqual([
      {
        path: '/mcp-tools/search',
        authorization: `Bearer ${token}`,
        body: { task: 'weather', limit: 5 },
      },
    ]);
  });

  it('call a tool and give its answer', async () => {
    const { client } = await connect();
    const call = { server: 'weather', name: 'forecast' };
    const result = await client.callTool({ name: 'call_tool', arguments: call });
    expect(result).toMatchObject(answer);
    expect(result.isError).toBeFalsy();
    expect(asked[0]?.body).toEqual({ ...call, arguments: {} });
  });

  it('say what must be confirmed, and what failed', async () => {
    const { client } = await connect();
    const call = { name: 'call_tool', arguments: { server: 'weather', name: 'forecast' } };
    const refused = { error: 'confirmation_required', message: 'Ask.', confirmation_id: 'c1' };
    answers['/mcp-tools/call'] = refused;
    const result = await client.callTool(call);
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(refused) }]);
    answers['/mcp-tools/call'] = { ...answer, isError: true };
    expect(await client.callTool(call)).toMatchObject({ isError: true });
  });

  it('say when too many were called, and are not called again by themselves', async () => {
    const { client } = await connect();
    const call = { name: 'call_tool', arguments: { server: 'weather', name: 'forecast' } };
    refusals['/mcp-tools/call'] = tooMany;
    const ours = await client.callTool(call);
    expect(ours.isError).toBe(true);
    expect(JSON.parse(textOf(ours))).toEqual({
      error: 'rate_limited',
      message: 'At most 60 calls of tools a minute.',
      details: { retry_after: 2 },
    });
    expect(asked).toHaveLength(1);
    refusals = {};
    const limited = { error: 'server_unavailable', message: 'Enough.', retry_after: 7 };
    answers['/mcp-tools/call'] = limited;
    const theirs = await client.callTool(call);
    expect([theirs.isError, JSON.parse(textOf(theirs))]).toEqual([true, limited]);
  });

  it('say that a result is too large, with its beginning and how to read on', async () => {
    const { client } = await connect();
    const tooLarge = {
      error: 'result_too_large',
      message: 'Too long.',
      text: 'first part',
      result_id: '00000000-0000-4000-8000-000000000001',
      next_offset: 10,
      characters: 14,
    };
    answers['/mcp-tools/call'] = tooLarge;
    const call = { name: 'call_tool', arguments: { server: 'weather', name: 'forecast' } };
    const result = await client.callTool(call);
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([{ type: 'text', text: JSON.stringify(tooLarge) }]);
  });

  it('read on in a long answer', async () => {
    const { client } = await connect();
    const id = '00000000-0000-4000-8000-000000000001';
    const part = { text: 'rest', offset: 10, characters: 14, next_offset: null };
    answers[`/mcp-tools/results/${id}`] = part;
    const call = { name: 'read_result', arguments: { result_id: id, offset: 10 } };
    expect((await client.callTool(call)).structuredContent).toEqual(part);
    const unknown = { name: 'read_result', arguments: { result_id: 'x' } };
    expect(JSON.stringify(await client.callTool(unknown))).toContain('not_found');
  });

  it('like every tool are described in one language, in no more than 1,024 characters', async () => {
    const { client, token, url } = await connect();
    const listIn = async (language: string, address = url, key = token) => {
      const headers = { authorization: `Bearer ${key}`, 'accept-language': language };
      const other = new Client({ name: 'test', version: '1.0.0' });
      await other.connect(
        new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }),
      );
      const { tools } = await other.listTools();
      await other.close();
      return tools;
    };
    const isRussian = (text: string) => /[а-я]{3}/i.test(text);
    const english = (await client.listTools()).tools;
    for (const [tools, russian] of [
      [english, false],
      [await listIn('de'), false],
      [await listIn('ru-RU,ru;q=0.9,en;q=0.8'), true],
    ] as const) {
      expect(tools.map(({ name }) => name)).toEqual(english.map(({ name }) => name));
      for (const { name, description = '' } of tools) {
        const found = [name, isRussian(description), description.length <= 1_024];
        expect(found).toEqual([name, russian, true]);
      }
    }
    const settings = { MCP_TOOL_LANGUAGE: 'ru' };
    const set = resources.use(await startMcp('http://127.0.0.1:9', settings));
    const [first] = await listIn('en', set.url, set.token);
    expect(isRussian(first?.description ?? '')).toBe(true);
  });

  it('like every tool take arguments by a schema of what OpenAI, Azure and Gemini read', async () => {
    const { client } = await connect();
    const words = new Set(
      'type description properties required additionalProperties items enum default format pattern minimum maximum minLength maxLength minItems maxItems'.split(
        ' ',
      ),
    );
    const check = (name: string, schema: Readonly<Record<string, unknown>>) => {
      const { properties, items, ...rest } = schema;
      expect([name, Object.keys(schema).filter((word) => !words.has(word))]).toEqual([name, []]);
      expect([name, rest.type]).toEqual([name, expect.any(String)]);
      if (rest.type === 'object') {
        const named = Object.entries(properties ?? {});
        if (named.length > 0) expect([name, rest.additionalProperties]).toEqual([name, false]);
        for (const [key, one] of named) check(`${name}.${key}`, one);
      }
      if (rest.type === 'array') check(`${name}[]`, items as typeof schema);
    };
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(8);
    for (const { name, inputSchema } of tools) {
      const { $schema, ...schema } = inputSchema;
      expect([name, $schema]).toEqual([name, 'https://json-schema.org/draft/2020-12/schema']);
      check(name, schema);
    }
  });

  it('are listed unless the organisation keeps them back, at once', async () => {
    const { client, token, url } = await connect();
    const names = async () => (await client.listTools(undefined, { cacheMode: 'refresh' })).tools;
    const listed = async () =>
      (await names()).filter(({ name }) =>
        ['search_tools', 'call_tool', 'read_result'].includes(name),
      );
    answers['/mcp-tools/settings'] = { offered_to_agents: true };
    expect(await listed()).toHaveLength(3);
    answers['/mcp-tools/settings'] = { offered_to_agents: false };
    expect(await listed()).toHaveLength(0);
    expect(await names()).not.toHaveLength(0);
    expect(asked.at(-1)).toMatchObject({
      path: '/mcp-tools/settings',
      authorization: `Bearer ${token}`,
    });
    const old = new Client({ name: 'old', version: '1.0.0' });
    await old.connect(
      new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      }),
    );
    resources.defer(() => old.close());
    const olds = (await old.listTools()).tools.map(({ name }) => name);
    expect(olds).toContain('search_documents');
    expect(olds).not.toContain('search_tools');
  });

  it('are listed while nobody can tell whether they are offered', async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_tools');
  });

  it('are described in less than 1,500 tokens', async () => {
    const { client } = await connect();
    const names = ['search_tools', 'call_tool', 'read_result'];
    const listed = (await client.listTools()).tools.filter(({ name }) => names.includes(name));
    expect(listed).toHaveLength(3);
    for (const { description = '' } of listed) expect(description.length).toBeLessThan(1_024);
    // All that is listed, with what clients keep from models. Four characters a token, two in Russian.
    expect(JSON.stringify(listed).length / 3).toBeLessThan(1_500);
  });
});
