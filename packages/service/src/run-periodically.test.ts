import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';
import { runPeriodically } from './run-periodically.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

function start(options: { everyMs: number; work: (signal: AbortSignal) => Promise<unknown> }) {
  let close: () => unknown = () => undefined;
  const wake = runPeriodically(
    { firstAfterMs: 0, logger, failure: 'failed', ...options },
    (given) => {
      close = given;
    },
  );
  return { wake, close: async () => close() };
}

describe('runPeriodically', () => {
  it('goes on after a round that failed', async () => {
    let rounds = 0;
    const third = Promise.withResolvers<void>();
    const { close } = start({
      everyMs: 1,
      async work() {
        rounds += 1;
        if (rounds === 3) third.resolve();
        throw new Error('down');
      },
    });
    await third.promise;
    await close();
    expect(rounds).toBeGreaterThanOrEqual(3);
  });

  it('begins no round while one runs, and closing ends it and waits for it', async () => {
    let running = 0;
    let most = 0;
    const begun = Promise.withResolvers<void>();
    const { close } = start({
      everyMs: 1,
      async work(signal) {
        running += 1;
        most = Math.max(most, running);
        begun.resolve();
        await once(signal, 'abort');
        running -= 1;
      },
    });
    await begun.promise;
    await close();
    expect({ running, most }).toEqual({ running: 0, most: 1 });
  });

  it('begins one more round for all that woke it while one ran', async () => {
    let rounds = 0;
    const first = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const { wake, close } = start({
      everyMs: 3_600_000,
      async work() {
        rounds += 1;
        if (rounds === 1) first.resolve();
        else second.resolve();
        await go.promise;
      },
    });
    await first.promise;
    wake();
    wake();
    go.resolve();
    await second.promise;
    await close();
    wake();
    expect(rounds).toBe(2);
  });
});
