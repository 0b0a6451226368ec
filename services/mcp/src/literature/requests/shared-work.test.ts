import { describe, expect, it } from '@jest/globals';
import { SharedWork } from './shared-work.ts';

describe('SharedWork', () => {
  it('goes on while one of its callers waits, and stops when the last has left', async () => {
    const signals: AbortSignal[] = [];
    const done = Promise.withResolvers<string>();
    const shared = new SharedWork((signal) => {
      signals.push(signal);
      return done.promise;
    });
    const [first, second] = [new AbortController(), new AbortController()];
    const left = shared.join(first.signal);
    const stays = shared.join(second.signal);
    first.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect([signals.length, shared.isStopped]).toEqual([1, false]);
    second.abort(new Error('left too'));
    await expect(stays).rejects.toThrow('left too');
    expect([signals[0]?.aborted, shared.isStopped]).toEqual([true, true]);
    done.resolve('unheard');
  });

  it('gives everybody the same result, and the same failure', async () => {
    const { signal } = new AbortController();
    const right = new SharedWork(async () => 'result');
    expect(await Promise.all([right.join(signal), right.join(signal)])).toEqual([
      'result',
      'result',
    ]);
    const wrong = new SharedWork(async () => Promise.reject(new Error('broken')));
    const failures = await Promise.allSettled([wrong.join(signal), wrong.join(signal)]);
    expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
