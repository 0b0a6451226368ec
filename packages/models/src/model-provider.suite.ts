import { describe, expect, it } from '@jest/globals';
import { AppError } from '@lectern/contracts';
import { listenOnFreePort, type RecordedAnswer, startRecordedHttp } from '@lectern/testing';
import type { LanguageModel, ModelEvent, ModelRequest } from './language-model.ts';

export interface GivenModel {
  readonly baseUrl: string;
  readonly timeoutMs: number;
}

export interface ProviderCase {
  readonly create: (given: GivenModel) => LanguageModel;
  readonly key: string;
  /** Method and path of a generation, and of the connection check. */
  readonly path: string;
  readonly checkPath: string;
  /** A complete answer: `Hel`, `lo`, 7 prompt tokens, 2 completion tokens. */
  readonly hello: RecordedAnswer;
  /** Start of a stream, up to its text `Hel`. */
  readonly begun: readonly string[];
  /** The server's answer where it has the model, and where it does not. */
  readonly card: RecordedAnswer;
  readonly noCard: RecordedAnswer;
}

const request: ModelRequest = { messages: [{ role: 'user', content: 'Hello' }] };

export interface Generated {
  readonly events: ModelEvent[];
  readonly error: unknown;
}

/** Collects the events of a generation. */
export async function collectEvents(
  model: LanguageModel,
  given: ModelRequest = request,
  signal = new AbortController().signal,
): Promise<Generated> {
  const events: ModelEvent[] = [];
  try {
    for await (const event of model.generate(given, signal)) events.push(event);
    return { events, error: undefined };
  } catch (error) {
    return { events, error };
  }
}

/** Tests the behaviour that every provider with an API has in common. */
export function describeModelProvider(name: string, given: ProviderCase): void {
  const { create, key, path, checkPath, hello, begun, card, noCard } = given;
  const run = (
    baseUrl: string,
    { timeoutMs = 5_000, signal }: { timeoutMs?: number; signal?: AbortSignal } = {},
  ) => collectEvents(create({ baseUrl, timeoutMs }), request, signal);
  const expectUnavailable = (error: unknown) => {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'model_unavailable' });
    const { cause, stack } = error as AppError;
    expect(`${stack} ${(cause as Error).stack} ${JSON.stringify(cause)}`).not.toContain(key);
  };

  describe(name, () => {
    it('streams text and gives the usage at the end', async () => {
      await using api = await startRecordedHttp({ [path]: hello });
      const { events, error } = await run(api.url);
      expect(error).toBeUndefined();
      expect(events).toEqual([
        { type: 'text', text: 'Hel' },
        { type: 'text', text: 'lo' },
        { type: 'finish', reason: 'stop', usage: { promptTokens: 7, completionTokens: 2 } },
      ]);
      expect(api.requests[0]?.headers.authorization).toBe(`Bearer ${key}`);
    });

    it('tries twice more while nothing has come', async () => {
      const busy = { status: 503, body: { error: { message: `busy with ${key}` } } };
      await using api = await startRecordedHttp({ [path]: [busy, busy, hello] });
      const { events, error } = await run(api.url);
      expect(error).toBeUndefined();
      expect(events).toHaveLength(3);
      await using dead = await startRecordedHttp({ [path]: busy });
      const failed = await run(dead.url);
      expectUnavailable(failed.error);
      expect(failed.error).toMatchObject({ details: { reason: 'overloaded' } });
      expect(dead.requests).toHaveLength(3);
    });

    it.each([
      [401, 'key_refused', 1],
      [403, 'key_refused', 1],
      [404, 'model_unknown', 1],
      [400, 'wrong_answer', 1],
      [429, 'overloaded', 3],
    ])('says why after %i', async (status, reason, calls) => {
      await using api = await startRecordedHttp({ [path]: { status, body: `no ${key}` } });
      const { error } = await run(api.url);
      expectUnavailable(error);
      expect(error).toMatchObject({ details: { reason } });
      expect(api.requests).toHaveLength(calls);
    });

    it('does not try again after the first text', async () => {
      await using api = await startRecordedHttp({
        [path]: { headers: { 'content-type': 'text/event-stream' }, chunks: begun },
      });
      const { events, error } = await run(api.url);
      expect(events).toEqual([{ type: 'text', text: 'Hel' }]);
      expectUnavailable(error);
      expect(api.requests).toHaveLength(1);
    });

    it('gives up on an API that does not answer in time', async () => {
      await using api = await startRecordedHttp({ [path]: { delayMs: 60_000, body: '' } });
      const { error } = await run(api.url, { timeoutMs: 1_000 });
      expectUnavailable(error);
      expect(error).toMatchObject({
        details: { reason: 'too_slow' },
        cause: { message: expect.stringContaining('silent') },
      });
      expect(api.requests).toHaveLength(3);
    });

    it('gives up on an API that falls silent between tokens', async () => {
      await using api = await listenOnFreePort((_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(begun.join(''));
      });
      const { events, error } = await run(api.url, { timeoutMs: 1_000 });
      expect(events).toEqual([{ type: 'text', text: 'Hel' }]);
      expectUnavailable(error);
      expect(error).toMatchObject({ cause: { message: expect.stringContaining('silent') } });
    });

    it('cannot be reached', async () => {
      const { error } = await run('http://127.0.0.1:9');
      expectUnavailable(error);
      expect(error).toMatchObject({ details: { reason: 'unreachable' } });
    });

    it('ends with the reason of its signal', async () => {
      await using api = await startRecordedHttp({ [path]: { delayMs: 300, body: '' } });
      const abort = new AbortController();
      const running = run(api.url, { signal: abort.signal });
      abort.abort('enough');
      expect((await running).error).toBe('enough');
    });

    describe('its connection check', () => {
      const check = async (baseUrl: string) => {
        const model = create({ baseUrl, timeoutMs: 1_000 });
        const condition = await model.checkConnection?.(AbortSignal.timeout(1_000));
        expect(JSON.stringify(condition)).not.toContain(key);
        return condition;
      };

      it.each([
        ['is there', card, null, 'test-model'],
        ['is not among the models', noCard, 'model_unknown', 'MODEL_NAME'],
        ['refuses the key', { status: 401, body: key }, 'key_refused', 'MODEL_API_KEY'],
        ['lists nothing', { status: 404, body: {} }, null, 'test-model'],
        ['is out of order', { status: 500, body: {} }, 'overloaded', '500'],
      ])('finds that it %s', async (_what, answer, problem, part) => {
        await using api = await startRecordedHttp({ [checkPath]: answer });
        expect(await check(api.url)).toEqual({ problem, message: expect.stringContaining(part) });
      });

      it('finds that it cannot be reached', async () => {
        expect(await check('http://127.0.0.1:9')).toEqual({
          problem: 'unreachable',
          message: expect.stringMatching(/127\.0\.0\.1:9.*MODEL_BASE_URL/),
        });
      });
    });
  });
}
