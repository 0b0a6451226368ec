import { EventEmitter, once } from 'node:events';
import { describe, expect, it, jest } from '@jest/globals';
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

  it('does not fire once it was ended, and leaves no timer behind', () => {
    jest.useFakeTimers();
    try {
      const { signal, end } = startTimeout(1_000);
      end();
      expect(jest.getTimerCount()).toBe(0);
      jest.advanceTimersByTime(2_000);
      expect(signal.aborted).toBe(false);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is not left behind by a request that was answered', () => {
    jest.useFakeTimers();
    try {
      const response = Object.assign(new EventEmitter(), { closed: false, writableFinished: true });
      const request = { header: () => undefined };
      const { signal } = startDeadline(request as never, response as never, 1_000);
      response.emit('close');
      expect([jest.getTimerCount(), signal.aborted]).toEqual([0, false]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('is not left behind by work that is done', async () => {
    jest.useFakeTimers();
    try {
      const { signal } = new AbortController();
      await withinTime({ signal, timeoutMs: 1_000 }, async () => 'done');
      expect(jest.getTimerCount()).toBe(0);
    } finally {
      jest.useRealTimers();
    }
  });
});
