import { describe, expect, it } from '@jest/globals';
import { TokenBuckets } from './token-buckets.ts';

describe('TokenBuckets', () => {
  it('lets a burst pass, then says how long to wait', () => {
    let time = 0;
    const buckets = new TokenBuckets({ perMinute: 6, now: () => time });
    for (let turn = 0; turn < 6; turn += 1) buckets.take('ada');
    expect(() => buckets.take('ada')).toThrow(
      expect.objectContaining({ code: 'rate_limited', details: { retry_after: 10 } }),
    );
    time = 10_000;
    buckets.take('ada');
    expect(() => buckets.take('ada')).toThrow();
  });

  it('counts each key by itself', () => {
    const buckets = new TokenBuckets({ perMinute: 1, now: () => 0 });
    buckets.take('ada');
    buckets.take('bob');
    expect(() => buckets.take('ada')).toThrow();
  });

  it('keeps a bounded number of keys', () => {
    const buckets = new TokenBuckets({ perMinute: 1, maxKeys: 1, now: () => 0 });
    buckets.take('ada');
    buckets.take('bob');
    buckets.take('ada');
  });
});
