import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addPrincipal } from '@lectern/testing';
import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import { startUpstream } from '../../test/start-upstream.ts';

const owner = { userId: 'user-1', organisationId: 'organisation-1' };
const member = { userId: 'user-2', organisationId: 'organisation-1' };
const readOnly = { readOnlyHint: true };
const offers = {
  weather: [
    { name: 'getForecast', description: 'Weather forecast of a city for the next days.' },
    { name: 'get_air_quality', description: 'Air quality of a place now.' },
  ],
  travel: [
    { name: 'search_flights', description: 'Finds flights between two airports on a date.' },
    { name: 'book_hotel', description: 'Books a hotel room.' },
  ],
  code: [
    { name: 'git_log', description: 'Shows the commits of a repository.' },
    { name: 'create_pull_request', description: 'Opens a pull request on a repository.' },
  ],
};

let mcp: Awaited<ReturnType<typeof startUpstream>>;
const resources = new AsyncDisposableStack();

beforeAll(async () => {
  mcp = resources.use(
    await startUpstream({
      settings: { MCP_ALLOW_PRIVATE_HOSTS: '127.0.0.1' },
    }),
  );
  await addPrincipal(mcp, { ...owner, role: 'owner' });
  await addPrincipal(mcp, { ...member, role: 'member' });
  for (const [name, tools] of Object.entries(offers)) {
    const outside = resources.use(
      await startOutsideMcp({ tools: tools.map((tool) => ({ ...tool, annotations: readOnly })) }),
    );
    const visibility = { everyone: name !== 'code' };
    const body = { name, url: outside.url, visibility };
    expect((await mcp.call('POST', '/mcp-servers', { body })).status).toBe(201);
  }
});
afterAll(() => resources.disposeAsync());

const search = async (query: string, token = mcp.token) => {
  const response = await mcp.call('POST', '/mcp-servers/search', { body: { query }, token });
  return (await response.json()) as {
    servers: { name: string; score: number }[];
    tools: { server: string; name: string }[];
    decision: { server: string | null; kind: string; reason: string };
  };
};

describe('finding the tool for a task', () => {
  it.each([
    ['What will the weather be in Riga tomorrow?', 'weather', 'getForecast'],
    ['Find me a flight from Oslo to Rome', 'travel', 'search_flights'],
    ['Who made the last commits in this repository?', 'code', 'git_log'],
  ])('%s', async (query, server, tool) => {
    const found = await search(query);
    expect(found.decision).toMatchObject({ kind: 'server', server });
    expect(found.tools[0]).toMatchObject({ server, name: tool });
    expect(found.servers.map(({ score }) => score)).toEqual(
      found.servers.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });

  it('says that nothing fits', async () => {
    expect((await search('Compose a lullaby about penguins')).decision).toMatchObject({
      kind: 'nothing_relevant',
      server: null,
      reason: expect.stringContaining('evidence'),
    });
  });

  it('finds nothing of a server that is hidden from the person', async () => {
    const token = await mcp.identity.token(member);
    const found = await search('Who made the last commits in this repository?', token);
    expect(found.servers.map(({ name }) => name).toSorted()).toEqual(['travel', 'weather']);
    expect(JSON.stringify(found)).not.toContain('git_log');
  });

  it('forgets a server at once that is switched off', async () => {
    const list = await (await mcp.call('GET', '/mcp-servers')).json();
    const { id } = (list as { mcp_servers: { id: string; name: string }[] }).mcp_servers.find(
      ({ name }) => name === 'travel',
    ) ?? { id: '' };
    const switchTo = (enabled: boolean) =>
      mcp.call('PATCH', `/mcp-servers/${id}`, { body: { enabled } });
    await switchTo(false);
    const without = await search('Find me a flight from Oslo to Rome');
    expect(JSON.stringify(without)).not.toContain('search_flights');
    await switchTo(true);
    expect((await search('Find me a flight from Oslo to Rome')).decision.server).toBe('travel');
  });

  it('keeps the server in use unless another one is better by a margin', async () => {
    const { retrieval } = mcp.upstream;
    const query = 'Is the weather good for a flight?';
    const free = await retrieval.search(owner, { query });
    const other = free.servers[1]?.name ?? '';
    const kept = await retrieval.search(owner, { query, currentServer: other });
    const clear = { query: 'Find me a flight from Oslo to Rome', currentServer: 'code' };
    expect((await retrieval.search(owner, clear)).decision.server).toBe('travel');
    const [first, second] = free.servers;
    const lead = first && second ? (first.score - second.score) / first.score : 1;
    expect(kept.decision.server === other).toBe(lead < 0.1);
  });

  it('cuts the tools of a server to a budget of tokens, best first', async () => {
    const { retrieval } = mcp.upstream;
    const selection = {
      server: 'weather',
      query: 'How clean is the air here?',
      tokenBudget: 4_000,
    };
    const all = await retrieval.selectTools(owner, selection);
    expect(all.tools.map(({ name }) => name)).toEqual(['get_air_quality', 'getForecast']);
    expect(all).toMatchObject({ omitted: 0 });
    const cut = await retrieval.selectTools(owner, { ...selection, tokenBudget: all.tokens - 1 });
    expect(cut.tools.map(({ name }) => name)).toEqual(['get_air_quality']);
    expect(cut).toMatchObject({ omitted: 1 });
    expect(cut.tokens).toBeLessThan(all.tokens);
  });

  it('refuses an empty query', async () => {
    const response = await mcp.call('POST', '/mcp-servers/search', { body: { query: ' ' } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: { field: 'query' } } });
  });
});
