import { describe, expect, it } from '@jest/globals';
import { TokenBuckets } from './token-buckets.ts';

describe('TokenBuckets', () => {
  it('lets a burst pass, then says how long to wait', () => {
    let time = 0;
    const buckets = new TokenBuckets({ perMinute: 6, now: () => time });
    for (let turn = 0; turn < 6; turn += 1) buckets.consume('ada');
    expect(() => buckets.consume('ada')).toThrow(
      expect.objectContaining({ code: 'rate_limited', details: { retry_after: 10 } }),
    );
    time = 10_000;
    buckets.consume('ada');
    expect(() => buckets.consume('ada')).toThrow();
  });

  it('counts each key by itself', () => {
    const buckets = new TokenBuckets({ perMinute: 1, now: () => 0 });
    buckets.consume('ada');
    buckets.consume('bob');
    expect(() => buckets.consume('ada')).toThrow();
  });

  it('keeps a bounded number of keys', () => {
    const buckets = new TokenBuckets({ perMinute: 1, maxKeys: 1, now: () => 0 });
    buckets.consume('ada');
    buckets.consume('bob');
    buckets.consume('ada');
  });
});
