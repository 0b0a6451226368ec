import { describe, expect, it } from '@jest/globals';
import type { McpServerDetail } from '@lectern/contracts';
import { addPrincipal, listenOnFreePort } from '@lectern/testing';
import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import { book, member, owner, setUpUpstream, weather } from '../../../test/set-up-upstream.ts';

const { mcp, memberToken, tools, register, read, call, resources } = await setUpUpstream();

describe('the registry of outside MCP servers', () => {
  it.each([
    ['2026-07-28', false],
    ['2025-11-25', true],
  ])('reads what a server of %s offers when it is registered, and calls it', async (_, legacy) => {
    const outside = resources.use(
      await startOutsideMcp({
        legacy,
        tools: [weather, book],
        instructions: 'For trips.',
        prompts: [{ name: 'plan', description: 'Plans a trip.' }],
        answer: ({ tool, arguments: given }) => `${tool} of ${given.city}`,
      }),
    );
    const { status, server } = await register({ name: 'travel', url: outside.url });
    expect(status).toBe(201);
    expect(server).toMatchObject({
      name: 'travel',
      url: outside.url,
      enabled: true,
      health: { state: 'healthy', message: null, reason: null },
      tool_count: 2,
      indexed_at: expect.any(String),
      tools: [
        { name: 'get_weather', read_only: true, needs_confirmation: false, offered: true },
        { name: 'book_flight', read_only: false, needs_confirmation: true, offered: true },
      ],
      prompts: [{ name: 'plan', description: 'Plans a trip.' }],
    });
    expect(await call('get_weather')).toMatchObject({
      kind: 'answer',
      isError: false,
      text: 'get_weather of Riga',
      rest: null,
    });
    expect(await call('book_flight')).toMatchObject({ code: 'confirmation_required' });
    expect(await call('book_flight', { confirmed: true })).toMatchObject({ kind: 'answer' });
    expect(await call('sink_ship')).toMatchObject({ code: 'unknown_tool' });
    expect(await tools.countServers(owner)).toBe(1);
    expect(await tools.listTools(owner, 'travel')).toHaveLength(2);
  });

  it('shows whole addresses to admins whose credential has the scope admin', async () => {
    const outside = resources.use(await startOutsideMcp({ tools: [weather] }));
    const { url } = outside;
    const { server } = await register({ name: 'travel', url });
    const token = await mcp.identity.token({ ...owner, scopes: ['mcp'] });
    const readAs = async (path: string) =>
      JSON.stringify(await (await mcp.call('GET', path, { token })).json());
    for (const path of ['/mcp-servers', `/mcp-servers/${server.id}`]) {
      const text = await readAs(path);
      expect(text).toContain(`"url":"${new URL(url).origin}"`);
      expect(text).not.toContain(url);
    }
    expect(await read(server.id)).toMatchObject({ url });
  });

  it('tells models the names of its tools where the server says nothing of itself', async () => {
    const outside = resources.use(await startOutsideMcp({ tools: [weather, book] }));
    await register({ name: 'silent', url: outside.url });
    const { servers, descriptions } = await mcp.upstream.retrieval.search(owner, {
      query: 'weather of a city',
    });
    expect(servers.map(({ name }) => name)).toEqual(['silent']);
    expect(descriptions).toEqual(['Tools: get_weather, book_flight.']);
  });

  it('sends its headers and nothing of ours, and never gives them back', async () => {
    const outside = resources.use(await startOutsideMcp({ tools: [weather] }));
    const { server } = await register({
      name: 'travel',
      url: outside.url,
      headers: { 'X-Api-Key': 'their-secret' },
    });
    await call('get_weather');
    expect(server.header_names).toEqual(['X-Api-Key']);
    expect(JSON.stringify([server, await read(server.id)])).not.toContain('their-secret');
    const { rows } = await mcp.pool.query('select * from mcp.mcp_servers');
    expect(JSON.stringify(rows)).not.toContain('their-secret');
    expect(outside.seen.length).toBeGreaterThan(2);
    const names = new Set(outside.seen.flatMap(({ headers }) => Object.keys(headers)));
    for (const { headers } of outside.seen) expect(headers['x-api-key']).toBe('their-secret');
    expect([...names].filter((name) => !/^(mcp-.*|sec-fetch-mode)$/.test(name)).toSorted()).toEqual(
      [
        'accept',
        'accept-encoding',
        'accept-language',
        'connection',
        'content-length',
        'content-type',
        'host',
        'user-agent',
        'x-api-key',
      ],
    );
    expect(JSON.stringify(outside.seen)).not.toContain(mcp.token);
  });

  it.each(['Upgrade', 'expect', 'Keep-Alive', 'TE', 'trailer', 'Proxy-Authorization', 'host'])(
    'refuses %s, which is of the connection',
    async (header) => {
      const response = await mcp.call('POST', '/mcp-servers', {
        body: { name: 'x', url: 'https://mcp.example.com', headers: { [header]: 'x' } },
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: {
          code: 'invalid_request',
          details: {
            field: `headers.${header}`,
            problems: [{ message: 'is set by the suite itself' }],
          },
        },
      });
    },
  );

  it('keeps headers on a change of name, and drops them with the address', async () => {
    const [first, second] = [
      resources.use(await startOutsideMcp({ tools: [weather] })),
      resources.use(await startOutsideMcp({ tools: [book] })),
    ];
    const { server } = await register({
      name: 'a',
      url: first.url,
      headers: { 'x-key': 'secret' },
    });
    const change = (body: unknown) => mcp.call('PATCH', `/mcp-servers/${server.id}`, { body });
    await change({ name: 'b' });
    expect(await read(server.id)).toMatchObject({ name: 'b', header_names: ['x-key'] });
    await change({ url: second.url });
    expect(await read(server.id)).toMatchObject({
      header_names: [],
      tools: [{ name: 'book_flight', offered: true }],
    });
    expect(JSON.stringify(second.seen)).not.toContain('secret');
  });

  it.each([
    'http://127.0.0.2:8080/mcp',
    'http://localhost:8080/mcp',
    'http://[::1]:8080/mcp',
    'http://169.254.169.254/mcp',
    'https://10.0.0.1/mcp',
    'http://93.184.215.14/mcp',
    'file:///etc/passwd',
    'stdio:shell',
    'https://user:password@93.184.215.14/mcp',
    'https://93.184.215.14/mcp#their-secret',
    'https://93.184.\t215.14/mcp',
  ])('refuses %j', async (url) => {
    const response = await mcp.call('POST', '/mcp-servers', { body: { name: 'x', url } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: { field: 'url' } } });
  });

  it('follows no redirect to another origin', async () => {
    const inner = resources.use(await startOutsideMcp({ tools: [weather] }));
    const front = resources.use(
      await listenOnFreePort((_request, response) =>
        response.writeHead(307, { location: inner.url }).end(),
      ),
    );
    const { server } = await register({ name: 'front', url: `${front.url}/mcp` });
    expect(server).toMatchObject({ health: { state: 'failing' }, tool_count: 0 });
    expect(inner.seen).toEqual([]);
  });

  it('refuses a cursor of text that cannot be kept', async () => {
    const cursor = Buffer.from('\0').toString('base64url');
    const response = await mcp.call('GET', `/mcp-servers?cursor=${cursor}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: { field: 'cursor' } } });
  });

  it('is managed by owners and admins, and seen by those who are named', async () => {
    const outside = resources.use(await startOutsideMcp({ tools: [weather] }));
    await addPrincipal(mcp, { ...member, userId: 'user-3', teamIds: ['team-b'] });
    const { server } = await register({
      name: 'travel',
      url: outside.url,
      visibility: { everyone: false, team_ids: ['team-b'] },
    });
    const seenBy = async (token: string) => {
      const list = await mcp.call('GET', '/mcp-servers', { token });
      const one = await mcp.call('GET', `/mcp-servers/${server.id}`, { token });
      const { mcp_servers } = (await list.json()) as { mcp_servers: unknown[] };
      return [mcp_servers.length, one.status];
    };
    const foreign = { userId: 'user-9', organisationId: 'organisation-9' };
    await addPrincipal(mcp, { ...foreign, role: 'owner' });
    const foreignToken = await mcp.identity.token(foreign);
    expect(await seenBy(mcp.token)).toEqual([1, 200]);
    expect(await seenBy(memberToken)).toEqual([0, 404]);
    expect(await tools.findTool(member, 'travel', 'get_weather')).toBeUndefined();
    for (const [method, path, body] of [
      ['POST', '/mcp-servers', { name: 'x', url: outside.url }],
      ['PATCH', `/mcp-servers/${server.id}`, { enabled: false }],
      ['DELETE', `/mcp-servers/${server.id}`, undefined],
      ['POST', '/mcp-servers/refresh', undefined],
    ] as const) {
      const response = await mcp.call(method, path, { token: memberToken, body });
      expect([method, path, response.status]).toEqual([method, path, 403]);
      if (method === 'POST') continue;
      const there = await mcp.call(method, path, { token: foreignToken, body });
      expect([method, path, there.status]).toEqual([method, path, 404]);
    }
    await mcp.call('PATCH', `/mcp-servers/${server.id}`, {
      body: { visibility: { everyone: false, team_ids: ['team-a'] } },
    });
    const visibility = { everyone: false, team_ids: ['team-a', 'no-such-team'] };
    const refused = { error: { details: { field: 'visibility.team_ids' } } };
    const changed = await mcp.call('PATCH', `/mcp-servers/${server.id}`, { body: { visibility } });
    expect([changed.status, await changed.json()]).toMatchObject([400, refused]);
    const added = await register({ name: 'other', url: outside.url, visibility });
    expect([added.status, added.server]).toMatchObject([400, refused]);
    expect(await seenBy(memberToken)).toEqual([1, 200]);
    expect(await tools.findTool(member, 'travel', 'get_weather')).toBeDefined();
    const urlSeenBy = async (token: string) => {
      const response = await mcp.call('GET', `/mcp-servers/${server.id}`, { token });
      return ((await response.json()) as McpServerDetail).url;
    };
    expect(await urlSeenBy(mcp.token)).toBe(server.url);
    expect(await urlSeenBy(memberToken)).toBe(new URL(server.url).origin);
    expect(await seenBy(foreignToken)).toEqual([0, 404]);
    expect((await mcp.call('DELETE', `/mcp-servers/${server.id}`)).status).toBe(204);
    expect(await seenBy(mcp.token)).toEqual([0, 404]);
  });

  it('takes a name once in an organisation, and not that of its own server', async () => {
    const outside = resources.use(await startOutsideMcp({ tools: [weather] }));
    await register({ name: 'travel', url: outside.url });
    const again = await mcp.call('POST', '/mcp-servers', {
      body: { name: 'Travel', url: outside.url },
    });
    expect(again.status).toBe(409);
    expect(await again.json()).toMatchObject({ error: { code: 'mcp_server_name_taken' } });
    expect((await register({ name: 'Documents', url: outside.url })).status).toBe(400);
  });

  it('gives a client secret to no issuer that is reached in plain http', async () => {
    const outside = resources.use(await startOutsideMcp({ tools: [weather] }));
    const oauth = { client_id: 'c', client_secret: 's', issuer: 'http://login.example.org' };
    const response = await mcp.call('POST', '/mcp-servers', {
      body: { name: 'travel', url: outside.url, oauth },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { details: { field: 'oauth.issuer' } } });
  });

  it('sends the query of its address, and never gives it back', async () => {
    const outside = resources.use(await startOutsideMcp({ tools: [weather] }));
    const url = `${outside.url}?their-secret`;
    const { server } = await register({ name: 'travel', url, headers: { 'x-key': 'k' } });
    const shown = `${outside.url}?…`;
    expect(server).toMatchObject({ url: shown, health: { state: 'healthy' } });
    const change = async (body: unknown) => {
      const response = await mcp.call('PATCH', `/mcp-servers/${server.id}`, { body });
      return { status: response.status, ...((await response.json()) as object) };
    };
    for (const same of [shown, url]) {
      expect(await change({ url: same })).toMatchObject({ url: shown, header_names: ['x-key'] });
    }
    await call('get_weather');
    expect(new Set(outside.seen.map((seen) => seen.url))).toEqual(new Set(['/mcp?their-secret']));
    const { rows } = await mcp.pool.query('select * from mcp.mcp_servers');
    expect(JSON.stringify([rows, await read(server.id)])).not.toContain('their-secret');

    expect(await change({ url: `${url}s` })).toMatchObject({ url: shown, header_names: [] });
    expect(await change({ url: `${outside.url}/other?…` })).toMatchObject({
      status: 400,
      error: { message: 'url: its whole query is needed', details: { field: 'url' } },
    });
    expect(await change({ url: outside.url })).toMatchObject({ url: outside.url });
  });
});
