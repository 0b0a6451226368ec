import { describe, expect, it } from '@jest/globals';
import type { McpServerDetail } from '@lectern/contracts';
import { createSealingKey } from '@lectern/service';
import { addPrincipal, createTestDatabase, createTestIdentity } from '@lectern/testing';
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
    expect(outside.seen.length).toBeGreaterThan(seenBefore);
    for (const { headers } of outside.seen) expect(headers['x-key']).toBe('their-secret');
  });
});
