import { describe, expect, it } from '@jest/globals';
import { eventually } from '@lectern/testing';
import { startOutsideMcp } from '@lectern/testing/outside-mcp';
import { book, member, owner, setUpUpstream, weather } from '../../../test/set-up-upstream.ts';

const { mcp, tools, register, read, call, resources } = await setUpUpstream();

describe('a call of an outside tool', () => {
  it.each([
    ['2026-07-28', false],
    ['2025-11-25, without sessions', true],
  ])('is cancelled at a server of %s when the caller goes or the time is up', async (_, legacy) => {
    const cancelled: string[] = [];
    const outside = resources.use(
      await startOutsideMcp({
        legacy,
        tools: [weather, book],
        answer: async ({ signal }) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          cancelled.push('cancelled');
          return 'late';
        },
      }),
    );
    const { server } = await register({ name: 'travel', url: outside.url, timeout_ms: 300 });
    const forecast = await call('get_weather');
    expect(forecast).toMatchObject({ kind: 'failure', code: 'timeout' });
    expect(forecast).not.toHaveProperty('mayHaveRun');
    expect(await call('book_flight', { confirmed: true })).toMatchObject({
      code: 'timeout',
      mayHaveRun: true,
    });
    await eventually(() => cancelled.length === 2);
    await mcp.call('PATCH', `/mcp-servers/${server.id}`, { body: { timeout_ms: 60_000 } });
    const gone = new AbortController();
    const called = call('get_weather', { signal: gone.signal });
    await eventually(() => outside.calls.length === 3);
    gone.abort(new Error('gone'));
    await expect(called).rejects.toThrow('gone');
    await eventually(() => cancelled.length === 3);
  });

  it('leaves a server alone after it failed three times, and says so', async () => {
    let isUp = true;
    let asked = 0;
    const outside = resources.use(
      await startOutsideMcp({
        tools: [weather],
        intercept: (_request, response) => {
          asked += 1;
          if (!isUp) response.destroy();
          return !isUp;
        },
      }),
    );
    const { server } = await register({ name: 'travel', url: outside.url });
    isUp = false;
    for (const state of ['failing', 'failing', 'unavailable']) {
      expect(await call('get_weather')).toMatchObject({ code: 'server_unavailable' });
      expect((await read(server.id)).health.state).toBe(state);
    }
    const before = asked;
    const refused = await call('get_weather');
    expect(refused).toMatchObject({ code: 'server_unavailable', retryAfter: expect.any(Number) });
    expect(asked).toBe(before);
    expect((await read(server.id)).health.message).toBe('The server cannot be reached.');
  });

  it('keeps the rest of a long answer for its caller', async () => {
    const text = 'é'.repeat(50) + '😀'.repeat(60);
    const outside = resources.use(await startOutsideMcp({ tools: [weather], answer: () => text }));
    await register({ name: 'travel', url: outside.url });
    const answer = await call('get_weather', { maxText: 80 });
    if (answer.kind !== 'answer' || !answer.rest) throw new Error('the answer was not cut');
    expect(answer.rest).toMatchObject({ offset: 80, characters: 110 });
    const rest = await tools.readResult(owner, answer.rest.resultId, { offset: 80 });
    expect(answer.text + rest?.text).toBe(text);
    expect(rest?.nextOffset).toBeNull();
    expect(await tools.readResult(member, answer.rest.resultId, { offset: 80 })).toBeUndefined();
  });
});
