import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@lectern/service';
import { addPrincipal } from '@lectern/testing';
import { type OutsideMcp, startOutsideMcp } from '@lectern/testing/outside-mcp';
import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { connectClient } from '../../../test/start-mcp.ts';
import { member, owner, startUpstream } from '../../../test/start-upstream.ts';
import { createFindHiddenTools } from './find-hidden-tools.ts';

const sunny = {
  content: [
    { type: 'text' as const, text: 'Sunny' },
    { type: 'image' as const, mimeType: 'image/png', data: 'aGk=' },
  ],
  structuredContent: { sun: true },
};
const long = 'é'.repeat(50_000);
const names = ['search_tools', 'call_tool', 'read_result'];

let mcp: Awaited<ReturnType<typeof startUpstream>>;
let outside: OutsideMcp;
let client: Client;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  mcp = resources.use(await startUpstream({ settings: { TOOL_CALLS_PER_MINUTE: '60' } }));
  await addPrincipal(mcp, { ...owner, role: 'owner' });
  await addPrincipal(mcp, { ...member, role: 'member' });
  outside = resources.use(
    await startOutsideMcp({
      tools: [
        { name: 'forecast', description: 'Forecast.', annotations: { readOnlyHint: true } },
        { name: 'book', description: 'Books a trip.' },
      ],
      answer: ({ tool, arguments: given }) => {
        if (tool === 'book') return 'booked';
        return given.days === 100 ? long : sunny;
      },
    }),
  );
  await mcp.call('POST', '/mcp-servers', { body: { name: 'weather', url: outside.url } });
  client = await connectClient(mcp);
  resources.defer(() => client.close());
});
afterAll(() => resources.disposeAsync());

const readText = ({ content }: CallToolResult) =>
  JSON.parse(content[0]?.type === 'text' ? content[0].text : '');
const call = (name: string, given: Record<string, unknown> = {}, by = client) =>
  by.callTool({ name: 'call_tool', arguments: { server: 'weather', name, arguments: given } });

describe('tools over outside MCP servers', () => {
  it('find tools for a task that the caller may use', async () => {
    const result = await client.callTool({
      name: 'search_tools',
      arguments: { task: 'a weather forecast', limit: null },
    });
    expect(result.structuredContent).toMatchObject({
      tools: [{ server: 'weather', name: 'forecast', read_only: true }, { name: 'book' }],
      decision: { server: 'weather', kind: 'server' },
    });
    const stranger = await mcp.identity.token({ userId: 'user-9', organisationId: 'other' });
    const other = await connectClient(mcp, stranger);
    resources.defer(() => other.close());
    const theirs = await other.callTool({ name: 'search_tools', arguments: { task: 'forecast' } });
    expect(theirs.structuredContent).toMatchObject({ tools: [] });
  });

  it('call a tool and give its answer', async () => {
    const result = await call('forecast', { days: 1 });
    expect(result).toMatchObject(sunny);
    expect(result.isError).toBeFalsy();
    expect(outside.calls.at(-1)).toMatchObject({ tool: 'forecast', arguments: { days: 1 } });
  });

  it('ask the person to agree to a call that changes something, once a call', async () => {
    const asked = await call('book');
    expect(asked.isError).toBe(true);
    const refused = readText(asked);
    expect(refused).toMatchObject({
      error: 'confirmation_required',
      confirmation_id: expect.any(String),
    });
    const path = `/mcp-tools/confirmations/${refused.confirmation_id}`;
    await mcp.call('POST', path, { body: { decision: 'approve' } });
    expect(await call('book')).toMatchObject({ content: [{ text: 'booked' }] });
    expect(readText(await call('book'))).toMatchObject({ error: 'confirmation_required' });
  });

  it('refuse too many calls', async () => {
    const token = await mcp.identity.token(member);
    const other = await connectClient(mcp, token);
    resources.defer(() => other.close());
    const made = await Promise.all(Array.from({ length: 70 }, () => call('nothing', {}, other)));
    const errors = made.map(readText);
    expect(errors.filter(({ error }) => error === 'unknown_tool').length).toBeGreaterThanOrEqual(
      60,
    );
    expect(errors.find(({ error }) => error === 'rate_limited')).toEqual({
      error: 'rate_limited',
      message: 'At most 60 calls of tools a minute.',
      details: { retry_after: 1 },
    });
  });

  it('give the beginning of a result that is too large, and read on in it', async () => {
    const result = await call('forecast', { days: 100 });
    expect(result.isError).toBe(true);
    const tooLarge = readText(result);
    expect(tooLarge).toMatchObject({ error: 'result_too_large', characters: 50_000 });
    const { result_id, next_offset: offset } = tooLarge;
    const rest = await client.callTool({
      name: 'read_result',
      arguments: { result_id, offset },
    });
    const { text, next_offset } = rest.structuredContent as { text: string; next_offset: null };
    expect([tooLarge.text + text, next_offset]).toEqual([long, null]);
    const unknown = { name: 'read_result', arguments: { result_id: 'x' } };
    expect(readText(await client.callTool(unknown))).toMatchObject({ error: 'not_found' });
  });

  it('like every tool are described in one language, in no more than 1,024 characters', async () => {
    const { token, url } = mcp;
    const listIn = async (language: string) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
      const other = new Client({ name: 'test', version: '1.0.0' });
      await other.connect(
        new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
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
  });

  it('like every tool take arguments by a schema of what OpenAI, Azure and Gemini read', async () => {
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
    const list = async () => (await client.listTools(undefined, { cacheMode: 'refresh' })).tools;
    const offer = (offered_to_agents: boolean) =>
      mcp.call('PUT', '/mcp-tools/settings', { body: { offered_to_agents } });
    const listed = async () => (await list()).filter(({ name }) => names.includes(name));
    expect(await listed()).toHaveLength(3);
    await offer(false);
    expect(await listed()).toHaveLength(0);
    expect(await list()).not.toHaveLength(0);
    expect(readText(await call('forecast'))).toMatchObject({ error: 'not_allowed' });
    const found = await client.callTool({ name: 'search_tools', arguments: { task: 'forecast' } });
    expect(readText(found)).toMatchObject({ error: 'forbidden' });
    const old = new Client({ name: 'old', version: '1.0.0' });
    await old.connect(
      new StreamableHTTPClientTransport(new URL(`${mcp.url}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${mcp.token}` } },
      }),
    );
    resources.defer(() => old.close());
    const olds = (await old.listTools()).tools.map(({ name }) => name);
    expect(olds).toContain('search_documents');
    expect(olds).not.toContain('search_tools');
    await offer(true);
    expect(await listed()).toHaveLength(3);
  });

  it('are listed if the setting cannot be read', async () => {
    const findHidden = createFindHiddenTools({
      outside: { areOffered: () => Promise.reject(new Error('no database')) },
      logger: createLogger({ name: 'mcp', level: 'silent' }),
    });
    const caller = {
      principal: { ...owner, scopes: [], runId: undefined, credential: undefined },
      token: mcp.token,
      requestId: 'r',
      deadlineMs: undefined,
      isOwnAgent: false,
    };
    expect(await findHidden(caller, new AbortController().signal)).toEqual([]);
  });

  it('are described in less than 1,500 tokens', async () => {
    const listed = (await client.listTools()).tools.filter(({ name }) => names.includes(name));
    expect(listed).toHaveLength(3);
    for (const { description = '' } of listed) expect(description.length).toBeLessThan(1_024);
    // All that is listed, with what clients keep from models. Four characters a token, two in Russian.
    expect(JSON.stringify(listed).length / 3).toBeLessThan(1_500);
  });
});
