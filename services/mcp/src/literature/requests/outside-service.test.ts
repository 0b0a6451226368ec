import { describe, expect, it } from '@jest/globals';
import { eventually, type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import { type OutsideCall, OutsideService } from './outside-service.ts';
import type { NoToken, RateToken, RateTokens } from './rate-tokens.ts';
import { RequestTurns } from './request-queue.ts';

/** As many as are wanted, but for pauses. */
class PausableTokens implements RateTokens {
  readonly pausesMs: number[] = [];
  #pausedUntil = 0;

  async tryTake(): Promise<RateToken | NoToken> {
    const pausedMs = this.#pausedUntil - performance.now();
    if (pausedMs > 0) return { retryAfterMs: pausedMs, pausedMs };
    return { giveBack: async () => undefined, giveBackUnused: async () => undefined };
  }

  async pause(durationMs: number): Promise<void> {
    this.pausesMs.push(durationMs);
    this.#pausedUntil = performance.now() + durationMs;
  }
}

function createService(
  baseUrl: string,
  credentials?: Readonly<Record<string, string>>,
  tokens = new PausableTokens(),
) {
  const service = new OutsideService({
    name: 'a registry',
    baseUrl,
    turns: new RequestTurns(tokens),
    timeoutMs: 10_000,
    ...(credentials && { credentials }),
  });
  return (more: Partial<OutsideCall> = {}) =>
    service.ask(
      () => ({ path: '/studies', parameters: {} }),
      (text) => text,
      {
        organisationId: 'o1',
        signal: new AbortController().signal,
        maxAttempts: 1,
        backoff: 'linear',
        ...more,
      },
    );
}

async function startService(...answers: readonly RecordedAnswer[]) {
  const server = await startRecordedHttp({ 'GET /studies': answers });
  const tokens = new PausableTokens();
  return {
    ask: createService(server.url, undefined, tokens),
    tokens,
    requests: server.requests,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const refuse = (status: number, retryAfter?: string): RecordedAnswer => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
});
const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString();
const anHourAgo = () => new Date(Date.now() - 3_600_000).toUTCString();

describe('an outside service', () => {
  it.each([
    [429, undefined, 1],
    [429, '3', 3],
    [429, '86400', 30],
    [503, '3', 3],
    [503, '86400', 30],
    [503, inAnHour(), 30],
    [502, '3', 3],
  ])(
    'that answers %i with Retry-After %s is left alone for %i s',
    async (status, value, seconds) => {
      await using site = await startService(refuse(status, value));
      await expect(site.ask()).rejects.toMatchObject({
        code: 'rate_limited',
        details: { retry_after: seconds },
      });
      expect(site.tokens.pausesMs).toEqual([seconds * 1_000]);
    },
  );

  it.each([undefined, '0', '-5', 'soon', anHourAgo()])(
    'that answers 503 with Retry-After %s is asked again soon',
    async (value) => {
      await using site = await startService(refuse(503, value), { body: 'found' });
      const found = await site.ask({ maxAttempts: 2, askingMs: 1_900 });
      expect(found).toMatchObject({ raw: 'found' });
      expect(site.tokens.pausesMs).toEqual([]);
    },
  );

  it.each(
    [301, 302, 303, 307, 308].flatMap((status) =>
      [undefined, { api_key: 'secret' }].map((credentials) => ({ status, credentials })),
    ),
  )('is not followed elsewhere: $status, $credentials', async ({ status, credentials }) => {
    const answer: RecordedAnswer = { body: 'of somebody else' };
    await using elsewhere = await startRecordedHttp({
      'GET /taken': answer,
      'POST /taken': answer,
    });
    const redirect = { status, headers: { location: `${elsewhere.url}/taken?key=secret` } };
    await using site = await startRecordedHttp({
      'GET /studies': redirect,
      'POST /studies': redirect,
    });
    const ask = createService(site.url, credentials);
    await expect(ask()).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.not.stringMatching(/secret|taken/),
    });
    expect(elsewhere.requests).toEqual([]);
    expect(site.requests).toHaveLength(1);
  });

  it('that is away is asked again when the time that it named has come, by nobody earlier', async () => {
    await using site = await startService(refuse(503, '2'), { body: 'found' });
    const started = performance.now();
    const first = site.ask({ maxAttempts: 2 });
    await eventually(() => site.tokens.pausesMs.length > 0);
    const hurried = { organisationId: 'o2', askingMs: 500 };
    await expect(site.ask({ ...hurried, maxAttempts: 2 })).rejects.toMatchObject({
      code: 'rate_limited',
    });
    expect(site.requests).toHaveLength(1);
    expect(await first).toMatchObject({ raw: 'found' });
    expect(performance.now() - started).toBeGreaterThanOrEqual(2_000);
    expect(site.requests).toHaveLength(2);
  });

  it('that wants to be left alone for a day keeps nobody waiting', async () => {
    await using site = await startService(refuse(503, '86400'));
    const told = { code: 'rate_limited', details: { retry_after: 30 } };
    await expect(site.ask({ maxAttempts: 2 })).rejects.toMatchObject(told);
    await expect(site.ask({ organisationId: 'o2' })).rejects.toMatchObject(told);
    expect(site.requests).toHaveLength(1);
  });
});
