import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@lectern/service';
import { createTestDatabase, type TestDatabase } from '@lectern/testing';
import { createDatabase } from '../database/tables.ts';
import { RateLimit } from './rate-limit.ts';
import type { SharedBuckets } from './shared-buckets.ts';
import { createSharedBuckets } from './shared-buckets.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

/** Counts the accepted ones of concurrent `tries`. */
async function countPassed(limits: readonly RateLimit[], key: string, tries: number) {
  const takes = limits.flatMap((limit) => Array.from({ length: tries }, () => limit.consume(key)));
  const results = await Promise.allSettled(takes);
  return results.filter(({ status }) => status === 'fulfilled').length;
}

const createShared = () => {
  const shared = createSharedBuckets(createDatabase(database.pool));
  let leases = 0;
  const counting: SharedBuckets = {
    ...shared,
    lease: (...request) => {
      leases += 1;
      return shared.lease(...request);
    },
  };
  return { shared: counting, count: () => leases };
};

describe('RateLimit', () => {
  it('lets no more pass through two processes than through one', async () => {
    const { shared } = createShared();
    const create = () => new RateLimit({ name: 'two', perMinute: 30, shared, logger });
    expect(await countPassed([create(), create()], 'ada', 40)).toBe(30);
  });

  it('says how long to wait, and asks the store no more until then', async () => {
    let time = 0;
    const { shared, count } = createShared();
    const limit = new RateLimit({ name: 'wait', perMinute: 6, shared, logger, now: () => time });
    expect(await countPassed([limit], 'ada', 6)).toBe(6);
    const limited = { code: 'rate_limited', details: { retry_after: 10 } };
    await expect(limit.consume('ada')).rejects.toMatchObject(limited);
    const asked = count();
    time = 1_000;
    await expect(limit.consume('ada')).rejects.toMatchObject({ details: { retry_after: 9 } });
    expect(count()).toBe(asked);
  });

  it('refills with time', async () => {
    const shared = createSharedBuckets(createDatabase(database.pool));
    expect(await shared.lease('refill', 60, 60)).toEqual({ granted: 60, left: 0 });
    await database.pool.query(
      `update auth.rate_limits set filled_at = filled_at - interval '10.5 s' where key = 'refill'`,
    );
    const { granted, left } = await shared.lease('refill', 60, 60);
    expect(granted).toBe(10);
    expect(left).toBeGreaterThan(0.49);
    expect(left).toBeLessThan(1);
  });

  it('asks the store once for a second of full use', async () => {
    const { shared, count } = createShared();
    const limit = new RateLimit({ name: 'hot', perMinute: 6_000, shared, logger, now: () => 0 });
    expect(await countPassed([limit], 'ada', 250)).toBe(250);
    expect(count()).toBe(3);
  });

  it('counts each key by itself', async () => {
    const { shared } = createShared();
    const limit = new RateLimit({ name: 'keys', perMinute: 1, shared, logger });
    expect(await countPassed([limit], 'ada', 2)).toBe(1);
    expect(await countPassed([limit], 'bob', 2)).toBe(1);
  });

  it('keeps the limit by itself while the store cannot be reached', async () => {
    let asked = 0;
    const shared: SharedBuckets = {
      lease: async () => {
        asked += 1;
        throw new Error('gone');
      },
    };
    const limit = new RateLimit({ name: 'alone', perMinute: 5, shared, logger, now: () => 0 });
    expect(await countPassed([limit], 'ada', 8)).toBe(5);
    expect(asked).toBe(1);
  });
});
