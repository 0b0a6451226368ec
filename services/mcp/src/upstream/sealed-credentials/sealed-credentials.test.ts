import { describe, expect, it } from '@jest/globals';
import type { McpServerDetail } from '@lectern/contracts';
import { createSealer, createSealingKey, sealingKeysSchema } from '@lectern/service';
import { addPrincipal, createTestDatabase, createTestIdentity, eventually } from '@lectern/testing';
import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import { owner, weather } from '../../../test/set-up-upstream.ts';
import { startUpstream } from '../../../test/start-upstream.ts';

describe('credentials of outside servers', () => {
  it('are sealed with the newest key at the start, so that the older one can go', async () => {
    await using database = await createTestDatabase();
    await using outside = await startOutsideMcp({ tools: [weather] });
    const identity = await createTestIdentity();
    const [older, newer] = [createSealingKey(), createSealingKey()];
    const start = (keys: readonly string[]) =>
      startUpstream({
        database,
        identity,
        settings: { CREDENTIAL_KEYS: keys.join(',') },
      });
    const readSealed = async () => {
      const { rows } = await database.pool.query('select credentials from mcp.mcp_servers');
      return String(rows[0]?.credentials);
    };

    const first = await start([older]);
    await addPrincipal(first, { ...owner, role: 'owner' });
    const body = { name: 'travel', url: outside.url, headers: { 'x-key': 'their-secret' } };
    const registered = await first.call('POST', '/mcp-servers', { body });
    const { id } = (await registered.json()) as McpServerDetail;
    const before = await readSealed();
    await first[Symbol.asyncDispose]();

    const second = await start([newer, older]);
    await second[Symbol.asyncDispose]();
    expect(await readSealed()).not.toBe(before);

    await using third = await start([newer]);
    const seenBefore = outside.seen.length;
    await third.call('PATCH', `/mcp-servers/${id}`, { body: { name: 'trips' } });
    await eventually(() => outside.seen.length > seenBefore);
    for (const { headers } of outside.seen) expect(headers['x-key']).toBe('their-secret');
  });

  it('are bound to the address, and those of older versions are bound at the next start', async () => {
    await using database = await createTestDatabase();
    await using outside = await startOutsideMcp({ tools: [weather] });
    await using other = await startOutsideMcp({ tools: [weather] });
    const key = createSealingKey();
    const start = () => startUpstream({ database, settings: { CREDENTIAL_KEYS: key } });
    const secretsSeen = (seen: typeof outside.seen) => seen.map(({ headers }) => headers['x-key']);

    const first = await start();
    await addPrincipal(first, { ...owner, role: 'owner' });
    const body = { name: 'travel', url: outside.url, headers: { 'x-key': 'their-secret' } };
    const registered = await first.call('POST', '/mcp-servers', { body });
    const { id } = (await registered.json()) as McpServerDetail;
    // Older versions kept the query in the address.
    await database.pool.query(
      `insert into mcp.mcp_servers select (jsonb_populate_record(server, jsonb_build_object(
        'id', gen_random_uuid(), 'name', 'old', 'credentials', null, 'url', url || '?team=a'))).*
      from mcp.mcp_servers server`,
    );
    const sealer = createSealer(sealingKeysSchema.parse(key));
    const sealed = sealer.seal(
      JSON.stringify({ headers: body.headers, oauth: null }),
      `mcp_servers/${id}`,
    );
    const set = (column: string, value: string) =>
      database.pool.query(
        `update mcp.mcp_servers set ${column} = $1, updated_at = now() where id = $2`,
        [value, id],
      );
    await set('credentials', sealed);
    await first[Symbol.asyncDispose]();

    await using second = await start();
    const { rows } = await database.pool.query('select * from mcp.mcp_servers order by name');
    expect(rows[1].credentials).not.toBe(sealed);
    expect(rows[0]).toMatchObject({ url: `${outside.url}?…`, credentials: expect.any(String) });
    const refresh = () => second.call('POST', '/mcp-servers/refresh');
    expect(await (await refresh()).json()).toMatchObject({ status: 'success' });
    const secretsAt = (url: string) =>
      new Set(secretsSeen(outside.seen.filter((one) => one.url === url)));
    expect(secretsAt('/mcp')).toEqual(new Set(['their-secret']));
    expect(secretsAt('/mcp?team=a')).toEqual(new Set([undefined]));
    await set('url', other.url);
    expect(await (await refresh()).json()).toMatchObject({ status: 'partial' });
    expect(secretsSeen(other.seen)).toEqual([]);
  });
});
