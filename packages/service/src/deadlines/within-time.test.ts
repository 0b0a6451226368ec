import { EventEmitter, once } from 'node:events';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startTimeout } from '@lectern/contracts/start-timeout';
import { startDeadline } from './start-deadline.ts';
import { withinTime } from './within-time.ts';

describe('a time-out', () => {
  it('aborts as that of the platform does', async () => {
    const { signal } = startTimeout(1);
    await once(signal, 'abort');
    const platform = AbortSignal.timeout(1);
    await once(platform, 'abort');
    expect([signal.reason.name, signal.reason.message]).toEqual([
      platform.reason.name,
      platform.reason.message,
    ]);
  });

  describe('once its work has ended', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(() => mock.timers.reset());

    it('does not fire', () => {
      const { signal, end } = startTimeout(1_000);
      end();
      mock.timers.tick(2_000);
      expect(signal.aborted).toBe(false);
    });

    it('does not fire for a request that was answered', () => {
      const response = Object.assign(new EventEmitter(), { closed: false, writableFinished: true });
      const request = { header: () => undefined };
      const { signal } = startDeadline(request as never, response as never, 1_000);
      response.emit('close');
      mock.timers.tick(2_000);
      expect(signal.aborted).toBe(false);
    });

    it('does not fire for work that is done', async () => {
      const { signal } = new AbortController();
      const limit = { signal, timeoutMs: 1_000 };
      const given = await withinTime(limit, async (ownSignal) => ownSignal);
      mock.timers.tick(2_000);
      expect(given.aborted).toBe(false);
    });
  });
});
