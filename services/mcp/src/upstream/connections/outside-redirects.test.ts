import { describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import { setUpUpstream, weather } from '../../../test/set-up-upstream.ts';

const { register, read, call, resources } = await setUpUpstream();

describe('a redirect of an outside server', () => {
  it.each([307, 308])('%s in its own origin is followed', async (status) => {
    const outside = resources.use(
      await startOutsideMcp({
        tools: [weather],
        intercept: (request, response) => {
          if (request.url !== '/mcp') return false;
          response.writeHead(status, { location: '/mcp/' }).end();
          return true;
        },
      }),
    );
    const { server } = await register({
      name: 'travel',
      url: outside.url,
      headers: { 'x-key': 'secret' },
    });
    // On a busy machine the server is read on after the answer.
    const seen = await eventually(async () => {
      const now = await read(server.id);
      return now.health.state === 'unknown' ? undefined : now;
    });
    expect(seen).toMatchObject({ health: { state: 'healthy' }, tool_count: 1 });
    expect(await call('get_weather')).toMatchObject({ kind: 'answer', text: 'get_weather' });
    expect(outside.calls[0]?.headers['x-key']).toBe('secret');
  });
});
