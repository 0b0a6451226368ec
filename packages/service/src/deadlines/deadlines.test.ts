import { describe, expect, it } from '@jest/globals';
import { untilAborted } from './until-aborted.ts';
import { waitAtMost } from './wait-at-most.ts';
import { withinTime } from './within-time.ts';

const forever = (signal: AbortSignal) => untilAborted(new Promise<never>(() => {}), signal);
const late = (cause: unknown) => new Error('too late', { cause });

describe('work with a time of its own', () => {
  it('gives its result, and its own failure while there is time', async () => {
    const limit = { signal: new AbortController().signal, timeoutMs: 10_000, late };
    await expect(withinTime(limit, async () => 'done')).resolves.toBe('done');
    const failing = withinTime(limit, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
  });

  it('fails as told when the time is up, and with the reason of a caller who leaves', async () => {
    const caller = new AbortController();
    const limit = { signal: caller.signal, timeoutMs: 1, late };
    await expect(withinTime(limit, forever)).rejects.toThrow('too late');
    const left = withinTime({ ...limit, timeoutMs: 10_000 }, forever);
    caller.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
  });
});

describe('a wait with an end', () => {
  it('gives what came in time, else undefined', async () => {
    await expect(waitAtMost(10_000, Promise.resolve(7))).resolves.toBe(7);
    await expect(waitAtMost(1, new Promise(() => {}))).resolves.toBeUndefined();
    await expect(waitAtMost(10_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
