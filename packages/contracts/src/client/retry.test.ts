import { describe, expect, it } from '@jest/globals';
import { retry } from './retry.ts';

const away = new Error('away');

/** Fails the given number of times, then returns the number of calls. */
function failFor(times: number) {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls <= times) throw away;
    return calls;
  };
}

function recordWaits(delayMsAfter: (error: unknown, attempts: number) => number | undefined) {
  const waits: number[] = [];
  const wait = async (delayMs: number) => waits.push(delayMs);
  return { waits, options: { maxAttempts: 3, delayMsAfter, wait } };
}

describe('retry', () => {
  it('waits as it is told between tries, and gives what the last one gave', async () => {
    const { waits, options } = recordWaits((_error, attempts) => 100 * 2 ** attempts);
    expect(await retry(options, failFor(2))).toBe(3);
    expect(waits).toEqual([200, 400]);
  });

  it('throws what the last try threw, without a wait behind it', async () => {
    const { waits, options } = recordWaits(() => 1);
    await expect(retry(options, failFor(3))).rejects.toBe(away);
    expect(waits).toHaveLength(2);
  });

  it('does not repeat what another try does not help', async () => {
    const { waits, options } = recordWaits((error) => (error === away ? undefined : 1));
    await expect(retry(options, failFor(1))).rejects.toBe(away);
    expect(waits).toEqual([]);
  });

  it('leaves a wait when its signal is aborted, with the reason', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const delayMsAfter = () => {
      queueMicrotask(() => controller.abort(new Error('closed')));
      return 60_000;
    };
    await expect(retry({ maxAttempts: 2, delayMsAfter, signal }, failFor(1))).rejects.toThrow(
      'closed',
    );
  });
});
