import { describe, expect, it, jest } from '@jest/globals';
import {
  type OutsideIssuer,
  startGuardedMcp,
  startOutsideIssuer,
} from '@lectern/testing/outside-oauth';
import { setUpUpstream, weather } from '../../../test/set-up-upstream.ts';

const { mcp, register, read, call, resources } = await setUpUpstream();

const credentials = { client_id: 'lectern', client_secret: 'their-client-secret' };

const startIssuer = async () => resources.use(await startOutsideIssuer(credentials));
/** A server that wants a token of an issuer, and a header of its own. */
const startGuarded = async (issuer: OutsideIssuer) =>
  resources.use(await startGuardedMcp({ tools: [weather], issuer }));

describe('OAuth of an outside server', () => {
  it('signs in at the issuer, again when the token ends, and shows neither secret nor token', async () => {
    const issuer = await startIssuer();
    const outside = await startGuarded(issuer);
    const { server } = await register({
      name: 'travel',
      url: outside.url,
      headers: { 'x-key': 'their-header' },
      oauth: { ...credentials, issuer: issuer.url, scope: 'read' },
    });
    expect(server).toMatchObject({ health: { state: 'healthy' }, tool_count: 1 });
    expect(await call('get_weather')).toMatchObject({ kind: 'answer' });
    expect(outside.calls[0]?.headers).toMatchObject({
      authorization: 'Bearer token-1',
      'x-key': 'their-header',
    });
    expect(issuer.asked.map(({ body }) => Object.fromEntries(body))).toEqual([
      { grant_type: 'client_credentials', scope: 'read', resource: outside.url },
    ]);

    issuer.endTokens();
    expect(await call('get_weather')).toMatchObject({ kind: 'answer' });
    expect(outside.calls[1]?.headers.authorization).toBe('Bearer token-2');
    for (const { headers } of issuer.asked) {
      expect(JSON.stringify(headers)).not.toContain('their-header');
    }
    expect(JSON.stringify(issuer.looked)).not.toContain('their-');

    const { rows } = await mcp.pool.query('select * from mcp.mcp_servers');
    const shown = JSON.stringify([rows, server, await read(server.id)]);
    for (const secret of ['their-client-secret', 'their-header', 'token-1', 'token-2']) {
      expect(shown).not.toContain(secret);
    }
  });

  it('gives the secret to no issuer but the one that its owner named', async () => {
    const [issuer, stranger] = [await startIssuer(), await startIssuer()];
    const outside = await startGuarded(stranger);
    const { server } = await register({
      name: 'travel',
      url: outside.url,
      headers: { 'x-key': 'their-header' },
      oauth: { ...credentials, issuer: issuer.url },
    });
    expect(server).toMatchObject({
      health: {
        state: 'failing',
        message: 'The server does not accept the credentials.',
        reason: 'unauthorized',
      },
    });
    expect([...issuer.asked, ...stranger.asked]).toEqual([]);
    expect(JSON.stringify([issuer.looked, stranger.looked])).not.toContain('their-');
  });

  it('tells that an issuer refuses the secret, and logs none of its words', async () => {
    using warn = jest.spyOn(console, 'warn').mockReturnValue();
    const issuer = await startIssuer();
    const outside = await startGuarded(issuer);
    const { server } = await register({
      name: 'travel',
      url: outside.url,
      oauth: { ...credentials, client_secret: 'wrong', issuer: issuer.url },
    });
    expect(server).toMatchObject({
      health: {
        state: 'failing',
        message: 'The server does not accept the credentials.',
        reason: 'unauthorized',
      },
    });
    expect(issuer.asked.length).toBeGreaterThan(0);
    expect(JSON.stringify(issuer.looked)).not.toContain('their-');
    expect(warn).not.toHaveBeenCalled();
  });

  it('ends with a grant that the issuer takes back, says so, and works again with a new one', async () => {
    const issuer = await startIssuer();
    const outside = await startGuarded(issuer);
    const { server } = await register({
      name: 'travel',
      url: outside.url,
      oauth: { ...credentials, issuer: issuer.url },
    });
    issuer.grant(false);
    expect(await call('get_weather')).toMatchObject({ code: 'server_unavailable' });
    expect((await read(server.id)).health).toMatchObject({
      state: 'failing',
      message: 'The server does not accept the credentials.',
    });
    expect(outside.calls).toEqual([]);
    issuer.grant(true);
    expect(await call('get_weather')).toMatchObject({ kind: 'answer' });
    expect((await read(server.id)).health.state).toBe('healthy');
  });
});
