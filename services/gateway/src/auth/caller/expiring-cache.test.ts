import { describe, expect, it } from '@jest/globals';
import { ExpiringCache } from './expiring-cache.ts';

function createCache() {
  let time = 1;
  let loads = 0;
  const cache = new ExpiringCache<number>({ ttlMs: 100, maxEntries: 2, now: () => time });
  return {
    cache,
    load: (key: string) => cache.getOrLoad(key, async () => ++loads),
    wait: (ms: number) => {
      time += ms;
    },
  };
}

describe('ExpiringCache', () => {
  it('shares one load among callers that come at once', async () => {
    const { load } = createCache();
    expect(await Promise.all([load('a'), load('a')])).toEqual([1, 1]);
  });

  it('loads again after its time', async () => {
    const { load, wait } = createCache();
    await load('a');
    wait(100);
    expect(await load('a')).toBe(1);
    wait(1);
    expect(await load('a')).toBe(2);
  });

  it('forgets the oldest of too many', async () => {
    const { load } = createCache();
    for (const key of ['a', 'b', 'c']) await load(key);
    expect(await load('c')).toBe(3);
    expect(await load('a')).toBe(4);
  });

  it('does not remember a failure', async () => {
    const { cache, load } = createCache();
    await expect(cache.getOrLoad('a', () => Promise.reject(new Error('down')))).rejects.toThrow();
    expect(await load('a')).toBe(1);
  });
});
