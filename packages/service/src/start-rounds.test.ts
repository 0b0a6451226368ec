import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logger.ts';
import { startRounds } from './start-rounds.ts';

const logger = createLogger({ name: 'test', level: 'silent' });

function start(options: { everyMs: number; work: (signal: AbortSignal) => Promise<unknown> }) {
  let close: () => unknown = () => undefined;
  startRounds({ firstAfterMs: 0, logger, failure: 'failed', ...options }, (given) => {
    close = given;
  });
  return { close: async () => close() };
}

describe('startRounds', () => {
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
});
